"""Golden cases: what an answer must state, cite and leave out, and the figures over them.

A case is judged by what the output states and cites, never by a model's opinion. Facts and forbidden claims
are matched as words, ignoring white space and case. The part of a case follows from its id alone, so that
nobody can choose it afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Literal

import orjson
from pydantic import Field, ValidationError

from gates.errors import os_reason
from gates.validation import first_fault
from workbench.errors import InputError
from workbench.escaping import folded
from workbench.pipes import read_whole
from workbench.runs.outputs.output_files import citations
from workbench.runs.records.shapes import Model, ResearchOutput

MOST_BYTES = 8_000_000
FIRST = 3
"""Number of sources that count as the first ones."""

FLOORS: dict[str, float] = {
    "source_in_three": 0.85,
    "fact_recall": 0.7,
    "uncertain_unanswerable": 1.0,
    "conflicts_both_sides": 1.0,
}
"""Figures that fail below these values; those named in `CEILINGS` fail above them."""
CEILINGS: dict[str, float] = {"uncertain_answerable": 2 / 15, "unsupported_share": 0.0, "forbidden": 0}


class GoldenCase(Model):
    """One question with what its answer must contain."""

    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]{1,64}$")]
    question: Annotated[str, Field(min_length=1, max_length=4_000)]
    kind: Literal["answerable", "conflict", "unanswerable"]
    expected_facts: tuple[str, ...] = ()
    must_cite: tuple[str, ...] = ()
    """Locations relative to the source folder."""
    forbidden_claims: tuple[str, ...] = ()
    paraphrased: bool = False

    @property
    def held_out(self) -> bool:
        """Whether nothing was tuned on it: half of all ids, by their SHA-256."""
        return int(sha256(self.id.encode()).hexdigest(), 16) % 2 == 1


class Golden(Model):
    """A file of cases."""

    cases: Annotated[tuple[GoldenCase, ...], Field(min_length=1, max_length=10_000)]
    later: Annotated[tuple[GoldenCase, ...], Field(max_length=10_000)] = ()
    """Cases that were written after the program worked: reported separately, no floor, never tuned on."""


def read_golden(path: Path) -> Golden:
    """Return the cases of a file.

    Raises:
        InputError: it cannot be read or is not a file of cases.
    """
    hint = 'give JSON as in {"cases": [{"id": "g01", "question": "...", "kind": "answerable"}]}'
    try:
        body = read_whole(path, MOST_BYTES + 1)
    except OSError as error:
        raise InputError(f"cannot read {path}: {os_reason(error)}", hint) from error
    if len(body) > MOST_BYTES:
        raise InputError(f"{path} is over 8 MB", hint)
    try:
        stated = orjson.loads(body)
        cases, later = (
            (stated["cases"], stated.get("later", ())) if isinstance(stated, dict) else (stated, ())
        )
        made = Golden.model_validate({"cases": cases, "later": later})
    except ValidationError as error:
        raise InputError(f"{path}: {first_fault(error)}", hint) from error
    except (ValueError, KeyError, TypeError) as error:
        reason = "it has no `cases`" if isinstance(error, KeyError) else str(error)
        raise InputError(f"{path} is not a file of golden cases: {reason}", hint) from error
    names = [case.id for case in (*made.cases, *made.later)]
    if len(set(names)) < len(names):
        raise InputError(f"{path} has two cases of one id", hint)
    return made


def judged(case: GoldenCase, made: ResearchOutput, later: bool = False) -> dict[str, Any]:
    """Judge an output by a case; `later` marks a case that is reported separately."""
    cited = list(dict.fromkeys(each.location for each in citations(made)))
    text = _fold(" ".join([made.answer, *(c.text for c in made.claims), *(c.text for c in made.conflicts)]))
    uncertain = not any(claim.status == "verified" for claim in made.claims)
    facts = [fact for fact in case.expected_facts if _fold(fact) in text]
    forbidden = [each for each in case.forbidden_claims if _fold(each) in text]
    sides = [{c.location for c in (*x.side_a, *x.side_b)} for x in made.conflicts]
    answerable = case.kind != "unanswerable"
    must = set(case.must_cite)
    both = any(must <= each for each in sides) if case.kind == "conflict" else None
    stated = {
        "id": case.id,
        "kind": case.kind,
        "paraphrased": case.paraphrased,
        "part": "later" if later else "held_out" if case.held_out else "tuned",
        "run_id": made.run_id,
        "ended": made.ended,
        "cited": cited,
        "source_in_three": bool(must & set(cited[:FIRST])) if answerable and must else None,
        "fact_recall": len(facts) / len(case.expected_facts) if case.expected_facts else None,
        "citation_precision": len(must & set(cited)) / len(cited) if must and cited else None,
        "uncertain": uncertain,
        "both_sides": both,
        "conflicts": len(sides),
        "forbidden": forbidden,
        "unsupported": sum(not claim.citations for claim in made.claims),
        "claims": len(made.claims),
        "steps": int(made.metrics["steps"] or 0),
        "tokens": int(made.metrics["tokens"] or 0),
        "seconds": float(made.metrics["seconds"] or 0),
    }
    return {**stated, "failed": _failed(stated, answerable)}


def _failed(stated: dict[str, Any], answerable: bool) -> list[str]:
    """Return the names of the figures that a case fails."""
    missed = [name for name in ("source_in_three", "both_sides") if stated[name] is False]
    if stated["fact_recall"] is not None and stated["fact_recall"] < 1:
        missed.append("fact_recall")
    if stated["uncertain"] is answerable:
        missed.append("uncertain")
    return missed + [name for name in ("forbidden", "unsupported") if stated[name]]


def figures(cases: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Compute the figures over cases; None if no case has a value."""
    answerable = [case for case in cases if case["kind"] != "unanswerable"]
    without = [case for case in cases if case["kind"] == "unanswerable"]
    claims = sum(case["claims"] for case in cases)
    return {
        "cases": len(cases),
        "source_in_three": _mean(case["source_in_three"] for case in cases),
        "fact_recall": _mean(case["fact_recall"] for case in cases),
        "citation_precision": _mean(case["citation_precision"] for case in cases),
        "uncertain_unanswerable": _mean(case["uncertain"] for case in without),
        "uncertain_answerable": _mean(case["uncertain"] for case in answerable),
        "conflicts_both_sides": _mean(case["both_sides"] for case in cases),
        "conflicts_elsewhere": sum(bool(case["conflicts"]) for case in cases if case["kind"] != "conflict"),
        "forbidden": sum(bool(case["forbidden"]) for case in cases),
        "unsupported_share": sum(case["unsupported"] for case in cases) / claims if claims else 0.0,
        "steps": _mean(case["steps"] for case in cases) or 0.0,
        "tokens": _mean(case["tokens"] for case in cases) or 0.0,
    }


def below(found: dict[str, Any], floors: dict[str, float]) -> list[str]:
    """Return a sentence for each figure under its floor or over its ceiling."""
    stated = []
    for name, least in floors.items():
        value = found.get(name)
        over = name in CEILINGS
        if value is not None and (value > least + 1e-9 if over else value < least - 1e-9):
            bound = f"{'at most' if over else 'at least'} {_figure(least)}"
            stated.append(f"{name} is {_figure(value)}, {bound} is required")
    return stated


def worse(found: dict[str, Any], baseline: dict[str, Any]) -> list[str]:
    """Return a sentence for each figure that is worse than the baseline's."""
    stated = []
    for name in (*FLOORS, *CEILINGS, "citation_precision"):
        now, before = found.get(name), baseline.get(name)
        if now is None or before is None:
            continue
        if (now > before + 1e-9) if name in CEILINGS else (now < before - 1e-9):
            stated.append(f"{name} is {_figure(now)}, the baseline has {_figure(before)}")
    return stated


def incomparable(unread: dict[str, str], baseline: Sequence[str] | None) -> list[str]:
    """Return a sentence for each source that only this evaluation or only the baseline read.

    Args:
        unread: locations not read here, each with the reason.
        baseline: locations not read for the baseline; None: it does not list them.
    """
    stated = [
        f"not comparable with the baseline: {reason if location in reason else f'{location}: {reason}'}"
        for location, reason in unread.items()
        if location not in (baseline if baseline is not None else unread)
    ]
    missing = [each for each in baseline or () if each not in unread]
    return stated + [f"not comparable with the baseline, which did not read {each}" for each in missing]


def _mean(values: Iterable[float | bool | None]) -> float | None:
    known = [float(value) for value in values if value is not None]
    return round(sum(known) / len(known), 6) if known else None


def _figure(value: float) -> str:
    """Return a count as it is, a share to three places."""
    return str(value) if isinstance(value, int) else f"{value:.3f}"


def _fold(text: str) -> str:
    return folded(text.replace("’", "'")).casefold()
