"""What a page keeps, what it leaves out, and that it stays within the size that was asked for."""

from __future__ import annotations

import pytest

from gates.artifact import Artifact, Item, ItemKind, parse
from gates.language.opening import says_something
from gates.source import EventKind
from tests.facts.session import Script
from tests.strategies.source import SAMPLES, Source, ranges, whole, work_session
from workbench.facts.objective import objective_of
from workbench.facts.spans import EventWords
from workbench.facts.talk import announces, informs, is_under_way
from workbench.strategies.asked import parse_size
from workbench.strategies.base import DraftRequest
from workbench.strategies.checkpoint import CheckpointStrategy
from workbench.strategies.intentional import IntentionalStrategy
from workbench.strategies.page.draft import ANSWER, ANSWERED, BEGAN
from workbench.strategies.page.last_state import PUT_BACK
from workbench.strategies.page.saying import is_interim
from workbench.strategies.page.statement import made_of
from workbench.strategies.page.statements import BEFORE, THOUGHT, of_one_form, statements
from workbench.strategies.page.units import units
from workbench.strategies.snapshot import SnapshotStrategy

SIZED = (IntentionalStrategy(), CheckpointStrategy(), SnapshotStrategy())


def drafted(source: Source, size: str) -> Artifact:
    """The default draft in a size."""
    request = DraftRequest(source.range, source.events, size=parse_size(size))
    return parse(IntentionalStrategy().draft(request).payload)


def size_of(source: Source, artifact: Artifact) -> int:
    """Characters of all that enters the context."""
    kept = sum(len(source.events[ordinal].text) for ordinal in artifact.source.kept)
    return sum(len(item.text) for item in artifact.items) + len(artifact.narrative or "") + kept


@pytest.mark.parametrize("size", ["60", "300", "900", "10%", "20%", "contract"])
def test_no_draft_is_over_the_size_asked_for(size: str) -> None:
    """Items, narrative and kept events together, by at most a twentieth."""
    for source in (whole(work_session()), ranges(SAMPLES / "clean-run.jsonl")[0]):
        for strategy in SIZED:
            request = DraftRequest(source.range, source.events, size=parse_size(size))
            artifact = parse(strategy.draft(request).payload)
            assert size_of(source, artifact) <= 1.05 * request.room().most
            assert artifact.items


def test_the_contract_is_reached_by_kept_events() -> None:
    """20 to 35% of the range, most of it verbatim."""
    source = ranges(SAMPLES / "clean-run.jsonl")[0]
    artifact = drafted(source, "contract")
    ratio = next(m.value for m in source.judge(artifact).gates["E"].measures if m.name == "compression_ratio")
    assert ratio is not None
    assert 0.20 <= ratio <= 0.35
    stated = sum(len(item.text) for item in artifact.items)
    assert size_of(source, artifact) > 2 * stated


def test_a_call_is_kept_with_its_result() -> None:
    """Neither stands in the context alone."""
    source = ranges(SAMPLES / "clean-run.jsonl")[0]
    kept = set(drafted(source, "contract").source.kept)
    ids: dict[str, set[EventKind]] = {}
    for ordinal in kept:
        event = source.events[ordinal]
        if event.tool is not None:
            ids.setdefault(event.tool.call_id, set()).add(event.kind)
    assert ids
    assert all(kinds == {EventKind.TOOL_CALL, EventKind.TOOL_RESULT} for kinds in ids.values())


def test_a_remark_that_only_announces_is_not_kept() -> None:
    """What the agent is about to do tells nothing; what it found does."""
    script = work_session()
    script.agent("Let me look at the exporter now:")
    script.agent("The exporter drops rows without a date, because the parser returns nothing for them.")
    source = whole(script)
    artifact = source.draft(IntentionalStrategy())
    said = [source.events[ordinal].text for ordinal in artifact.source.kept]
    said += [item.text for item in artifact.items]
    assert not any("Let me look" in text for text in said)
    assert any("drops rows without a date" in text for text in said)


def test_of_two_sentences_the_one_that_stands_alone_is_told() -> None:
    """Without the offer beside it."""
    script = work_session()
    fix = "The fix is to replace the date parser with a strict one, because it returns no empty row."
    script.agent(f"{fix} Want me to do that?")
    script.run("ls", "nothing of note")
    source = whole(script)
    stated = {each.item.text: each for each in statements(DraftRequest(source.range, source.events))}
    assert stated[fix].informative


def test_what_answers_nothing_by_itself_is_not_kept() -> None:
    """A bare assent, and a message that only says what the agent is at."""
    script = work_session()
    sorts: dict[str, str] = {}
    for said, answered in (
        ("yeah", "I'm watching the logs now."),
        ("The rows of May are gone again.", "They are in the backup of May 3."),
    ):
        script.user(said)
        script.agent(answered)
    script.user("Thanks, that is all for the export.")
    source = whole(script)
    for unit in units(DraftRequest(source.range, source.events)):
        sorts[source.events[unit.ordinals[0]].text] = unit.sort
    assert sorts["yeah"] == sorts["I'm watching the logs now."] == "remark"
    assert sorts["The rows of May are gone again."] == "user"
    assert sorts["They are in the backup of May 3."] == "closing"


def test_the_objective_is_not_kept_beside_the_page() -> None:
    """It stands on the page already."""
    script = work_session()
    asked = script.user(
        "The rows of May are gone from the export. Keep those of June where they are, and never rewrite the "
        "April file: the reader is slow, and nobody at the desk could say since when."
    )
    script.agent("The May rows were dropped by the date filter.")
    script.user("Thanks, on to the next file of the desk.")
    source = whole(script)

    def kept(objective: str) -> tuple[int, ...]:
        request = DraftRequest(source.range, source.events, objective=objective, size=parse_size("60%"))
        return parse(IntentionalStrategy().draft(request).payload).source.kept

    assert asked in kept("")
    assert asked not in kept(source.events[asked].text)


def test_names_stay_as_they_are() -> None:
    """Underscores at the ends of a name are part of it."""
    script = Script()
    script.user("Never edit __init__.py or phase_test.go in this task.")
    script.agent("Understood.")
    script.run("ls", "one two three four five six\n" * 40)
    (item,) = [i for i in whole(script).draft(CheckpointStrategy()).items if "init" in i.text]
    assert "__init__.py or phase_test.go" in item.text


def test_a_greeting_is_no_objective() -> None:
    """The first message that says something; a greeting where nothing else was said."""
    script = Script()
    script.user("Hi there!")
    script.user("Move the exporter to src/export.py")
    assert objective_of(script.events) == "Move the exporter to src/export.py"
    alone = Script()
    alone.user("hello")
    assert objective_of(alone.events) == "hello"
    issue = Script()
    issue.user("The parser drops rows.\n<!-- Hidden hints\nof the template -->\nIt should keep them.")
    assert objective_of(issue.events) == "The parser drops rows.\nIt should keep them."
    assert not says_something("Good morning, how are you?")
    assert says_something("Good morning, the build is red")


def test_a_long_document_is_told_in_a_few_statements() -> None:
    """A pasted page of rules fills no draft; rows of tables and check lists are no statements."""
    script = work_session()
    rules = "\n".join(
        f"- Service number {n} must write its log to /var/log/service{n}.log" for n in range(40)
    )
    rows = "\n".join(f"| port {n} | must stay {8000 + n} for the gateway |" for n in range(20))
    script.user(
        f"# Handbook\n\n## Logs\n\n{rules}\n\n## Ports\n\n{rows}\n\n## Rest\n\n- [ ] Write the tests\n"
    )
    script.agent("The handbook is kept as a note.")
    artifact = whole(script).draft(IntentionalStrategy())
    ordinal = next(e.ordinal for e in script.events if "# Handbook" in e.text)
    stated = [item.text for item in artifact.items if {link.ordinal for link in item.links} == {ordinal}]
    assert len(stated) <= 6
    assert not [text for text in stated if text.startswith(("|", "[ ]"))]


def test_a_larger_draft_states_what_the_page_does() -> None:
    """With more room more is kept; no statement of the page gives way to it."""
    source = ranges(SAMPLES / "lost-open-work.jsonl")[0]
    page = {item.text for item in source.draft(IntentionalStrategy()).items}
    assert page
    assert page <= {item.text for item in drafted(source, "60%").items}


def test_the_last_edit_is_kept_and_an_old_one_is_not() -> None:
    """The work in hand stands verbatim in a draft of a size."""
    script = work_session()
    old = script.edit("src/old.py", "a = 1", "a = 2")
    for n in range(60):
        script.run(f"ls part{n}", "nothing of note")
    last = script.edit("src/new.py", "b = 1", "b = 2")
    source = whole(script)
    sorts = {unit.ordinals[0]: unit.sort for unit in units(DraftRequest(source.range, source.events))}
    assert (sorts[old], sorts[last]) == ("change", "edited")
    assert last in drafted(source, "900").source.kept


def test_lines_that_differ_in_their_numbers_only_were_pasted() -> None:
    """Output that a person pastes is none of their statements; the same line in another message stands."""
    said = [(4, f"CREATE refs/heads/release-1.{n} at 6925024{n}") for n in range(3)]
    said += [(4, "Keep release-1.2 as it is."), (9, "CREATE refs/heads/release-1.7 at 69250247")]
    known = [
        made_of(Item(kind=ItemKind.CLAIM, text=text), [EventWords(ordinal, n, n + 1)], 0.2, "likely")
        for n, (ordinal, text) in enumerate(said)
    ]
    assert of_one_form(known) == {0, 1, 2}


def test_a_file_is_named_as_the_session_names_it() -> None:
    """Relative to the folder that commands show; the link holds the whole path."""
    script = work_session()
    script.edit("/home/a/shop/src/cart/total.py", "a = 1", "a = 2")
    script.run("git add src/cart/total.py", "")
    source = whole(script)
    known = statements(DraftRequest(source.range, source.events))
    (named,) = [each.item for each in known if each.group == "file" and "total.py" in each.item.text]
    assert named.text == "src/cart/total.py (last Edit)"
    assert named.links[0].quote == "/home/a/shop/src/cart/total.py"


def test_a_saved_plan_that_nobody_began_is_told() -> None:
    """By its title and its steps; once code is changed it is stated no more."""
    script = work_session()
    steps = "## Task 1: Take out the timing\n\n## Task 2: Ask for the status once\n"
    script.write("docs/plans/hook.md", f"# Hook plan\n\n{steps}")
    source = whole(script)
    stated = {each.item.text for each in statements(DraftRequest(source.range, source.events))}
    assert "Saved plan, not begun: Hook plan (docs/plans/hook.md)" in stated
    assert {"Task 1: Take out the timing", "Task 2: Ask for the status once"} <= stated
    script.edit("src/hook.py", "a = 1", "a = 2")
    source = whole(script)
    later = {each.item.text for each in statements(DraftRequest(source.range, source.events))}
    assert not any(text.startswith(("Saved plan", "Task 2")) for text in later)


@pytest.mark.parametrize(
    ("text", "under_way"),
    [
        ("I’m rerunning the focused test set.", True),
        ("The field has another name. I'm correcting that.", True),
        ("Waiting for it to complete...", True),
        ("The parser returns nothing for rows without a date.", False),
        ("I'm seeing rows without a date.", False),
    ],
)
def test_what_was_being_done_says_nothing_later(text: str, under_way: bool) -> None:
    """By its form alone."""
    assert is_under_way(text) is under_way


@pytest.mark.parametrize("mark", ["'", "’"])
def test_an_announcement_informs_nobody_however_it_is_written(mark: str) -> None:
    """Some agents write a typographic apostrophe."""
    for text in (
        "I'll check the guide of the docs before the patch.",
        "Before editing, I'll quickly verify the behaviour of the parser.",
    ):
        assert not informs(text.replace("'", mark))
        assert announces(text.replace("'", mark))
    assert informs("The parser doesn't keep empty rows in the table.".replace("'", mark))
    assert is_under_way("I'm checking the parser of the export.".replace("'", mark))


def test_the_last_thought_that_was_not_said_is_told() -> None:
    """It is the work in hand; one that a closing message followed is settled by that."""
    script = work_session()
    thought = (
        "The prompt handler calls captureInitialState, so the start check has to be called from there too."
    )
    script.add(EventKind.THINKING, thought)
    script.run("cat hooks.py", "def capture_initial_state(): ...")
    stated = [item.text for item in drafted(whole(script), "2000").items]
    assert f'{THOUGHT}"{thought}"' in stated
    script.agent("The start check is called from captureInitialState now, and all tests of the hooks pass.")
    script.user("Fine, and now write the changelog of the release, please.")
    stated = [item.text for item in drafted(whole(script), "2000").items]
    assert not any(text.startswith(THOUGHT) for text in stated)


def test_an_old_thought_is_not_told() -> None:
    """What was said and done after it settled it."""
    script = work_session()
    thought = (
        "The prompt handler calls captureInitialState, so the start check has to be called from there too."
    )
    script.add(EventKind.THINKING, thought)
    for number in range(6):
        script.run(f"cat part{number}.py", f"value = {number}")
    found = statements(DraftRequest(whole(script).range, tuple(script.events)))
    assert not any(each.item.text.startswith(THOUGHT) for each in found)


def test_a_check_that_passed_before_the_last_edit_says_so() -> None:
    """Beside an edit after which nothing was run it would read as the present state."""
    script = work_session()
    script.run("pytest tests/unit", "12 passed in 0.10s")
    script.edit("src/export.py", "a = 1", "a = 2")
    found = statements(DraftRequest(whole(script).range, tuple(script.events)))
    passed = [each.item.text for each in found if each.item.text.startswith("Passed when last run: pytest")]
    assert passed
    assert all(text.endswith(BEFORE) for text in passed)


def test_what_was_run_at_the_very_end_is_worth_more() -> None:
    """The same command counts as one among many once other things followed."""
    script = work_session()
    script.run("git status --short", " M src/export.py")
    source = whole(script)
    last = units(DraftRequest(source.range, source.events))[-1]
    for number in range(30):
        script.agent(f"Row {number} of the feed has the owner alpha{number}, as the table of owners says.")
    source = whole(script)
    again = [u for u in units(DraftRequest(source.range, source.events)) if u.ordinals == last.ordinals]
    assert (last.sort, again[0].sort) == ("latest", "git")
    assert last.worth > again[0].worth


def test_an_objective_that_was_cut_ends_in_no_heading() -> None:
    """A heading without what stands under it says nothing."""
    text = "Add a tree view to the context tab. " * 13 + "\n\n## Plan\n\n### 1. " + "Use the library " * 40
    script = Script()
    script.user(text)
    assert objective_of(script.events).endswith("Add a tree view to the context tab.")


def stated_in(script: Script) -> list[str]:
    """Texts of the statements that may stand on a page of a whole script."""
    source = whole(script)
    return [
        each.item.text for each in statements(DraftRequest(source.range, source.events)) if each.informative
    ]


def test_an_edit_that_was_put_back_is_told_as_that() -> None:
    """It is no file that matters, and the state names it as put back; the other edit stays."""
    script = Script()
    script.user("Please try the strict parser in src/rows.py and note the result in docs/result.md.")
    script.edit("src/rows.py", "parser = loose", "parser = strict")
    script.edit("docs/result.md", "none", "slower by half")
    before = stated_in(script)
    assert "src/rows.py (last Edit)" in before
    script.run("git checkout -- src/rows.py", "")
    after = stated_in(script)
    assert "docs/result.md (last Edit)" in after
    assert "src/rows.py (last Edit)" not in after
    (edited,) = [text for text in after if text.startswith("Edited and not committed: ")]
    assert edited.endswith(f"{PUT_BACK}rows.py")
    assert not any(PUT_BACK in text for text in before)


def test_a_check_that_still_ran_did_not_pass() -> None:
    """A tool gives back what was printed so far; one that ended is stated with what it said."""
    script = Script()
    script.user("Run all of the tests of the exporter again, please.")
    script.run("pytest tests/unit", "Process running with session ID 41\nOutput:\n3 passed so far")
    assert not any(text.startswith("Passed when last run") for text in stated_in(script))
    script.run("pytest tests/unit", "12 passed in 0.10s")
    (stated,) = {text for text in stated_in(script) if text.startswith("Passed when last run")}
    assert stated == "Passed when last run: pytest tests/unit (12 passed in 0.10s)"
    script.run(
        "pytest tests/unit", "Chunk ID: 4f\nWall time: 2 seconds\nOutput:\ncollected 14\n14 passed in 1.1s\n"
    )
    (stated,) = {text for text in stated_in(script) if text.startswith("Passed when last run")}
    assert stated == "Passed when last run: pytest tests/unit (14 passed in 1.1s)"


def test_a_failing_check_says_what_it_demands() -> None:
    """The first line with what was expected follows the name of the test."""
    script = Script()
    script.user("Make the exporter keep both of the dates of a row.")
    script.edit("src/rows.py", "one", "two")
    output = "--- FAIL: TestBothDates (0.00s)\n    rows_test.go:31: row 4 should have two dates\nFAIL"
    script.run("go test ./...", output, failed=True)
    assert any("TestBothDates (row 4 should have two dates)" in text for text in stated_in(script))


@pytest.mark.parametrize(
    ("sentence", "interim"),
    [
        ("The build is through core; waiting on the dashboard package.", True),
        ("The typecheck is past core and is still running the command package.", True),
        ("I found an unclosed fence in the guide and will fix it with the next edit.", True),
        ("I don’t see a break of behaviour from the moved logger yet.", True),
        ("The parser waits for a date and drops every row without one.", False),
        ("The exporter is now the only caller of the strict parser.", False),
        ("The loose parser is still the default for files from before 2020.", False),
    ],
)
def test_how_far_the_agent_is_lasts_no_longer_than_that(sentence: str, interim: bool) -> None:
    """Progress of a run is no finding; what holds from then on is one."""
    assert is_interim(sentence) == interim


def test_a_bare_command_is_no_objective() -> None:
    """`/mode` sets up the program; a path or a command with a task after it says something."""
    script = Script()
    script.user("/mode")
    script.user("Port the selector to the new theme.")
    assert objective_of(script.events) == "Port the selector to the new theme."
    assert says_something("/fix-issue the login of the portal")
    assert says_something("/etc/hosts")


def test_an_objective_names_the_last_request_that_was_answered() -> None:
    """The first request is long done: whoever goes on is to know where the talk had come to."""
    script = Script()
    script.user("Review the exporter of the portal for rows that it drops.")
    script.agent("It drops rows without a date, since the parser returns nothing for those.")
    script.user("Then write a test for the rows without a date in tests/rows.py.")
    script.edit("tests/rows.py", "", "def test_rows() -> None: ...")
    script.agent("The test is written in tests/rows.py and fails as it should.")
    source = whole(script)
    request = DraftRequest(source.range, source.events, objective=objective_of(script.events))
    objective = parse(IntentionalStrategy().draft(request).payload).objective
    first, _, last = objective.partition("\n\n")
    assert first == "Review the exporter of the portal for rows that it drops."
    assert last == f'{ANSWERED}"Then write a test for the rows without a date in tests/rows.py."'


def test_an_objective_that_was_answered_says_what_the_answer_was() -> None:
    """Nothing else was asked for: nobody is to begin with it again."""
    script = Script()
    script.user("Find out why the exporter of the portal drops rows.")
    script.agent("It drops rows without a date, since the parser returns nothing for those.")
    source = whole(script)
    request = DraftRequest(source.range, source.events, objective=objective_of(script.events))
    objective = parse(IntentionalStrategy().draft(request).payload).objective
    assert objective.endswith(
        f'{ANSWER}"It drops rows without a date, since the parser returns nothing for those."'
    )


def test_where_nobody_asked_the_objective_is_what_the_agent_began_with() -> None:
    """Some transcripts hold no request; it is marked as the agent's."""
    script = Script()
    script.agent("I will port the selector of the portal to the new theme.")
    script.edit("src/selector.ts", "old", "new")
    script.agent("The selector of the portal uses the new theme now.")
    source = whole(script)
    made = IntentionalStrategy().draft(DraftRequest(source.range, source.events))
    assert (
        parse(made.payload).objective == f'{BEGAN}"I will port the selector of the portal to the new theme."'
    )
