"""What a page keeps, and what it leaves out."""

from __future__ import annotations

import pytest

from gates.artifact import Item, ItemKind
from tests.facts.session import Script
from tests.strategies.source import whole, work_session
from workbench.facts.sentences.talk import announces, informs, is_under_way
from workbench.facts.spans import EventWords
from workbench.strategies.base import DraftRequest
from workbench.strategies.checkpoint import CheckpointStrategy
from workbench.strategies.intentional import IntentionalStrategy
from workbench.strategies.page.headed_findings import headed_findings
from workbench.strategies.page.self_contained import is_interim
from workbench.strategies.page.statement import made_of
from workbench.strategies.page.statements import is_readable, statements
from workbench.strategies.page.superfluous import of_one_form
from workbench.strategies.page.units import units


def test_a_remark_that_only_announces_is_not_kept() -> None:
    """An announcement is dropped; a finding is kept."""
    script = work_session()
    script.agent("Let me look at the exporter now:")
    script.agent("The exporter drops rows without a date, because the parser returns nothing for them.")
    source = whole(script)
    artifact = source.draft(IntentionalStrategy())
    said = [source.events[ordinal].text for ordinal in artifact.source.kept]
    said += [item.text for item in artifact.items]
    assert not any("Let me look" in text for text in said)
    assert any("drops rows without a date" in text for text in said)


def test_of_two_sentences_the_one_that_stands_alone_is_reported() -> None:
    """Without the offer beside it."""
    script = work_session()
    fix = "The fix is to replace the date parser with a strict one, because it returns no empty row."
    script.agent(f"{fix} Want me to do that?")
    script.run("ls", "nothing of note")
    source = whole(script)
    stated = {each.item.text: each for each in statements(DraftRequest(source.range, source.events))}
    assert stated[fix].informative


def test_what_answers_nothing_by_itself_is_not_kept() -> None:
    """Examples are a bare assent, and a message about the agent's current step."""
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


def test_names_stay_as_they_are() -> None:
    """Underscores at the ends of a name are part of it."""
    script = Script()
    script.user("Never edit __init__.py or phase_test.go in this task.")
    script.agent("Understood.")
    script.run("ls", "one two three four five six\n" * 40)
    (item,) = [i for i in whole(script).draft(CheckpointStrategy()).items if "init" in i.text]
    assert "__init__.py or phase_test.go" in item.text


def test_lines_that_differ_in_their_numbers_only_were_pasted() -> None:
    """Pasted output is not the user's statement; a similar line in another message is kept."""
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


def test_a_saved_plan_that_nobody_began_is_reported() -> None:
    """Its title and steps are stated until code is changed."""
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


def test_a_counted_step_of_a_plan_is_stated_with_its_first_sentence() -> None:
    """The title names a part, and the first sentence under it the action."""
    script = work_session()
    steps = "## Task 1: Status\n\n**Step 1: Ask once**\n\nAsk for the status once and pass it on:\n"
    script.write("docs/plans/hook.md", f"# Hook plan\n\n{steps}")
    source = whole(script)
    stated = {each.item.text for each in statements(DraftRequest(source.range, source.events))}
    assert "Ask for the status once and pass it on" in stated


@pytest.mark.parametrize(
    ("heading", "found"),
    [
        ("#### Issue 3: First checkpoint collects ALL working directory files", True),
        ("**Root cause:** the lock is never released", True),
        ("### Finding 2 - the index is read twice per row", True),
        ("## Summary of what was found here", False),
        ("#### Issue 3: the index", False),
    ],
)
def test_a_finding_in_a_heading_may_be_stated(heading: str, found: bool) -> None:
    """The heading's text after its number decides."""
    script = Script()
    script.user("Why is the first checkpoint slow?")
    message = script.events[script.agent(f"I measured it.\n\n{heading}\n\nIt takes two seconds.")]
    said = [words.quote(script.events) for words in headed_findings(message)]
    assert bool(said) is found
    assert all(each in heading and "Issue" not in each for each in said)


def test_a_pasted_line_of_a_screen_is_no_statement_of_its_user() -> None:
    """Figures of a status line say nothing, in whoever's message they are."""
    pasted = "↑120 ↓14k R2913k W340k 2.96 73.5% big-model Waiting for the door of the ferry to close"
    assert not is_readable(pasted, "human", frozenset())
    assert is_readable("The 4 doors of the ferry close 2 minutes too late", "human", frozenset())
