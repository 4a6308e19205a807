"""Items that tell an outcome, a choice, its decider or an amount otherwise than the words they quote."""

from __future__ import annotations

import pytest

from gates.artifact import Item
from tests.facts.session import SESSION, Script
from tests.models.answers import item, items
from tests.strategies.modelled.quoted_pairs import PAIRS, QuotedPair
from workbench.models.base import ModelAnswer
from workbench.strategies.modelled import sourcing
from workbench.strategies.modelled.answered import items_in
from workbench.strategies.modelled.near_copy import is_near_copy
from workbench.strategies.modelled.sourcing import RefusedParts, Sources
from workbench.strategies.modelled.told_amounts import other_amount


def read(speaker: str, said: str, quote: str, kind: str, text: str) -> tuple[Item | None, RefusedParts]:
    """What becomes of one item that quotes one message of the user or the agent."""
    made = Script()
    (made.user if speaker == "user" else made.agent)(said)
    events, dropped = tuple(made.events), RefusedParts()
    given = items_in(ModelAnswer(items(item(kind, text, (0, quote))))).items[0]
    return Sources(SESSION, events, events).item(given, dropped), dropped


def outcome(pair: QuotedPair) -> tuple[bool, bool]:
    """Whether an item is kept, and whether a warning is given of it."""
    found, dropped = read(pair.speaker, pair.said, pair.quote, pair.kind, pair.text)
    return found is not None, bool(dropped.notes)


@pytest.mark.parametrize(
    ("half", "unnoticed", "lost"),
    [(0, 0, 1), (1, 0, 1)],
)
def test_of_the_pairs_few_are_judged_wrongly(half: int, unnoticed: int, lost: int) -> None:
    """Wrong items kept without a warning, and right ones dropped; no rule was made with half 1."""
    of_half = [pair for pair in PAIRS if pair.half == half]
    assert len(of_half) >= 19
    assert sum(outcome(pair) == (True, False) for pair in of_half if not pair.right) <= unnoticed
    assert sum(not outcome(pair)[0] for pair in of_half if pair.right) <= lost


CHOICE = (
    "1. **Option A**: wrap the caller\n2. **Option B**: a second table\n3. **Option C**: mend the query\n\n"
    "I'll go with **Option C** - mend the query directly in `_rows_of` since its page already says that it "
    "serves both the list and the export."
)
CHOSEN = "I'll go with **Option C** - mend the query directly in `_rows_of`"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Option C was rejected.", False),
        ("Option A was chosen.", False),
        ("The user chose Option C.", False),
        ("Option C was chosen.", True),
        ("The agent goes with Option C: mend the query directly in `_rows_of`", True),
    ],
)
@pytest.mark.parametrize("kind", ["claim", "decision"])
def test_a_choice_is_stated_as_the_quote_states_it(text: str, kind: str, *, kept: bool) -> None:
    """What, which and by whom; what the sentence says beside the choice may be left out."""
    found, dropped = read("agent", CHOICE, CHOSEN, kind, text)
    assert (found is not None) == kept
    assert dropped.counts == ({} if kept else {sourcing.TURNED: 1})


@pytest.mark.parametrize(
    ("said", "quote", "text", "kept"),
    [
        (
            "Since I can't run the whole ledger suite here, I read the code.",
            "I can't run the whole ledger suite",
            "The whole ledger suite passed.",
            False,
        ),
        (
            "Since I can't run the whole ledger suite here, I read the code.",
            "I can't run the whole ledger suite",
            "The code was read.",
            True,
        ),
        (
            "The ledger suite could not be run on Monday, but it passed today.",
            "The ledger suite could not be run on Monday",
            "The ledger suite passed.",
            True,
        ),
        (
            "Still open: the page about fees, the index and the glossary.",
            "Still open: the page about fees",
            "The glossary is finished.",
            False,
        ),
        ("No check failed in the ledger suite.", "No check failed in the", "The ledger suite passed.", True),
    ],
)
def test_what_was_not_done_is_not_stated_as_done(said: str, quote: str, text: str, *, kept: bool) -> None:
    """Of the same thing; another clause of the sentence may report something as done."""
    found, dropped = read("agent", said, quote, "claim", text)
    assert (found is not None) == kept
    assert dropped.counts == ({} if kept else {sourcing.TURNED: 1})


LIMIT = "The upload limit is 50 MB and the reserve is 20 MB."


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("The upload limit is 500 MB.", True),
        ("The upload limit is 50 MB.", False),
        ("The upload limit is 50,000 kB.", False),
        ("The upload limit and the reserve are 70 MB.", False),
        ("The upload limit is about 48 MB.", False),
        ("The upload limit is 50 days.", False),
        ("The kitchen has a tank of 90 MB.", False),
    ],
)
def test_another_amount_of_the_same_measure(text: str, *, other: bool) -> None:
    """The same amount in another unit is none, nor are a sum, a rough one and one of another matter."""
    assert other_amount(text, [LIMIT], [LIMIT]) == other


def test_another_amount_is_dropped_also_of_a_claim() -> None:
    """The page about models says that another number is dropped."""
    found, dropped = read(
        "user", "The limit is 50 MB.", "The limit is 50 MB.", "claim", "The limit is 500 MB."
    )
    assert found is None
    assert dropped.counts == {sourcing.TURNED: 1}


@pytest.mark.parametrize(
    ("text", "copied"),
    [
        ("mend the query directly in the list page", True),
        ("never mend the query directly in the list page", False),
        ("in the list page mend the query directly", False),
        ("mend the query directly in the import page", True),
        ("mend the query directly in import.py, list page", False),
        ("mend page", False),
    ],
)
def test_a_near_copy_has_the_words_in_their_order(text: str, *, copied: bool) -> None:
    """Four fifths of them, no other negation, and no name that the sentence lacks."""
    sentence = "I will mend the query directly in the list page since both views use it."
    assert is_near_copy(text, [sentence]) == copied


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("With the new pump the flow rose from 61 to 68.", False),
        ("With the new pump the flow rose from 61 to 67.", True),
        ("The flow went up by 6, to 67.", True),
        ("The flow passed 61 at step 3.", True),
    ],
)
def test_one_of_two_numbers_is_another_one(text: str, kept: bool) -> None:
    """A number of both says what it stands beside, however few words are shared; a step is no rival."""
    said = "The flow has changed from 61 to 67, so the pump's seal is tight. Step 3 measures it."
    found, _ = read("agent", said, "The flow has changed from 61 to 67", "claim", text)
    assert (found is not None) == kept


NO_KETTLES = (
    "Mind that you cannot plug in any heating devices (e.g. kettles, irons) on this deck, but you can boil "
    "water in the galley and carry it."
)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "Heating devices such as kettles or irons cannot be plugged in; water can be boiled and carried.",
            True,
        ),
        (
            "Heating devices such as kettles or irons can be plugged in; water cannot be boiled and carried.",
            False,
        ),
    ],
)
def test_what_is_denied_and_what_is_allowed_are_compared_apart(text: str, kept: bool) -> None:
    """A sentence that bars one thing and allows another bears out an item that does the same."""
    found, _ = read("user", NO_KETTLES, NO_KETTLES[:-1], "constraint", text)
    assert (found is not None) == kept


def test_a_clause_that_allows_what_is_denied_is_reported() -> None:
    """Though the clause beside it denies the same as the quotation."""
    text = "Heating devices cannot be plugged in, but kettles and irons can be plugged in."
    _, dropped = read("user", NO_KETTLES, NO_KETTLES[:-1], "constraint", text)
    assert dropped.counts == {sourcing.OTHERWISE: 1}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Agreed that a second ferry makes sense, and called `shuttle` a better name than `bus`.", True),
        ("The user agreed that a second ferry makes sense.", False),
        ("A second ferry was chosen.", False),
    ],
)
def test_that_something_makes_sense_agrees_to_it(text: str, kept: bool) -> None:
    """The speaker agrees by saying it; nobody else does, and nothing is chosen."""
    said = "A second ferry makes sense, and `shuttle` is a better name than `bus`."
    found, _ = read("agent", said, said, "claim", text)
    assert (found is not None) == kept
