"""Hints in HTTP errors name HTTP routes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import workbench
from workbench.services.runs.route_hints import as_routes

ROOT = Path(workbench.__file__).parents[1]
SPEAKING = ("workbench/services/runs", "workbench/runs", "store/records/agent_runs.py")


@pytest.mark.parametrize(
    ("hint", "route"),
    [
        (
            '`workbench run answer run_1 "..."` goes on',
            'POST /runs/run_1/answer with {"text": "..."} goes on',
        ),
        ('as in: workbench run answer run_1 "..."', 'as in: POST /runs/run_1/answer with {"text": "..."}'),
        ("`workbench run status run_1 --out DIR` writes its outputs", "GET /runs/run_1/output gives it"),
        (
            "`workbench run resume run_1` goes on; check the key",
            "POST /runs/run_1/resume goes on; check the key",
        ),
        ("`workbench run status RUN` names the steps", "GET /runs/{id} names the steps"),
        ("`workbench run list` lists the runs", "GET /runs lists the runs"),
        ('say it, as in --objective "When ...?"', 'say it, as in "objective": "When ...?"'),
        ("name files, as in --source docs/", 'name files, as in "sources": ["docs/"]'),
        ("--done is not UTF-8", "`done` is not UTF-8"),
        ("`workbench import PATH` makes one", "where this is served: `workbench import PATH` makes one"),
        ("save the page as a file", "save the page as a file"),
    ],
)
def test_commands_become_routes(hint: str, route: str) -> None:
    """Commands without a route are described as local."""
    assert as_routes(hint) == route


def test_no_hint_of_runs_is_left_a_command() -> None:
    """Every command of runs that their code names has a route."""
    files = [
        each
        for name in SPEAKING
        for each in [ROOT / name, *(ROOT / name).glob("*.py")]
        if each.is_file() and each.name != "route_hints.py"
    ]
    named = {
        each.replace("{run_id}", "run_1")
        for file in files
        for each in re.findall(
            r"`workbench run (?:answer|resume|status|list|start|cancel)[^`\n]*`[^\"\n]*",
            file.read_text("utf-8"),
        )
        if '"""' not in each
    }
    assert len(named) > 5
    assert [each for each in sorted(named) if "workbench" in as_routes(each)] == []
