"""The JSON schemas that a model's answers are held to, in the form that services can enforce."""

from __future__ import annotations

from typing import Any

from workbench.models.base import Schema
from workbench.runs.shapes import ACTIONS


def _object(**fields: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON schemas
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def _list(of: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": of}


_TEXT = {"type": "string"}
_MAYBE_TEXT = {"type": ["string", "null"]}
_MAYBE_NUMBER = {"type": ["integer", "null"]}

INTENT = Schema(
    "intent",
    _object(
        stand_alone_query=_TEXT,
        intent={"type": "string", "enum": ["find", "compare", "list", "explain", "decide"]},
        sub_queries=_list(_TEXT),
        unclear=_TEXT,
    ),
)
PLAN = Schema(
    "plan",
    _object(
        action_type={"type": "string", "enum": list(ACTIONS)},
        rationale=_TEXT,
        tool_calls=_list(
            _object(
                name={"type": "string", "enum": ["search", "fetch_slice", "synthesize", "ask_human"]},
                arguments=_object(
                    query=_MAYBE_TEXT,
                    chunk_id=_MAYBE_TEXT,
                    start=_MAYBE_NUMBER,
                    end=_MAYBE_NUMBER,
                    question=_MAYBE_TEXT,
                ),
            )
        ),
        expected_output_artifacts=_list(_TEXT),
        stop_condition=_TEXT,
    ),
)
_QUOTES = _list(_object(chunk_id=_TEXT, quote=_TEXT))
SYNTHESIS = Schema(
    "synthesis",
    _object(
        answer=_TEXT,
        claims=_list(_object(text=_TEXT, evidence=_QUOTES)),
        conflicts=_list(_object(text=_TEXT, side_a=_QUOTES, side_b=_QUOTES)),
        uncertainty=_list(_TEXT),
    ),
)
LABELS = Schema(
    "labels",
    _object(
        labels=_list(
            _object(
                passage={"type": "integer"},
                label={"type": "string", "enum": ["DIRECT", "CONTEXT", "NOT"]},
                score={"type": "number"},
            )
        )
    ),
)
