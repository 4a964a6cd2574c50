"""The logic of the site; `plugins/` holds one hook per file that calls it, `templates/` what it looks like."""
