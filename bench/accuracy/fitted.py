"""Measured and fitted data: labelled sessions as commands name them, their halves, rankers.

Shared by the tables that are measured with every fitted part fitted without the session at hand.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import ModuleType

from bench.accuracy.labelled_sessions import Labelled, exam_script, labelled_sessions
from bench.ranker import fit as fit_ranker
from bench.ranker.labelled import Example
from bench.usage import present
from workbench.facts.proposals.model import LinearModel, parse

GROUPS = 8
"""Groups of sessions by which a calibration is made of scores that the fit did not see."""
READ, UNREAD = 0, 1


@dataclass(frozen=True)
class LabelledInput:
    """Inputs of a command: the exam, the sessions to measure, and the folders to fit on."""

    exam: ModuleType
    sessions: tuple[Labelled, ...]
    labels: tuple[Path, ...]
    transcripts: tuple[Path, ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say what is measured and what is only fitted on."""
    parser.add_argument("--exam", type=present, required=True, help="the exam's script")
    parser.add_argument("--labels", type=present, nargs="+", required=True, help="measured and fitted on")
    parser.add_argument("--transcripts", type=present, nargs="+", required=True)
    parser.add_argument("--more-labels", type=present, nargs="*", default=[], help="only fitted on")
    parser.add_argument("--more-transcripts", type=present, nargs="*", default=[])


def labelled_input(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> LabelledInput:
    """Return the sessions that the arguments name; end the command if no transcript is found."""
    sessions = labelled_sessions(asked.labels, asked.transcripts)
    if not sessions:
        parser.error("no labelled session of which the transcript is there")
    return LabelledInput(
        exam_script(asked.exam),
        tuple(sessions),
        (*asked.labels, *asked.more_labels),
        (*asked.transcripts, *asked.more_transcripts),
    )


def half(session: str) -> int:
    """Which half of the sessions one belongs to; the words of half 1 were not read while rules were made."""
    return int(sha256(session.encode()).hexdigest(), 16) % 2


class Rankers:
    """The ranker without one project: weights by all others, calibrated by scores that no fit had seen."""

    def __init__(self, statements: list[Example]) -> None:
        self._all = statements
        self._design = fit_ranker.Design(statements)
        projects = sorted({example.project for example in statements})
        self._group = {name: number % GROUPS for number, name in enumerate(projects)}
        self._known: dict[frozenset[int], list[list[float]]] = {}

    def without(self, project: str) -> LinearModel:
        """Return the model fitted without a project; a session without a project is its own group."""
        rest = [example for example in self._all if example.project != project]
        fitted = self._design.fit(rest)
        own = self._group.get(project, 0)
        calm = [e for e in self._all if self._group[e.project] != own]
        outside = [self._scores(frozenset((own, self._group[e.project])), e) for e in calm]
        return parse(fit_ranker.body(rest, fitted, fit_ranker.calibrated(calm, outside)))

    def _scores(self, groups: frozenset[int], example: Example) -> list[float]:
        """The scores of an example by a model fitted without these two groups of projects."""
        if groups not in self._known:
            rest = [e for e in self._all if self._group[e.project] not in groups]
            self._known[groups] = fit_ranker.scores(self._all, *self._design.fit(rest))
        place = next(i for i, e in enumerate(self._all) if e is example)
        return self._known[groups][place]
