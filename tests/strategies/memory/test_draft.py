"""The strategy on a range: what guides what is done next fills the room, filler and dialogue stay out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sample_sessions
from gates.artifact import Artifact, ItemKind, parse
from gates.render import artifact_text
from gates.source import EventKind, SourceEvent, SourceRange
from tests.facts.session import Script
from tests.strategies.source import NAMES, SAMPLES, Source, ranges, whole
from tests.strategies.test_condensing import WORDS
from workbench.facts.objective import current_objective
from workbench.importers import detect
from workbench.strategies import ChatMessage, ExtractiveSummarizer, MemoryPolicies
from workbench.strategies.asked import AskedSize
from workbench.strategies.base import DraftRequest
from workbench.strategies.condensing import role_label, verbatim_run, words_of
from workbench.strategies.memory.drafting import MemoryStrategy, summary_of
from workbench.strategies.memory.extractive import stated_in
from workbench.strategies.memory.state import estimated_tokens
from workbench.strategies.memory.summary_text import parse as parse_summary
from workbench.strategies.memory.window import WINDOW_TOKENS
from workbench.strategies.page.turn_outcome import REPLIED
from workbench.strategies.ranked import _apart
from workbench.strategies.statements import AGREED, ANSWERED


def sized(source: Source, tokens: int) -> DraftRequest:
    """A request of so many tokens."""
    return DraftRequest(source.range, source.events, size=AskedSize("tokens", tokens))


@pytest.fixture(scope="module")
def kitchen() -> list[SourceEvent]:
    """The chat sample."""
    path = Path(sample_sessions.__file__).parent / "kitchen-chat.json"
    return list(detect(path).read(path).events())


def draft(events: list[SourceEvent], start: int, end: int) -> Artifact:
    """The range drafted."""
    request = DraftRequest(SourceRange("ses_kitchen", start, end), events[: end + 1])
    return parse(MemoryStrategy().draft(request).payload)


OWN = (
    "Edited after the last commit: ",
    "Edited and not committed: ",
    "Failed when last run: ",
    "Passed when last run: ",
    "Committed: ",
    "Pushed: ",
    "Pull request or issue: ",
    "Branch: ",
    "The user stopped: ",
    "Approved plan: ",
    "Proposed plan: ",
    "Rejected plan: ",
    "Next: ",
    "The agent was at: ",
)
"""Words that the draft itself adds before an action or a plan."""


def in_order(words: Sequence[str], said: Iterable[str]) -> bool:
    """Return whether the words occur among those said, in the same order, possibly with gaps."""
    rest = iter(said)
    return all(word in rest for word in words)


def parted(text: str) -> list[str]:
    """The words of a text; quotation and equals signs, which join words in a tool's result, part them."""
    return words_of(text.replace('"', " ").replace("=", " "))


@pytest.mark.parametrize("name", NAMES)
def test_every_word_of_a_statement_was_said_in_that_order(name: str) -> None:
    """Word for word, against the linked messages: nothing but deletions, and no twelve words in a row."""
    for source in ranges(SAMPLES / name):
        artifact = source.draft(MemoryStrategy())
        messages = [e.text for e in source.events if e.kind in (EventKind.USER, EventKind.ASSISTANT)]
        quoted = 0
        for item in artifact.items:
            assert all(verbatim_run(item.text, text) is None for text in messages), item.text
            assert role_label(item.text) is None
            if item.kind is ItemKind.ARTIFACT_REF or item.text.startswith(OWN):
                continue
            text = item.text.removesuffix(ANSWERED).removesuffix(AGREED).partition(" (said to refuse ")[0]
            text = text.replace(f" ({REPLIED}: ", " ").partition(" (then changed: ")[0]
            events = sorted({link.ordinal for link in item.links})
            said = " ".join(source.events[ordinal].text for ordinal in events)
            assert in_order(parted(text), parted(said)), (item.text, events)
            quoted += 1
        assert quoted >= 5


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.sampled_from(WORDS), min_size=3, max_size=26), min_size=1, max_size=5))
def test_no_word_is_added_to_whatever_a_person_says(said: list[list[str]]) -> None:
    """For generated messages, each bullet's words occur in order in one of them."""
    messages = [ChatMessage("user", f"{' '.join(words)}.") for words in said]
    summary = ExtractiveSummarizer().summarize_memory("", messages)
    for entry in parse_summary(summary):
        assert any(in_order(words_of(entry.text), words_of(message.text)) for message in messages)
        assert all(verbatim_run(entry.text, message.text) is None for message in messages)


COMMAND = "`mise run fmt && mise run test:ci`"


@pytest.mark.parametrize(
    ("said", "verbatim"),
    [
        (f"Use {COMMAND} as the check of a release, and never push a branch before it.", False),
        (f"Always run {COMMAND} twice before every second release.", True),
    ],
)
def test_a_command_in_a_sentence_is_reported_as_it_was_said(said: str, *, verbatim: bool) -> None:
    """The command of a long directive is kept whole, in an item or its message, without inserted words."""
    script = Script()
    script.user(said)
    script.agent("The steps are noted, and the next release goes through all three of them.")
    for number in range(40):
        script.run(f"cat notes-{number}.txt", "alpha beta gamma delta epsilon zeta eta theta\n" * 8)
    artifact = whole(script).draft(MemoryStrategy(window_tokens=500 if verbatim else 0))
    stated = [item.text for item in artifact.items]
    assert any(COMMAND in text for text in stated) is not verbatim
    assert (0 in artifact.source.kept) is verbatim
    assert not any("also" in text for text in stated)


def test_the_newest_messages_stay_verbatim_where_they_are_short() -> None:
    """At most K of them, without a gap from the end, at most a tenth of the range."""
    script = Script()
    script.user("please move the exporter to src/export.py.")
    for number in range(30):
        script.run(f"cat notes-{number}.txt", "alpha beta gamma delta epsilon zeta eta theta\n" * 20)
    for number in range(9):
        script.agent(f"Step {number} of the move is done, and src/export.py has {number} functions.")
    source = whole(script)
    kept = source.draft(MemoryStrategy()).source.kept
    assert len(kept) == MemoryPolicies().window
    assert kept == tuple(range(len(source.events) - 6, len(source.events)))
    assert sum(len(source.events[ordinal].text) for ordinal in kept) <= 4 * WINDOW_TOKENS
    assert (
        MemoryStrategy(window_tokens=0)
        .draft(DraftRequest(source.range, source.events))
        .payload["source"]["kept"]
        == []
    )


def test_what_binds_and_cannot_be_reported_is_named() -> None:
    """A directive without a border or a word to spare is among what the draft left out, in its own words."""
    script = Script()
    rule = "Never use " + " ".join(f"pkg_{n}" for n in range(14)) + "."
    script.user(rule)
    script.agent("The rule about these packages is noted for the next change of the exporter.")
    for number in range(12):
        script.run(f"cat notes-{number}.txt", "alpha beta gamma delta epsilon zeta eta theta\n" * 8)
    source = whole(script)
    made = MemoryStrategy(window_tokens=0).draft(DraftRequest(source.range, source.events))
    assert [(each.text, each.rule) for each in made.dropped] == [(rule, "verbatim_words")]
    kept = MemoryStrategy().draft(DraftRequest(source.range, source.events))
    assert kept.dropped == ()
    assert 0 in kept.payload["source"]["kept"]


def test_a_size_that_was_asked_for_holds() -> None:
    """Objective, items and kept messages together stay inside it; what found no room is named."""
    source = ranges(SAMPLES / "clean-run.jsonl")[0]
    for tokens in (60, 120, 400, 800):
        made = MemoryStrategy().draft(sized(source, tokens))
        size = sum(len(item["text"]) for item in made.payload["items"])
        size += sum(len(source.events[ordinal].text) for ordinal in made.payload["source"]["kept"])
        assert 0 < size <= 4 * tokens - len(made.payload["objective"])
        if tokens == 60:
            assert "no_room" in {each.rule for each in made.dropped}


def test_a_long_first_message_leaves_room_for_what_was_asked_for() -> None:
    """The objective is short, and shorter still where a size was asked for; the items have the rest."""
    script = Script()
    script.user("Repaint the lighthouse of the northern cape before the storms of autumn come. " * 30)
    script.agent("Which colour shall the lantern room have?")
    script.user("Never paint the lenses of the lamp.")
    script.run("cat paint.toml", "coat = 2\n" * 400)
    script.agent("The tower has two coats of white paint.")
    source = whole(script)
    request = DraftRequest(source.range, source.events, objective=current_objective(source.events, 0))
    for size in (None, 150):
        asked = None if size is None else AskedSize("tokens", size)
        payload = MemoryStrategy().draft(replace(request, size=asked)).payload
        assert 0 < len(payload["objective"]) <= (600 if size is None else 4 * size // 3)
        assert any("lenses" in item["text"] for item in payload["items"]), size


def test_an_order_that_a_later_one_replaced_is_not_stated() -> None:
    """In the words of the message neither, where the capture calls it superseded."""
    script = Script()
    script.user("Show the chart of the tides on the first page, it is at https://charts.example/tides.")
    script.edit("index.md", "a", "https://charts.example/tides")
    script.run("cat tides.csv", "tide = 4\n" * 400)
    script.agent("The first page shows the chart.")
    moved = script.user("It does not load. And put the chart files in docs/tides instead")
    script.edit("index.md", "https://charts.example/tides", "docs/tides/chart.png")
    script.agent("The chart is in docs/tides now.")
    back = script.user("put it back to the version before where it uses the hosted chart")
    script.edit("index.md", "docs/tides/chart.png", "https://charts.example/tides")
    script.agent("The first page uses the hosted chart.")
    source = whole(script)
    items = MemoryStrategy().draft(DraftRequest(source.range, source.events)).payload["items"]
    said = [item["text"] for item in items if {link["ordinal"] for link in item["links"]} & {moved, back}]
    assert any("version before" in text for text in said)
    assert not any("docs/tides instead" in text for text in said)


def test_constraints_and_facts_fill_the_room(kitchen: list[SourceEvent]) -> None:
    """The library's memory items are drafted too, as of the range's end, within both limits."""
    early, whole = draft(kitchen, 1, 40), draft(kitchen, 0, 220)
    for stated in (artifact_text(early), artifact_text(whole)):
        for wanted in ("sink stays left of the window", "worktop height 94 cm", "induction instead of gas"):
            assert wanted in stated
    assert "budget 14k, not more" in artifact_text(early)
    stated = summary_of(whole)
    assert "now 16k" in stated
    assert "solid oak worktop, oiled" not in stated  # replaced since
    assert 600 < estimated_tokens(stated) <= 1_000
    size = sum(len(event.text.encode()) for event in kitchen[1:41])
    assert len(artifact_text(early).encode()) <= 0.35 * size


def test_filler_and_dialogue_stay_out(kitchen: list[SourceEvent]) -> None:
    """Good wishes, explanations, and an offer with its answer leave no trace; what came of it does."""
    stated = artifact_text(draft(kitchen, 0, 220))
    for unwanted in ("Good luck", "Two thin coats", "yes pls", "Shall I", "I know."):
        assert unwanted not in stated
    assert "describe drawing so that you can put it on squared paper." in stated
    assert "Agreed" not in stated
    assert "Solid oak is nice" not in artifact_text(draft(kitchen, 1, 40))


def questions() -> Script:
    """A question that was answered, and work."""
    script = Script()
    script.user("The parcel reader drops rows of the April file, find out where and tell me.")
    script.run("grep -n drop src/reader.py", "12: drop(row)")
    script.agent("The reader drops rows at the date filter in `src/reader.py`.")
    script.user("could we use the old date filter of the May reader here?")
    script.agent("The old date filter of the May reader keeps every row but is slow.")
    script.user("The April rows must keep their order, whatever the filter is.")
    script.agent("The order of the April rows is kept by a sorted key in `src/reader.py`.")
    return script


def test_a_question_is_stated_with_its_answer() -> None:
    """By itself it is no fact and no decision."""
    script = questions()
    items = parse(MemoryStrategy(window_tokens=0).draft(sized(whole(script), 400)).payload).items
    (one,) = [item for item in items if item.text.startswith("could we use")]
    assert "(the agent answered: " in one.text and {link.ordinal for link in one.links} == {4, 5}
    messages = [event.text for event in script.events]
    assert all(verbatim_run(item.text, text) is None for item in items for text in messages)


def test_a_clause_that_points_back_is_left_out() -> None:
    """It needs the clause before it, which does not fit below twelve words."""
    script = Script()
    script.user("Look at the close of the reader, please, and say what you think of the test there.")
    script.run("make test", "ok")
    script.agent("Looked at it.")
    script.user(
        "Test only requires that the handle of the parcel reader and that of the April file and of the May "
        "file close within the deadline of the desk — that's the right contract."
    )
    script.agent("The test stays as it is.")
    items = parse(MemoryStrategy(window_tokens=0).draft(sized(whole(script), 400)).payload).items
    assert not any(item.text.startswith("that's") for item in items)


def test_what_follows_from_a_sentence_is_stated_beside_it() -> None:
    """Without it the rule would say less, and its opposite would not be denied."""
    script = Script()
    script.user(
        "Also the environment of the parcel reader is already set up for you by the desk of the April team, "
        "so you don't need to install other packages."
    )
    script.agent("Then I only read the parcels.")
    items = parse(MemoryStrategy(window_tokens=0).draft(sized(whole(script), 400)).payload).items
    assert any("you don't need to install other packages" in item.text for item in items)


def test_steps_within_steps_are_no_statements() -> None:
    """The numbered points of a prompt's procedure bind nobody alone."""
    script = Script()
    script.user(
        "2.1 Our readme of the desk is in `docs/readme.md`.\nOur parcels of the desk are in `docs/in.md`."
    )
    found = [each.entry.text for each in stated_in(script.events[0])]
    assert len(found) == 1 and found[0].startswith("Our parcels")


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("See [rows.py](/src/rows.py:31), [read.py](/src/read.py:4), and", False),
        ("See the shared flag registration in [main.go](/cmd/main.go:76).", False),
        ("when `Target` is nil, or that `Plan` reads both", False),
        ("it reads the April file, or that of May", True),
        ("See what the reader does with the April file", True),
    ],
)
def test_a_fragment_says_nothing_alone(text: str, *, alone: bool) -> None:
    """What only points to a place, or is broken off."""
    assert (_apart(text).texts == (text,)) is alone


@pytest.mark.parametrize(("lead", "offered"), [("Would you like me to:", True), ("This is done:", False)])
def test_a_choice_before_the_user_is_no_fact(lead: str, offered: bool) -> None:
    """The entries of an offered list are no facts; those of a report are."""
    entry = "The parcel reader in `src/parcels.py` keeps the second column of the April file"
    script = Script()
    script.user("please read the parcels of April")
    script.edit("src/parcels.py", "rows", "columns")
    script.agent(f"{lead}\n\n- {entry}\n- The tests of the desk read the May file too")
    script.user("thanks")
    source = whole(script)
    asked = DraftRequest(source.range, source.events, size=AskedSize("tokens", 400))
    items = parse(MemoryStrategy(window_tokens=0).draft(asked).payload).items
    assert any("parcel reader" in item.text for item in items) is not offered


def test_the_objective_has_the_last_request() -> None:
    """A successor reads what was asked for last beside what the session began with."""
    script = Script()
    script.user("Please move the invoice exporter into its own package.")
    script.agent("I moved the exporter into its own package.")
    script.user("Now write a test for the invoice totals of empty months.")
    source = whole(script)
    opening = "Please move the invoice exporter into its own package."
    made = MemoryStrategy().draft(DraftRequest(source.range, source.events, objective=opening))
    assert made.payload["objective"].startswith(opening)
    assert "Asked for last" in made.payload["objective"]
    assert "empty months" in made.payload["objective"]


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        (
            "ValueError: the ledger of April has no rows, so that the desk cannot add up the parcels",
            "no rows",
        ),
        ("ValueError: every desk of the shop must have one ledger with at least one row", ""),
    ],
)
def test_a_long_reason_ends_at_a_clause_or_is_left_out(reason: str, told: str) -> None:
    """Ten words of it may say something else than all of it."""
    script = Script()
    script.user("Please make the tests of the desk pass, all of them.")
    script.run("cat tests/desk.py", "assert desk.total == 40\n" * 40)
    script.run("pytest tests/desk.py", f"Exit code 1\n{reason}", failed=True)
    script.agent("The desk reads the ledger of April twice.")
    items = parse(MemoryStrategy(window_tokens=0).draft(sized(whole(script), 400)).payload).items
    (failed,) = [item.text for item in items if "pytest tests/desk.py" in item.text]
    assert told in failed
    assert "one ledger" not in failed
    assert "so that" not in failed
