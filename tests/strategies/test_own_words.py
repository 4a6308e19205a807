"""For every strategy, quoted words were all said by that speaker, in the same order."""

from __future__ import annotations

import re

import pytest

from gates.artifact import Item, parse
from tests.strategies.source import NAMES, SAMPLES, Source, ranges
from workbench.errors import UsageError
from workbench.services.drafts.draft import strategy_of
from workbench.strategies.base import DraftRequest
from workbench.strategies.own_words import within

STRATEGIES = ("intentional", "checkpoint", "snapshot", "historian", "memory")


def words_of(text: str) -> list[str]:
    """Runs of letters, digits and underscores, folded."""
    return re.findall(r"\w+", text.casefold())


def in_order(wanted: list[str], said: list[str]) -> bool:
    """Return whether the words occur in the text in this order."""
    rest = iter(said)
    return all(word in rest for word in wanted)


def is_said(item: Item, source: Source) -> bool:
    """Whether one of the events that an item links to, or all of them in order, say its words."""
    texts = [source.events[link.ordinal].text for link in item.links]
    stated = [words_of(text) for text in dict.fromkeys(texts)]
    wanted = words_of(item.text)
    return any(in_order(wanted, each) for each in [*stated, [word for each in stated for word in each]])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_no_strategy_adds_a_word_to_what_somebody_said(strategy: str, name: str) -> None:
    """Words are compared one by one, not as stripped text; what the draft frames itself names no speaker."""
    source = ranges(SAMPLES / name)[0]
    try:
        payload = strategy_of(strategy).draft(DraftRequest(source.range, source.events)).payload
    except UsageError as refused:
        pytest.skip(str(refused))
    spoken = [item for item in parse(payload).items if item.speaker is not None]
    assert [item.text for item in spoken if not is_said(item, source)] == []
    assert spoken or strategy == "memory"  # a memory's entries are in nobody's name


def test_words_are_within_others_as_words() -> None:
    """The letters of a word inside another one are not that word."""
    assert within("run the test", ["please run  the test again"])
    assert not within("run the test", ["please run the tests again"])
    assert not within("art is kept", ["the cart is kept"])
