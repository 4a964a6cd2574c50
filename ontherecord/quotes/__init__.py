"""Quotes: attributed content, its cue, its source and act."""
