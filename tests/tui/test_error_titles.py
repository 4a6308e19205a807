"""Errors begin with words, in the app as elsewhere: no name of a code."""

from __future__ import annotations

import pytest

import store.errors
import workbench.errors
from gates.errors import ReportedError
from workbench.tui.state.error_titles import error_title

CODES = sorted(
    {
        each.code
        for module in (store.errors, workbench.errors)
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, ReportedError)
    }
)


@pytest.mark.parametrize("code", CODES)
def test_every_error_has_a_title_in_words(code: str) -> None:
    """Titles are short and without code jargon; an unknown code is shown as it is."""
    title = error_title(code)
    assert title[0].isupper() and "_" not in title and len(title.split()) <= 7
    assert "unreadable" not in title.lower()


def test_a_code_without_a_title_is_said_as_it_is() -> None:
    """As a plug-in may give it."""
    assert error_title("worker_died") == "Worker died"
