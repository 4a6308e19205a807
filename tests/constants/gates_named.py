"""Pairs for statements of names: how much else they may say, and how far their sources are searched."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from gates.artifact import Item, ItemKind
from gates.language.similarity import statement
from gates.search import linking, named_places, own_names
from gates.search.named_places import NameRole, Names, names_of
from tests.constants.holding import holds
from tests.gates import test_named_places

NAMED = "gates.search.named_places"


@holds(f"{NAMED}:MOST_BESIDE")
def two_words_beside_the_names_are_no_content() -> None:
    """Three are."""
    test_named_places.test_only_few_words_may_be_beside_names_that_are_the_content()


@holds(f"{NAMED}:NAMES_AT", step=0.02)
def the_names_are_half_of_what_is_said() -> None:
    """.51 is enough, .49 is not."""
    item: Any = SimpleNamespace(text="Parses rows in src/a.py.")
    search: Any = SimpleNamespace(index=None, link=lambda span: span)
    for share, links in ((0.51, 1), (0.49, 0)):
        names = SimpleNamespace(alone=False, share=lambda _, share=share: share)
        with (
            patch.object(linking, "named_sources", return_value=[]),
            patch.object(linking, "names_of", return_value=names),
            patch.object(linking, "named_places", return_value=[1]),
            patch.object(linking, "_says", return_value=True),
        ):
            assert len(linking._named(search, item)) == links


@holds(f"{NAMED}:KNOWN_AT", step=0.05)
def most_of_the_names_have_a_source() -> None:
    """Twelve of twenty, not eleven."""
    symbols = tuple(f"row_{number}" for number in range(20))
    names = Names(statement("rows"), (), symbols, (), frozenset(), NameRole.NAMED)
    for known, found in ((12, True), (11, False)):
        having = [{1: None}] * known + [{}] * (20 - known)
        with (
            patch.object(named_places, "_places", side_effect=having),
            patch.object(named_places, "_held", return_value=0.0),
            patch.object(named_places, "_span", return_value="span"),
        ):
            search: Any = None
            assert bool(named_places.named_places(names, search)) == found


@holds(f"{NAMED}:MOST_NAMES")
def so_many_names_are_looked_up() -> None:
    """Twelve, not thirteen."""
    for count, read in ((12, True), (13, False)):
        text = ", ".join(f"src/row{number}.py" for number in range(count))
        assert (names_of(Item(kind=ItemKind.CLAIM, text=text)) is not None) == read


@holds(f"{NAMED}:CANDIDATES")
def so_many_lines_are_searched_for_a_name() -> None:
    """A hundred."""
    asked: list[int] = []

    def top(_: object, count: int) -> list[object]:
        asked.append(count)
        return []

    search: Any = SimpleNamespace(top=top)
    named_places._naming("src/a.py", "src/a.py", search)
    assert asked == [100]


@holds(f"{NAMED}:MOST_READS")
def so_many_reads_are_searched_for_a_symbol() -> None:
    """The last sixty of seventy."""
    read: list[int] = []

    def segments(ordinal: int) -> list[object]:
        read.append(ordinal)
        return []

    index = SimpleNamespace(events=[], segments=segments)
    search: Any = SimpleNamespace(index=index, top=lambda *_: [])
    named_places._lines_with("parse_row", range(70), search)
    assert read == list(range(10, 70))


@holds("gates.search.windows:SHOWN")
def an_event_is_quoted_by_its_beginning() -> None:
    """200 characters of one."""
    names = Names(statement("rows"), (), (), (), frozenset(), NameRole.NAMED)
    index = SimpleNamespace(events=[SimpleNamespace(text="x" * 300)])
    search: Any = SimpleNamespace(index=index, within=lambda *_: None)
    assert named_places._span(0, None, names, search).end == 200


def _rests_on(words: str, stated: str) -> bool:
    """Whether a statement about a file with these words beside its name rests on an event of other words."""
    event = SimpleNamespace(text=stated, tool=None)
    index: Any = SimpleNamespace(events=[event], weight=lambda _: 1_000_000)
    item = Item(kind=ItemKind.CLAIM, text=f"`parsing.go`: {words}")
    link: Any = SimpleNamespace(ordinal=0, quote=stated)
    return own_names.mention_its_names(item, [link], index)


@holds("gates.search.own_names:MANY_BESIDE")
def five_words_beside_a_name_identify_a_source() -> None:
    """Four do not."""
    assert _rests_on("alder birch cedar dogwood elm", "alder birch cedar dogwood elm")
    assert not _rests_on("alder birch cedar dogwood", "alder birch cedar dogwood")


@holds("gates.search.own_names:BESIDE_AT", step=0.05)
def most_of_the_words_beside_a_name_are_quoted() -> None:
    """Three of five are enough; four of seven are not."""
    assert _rests_on("alder birch cedar dogwood elm", "alder birch cedar")
    assert not _rests_on("alder birch cedar dogwood elm fir hazel", "alder birch cedar dogwood")


@holds(f"{NAMED}:BESIDE_AT", step=0.02)
def half_of_the_words_beside_the_names_are_heard() -> None:
    """.51 is enough, .49 is not."""
    names = Names(statement("rows"), ("a.py",), (), (), frozenset({"cold"}), NameRole.NAMED)
    search: Any = SimpleNamespace(index=SimpleNamespace(segments=lambda _: [], weight=None))
    for share, heard in ((0.51, True), (0.49, False)):
        with patch.object(named_places, "coverage", return_value=share):
            assert named_places._heard(names, [], search) is heard


@holds(f"{NAMED}:ALIKE")
def six_letters_of_a_name_repeat_it() -> None:
    """Six, not five."""
    search: Any = SimpleNamespace(index=SimpleNamespace(segments=lambda _: [], weight=lambda _: 1))
    for name, heard in (("repla_it", False), ("replay_it", True)):
        names = Names(statement("rows"), (), (name,), (), frozenset({"replaysing"}), NameRole.NAMED)
        assert named_places._heard(names, [], search) is heard
