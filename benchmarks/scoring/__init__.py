"""Scorers: gold and a built database in, numbers and a list of errors out. No command line, nothing printed."""
