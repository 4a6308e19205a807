"""Pairs for linked words: when a passage supports a statement, and gate B's message when none does."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from gates import traceability
from gates.language.labels import labelled
from gates.language.similarity import statement
from gates.search import action_links, link_support, linked_passages, linking
from gates.search.link_support import LinkSupport
from gates.source import ToolAction, ToolFact
from tests.constants.holding import holds
from tests.gates import test_co_occurrence

TOGETHER = "gates.search.co_occurrence"
SUPPORT = "gates.search.link_support"
B = "gates.traceability"
ACTIONS = "gates.search.action_links"


@holds(f"{TOGETHER}:REACH")
def words_stand_close_together() -> None:
    """Three places behind are near, four are not."""
    for gap, together in ((3, True), (4, False)):
        test_co_occurrence.test_words_stand_close_together(gap, together)


@holds(f"{TOGETHER}:TOGETHER", step=0.08)
def a_share_of_pairs_stands_together() -> None:
    """Three of nine pairs, not two."""
    for pairs, together in ((3, True), (2, False)):
        test_co_occurrence.test_a_share_of_the_pairs_stands_together(pairs, together)


@holds(f"{TOGETHER}:FEWEST_PAIRS")
def few_pairs_are_not_asked() -> None:
    """Three are, two are not."""
    for words, together in (("alpha bravo charlie", True), ("alpha bravo charlie delta", False)):
        test_co_occurrence.test_few_words_say_nothing_of_order(words, together)


@holds(f"{TOGETHER}:SHORT")
def a_short_statement_needs_its_number() -> None:
    """One of five words, not one of six."""
    for words, missing in (("bravo charlie delta", "7"), ("bravo charlie delta echo", "")):
        test_co_occurrence.test_up_to_so_many_words_a_number_is_most_of_it(words, missing)


def carried(alone: float, together: float = 0.0) -> bool:
    """Whether two links carry a statement that each holds so much of alone, and both so much together."""

    def scored(_wanted: object, passage: Sequence[str], _index: object) -> LinkSupport:
        return LinkSupport(alone if len(passage) == 1 else together, 0.0, 0.0)

    none: Any = SimpleNamespace(ordinal=0, start=0, end=1, lines_found={})
    with (
        patch.object(link_support, "passage_of", return_value=["alpha"]),
        patch.object(link_support, "_support", side_effect=scored),
        patch.object(link_support, "_literal", return_value=False),
    ):
        return link_support.supported("alpha", [none, none], none)[0]


@holds(f"{SUPPORT}:SUPPORTS_AT", step=0.02)
def one_link_holds_enough() -> None:
    """A score of .53, not one of .51."""
    assert carried(0.53)
    assert not carried(0.51)


@holds(f"{SUPPORT}:TOGETHER_AT", step=0.02)
def several_links_hold_more_together() -> None:
    """A score of .63, not one of .61."""
    assert carried(0.1, 0.63)
    assert not carried(0.1, 0.61)


@holds(f"{SUPPORT}:RAREST", step=0.05)
def the_rarest_word_adds_to_the_score() -> None:
    """.2 of a word of weight one half."""
    assert 0.49 < LinkSupport(0.3, 0.5, 0.0).score < 0.51


@holds(f"{SUPPORT}:MOST_WORDS", step=0.03)
def most_words_are_enough_whatever_they_weigh() -> None:
    """.72 of them, not .68."""
    assert LinkSupport(0.0, 0.0, 0.72).counts(1.0)
    assert not LinkSupport(0.0, 0.0, 0.68).counts(1.0)


def named(held: int, names: int) -> bool:
    """Whether a quote that has some of the names of a statement carries it, no tool being linked."""
    files = [f"loader{chr(97 + number)}.py" for number in range(names)]
    text = " ".join(files[:held])
    index: Any = SimpleNamespace(events=[SimpleNamespace(text=text, tool=None)], lines_found={})
    link: Any = SimpleNamespace(ordinal=0, start=0, end=len(text))
    return link_support._named(statement(" ".join(files)), [link], index)


@holds(f"{SUPPORT}:MANY_NAMES")
def three_names_are_a_list() -> None:
    """Two of three are enough without an action; one of two is not."""
    assert named(2, 3)
    assert not named(1, 2)


@holds(f"{SUPPORT}:NAMED_AT", step=0.03)
def half_of_a_list_is_named() -> None:
    """Two of four are, nine of nineteen are not."""
    assert named(2, 4)
    assert not named(9, 19)


@holds("gates.search.linked_passages:MOST_TARGET")
def so_much_of_a_command_is_read() -> None:
    """A word that ends at its 400th character is, one that ends behind it is cut."""
    for length, whole in ((400, True), (401, False)):
        command = "x" * (length - 8) + " exports"
        tool = ToolFact("Bash", "c1", ToolAction.COMMAND, command)
        assert linked_passages.acted(tool).endswith(" exports") is whole


def unsupported(best: float) -> str:
    """Return the message about weak links if another passage supports more."""
    search: Any = SimpleNamespace(
        best=lambda _: SimpleNamespace(support=best, ordinal=3), link=lambda _: "link"
    )
    item: Any = SimpleNamespace(text="Archive the older exports.")
    none: Any = SimpleNamespace(ordinal=0, start=0, end=1, lines_found={})
    with patch.object(traceability, "supported", return_value=(False, LinkSupport(0.2, 0.0, 0.2))):
        found = traceability._unsupported(item, none, [], search)
    assert found is not None
    return found.rule


@holds(f"{B}:MISMATCH_MARGIN", step=0.02)
def a_passage_that_holds_far_more_is_named() -> None:
    """.36 more is far, .34 is not."""
    assert unsupported(0.56) == "link_mismatch"
    assert unsupported(0.54) == "link_unsupported"


def unheard(text: str, *, share: float = 1.0, said: str = "", names: int = 0) -> int:
    """Return how many words of a statement are reported as never said."""
    known = statement(said).stems
    search: Any = SimpleNamespace(index=SimpleNamespace(weight=None), has_stem=lambda stem: stem in known)
    item: Any = SimpleNamespace(text=text)
    unknown = [(f"name{number}", True) for number in range(names)]
    with (
        patch.object(traceability, "unknown_names", return_value=unknown),
        patch.object(traceability, "coverage", return_value=share),
        patch.object(traceability, "_in_longer_word", return_value=False),
    ):
        return len(traceability._unheard(item, search))


@holds(f"{B}:UNHEARD_FROM", step=0.02)
def a_share_of_unheard_words_has_no_source() -> None:
    """.41 of the words, not .39."""
    assert unheard("zebra quagga", share=0.41)
    assert not unheard("zebra quagga", share=0.39)


@holds(f"{B}:LEAST_UNHEARD")
def two_unheard_words_have_no_source() -> None:
    """One may be the writer's own."""
    assert unheard("zebra quagga") == 2
    assert unheard("zebra quagga", said="zebra") == 0


@holds(f"{B}:MOST_UNHEARD")
def four_unheard_names_are_stated() -> None:
    """And no more."""
    assert unheard("zebra", names=5) == 4


@holds(f"{B}:LEAST_INSIDE")
def a_word_of_five_letters_may_stand_inside_another() -> None:
    """One of four may not."""
    index: Any = SimpleNamespace(mentions_prefix=lambda _: True)
    for word, inside in (("local", True), ("loca", False)):
        (stem,) = statement(word).stems
        assert traceability._in_longer_word(stem, word, index) is inside


def untraceable(support: float) -> str:
    """Return the message about an unlinked statement whose nearest passage has this support."""
    nearest = SimpleNamespace(support=support, ordinal=3)
    search: Any = SimpleNamespace(best=lambda *_, **__: nearest, link=lambda _: "link")
    item: Any = SimpleNamespace(text="Archive the older exports.", speaker=None, kind="claim")
    index: Any = SimpleNamespace(scope_complete=True, unanswered=())
    with patch.object(traceability, "_unheard", return_value=()):
        return traceability._untraceable(item, index, [], [], search).message


@holds(f"{B}:NEAREST_AT", step=0.02)
def a_near_passage_is_named() -> None:
    """One with .41 of the words, not one with .39."""
    assert "event 3" in untraceable(0.41)
    assert "event 3" not in untraceable(0.39)


@holds(f"{B}:COVERED_AT", step=0.02)
def most_words_of_a_sentence_cover_it() -> None:
    """.71 of them, not .69; a passage that holds as many has its words."""
    items: Any = [SimpleNamespace(text="Archive exports.")]
    for share, loose in ((0.71, 0), (0.69, 1)):
        with patch.object(traceability, "coverage", return_value=share):
            assert len(traceability.uncovered_sentences("The older exports rest.", items)) == loose
    assert "has its words" in untraceable(0.71)
    assert "has its words" not in untraceable(0.69)


@holds(f"{B}:LEAST_SAID")
def two_words_of_a_narrative_say_something() -> None:
    """One does not."""
    assert len(traceability.uncovered_sentences("Exports rest.", [])) == 1
    assert traceability.uncovered_sentences("Exports.", []) == []


@holds("gates.language.labels:LEAST_AFTER")
def three_words_behind_a_label_are_a_statement() -> None:
    """Two are not."""
    labelled.cache_clear()
    assert labelled("Status: rolls cool racks") is not None
    assert labelled("Status: rolls cool") is None


@holds("gates.search.linking:ALONE_AT", step=0.02)
def an_act_alone_holds_most_of_the_words() -> None:
    """.61 of them, not .59."""
    for share, links in ((0.61, 1), (0.59, 0)):
        span = SimpleNamespace(ordinal=1, support=share)
        index: Any = SimpleNamespace(source=(1,), lines_found={})
        search: Any = SimpleNamespace(index=index, spans=lambda _: [], link=lambda span: span)
        item: Any = SimpleNamespace(text="Archive the older exports.", speaker=None, kind="claim")
        with (
            patch.object(linking, "find_verbatim", return_value=None),
            patch.object(linking, "action_spans", return_value=[span]),
            patch.object(linking, "exchange_spans", return_value=[]),
            patch.object(linking, "_says", return_value=True),
        ):
            assert len(linking.link_statement(search, item)) == links


def span_of(share: float) -> Any:
    """A span that holds so much."""
    return SimpleNamespace(ordinal=1, support=share)


@holds(f"{ACTIONS}:IN_FILE_AT", step=0.02)
def an_edit_of_the_file_says_some_of_it() -> None:
    """.26 is enough, .24 is not."""
    for share, links in ((0.26, 1), (0.24, 0)):
        assert len(of_file(edited=span_of(share))) == links


@holds(f"{ACTIONS}:IN_READ_AT", step=0.02)
def what_was_read_of_the_file_says_more_of_it() -> None:
    """.41 is enough, .39 is not."""
    for share, links in ((0.41, 1), (0.39, 0)):
        assert len(of_file(read=span_of(share))) == links


def of_file(edited: Any = None, read: Any = None) -> list[Any]:
    """Return the links of a statement about a file, for an edit and a reading with this support."""
    facts = SimpleNamespace(edits=lambda _: [1], has_read=lambda _: [2])
    search: Any = SimpleNamespace(index=SimpleNamespace(facts=facts, source=(1, 2)))
    with patch.object(action_links, "_fullest", side_effect=[edited, read]):
        return list(action_links._of_file("src/a.py", "archives the older exports", search))


@holds(f"{ACTIONS}:ACTION_AT", step=0.02)
def an_act_anywhere_holds_some_of_the_words() -> None:
    """.41 is enough, .39 is not."""
    tool = ToolFact("Bash", "c1", ToolAction.COMMAND, "make")
    for share, links in ((0.41, 1), (0.39, 0)):
        index = SimpleNamespace(events={1: SimpleNamespace(tool=tool, kind=None)})
        search: Any = SimpleNamespace(
            index=index,
            top=lambda *_: [SimpleNamespace(ordinal=1)],
            within=lambda *_, share=share: span_of(share),
        )
        assert len(action_links._anywhere("archives the older exports", search)) == links
