"""A native draft keeps a tool call and its result together, though the agent kept one of the two."""

from __future__ import annotations

from typing import Literal

import pytest

from gates.artifact import Item, ItemKind, Origin, parse
from gates.capture import CapturedItem, make_capture
from gates.source import EventKind, SourceEvent, ToolAction, ToolFact, make_link
from tests.facts.session import Script
from tests.gates.build import SESSION, artifact_of, item
from tests.strategies.source import whole
from workbench.strategies.base import DraftRequest, as_artifact
from workbench.strategies.native import (
    REQUESTED,
    NativeStrategy,
    NativeSummary,
    with_requests,
    without_contained,
    without_objective,
)
from workbench.strategies.whole_calls import with_whole_calls


def events() -> list[SourceEvent]:
    """A call with its result, words of the agent, and a call that has none yet."""
    tool = ToolFact("Bash", "x1", ToolAction.COMMAND, "make", None)
    other = ToolFact("Bash", "x2", ToolAction.COMMAND, "make lint", None)
    return [
        SourceEvent(ordinal=0, kind=EventKind.TOOL_CALL, text="make", native_id="a", turn=1, tool=tool),
        SourceEvent(ordinal=1, kind=EventKind.TOOL_RESULT, text="ok", native_id="b", turn=1, tool=tool),
        SourceEvent(ordinal=2, kind=EventKind.ASSISTANT, text="done", native_id="c", turn=1),
        SourceEvent(ordinal=3, kind=EventKind.TOOL_CALL, text="make lint", native_id="d", turn=1, tool=other),
    ]


@pytest.mark.parametrize(
    ("kept", "whole"), [((1,), (0, 1)), ((0, 2), (0, 1, 2)), ((2,), (2,)), ((3,), (3,)), ((), ())]
)
def test_a_call_is_kept_with_its_result(kept: tuple[int, ...], whole: tuple[int, ...]) -> None:
    """An acceptance refuses to part them; what is kept alone stays alone where it has no partner."""
    source = {"session_id": SESSION, "source_start": 0, "source_end": 3, "kept": list(kept)}
    artifact = artifact_of(item("x", "x"), source=source)
    assert with_whole_calls(artifact, events()).source.kept == whole


def test_work_that_was_requested_once_is_no_constraint() -> None:
    """A summary may list it among the rules; a rule and what was added from the session stay."""
    texts = ("Install the map library for the list of parcels", "Never load tiles from another host")
    own = [Item(kind=ItemKind.CONSTRAINT, text=text) for text in texts]
    added = Item(kind=ItemKind.CONSTRAINT, text="Write the list of parcels in src/list.py")
    made = with_requests(artifact_of(*own, added), own).items
    assert [each.text for each in made] == [f"{REQUESTED}{texts[0]}", texts[1], added.text]
    assert [each.kind for each in made] == [ItemKind.CLAIM, ItemKind.CONSTRAINT, ItemKind.CONSTRAINT]


def open_work(text: str, speaker: Literal["user"] | None = None) -> Item:
    """Open work as a summary states it."""
    return Item(kind=ItemKind.OPEN_WORK, text=text, status="open", speaker=speaker)


@pytest.mark.parametrize(
    ("texts", "stays"),
    [
        (
            (
                "Update the guide at `docs/parcels.md` to match the final plan in `plans/parcels.md`",
                "Update `docs/parcels.md` to match the final plan of `plans/parcels.md`.",
                "Update `docs/parcels.md` to the final plan",
            ),
            (0,),
        ),
        (("Write a test of `read_rows`", "Write a test of `read_cells` and one of `read_head`"), (0, 1)),
        (
            ("Fix row 1 of `parcels.csv` by hand", "Fix row 2 of `parcels.csv` by hand too, then print"),
            (0, 1),
        ),
        (("Never delete `old.csv` here", "Delete `old.csv` and what stands here beside it"), (0, 1)),
        (("Run the slow tests", "Run the tests and lint the code"), (0, 1)),
    ],
)
def test_the_same_open_work_is_stated_once(texts: tuple[str, ...], stays: tuple[int, ...]) -> None:
    """Where another statement names all that it names; other names, numbers and denials are other work."""
    made, dropped = without_contained(artifact_of(*map(open_work, texts)))
    assert tuple(texts.index(each.text) for each in made.items) == stays
    assert {each.text for each in dropped} == {text for n, text in enumerate(texts) if n not in stays}


@pytest.mark.parametrize(
    ("other", "stays"),
    [
        ("In `week.ts` the helper names are read from the server after a reload, as the user wanted", False),
        ("In `week.ts` the helper names are not read from the server after a reload", True),
        ("In `month.ts` the helper names are read from the server after a reload", True),
        ("In `week.ts` the rows are sorted", True),
    ],
)
def test_a_claim_that_occurs_twice_is_stated_once(other: str, stays: bool) -> None:
    """A summary tells its session as a story and by subject; names, numbers and denials tell claims apart."""
    claims = [
        Item(kind=ItemKind.CLAIM, text="Helper names are read from the server after a reload in `week.ts`"),
        Item(kind=ItemKind.CLAIM, text=other),
    ]
    made, _ = without_contained(artifact_of(*claims))
    assert (claims[0].text in [each.text for each in made.items]) is stays


def test_open_work_in_the_words_of_the_user_stays() -> None:
    """The summary's words beside it do not replace them."""
    said = open_work("please update `docs/parcels.md` to the final plan", speaker="user")
    fuller = open_work("Update the guide at `docs/parcels.md` to the final plan, please check it")
    made, dropped = without_contained(artifact_of(said, fuller))
    assert len(made.items) == 2 and not dropped


def test_what_the_objective_says_is_not_said_again() -> None:
    """A claim in the user's words goes; a decision in the same words binds, and stays."""
    claim = Item(kind=ItemKind.CLAIM, text="Look at the parcels", speaker="user")
    decided = Item(kind=ItemKind.DECISION, text="Look at the parcels", speaker="user")
    other = Item(kind=ItemKind.CLAIM, text="Look at the rows", speaker="user")
    made, dropped = without_objective(
        artifact_of(claim, decided, other), "Please look at  the parcels\ntoday"
    )
    assert [(each.kind, each.text) for each in made.items] == [
        (ItemKind.DECISION, "Look at the parcels"),
        (ItemKind.CLAIM, "Look at the rows"),
    ]
    assert [each.text for each in dropped] == ["Look at the parcels"]
    bound, nothing = without_objective(artifact_of(claim, other), "look at the parcels", ["look at parcels"])
    assert len(bound.items) == 2 and not nothing


def test_a_wish_in_the_objective_that_may_bind_stays_a_statement() -> None:
    """A proposed decision counts only if a statement has it; what nothing proposes is said once."""
    script = Script()
    script.user("Port the printer of the ledger. Can we not print the cents of old rows?")
    source = whole(script)
    text = source.events[0].text
    links = [make_link(source.range.session_id, 0, text, a, b) for a, b in ((0, 31), (32, len(text)))]
    words = [link.quote for link in links]
    claims = [Item(kind=ItemKind.CLAIM, text=link.quote, speaker="user", links=(link,)) for link in links]
    wish = CapturedItem(item_id="cap_1", kind="decision", text=words[1], status="in_force", origin="phrase")
    capture = make_capture("test", (), (wish,))
    request = DraftRequest(source.range, source.events, objective=text)
    summary = as_artifact(request, claims, "imported", Origin.DRAFTED)
    found = NativeSummary(summary, summary.artifact_id, source.judge(summary), source.index(), capture)
    made = NativeStrategy(found).draft(request)
    assert [each.text for each in parse(made.payload).items] == [words[1]]
    assert [each.text for each in made.dropped] == [words[0]]
