"""What is no objective of a page: greetings, commands, pictures, and work that was put back."""

from __future__ import annotations

from gates.artifact import parse
from gates.language.opening import has_substance
from gates.source import EventKind
from tests.facts.session import Script
from tests.strategies.source import whole, work_session
from workbench.facts.objective import SUMMED, current_objective, objective_of, was_asked_for
from workbench.strategies.asked import parse_size
from workbench.strategies.base import DraftRequest
from workbench.strategies.intentional import IntentionalStrategy


def test_the_objective_is_not_kept_beside_the_page() -> None:
    """The page already contains it."""
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


def test_a_greeting_is_no_objective() -> None:
    """The first informative message is used, or a greeting if there is none."""
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
    assert not has_substance("Good morning, how are you?")
    assert has_substance("Good morning, the build is red")


def test_an_objective_that_was_cut_ends_in_no_heading() -> None:
    """A heading without its text is cut."""
    text = "Add a tree view to the context tab. " * 13 + "\n\n## Plan\n\n### 1. " + "Use the library " * 40
    script = Script()
    script.user(text)
    assert objective_of(script.events).endswith("Add a tree view to the context tab.")


def test_a_bare_command_is_no_objective() -> None:
    """`/mode` only configures the program; a path, or a command with a task, is informative."""
    script = Script()
    script.user("/mode")
    script.user("Port the selector to the new theme.")
    assert objective_of(script.events) == "Port the selector to the new theme."
    assert has_substance("/fix-issue the login of the portal")
    assert has_substance("/etc/hosts")


def test_pasted_pictures_are_no_objective() -> None:
    """Paths of pictures are left out, and the text beside them is used."""
    script = Script()
    script.user("/var/folders/T/Screen\\ shots/Screenshot\\ 2025-12-24\\ at\\ 13.03.08.png")
    script.user("/tmp/a.png\n\nThe second row of the table is still broken, as the picture shows.")
    assert objective_of(script.events) == "The second row of the table is still broken, as the picture shows."


def test_a_number_is_no_objective() -> None:
    """It is an argument to a command and has no meaning alone."""
    assert not has_substance("12")
    assert has_substance("第二")
    assert has_substance("Hi, 请修复登录页面")
    assert has_substance("ok. Исправь вход на сайт")
    assert not has_substance("Hello 👋")
    assert not has_substance("that's 100% fine ✅")
    assert not has_substance("That’s 'fine'")


def put_back(words: str) -> str:
    """Return the objective after a new request was done and answered with these words."""
    script = Script()
    script.user("Cut the parcel table of the April file in two and print both halves.")
    script.run('git commit -m "Cut the table"', "[main 9c50a33] Cut the table")
    script.agent("Both halves are printed.")
    script.user(
        "Can we try this: the pictures of the parcels go into the folder of the desk, each under the name of "
        "its owner, and the April file names them in a column of its own so that a reader finds them."
    )
    script.run("git commit --amend", "[main 7d1f0aa] Cut the table")
    script.agent("The pictures are in the folder.")
    script.user(words)
    script.agent("Done.")
    return current_objective(script.events, 0)


def test_an_objective_that_was_put_back_is_none() -> None:
    """The previous objective applies again."""
    first = "Cut the parcel table of the April file in two and print both halves."
    assert put_back("put it back to the version before where the April file has no such column") == first
    assert put_back("Please revert those changes.") == first
    assert put_back("put the owner's name back into the title").startswith("Can we try this")


def test_files_that_were_dropped_are_not_the_request() -> None:
    """An editor names them before the message."""
    script = Script()
    script.user(
        "\n# Files mentioned by the user:\n\n## map.png: /home/ann/map.png\n\n## My request for Codex:\n"
        "Put the map on the first page of the desk's guide.\n"
    )
    assert objective_of(script.events) == "Put the map on the first page of the desk's guide."


def test_a_finding_about_the_work_is_no_objective() -> None:
    """A paragraph that reports a fault asks for nothing new: the work is what it was."""
    asked = "Let a reader of the parcels sort them by weight, and keep the old order as the default."
    finding = (
        "High severity\n\nIn sort_parcels the list is sorted in place, so that the caller's own list is "
        "changed. The report that is printed after it shows the parcels in the order of the last reader. "
        "The same fault is not in sort_owners, which copies the list before."
    )
    script = Script()
    script.user(asked)
    script.run('git commit -m "Sort by weight"', "[main 9c50a33] Sort by weight")
    script.agent("The parcels are sorted by weight.")
    reported = script.user(finding)
    script.agent("sort_parcels copies the list now.")
    assert current_objective(script.events, 0) == asked
    asking = finding.replace("The same fault", "Check whether the same fault")
    script.events[reported] = script.events[reported]._replace(text=asking)
    assert current_objective(script.events, 0) == asking
    review = f"Build + vet are clean, `go test` is green. What I saw:\n\n## Sorting\n\n{asking}"
    script.events[reported] = script.events[reported]._replace(text=review)
    assert current_objective(script.events, 0) == asked
    ordered = finding.replace("the list before.", "the list before, investigate the rest.")
    script.events[reported] = script.events[reported]._replace(text=ordered)
    assert current_objective(script.events, 0) == ordered


def test_where_nobody_asked_the_summary_s_goal_is_the_objective() -> None:
    """The transcript begins in the middle: only its own summary says what the work is for."""
    script = Script()
    script.agent("Let me try another way to run the selector:")
    script.add(
        EventKind.COMPACTION, "# Checkpoint\n\n## Goal\nPort the selector of the portal.\n\n## Next\nTests"
    )
    script.edit("src/selector.ts", "old", "new")
    source = whole(script)
    objective = parse(
        IntentionalStrategy().draft(DraftRequest(source.range, source.events)).payload
    ).objective
    assert objective == f'{SUMMED}"Port the selector of the portal."'
    assert not was_asked_for(objective)
