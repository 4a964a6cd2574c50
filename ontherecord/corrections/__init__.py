"""What people have mended by hand, applied after linking, each correction with its reason.

`reading` makes entries of the file `corrections.yml`, `entities`, `quotes` and `roles` apply them to entities and to the rows
of an article, `places` finds again the words that an entry names, `outcomes` tells what became of each. No correction is ever
guessed into place: one that no longer fits is left out, and says so.
"""
