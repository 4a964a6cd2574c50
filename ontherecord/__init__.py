"""On the Record: who said what in the news, as one SQLite file."""
