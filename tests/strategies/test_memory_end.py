"""A memory and a historian's list say what is open at the end, and nothing that was mended since."""

from __future__ import annotations

from gates.artifact import Artifact, Item, ItemKind
from tests.facts.session import Script
from tests.strategies.source import whole
from workbench.facts.spans import EventWords
from workbench.strategies.base import DraftRequest, Strategy
from workbench.strategies.condensing import verbatim_run
from workbench.strategies.historian.draft import HistorianStrategy
from workbench.strategies.memory.drafting import MemoryStrategy, summary_of
from workbench.strategies.page.obsolete import outlived
from workbench.strategies.page.past import passed_events
from workbench.strategies.page.statement import made_of

OFFER = "Shall I move the retry logic of the exporter into its own module next, and keep the old name?"
REPORT = "The exporter drops rows without a date, so the April file is incomplete and its totals are wrong."


def drafted(script: Script, strategy: Strategy) -> Artifact:
    """The whole script, drafted."""
    return whole(script).draft(strategy)


def worked(last: str) -> Script:
    """Work that was done and committed, and the agent's last words."""
    script = Script()
    script.user("Please make the exporter write its rows in batches of forty, and time both ways.")
    for number in range(12):
        script.run(f"cat part{number}.txt", f"row {number} holds the name of a customer\n" * 40)
    script.edit("src/export.py", "rows = all()", "rows = split(all(), 40)")
    script.agent("The exporter writes batches of forty rows now, which takes two seconds in place of nine.")
    script.user("Good. Look at the reader too, it is the slow part of the nightly run.")
    script.edit("src/reader.py", "read()", "read(200)")
    script.agent(last)
    return script


def test_a_memory_states_what_waits_for_the_human() -> None:
    """The agent's question is an open item without twelve words in a row, until it is answered."""
    script = worked(f"The reader takes blocks of two hundred rows now. {OFFER}")
    items = drafted(script, MemoryStrategy()).items
    waiting = [item for item in items if item.kind is ItemKind.OPEN_QUESTION]
    assert any("retry logic" in item.text for item in waiting)
    assert all(verbatim_run(item.text, OFFER) is None and item.links for item in waiting)
    script.user("No, leave the retry logic where it is.")
    script.agent("The retry logic stays in the exporter.")
    assert ItemKind.OPEN_QUESTION not in {item.kind for item in drafted(script, MemoryStrategy()).items}


def test_what_comes_next_is_named() -> None:
    """The first open step comes next, in a memory and in a historian's list; a run's summary has it bare."""
    script = worked("The reader takes blocks of two hundred rows now.")
    script.user("Now the writer, then document both.")
    script.todos(("buffer the writer", "in_progress"), ("document both", "pending"))
    script.run("cat writer.py", "def write(rows): ...\n" * 40)
    for strategy in (MemoryStrategy(), HistorianStrategy()):
        made = drafted(script, strategy)
        assert [i.text for i in made.items if i.text.startswith("Next: ")] == ["Next: buffer the writer"]
    assert "Next: " not in summary_of(drafted(script, MemoryStrategy()))


def test_a_request_without_an_answer_is_open_work_of_a_memory() -> None:
    """It comes next if no step does; once the agent closed its turn, it is open no longer."""
    script = worked("The reader takes blocks of two hundred rows now.")
    script.user("Please move the retry logic of the exporter into its own module.")
    (following,) = [i for i in drafted(script, MemoryStrategy()).items if "retry logic" in i.text]
    assert (following.kind, following.status) == (ItemKind.OPEN_WORK, "open")
    assert following.text.startswith('Next: the user asked: "')
    script.agent("The retry logic has its own module now.")
    closed = [i for i in drafted(script, MemoryStrategy()).items if "retry logic" in i.text]
    assert ItemKind.OPEN_WORK not in {item.kind for item in closed}


def test_a_narrative_without_a_report_has_the_last_commits_subject_as_result() -> None:
    """The subject is the agent's own words for what it did; an item links to where git printed it."""
    script = worked("Let me look at the writer.")
    script.user("Go on.")
    at = script.run('git commit -am "Read in blocks of rows"', "[main 45ffe0a] Read in blocks of rows")
    script.agent("Let me look at the writer.")
    for number in range(3):
        script.user("Go on, please.")
        script.run(f"cat writer{number}.py", "def write(rows): ...\n" * 40)
        script.agent("Let me look at the writer.")
    made = drafted(script, HistorianStrategy())
    assert 'the last commit says "Read in blocks of rows".' in (made.narrative or "")
    assert any(at == link.ordinal for item in made.items for link in item.links)


def test_a_guess_that_was_denied_is_no_line_of_the_ledger() -> None:
    """The turn's summary is read like any other statement; a finding stays in the ledger."""
    script = worked("The reader takes blocks of two hundred rows now.")
    for said, answer in (
        (
            "The May file has each row twice.",
            "The cause must be the index of src/reader.py, which has no key.",
        ),
        ("No, that's not it.", "The exporter writes src/export.py's last batch two times, once at its end."),
        ("Good.", "The exporter closes its file after the last batch."),
        ("And the June file?", "The June file has each row once."),
        ("And July?", "The July file has each row once."),
        ("Go on.", "All files have each row once."),
    ):
        script.user(said)
        script.run("cat src/export.py", "def export(rows): ...\n" * 40)
        script.agent(answer)
    texts = [item.text for item in drafted(script, HistorianStrategy()).items]
    assert not any("index of src/reader.py" in text for text in texts)
    assert any("last batch two times" in text for text in texts)


def outlived_claims(*claims: str, commits: bool) -> list[bool]:
    """Whether each proposed statement of a report is over after the fault was worked on."""
    script = worked("The reader takes blocks of two hundred rows now.")
    place = script.user("\n\n".join((REPORT, *claims)))
    script.edit("src/export.py", "if row.date:", "if row:")
    if commits:
        script.run('git commit -am "Keep rows without a date"', "[main 45ffe0a] Keep rows without a date")
    script.agent("The exporter keeps rows without a date now, and the April file is complete.")
    source = whole(script)
    request, text = DraftRequest(source.range, source.events), source.events[place].text
    words = [EventWords(place, at := text.index(claim), at + len(claim)) for claim in (REPORT, *claims)]
    items = [Item(kind=ItemKind.CLAIM, text=claim) for claim in (REPORT, *claims)]
    stated = [made_of(i, [w], 0.4, "likely") for i, w in zip(items, words, strict=True)]
    return outlived(request, stated, passed_events(request))


def test_a_report_is_over_once_its_fix_is_committed() -> None:
    """A ban beside it lasts, and so does a remark about something else; without a commit the report stays."""
    others = ("Never write to the invoices table.", "The nightly run starts at four.")
    assert outlived_claims(*others, commits=True) == [True, False, False]
    assert outlived_claims(*others, commits=False) == [False, False, False]


def test_the_reason_of_a_step_is_over_once_its_turn_is_closed() -> None:
    """What the agent said before it went on is no state of the end; what closed the turn is."""
    for after, over in (("I'm adding it to the index now.", True), ("That is why the run is slow.", False)):
        script = worked("The reader takes blocks of two hundred rows now.")
        script.user("Then look at the index.")
        claim = "The index lacks the column of the customer."
        place = script.agent(f"{claim} {after}")
        script.edit("src/index.py", "columns = []", "columns = ['customer']")
        script.agent("The index has the column of the customer now.")
        source = whole(script)
        request = DraftRequest(source.range, source.events)
        stated = made_of(
            Item(kind=ItemKind.CLAIM, text=claim), [EventWords(place, 0, len(claim))], 0.4, "likely"
        )
        assert outlived(request, [stated], passed_events(request)) == [over]
