"""Errors begin with words, in the app as elsewhere: no name of a code."""

from __future__ import annotations

import pytest

import store.errors
import workbench.errors
from gates.errors import ReportedError
from workbench.errors import InputError
from workbench.tui.screens.asking import explain
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


@pytest.mark.parametrize(
    ("hint", "shown"),
    [
        ("draft what there is: --range 0..38", "draft what there is: events 0 to 38: v selects, c drafts"),
        ("go on, or name a longer range with --range", "go on, or name a longer range with v"),
        ("leave out --range to take its last one", "select no range to take its last one"),
        ("`workbench sessions` lists them", "1 lists them"),
        ("`workbench history` lists the moves", "6 lists the moves"),
        ("`workbench sessions` brings it forward", "`workbench sessions` brings it forward"),
        ("`workbench draft ses_1 --range 0..9` first", "`workbench draft ses_1 --range 0..9` first"),
    ],
)
def test_a_hint_names_keys_where_a_command_has_an_option(hint: str, shown: str) -> None:
    """Or where a screen lists what a command does; any other whole command stays as it is."""
    assert explain(InputError("no", hint), 5.0)[2] == shown
