"""Pairs for what a later message of plain talk replaces."""

from __future__ import annotations

from gates.source import EventKind, SourceEvent
from tests.constants.facts_messages import FACTS
from tests.constants.holding import holds
from workbench.facts.superseding import updates
from workbench.facts.superseding.replaced_values import ReplacedValues
from workbench.facts.superseding.replacement import Tie, replaces


def replaced(*messages: str) -> list[str]:
    """What later ones of these messages replaced."""
    fold = ReplacedValues()
    for number, text in enumerate(messages):
        fold.take(SourceEvent(number, EventKind.USER, text, f"n{number}"))
    return [each.text for each in fold.result()]


OLD, NEW = "The staging host is stg-4.", "The staging host is now stg-7."


@holds(f"{FACTS}.superseding.replaced_values:MOST_NEAR")
def so_many_sentences_are_compared() -> None:
    """The fortieth before it is, the forty-first is not."""
    for others, found in ((39, [OLD]), (40, [])):
        between = [
            f"The staging host of door {number} smells of stg-{number}0 paint" for number in range(others)
        ]
        assert replaced(OLD, *between, NEW) == found


@holds(f"{FACTS}.superseding.replaced_values:LONGEST")
def long_sentences_are_not_compared() -> None:
    """One of 300 characters is, one of 301 is not."""
    for length, found in ((300, 1), (301, 0)):
        old = "The staging host is stg-4" + ", x" * 100
        assert len(replaced(old[: length - 1] + ".", NEW)) == found


@holds(f"{FACTS}.superseding.replaced_values:PASTED_FROM")
def long_messages_are_documents() -> None:
    """Of 4,000 characters a message is talk, of 4,001 it is not."""
    for length, found in ((4_000, [OLD]), (4_001, [])):
        filled = f"{OLD}\n\n" + "> x\n" * 1_000
        assert replaced(filled[:length], NEW) == found


@holds(f"{FACTS}.superseding.bare_amounts:LARGEST_STEP")
def a_bare_number_is_of_the_amounts_size() -> None:
    """Ten times as much still is."""
    old = "The rent may be 70 euros."
    assert replaced(old, "Raise it to 700.") == [old]
    assert replaced(old, "Raise it to 701.") == []


@holds(f"{FACTS}.superseding.bare_amounts:LAST_HOUR")
def a_bare_number_is_an_hour_of_the_day() -> None:
    """Twenty-four is, twenty-five is not."""
    old = "The shop closes at 21:00."
    assert replaced(old, "Make it 24.") == [old]
    assert replaced(old, "Make it 25.") == []


@holds(f"{FACTS}.superseding.replacement:HALF", step=0.1)
def half_of_the_words_tie_two_statements() -> None:
    """Two of four do, two of five do not."""
    later = "From now on we eat wet fish."
    assert replaces(later, "We eat wet dry bread.") is not None
    assert replaces(later, "We eat wet dry bread loaves.") is None


@holds(f"{FACTS}.superseding.old_values:MOST", step=0.1)
def most_words_of_what_ends_are_named() -> None:
    """Three of five are enough, one of two is not."""
    assert replaces("Never mind the oak table wax.", "We polish oak tables with bee wax.") is not None
    assert replaces("Never mind the oak.", "We polish oak.") is None


@holds(f"{FACTS}.superseding.replacement:FEW")
def long_statements_have_no_single_value() -> None:
    """Of five words one is it, of six none."""
    later = "From now on we eat wet dry fish."
    assert replaces(later, "We eat wet dry bread loaves.") is not None
    assert replaces(later, "We eat wet dry stale bread loaves.") is None


@holds(f"{FACTS}.superseding.replacement:FRAGMENT")
def a_fragment_is_short() -> None:
    """Four words are a fragment; five are not."""
    for later, found in (("$6 or so then.", True), ("$6 or so more then.", False)):
        rank = replaces(later, "The cap is $5.", "Ben sneezed.")
        assert (rank is not None and rank[0] is Tie.LEANS) is found


@holds(f"{FACTS}.superseding.replacement:OWN")
def a_clause_says_little_of_its_own_beside_a_value() -> None:
    """Two words, not three."""
    for words, found in (("brass bells", True), ("shiny brass bells", False)):
        later = f"They expect {words} on 9 June."
        assert (replaces(later, "My check-up is on 4 June.") is not None) is found


@holds("workbench.facts.superseding.updates:SHORTEST")
def a_short_stem_has_forms() -> None:
    """`own` and `owner` are forms of one word, `go` and `goal` are not."""
    assert updates.same_stem("own", "owner")
    assert not updates.same_stem("go", "goal")
