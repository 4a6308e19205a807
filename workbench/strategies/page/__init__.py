"""A draft as a page: statements of what is binding, in their authors' words, and events kept verbatim."""

from workbench.strategies.page.draft import Page, page
from workbench.strategies.page.statements import given

__all__ = ["Page", "given", "page"]
