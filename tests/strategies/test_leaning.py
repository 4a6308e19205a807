"""Text that depends on its context is stated if a size was requested, but not on a page."""

from __future__ import annotations

import pytest

from gates.artifact import Item, ItemKind
from tests.facts.session import Script
from tests.strategies.source import whole
from workbench.facts.spans import EventWords
from workbench.strategies.asked import AskedSize, parse_size
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.leaning import LEANS, LEAST, with_leaning
from workbench.strategies.page.self_contained import is_label
from workbench.strategies.page.statement import PageStatement, made_of

FIXED = "Fixed in 3696270 - the task flag is updated in the loop like the one for temporary files."


def _made(
    text: str, likelihood: float = 0.2, *, size: AskedSize | None, human: bool = False
) -> PageStatement:
    script = Script()
    script.user("Go through the comments of the review, please.")
    (script.user if human else script.agent)(text)
    source = whole(script)
    item = Item(kind=ItemKind.CLAIM, text=text)
    each = made_of(item, [EventWords(1, 0, len(text))], likelihood, "likely", informative=False)
    return with_leaning(DraftRequest(source.range, source.events, size=size), each)


def test_it_is_stated_where_a_size_was_asked_for() -> None:
    """Behind what can be read alone and is as likely."""
    found = _made(FIXED, size=parse_size("1200"))
    assert found.informative
    assert found.likelihood == pytest.approx(0.2 * LEANS)
    assert not _made(FIXED, size=None).informative
    assert _made(FIXED, LEAST, size=parse_size("20%")).informative
    assert not _made(FIXED, LEAST - 0.01, size=parse_size("20%")).informative


@pytest.mark.parametrize(
    "text",
    [
        "| `desktop/index.html` | Add the style of the body as a background of its own |",
        "branch checkpoints were found, which silently dropped all of the others.",
        "Let me first handle the review of the second module, then the failing pipeline.",
        "Writes the state of the phase; Updates the lock of the session beside it",
        "Want me to disable the automatic collection of garbage for this worktree?",
        "Now both are in.",
    ],
)
def test_fragments_rows_and_what_comes_next_are_never_stated(text: str) -> None:
    """A question of the agent is not stated either."""
    assert not _made(text, size=parse_size("1200")).informative


def test_a_question_of_the_human_says_what_they_want() -> None:
    """Other fragments of theirs do not."""
    asked = "Make the list and the tree more visible on the left side, maybe with a frame?"
    assert _made(asked, size=parse_size("1200"), human=True).informative
    assert not _made(asked[:-1], size=parse_size("1200"), human=True).informative


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Class: `HPacker` (horizontal packer for layout)", True),
        ("Low: `#5f87af` (muted blue)", True),
        ("`resolveApiKey(model)` to get the API key", True),
        ("Root cause: the reader of dates in `parse_day`", False),
        ("Branch: soph/rewrite", False),
        ("Exporter: it drops rows without a date", False),
        ("Reader: holds the file open for the whole export", False),
        ("`loginWithJWT` completed in 2.4 seconds", False),
    ],
)
def test_an_entry_that_only_names_a_thing_is_a_label(text: str, *, label: bool) -> None:
    """An entry that states something about it is not a label."""
    assert is_label(text) is label
