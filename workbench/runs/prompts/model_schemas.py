"""The JSON schemas of a model's answers, in the form that services can enforce.

Services refuse the keywords for lengths and counts, so each limit of an answer is in the description of its
field.
"""

from __future__ import annotations

from typing import Any

from workbench.models.base import Schema
from workbench.runs.records.events import MOST_TEXT
from workbench.runs.records.shapes import (
    ACTIONS,
    MOST_ARTIFACTS,
    MOST_CLAIMS,
    MOST_CONFLICTS,
    MOST_LONG,
    MOST_PARTS,
    MOST_SHORT,
    MOST_UNCERTAIN,
)


def _object(**fields: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON schemas
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def _list(of: dict[str, Any], most: int | None = None) -> dict[str, Any]:
    limit = {"description": f"at most {most} entries"} if most is not None else {}
    return {"type": "array", "items": of, **limit}


def _text(most: int | None = None, *, empty: bool = False, also: str = "") -> dict[str, Any]:
    """Return the schema of a text; without `empty` it must not be blank."""
    limits = [] if empty else ["not empty"]
    limits += [f"at most {most:,} characters"] if most is not None else []
    stated = "; ".join([*limits, *([also] if also else [])])
    return {"type": "string", **({"description": stated} if stated else {})}


def _maybe(kind: str, when: str) -> dict[str, Any]:
    return {"type": [kind, "null"], "description": when}


INTENT = Schema(
    "intent",
    _object(
        stand_alone_query=_text(MOST_LONG),
        intent={"type": "string", "enum": ["find", "compare", "list", "explain", "decide"]},
        sub_queries=_list(_text(MOST_SHORT), MOST_PARTS),
        unclear=_text(MOST_SHORT, empty=True, also="empty where something can be looked for"),
    ),
)
PLAN = Schema(
    "plan",
    _object(
        action_type={"type": "string", "enum": list(ACTIONS)},
        rationale=_text(MOST_SHORT),
        tool_calls={
            **_list(
                _object(
                    name={"type": "string", "enum": ["search", "fetch_slice", "synthesize", "ask_human"]},
                    arguments=_object(
                        query=_maybe("string", f"of search: 1 to {MOST_LONG:,} characters; else null"),
                        chunk_id=_maybe("string", "of fetch_slice: an id that the evidence shows; else null"),
                        start=_maybe("integer", "of fetch_slice: from 0, or null for its beginning"),
                        end=_maybe("integer", "of fetch_slice: from 0, or null for its end"),
                        question=_maybe("string", f"of ask_human: 1 to {MOST_SHORT} characters; else null"),
                    ),
                )
            ),
            "description": "exactly one call, of the tool of the action; none for STOP",
        },
        expected_output_artifacts=_list(_text(MOST_SHORT), MOST_ARTIFACTS),
        stop_condition=_text(MOST_SHORT),
    ),
)
_QUOTES = _list(_object(chunk_id=_text(), quote=_text(also="words of that passage exactly as they stand")))
SYNTHESIS = Schema(
    "synthesis",
    _object(
        answer=_text(MOST_TEXT, empty=True),
        claims=_list(_object(text=_text(MOST_SHORT), evidence=_QUOTES), MOST_CLAIMS),
        conflicts=_list(_object(side_a=_QUOTES, side_b=_QUOTES), MOST_CONFLICTS),
        uncertainty=_list(_text(MOST_SHORT), MOST_UNCERTAIN),
    ),
)
LABELS = Schema(
    "labels",
    _object(
        labels=_list(
            _object(
                passage={"type": "integer", "description": "number of a passage, from 1"},
                label={"type": "string", "enum": ["DIRECT", "CONTEXT", "NOT"]},
                score={"type": "number", "description": "from 0 to 1"},
            )
        )
    ),
)
