"""The answer of a model that keeps a history: its schema, and its summaries and narrative within limits."""

from __future__ import annotations

from typing import Any, NamedTuple

from workbench.models.base import ModelAnswer, Schema
from workbench.models.json_answers import object_in
from workbench.strategies.modelled.answered import ended_early, plain
from workbench.strategies.modelled.asking import WrongAnswer

MOST_SUMMARIES = 400

_SUMMARY = {
    "type": "object",
    "properties": {"turn": {"type": "integer"}, "summary": {"type": "string"}, "quote": {"type": "string"}},
    "required": ["turn", "summary", "quote"],
    "additionalProperties": False,
}
SCHEMA = Schema(
    "give_history",
    {
        "type": "object",
        "properties": {
            "summaries": {"type": "array", "items": _SUMMARY},
            "narrative": {"type": "string"},
        },
        "required": ["summaries", "narrative"],
        "additionalProperties": False,
    },
)


class NarrativeAnswer(NamedTuple):
    """One answer, within its limits."""

    summaries: dict[int, tuple[str, str]]
    """Summary and quotation by turn."""
    narrative: str


def stated_in(answer: ModelAnswer) -> NarrativeAnswer:
    """Return the summaries and the narrative in a model's answer.

    Raises:
        WrongAnswer: it has no such JSON.
    """
    body = object_in(answer.text, "summaries")
    entries, narrative = body.get("summaries"), body.get("narrative")
    if not isinstance(entries, list) or not isinstance(narrative, str):
        why = "it holds no JSON object with `summaries` and `narrative`"
        raise ended_early(answer) or WrongAnswer(why)
    found: dict[int, tuple[str, str]] = {}
    for entry in entries[:MOST_SUMMARIES]:
        if isinstance(entry, dict) and isinstance(entry.get("turn"), int):
            found.setdefault(entry["turn"], (plain(entry.get("summary")), _text(entry.get("quote"))))
    return NarrativeAnswer(found, plain(narrative))


def _text(value: Any) -> str:  # noqa: ANN401 - JSON of any shape
    return value if isinstance(value, str) else ""
