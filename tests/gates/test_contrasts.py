"""A choice of one value over another, lifted bans, tasks of commands and files that are pointed to."""

from __future__ import annotations

import pytest

from gates.capture import CapturedItem, CaptureKind
from gates.report import Retention
from gates.restatement import units
from gates.retention.command_lists import tasks_listed
from gates.retention.contrasts import takes_barred
from gates.retention.judging import judge
from tests.gates.build import artifact_of, item

CHECKS = "Verify the plan with: bun run lint; bun run typecheck"
SCRATCH = "Made to try something and still there: test_header_rows.py, try_reader.py"


def verdict(text: str, *stated: str, kind: CaptureKind = "decision") -> tuple[Retention, str]:
    """What an imported summary of some statements makes of an item."""
    wanted = CapturedItem(
        item_id="cap_1",
        kind=kind,
        text=text,
        status="in_force" if kind == "decision" else "open",
        origin="phrase",
    )
    match = judge(wanted, units(artifact_of(*map(item, stated), origin="imported")), None, lambda _: 1)
    return match.verdict, match.rule


@pytest.mark.parametrize(
    ("stated", "barred"),
    [
        ("Use port 8000.", True),
        ("The server listens on port 8000", True),
        ("Use port 8080.", False),
        ("Use port 8080, not 8000", False),
        ("The port was 8000 before", False),
        ("The batch has 8000 rows", False),
    ],
)
def test_the_barred_value_for_the_same_thing_is_the_opposite(stated: str, barred: bool) -> None:
    """Other text in the user's sentence does not matter."""
    for said in ("Use port 8080, not 8000.", "use port 8080, not 8000 RED ]0;x [b]markup[/b] OVERWRITE 31m"):
        assert takes_barred(said, stated) is barred
        assert not barred or verdict(said, stated) == (Retention.CONTRADICTED, "barred_affirmed")


@pytest.mark.parametrize("said", ["never push to main", "From now on never push to main."])
def test_a_short_ban_that_is_lifted_is_contradicted(said: str) -> None:
    """The statement contains everything the ban is about and nothing else."""
    assert verdict(said, "Push to main is allowed.") == (Retention.CONTRADICTED, "rule_lifted")
    assert verdict(said, "Push to staging is allowed.")[0] is not Retention.CONTRADICTED
    assert verdict(said, "Never push to main")[0] in (Retention.PRESERVED, Retention.PARAPHRASED)


def test_commands_are_stated_by_their_tasks_in_one_list() -> None:
    """One statement that the tasks are run names all; `lint` alone or a style guide does not."""
    assert verdict(CHECKS, "Run tests, lint, typecheck, and a rebuild")[1] == "commands_named"
    assert verdict(CHECKS, "Run lint", "Run the tests")[1] != "commands_named"
    assert not tasks_listed(("bun run lint", "bun run typecheck"), ("lint and typecheck are slow",))
    assert not tasks_listed(("git diff --stat",), ("run git diff",))
    assert not tasks_listed((), ("run it",))


def test_a_state_is_set_beside_a_statement_that_names_it_or_none() -> None:
    """Words that are shared by chance say nothing of scratch files."""
    other = "Add tests for header rows functionality and try the reader"
    assert verdict(SCRATCH, other, kind="open_work") == (Retention.DROPPED, "no_match")
    near = "Test files created: test_header_rows.py"
    assert verdict(SCRATCH, near, kind="open_work")[0] is not Retention.DROPPED


def test_a_file_that_is_pointed_to_is_stated_by_its_name() -> None:
    """In any list; an order to do something with it needs more."""
    said = "also remember the @packages/shelf/docs/refactor.md file btw."
    assert verdict(said, "Plan: packages/shelf/docs/refactor.md") == (Retention.PARAPHRASED, "label_named")
    assert verdict(said, "Plan: packages/shelf/docs/release.md")[1] != "label_named"
    assert verdict("also update docs/refactor.md", "Plan: docs/refactor.md")[1] != "label_named"
