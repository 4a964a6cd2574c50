"""On the Record: who said what in the news, as one SQLite file."""

__version__ = "0.1.0"
