"""SARIF 2.1.0: one result per problem, at the line of the transcript that it quotes.

Fingerprints contain no line, so that a code-scanning service recognizes a problem after a transcript grew.
Problems in the baseline are `unchanged`, those that a reviewer cleared are suppressed, and an unreadable
target is a notification of the tool.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.cli.formats.checkout_paths import Places
from workbench.cli.formats.sentences import (
    beside_baseline,
    details,
    excerpt,
    headline,
    unread_words,
    verdict,
    where,
)
from workbench.presentation.gate_words import TITLES
from workbench.presentation.review_page import ReviewEntry, ReviewPage, TranscriptQuote, review_pages
from workbench.presentation.rules.all_rules import RULES
from workbench.presentation.rules.rule import RuleHelp
from workbench.services.scores.score_results import Rules, Scored, ScoreSummary
from workbench.version import __version__

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT = "compactionProblem/v1"
_LEVELS = {"hard": "warning", "warning": "warning", "likely": "note", "cleared": "note"}
_STATES = {"new": "new", "worse": "updated", "known": "unchanged"}


@dataclass(frozen=True)
class SarifReports:
    """Writer of a compaction's results, separated by commas; can be sent to worker processes."""

    places: Places

    def __call__(self, scored: Sequence[Scored], rules: Rules) -> list[str]:
        """Return the entries of `results[]` for each report; empty if there is nothing to report."""
        compared = rules.baseline is not None
        return [self._results(page, compared) for page in review_pages(scored, rules)]

    def _results(self, page: ReviewPage, compared: bool) -> str:
        if page.outcome == "left out":
            return ""
        found = [
            _result(page, each, self.places, compared) for each in page.entries if each.severity != "note"
        ]
        return ",\n".join(map(_json, found))


def sarif_pieces(summary: ScoreSummary, results: Iterable[bytes], places: Places) -> Iterator[str]:
    """Yield the whole log, with the results as `SarifReports` wrote them."""
    head = {"$schema": SCHEMA, "version": "2.1.0", "runs": []}
    yield _json(head)[: -len("]}")] + "{"
    yield f'"tool": {_json(_tool(summary))},\n"columnKind": "unicodeCodePoints",\n'
    yield f'"automationDetails": {_json({"id": "compaction-gates/"})},\n"results": ['
    separator = "\n"
    for text in results:
        if text:
            yield separator + text.decode("utf-8")
            separator = ",\n"
    tail = {"invocations": [_invocation(summary, places)], "properties": _properties(summary)}
    yield "\n],\n" + _json(tail)[1:-1] + "}]}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _plain(text: str) -> str:
    """Return a text in which a SARIF viewer finds no link."""
    return text.replace("](", "] (")


def _ended(part: str) -> str:
    """Return a part of a message as a sentence, with a full stop unless it ends with a mark."""
    return part if part.rstrip("\"'”’").endswith((".", "!", "?", "…")) else f"{part}."


def _tool(summary: ScoreSummary) -> dict[str, Any]:
    driver = {
        "name": "Compaction Workbench",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [_rule(each) for each in RULES],
        "properties": {"evaluator_version": summary.evaluator_version},
    }
    return {"driver": driver}


def _rule(rule: RuleHelp) -> dict[str, Any]:
    level = "error" if rule.blocks == "always" else "warning"
    return {
        "id": rule.name,
        "name": rule.name,
        "shortDescription": {"text": _plain(rule.looks_for)},
        "fullDescription": {"text": _plain(f"{rule.looks_for}, as in: {rule.example}")},
        "help": {"text": _plain(rule.remedy)},
        "defaultConfiguration": {"level": level},
        "properties": {"tags": [f"gate {rule.gate}", TITLES[rule.gate]]},
    }


def _result(page: ReviewPage, entry: ReviewEntry, places: Places, compared: bool) -> dict[str, Any]:
    text = " ".join(map(_ended, [headline(entry), *(each[:1].upper() + each[1:] for each in details(entry))]))
    made: dict[str, Any] = {
        "ruleId": entry.rule,
        "level": "error" if entry.fails else _LEVELS[entry.severity],
        "message": {"text": _plain(text)},
        "locations": [_location(page, entry.quotes[0] if entry.quotes else None, places)],
        "partialFingerprints": {FINGERPRINT: entry.fingerprint},
        "properties": {
            "gate": entry.gate,
            "severity": entry.severity,
            "target": excerpt(page.target),
            "session_id": page.session_id,
            "artifact_id": page.artifact_id,
            "item_id": entry.item_id,
        },
    }
    related = [_related(page, quote, places) for quote in entry.quotes[1:]]
    if entry.quotes and page.line and page.transcript:
        end = {
            "message": {"text": f"{page.title} end here"},
            "physicalLocation": _at(page, page.line, places),
        }
        related.append(end)
    if related:
        made["relatedLocations"] = [{"id": number, **each} for number, each in enumerate(related, 1)]
    if compared and entry.state:
        made["baselineState"] = _STATES[entry.state]
    if entry.severity == "cleared":
        made["suppressions"] = [{"kind": "external", "status": "accepted", "justification": entry.fix}]
    return made


def _location(page: ReviewPage, quote: TranscriptQuote | None, places: Places) -> dict[str, Any]:
    """Return the place of a problem: the quoted passage, else the end of the range."""
    line = quote.line if quote is not None else page.line
    name = page.session_id or page.target
    if quote is not None:
        name += f":{quote.ordinal}"
    made: dict[str, Any] = {"logicalLocations": [{"fullyQualifiedName": excerpt(name), "kind": "event"}]}
    if page.transcript:
        made["physicalLocation"] = _at(page, line, places)
    elif not page.session_id:
        made["physicalLocation"] = {"artifactLocation": {"uri": places.uri(page.target)}}
    return made


def _related(page: ReviewPage, quote: TranscriptQuote, places: Places) -> dict[str, Any]:
    return {**_location(page, quote, places), "message": {"text": _plain(where(quote))}}


def _at(page: ReviewPage, line: int, places: Places) -> dict[str, Any]:
    """Return a line of the transcript, or line 1, since code scanning requires one for each result."""
    uri = places.uri(page.transcript)
    return {"artifactLocation": {"uri": uri}, "region": {"startLine": max(line, 1)}}


def _invocation(summary: ScoreSummary, places: Places) -> dict[str, Any]:
    stated = [
        {
            "level": "error",
            "descriptor": {"id": error.code},
            "message": {"text": _plain(excerpt(error.message))},
            "locations": [{"physicalLocation": {"artifactLocation": {"uri": places.uri(target)}}}],
        }
        for target, error in summary.unreadable
    ]
    level = "error" if "unread" in summary.over_budget else "warning"
    stated += [
        {
            "level": level,
            "descriptor": {"id": "unread_lines"},
            "message": {"text": _plain(unread_words(each))},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": places.uri(each.target)},
                        "region": {"startLine": max(each.first[0][0], 1)},
                    }
                }
            ],
        }
        for each in summary.unread
    ]
    made: dict[str, Any] = {"executionSuccessful": not summary.unreadable}
    if stated:
        made["toolExecutionNotifications"] = stated
    return made


def _properties(summary: ScoreSummary) -> dict[str, Any]:
    return {
        "policy_version": summary.policy_version,
        "verdict": verdict(summary),
        "baseline": [excerpt(each) for each in beside_baseline(summary)],
    }
