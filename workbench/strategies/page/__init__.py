"""A draft as a page: what binds, as statements in the words of who said them, and events kept verbatim."""

from workbench.strategies.page.draft import Page, page
from workbench.strategies.page.statements import given

__all__ = ["Page", "given", "page"]
