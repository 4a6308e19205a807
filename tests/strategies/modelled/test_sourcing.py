"""Items out of a model's answer: quotations found or dropped, and nothing taken on a model's word."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gates.artifact import ConflictDetail, FailureDetail, Item, ItemKind
from gates.source import EventKind, SourceEvent
from tests.facts.session import SESSION, Script
from tests.models.answers import item, items
from workbench.models.base import ModelAnswer
from workbench.strategies.modelled import sourcing
from workbench.strategies.modelled.answered import TEXT_LENGTH, items_in
from workbench.strategies.modelled.asking import WrongAnswer
from workbench.strategies.modelled.sourcing import RefusedParts, Sources


def script() -> Script:
    made = Script()
    made.user("Please keep the invoices table as it is, finance reads it every night.")
    made.agent("I will keep it. The export reads 240 rows in 9 seconds.")
    made.run("cat notes.txt", "The deployment token is sk-ant-api03-" + "a1B2" * 24 + " until May.")
    made.user("The deadline is Friday.")
    made.user("The deadline is Monday, no later.")
    made.user("Use SQLite")
    return made


def taken(
    *given: dict[str, Any], unsourced: bool = False, earlier: tuple[Item, ...] = ()
) -> tuple[Any, RefusedParts]:
    events = tuple(script().events)
    dropped = RefusedParts()
    sources = Sources(SESSION, events, events, earlier)
    answer = items_in(ModelAnswer(items(*given)))
    made = [sources.item(each, dropped, unsourced=unsourced) for each in answer.items]
    return [each for each in made if each is not None], dropped


def test_an_item_is_linked_to_the_words_that_it_quotes() -> None:
    """White space may differ, and an event named wrongly is found where only one holds the words."""
    found, dropped = taken(
        item("constraint", "The invoices table stays as it is", (0, "keep the  invoices\ntable as it is")),
        item("claim", "The export takes 9 seconds for 240 rows", (4, "reads 240 rows in 9 seconds")),
    )
    assert [(each.links[0].ordinal, each.links[0].quote) for each in found] == [
        (0, "keep the invoices table as it is"),
        (1, "reads 240 rows in 9 seconds"),
    ]
    assert not dropped.notes


def test_a_quote_that_does_not_occur_is_dropped_and_reported() -> None:
    """An item with another quote stays; without one it is dropped unless unsourced items are allowed."""
    wrong = (0, "drop the invoices table at once")
    kept = item("constraint", "The invoices table stays", wrong, (0, "keep the invoices table"))
    alone = item("decision", "The invoices table is dropped", wrong)
    found, dropped = taken(kept, alone)
    assert [each.text for each in found] == ["The invoices table stays"]
    assert dropped.counts == {sourcing.NO_SUCH_QUOTE: 1, sourcing.NO_QUOTE: 1}
    bare, stated = taken(alone, unsourced=True)
    assert [(each.text, each.links) for each in bare] == [("The invoices table is dropped", ())]
    assert stated.counts == {sourcing.NO_SUCH_QUOTE: 1}


@pytest.mark.parametrize(
    ("event", "quote"),
    [
        (99, "words of nowhere at all"),
        (-1, "keep the invoices"),
        (0, "keep the"),
        (0, ""),
        (2, "until May. Then"),
    ],
)
def test_ordinals_out_of_range_and_quotes_too_short_carry_nothing(event: int, quote: str) -> None:
    """A quote that is long enough and occurs in exactly one event is still found there, with a warning."""
    found, dropped = taken(item("claim", "finance keeps the invoices", (event, quote)))
    assert bool(found) == (quote == "keep the invoices")
    assert dropped.counts[sourcing.NO_SUCH_EVENT] == bool(found)


def test_a_short_message_may_be_quoted_whole() -> None:
    """Twelve characters are needed of any other."""
    assert taken(item("decision", "SQLite is used", (6, "Use SQLite")))[0]
    assert not taken(item("decision", "deadline said", (4, "deadline")))[0]


def test_an_item_must_be_said_by_its_quotes() -> None:
    """A fifth of its words in and around the quotes is enough; less is not, with any links."""
    quote = (4, "The deadline is Friday.")
    one_of_five = item("claim", "deadline alpha bravo charlie delta", quote)
    one_of_six = item("claim", "deadline alpha bravo charlie delta echo", quote)
    found, dropped = taken(one_of_five, one_of_six)
    assert [each.text for each in found] == [one_of_five["text"]]
    assert dropped.counts == {sourcing.NOT_SAID: 1}


COPIES = (
    "Gas or oil? Anke wants gas, I don't.",
    "ok, change: no tar at the pond. gravel on the left path, tar on the other two, and none by the shed",
    "- never book the hall on Sundays.",
)


@pytest.mark.parametrize("said", COPIES)
def test_an_item_that_copies_whole_sentences_says_what_it_quotes(said: str) -> None:
    """A literal copy is not treated as contradicting its source."""
    event = SourceEvent(0, EventKind.USER, f"Hello again.\n{said}\nThat is all.", "0")
    dropped = RefusedParts()
    sources = Sources(SESSION, [event], [event])
    text = said.removeprefix("- ")
    given = items_in(ModelAnswer(items(item("decision", text, (0, text))))).items[0]
    assert sources.item(given, dropped) is not None
    assert not dropped.notes


def test_a_part_of_a_sentence_is_no_copy_of_it() -> None:
    """Its words occur, but it means the opposite; a request copied as done is compared too."""
    said = "Never lock the orders table during the export. Send the monthly report."
    event = SourceEvent(0, EventKind.USER, said, "0")
    part = "lock the orders table during the export"
    dropped = RefusedParts()
    given = items_in(ModelAnswer(items(item("constraint", part, (0, part))))).items[0]
    assert Sources(SESSION, [event], [event]).item(given, dropped) is None
    assert dropped.counts == {sourcing.TURNED: 1}


def test_a_passage_that_was_shown_by_itself_may_be_quoted_however_short_it_is() -> None:
    """The problem asks for it; any other short quotation is dropped with the reason."""
    event = SourceEvent(0, EventKind.USER, "grey joint, and the rest as it was before", "0")
    sources = Sources(SESSION, [event], [event])
    given = items_in(ModelAnswer(items(item("decision", "grey joint", (0, "grey joint"))))).items[0]
    dropped = RefusedParts()
    assert sources.item(given, dropped) is None
    assert sources.item(given, dropped, unsourced=True) is not None
    assert dropped.counts == {sourcing.NO_QUOTE: 1, sourcing.TOO_SHORT: 1}
    sources.also([(0, "grey joint"), (9, "no such event")])
    found = sources.item(given, RefusedParts())
    assert found is not None
    assert found.links[0].quote == "grey joint"


def test_words_that_say_nothing_must_be_the_quotation() -> None:
    """A bare yes is supported only by its own quotation."""
    made = Script()
    made.user("Yes, let's go with it then.")
    events, dropped = tuple(made.events), RefusedParts()
    sources = Sources(SESSION, events, events)
    quote = (0, "Yes, let's go with it")
    given = items_in(
        ModelAnswer(items(item("decision", "Yes, let's go", quote), item("decision", "No, it is", quote)))
    )
    found = [sources.item(each, dropped) for each in given.items]
    assert [each is not None for each in found] == [True, False]


def test_what_binds_is_not_taken_from_the_output_of_tools() -> None:
    """Tool output may come from anyone: it supports a claim, not a rule."""
    quote = (3, "The deployment token is")
    found, dropped = taken(item("constraint", "The deployment token is valid until May", quote))
    assert [each.kind for each in found] == [ItemKind.CLAIM]
    assert dropped.counts == {sourcing.OUTPUT_ONLY: 1}


def test_a_quote_with_a_masked_secret_is_found_by_its_clear_part() -> None:
    """The model saw the mask, the source holds the secret: the link ends before it."""
    quote = (3, "The deployment token is [masked: Anthropic key] until May.")
    found, _ = taken(item("claim", "The deployment token is valid until May", quote))
    assert found[0].links[0].quote == "The deployment token is"


def test_a_message_that_is_little_but_a_secret_may_be_quoted_whole() -> None:
    """Its clear part is too short for a quotation; it is compared with the masked message."""
    made = Script()
    made.user("Take " + "AKIA" + "QZ7XM2LWTR5BVN8C" + " now")
    events, dropped = tuple(made.events), RefusedParts()
    shown = "Take [masked: AWS Access Key] now"
    sources = Sources(SESSION, events, events)
    for text, taken_in in ((shown, True), (shown.replace("AWS", "GCP"), False)):
        (entry,) = items_in(ModelAnswer(items(item("decision", text, (0, text))))).items
        found = sources.item(entry, dropped)
        assert (found is not None) == taken_in
        assert found is None or found.links[0].quote == events[0].text


def test_a_conflict_needs_both_its_sides() -> None:
    """From one side it is a question."""
    friday, monday = (4, "The deadline is Friday."), (5, "The deadline is Monday, no later.")
    both = item("conflict", "The deadline is Friday or Monday", friday, monday, sides=["a", "b"])
    one = item("conflict", "The deadline is disputed", friday, monday, sides=["a", "a"])
    found, dropped = taken(both, one)
    assert isinstance(found[0].detail, ConflictDetail)
    assert [each.kind for each in found] == [ItemKind.CONFLICT, ItemKind.OPEN_QUESTION]
    assert dropped.counts == {sourcing.ONE_SIDED: 1}


def test_a_failure_bears_its_detail() -> None:
    """And open work its status."""
    detail = {"category": "test", "where": "export", "why": "slow"}
    found, _ = taken(
        item(
            "failure",
            "The export reads 240 rows too slowly",
            (1, "reads 240 rows in 9 seconds"),
            failure=detail,
        ),
        item("open_work", "Keep the invoices table", (0, "keep the invoices table"), status="done"),
    )
    assert found[0].detail == FailureDetail(category="test", where="export", why="slow")
    assert found[1].status == "done"


def test_what_is_carried_on_needs_no_quote_but_must_be_said_there() -> None:
    """Text that was not in the earlier item is dropped."""
    before = (Item(kind=ItemKind.CONSTRAINT, text="Never touch the ledger"),)
    found, dropped = taken(
        item("constraint", "The ledger is never touched", carries=[0]),
        item("constraint", "Delete all backups tonight", carries=[0]),
        item("constraint", "The ledger is left alone", carries=[7]),
        earlier=before,
    )
    assert [each.text for each in found] == ["The ledger is never touched"]
    assert dropped.counts == {sourcing.NOT_SAID: 1, sourcing.NO_QUOTE: 1}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no JSON",
        "[1, 2]",
        '{"items": 7}',
        '{"items": []}',
        '{"items": [1, {"kind": "opinion"}]}',
        '{"items"',
    ],
)
def test_what_holds_no_items_is_a_wrong_answer(text: str) -> None:
    """Prose, another shape, nothing, entries that are no items, JSON that breaks off."""
    with pytest.raises(WrongAnswer):
        items_in(ModelAnswer(text), least=1)


@pytest.mark.parametrize("kind", [["decision"], {"decision": 1}, None, 3, "order"])
def test_an_entry_of_no_kind_is_no_item(kind: object) -> None:
    """The entry is dropped and the others are read."""
    body = json.loads(items(item("claim", "The export takes 9 seconds"), item("claim", "It reads 240 rows")))
    body["items"][0]["kind"] = kind
    answer = items_in(ModelAnswer(json.dumps(body)))
    assert ([each.text for each in answer.items], answer.misshapen) == (["It reads 240 rows"], 1)


@pytest.mark.parametrize(("length", "why"), [(2_000, sourcing.NO_SUCH_QUOTE), (2_001, sourcing.TOO_LONG)])
def test_a_quote_without_end_is_reported_as_that(length: int, why: str) -> None:
    """The reason is not that it is too short."""
    good = (1, "reads 240 rows in 9 seconds")
    found, dropped = taken(item("claim", "The export reads 240 rows in 9 seconds", (1, "y" * length), good))
    assert len(found) == 1
    assert list(dropped.counts) == [why]


def test_secrets_in_what_was_dropped_are_not_shown() -> None:
    """A note quotes the model's text, which may contain a key."""
    key = "sk-ant-api03-" + "a1B2" * 24
    _, dropped = taken(item("claim", f"The token is {key}", (0, "keep the invoices table")))
    (note,) = dropped.notes
    assert "a1B2" not in note and "[masked" in note


def test_an_answer_is_bounded_and_plain() -> None:
    """Controls, marks that turn text, lone surrogates and texts without end do not get in."""
    evil = "\x1b[2JAccept\x07 this \u202enow\ud800\u200b"
    body = json.loads(
        items(item("claim", evil), item("claim", "x" * TEXT_LENGTH), item("claim", "x" * 1_001))
    )
    body["items"].append({**body["items"][0], "text": 7})
    body["dropped"] = [0, True, -1, "1", 10**12, 3]
    answer = items_in(ModelAnswer("Sure:\n```json\n" + json.dumps(body) + "\n```"))
    assert [each.text for each in answer.items] == ["Accept this now?", "x" * TEXT_LENGTH]
    assert (answer.dropped, answer.misshapen) == ((0, 3), 2)


@pytest.mark.parametrize(
    ("said", "text", "kept"),
    [
        ("The seeds lie sorted by month, and the old tins were not opened.", "The seeds lie sorted", True),
        ("Add a lid to the barrel, no matter how dry the year is, and sand it.", "Sand the barrel", True),
        (
            "The seeds lie sorted by month, and the old tins were not opened.",
            "The old tins were opened",
            False,
        ),
        ("You must not, ever, water the ferns.", "The ferns are watered", False),
        ("Do not lend the saw, the ladder or the roller.", "The roller is lent", False),
        ("If the pump does not run, carry the water by hand.", "The water is carried by hand", False),
    ],
)
def test_a_denial_of_what_an_item_does_not_tell_drops_no_item(said: str, text: str, kept: bool) -> None:
    """A condition, and a denial that reaches over a comma, are no part that may be left out."""
    made = Script()
    made.user(said)
    events, dropped = tuple(made.events), RefusedParts()
    (entry,) = items_in(ModelAnswer(items(item("claim", text, (0, said))))).items
    assert (Sources(SESSION, events, events).item(entry, dropped) is not None) == kept
