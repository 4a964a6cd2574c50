"""The logic of the site; `plugins/` holds one hook per file that calls it, `templates/` what it looks like.

- pages: `views` answers addresses that belong to no table, with `front`, `search` and `choices`; `pages` says what a row's page shows,
  with `articles` (cut by `parts`), `entities`, `queries`, `marking` (text with marks), `variants` and `wording`; `answers` cuts what
  questions find; `measured` tells the accuracy; `templating` hands it to the templates, `caching` keeps it
- search: `match` makes queries of what is typed, `snippets` marks what was found, `people` finds whom a name means
- charts: `charts` draws rows, `drawing` keeps what was drawn
- for programs: `machines` (feeds, llms.txt, robots.txt), `reconcile` (OpenRefine)
- Datasette: `describing` tells it of the tables, `parameters` mends addresses, `addresses` refuses long ones, `headers` adds the policy,
  `links` shows cells, `functions` registers what questions call
"""
