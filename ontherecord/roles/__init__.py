"""Roles: the titles and occupations that an article gives its people.

In: a parsed document, its sentences, names and mentions. Out: `Role` records, one per place where the text says so.
`find_titles` reads what stands right beside a name, `find_roles` adds what needs a verb or coreference. Missed on
purpose: verbs that paraphrase a role (`who chairs the board`), and posts without a noun for their holder (`his seat`).
"""

from ontherecord.roles.beside import find_titles
from ontherecord.roles.stated import find_roles

__all__ = ["find_roles", "find_titles"]
