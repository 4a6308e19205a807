"""A model's answers in a run, parsed by their schemas.

An answer of the wrong form is refused in plain words.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gates.validation import first_fault
from workbench.models.json_answers import object_in
from workbench.runs.records.events import MOST_TEXT
from workbench.runs.records.shapes import MOST_CLAIMS, MOST_CONFLICTS, MOST_SHORT, MOST_UNCERTAIN, Label

MOST_PROBLEM = 400
NO_OBJECT = "it holds no JSON object"
_EMPTY = re.compile(r"\{\s*\}")
"""An object without keys: its schema names the key that is missing."""


class Unfit(ValueError):
    """The answer is not JSON of the requested form."""


class _Answer(BaseModel):
    model_config = ConfigDict(frozen=True)


class LabelAnswer(_Answer):
    """The label of one passage."""

    passage: Annotated[int, Field(ge=1)]
    label: Label
    score: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class LabelsAnswer(_Answer):
    """The labels of one batch."""

    labels: tuple[LabelAnswer, ...]


class QuoteAnswer(_Answer):
    """Quoted words of a passage."""

    chunk_id: str
    quote: str


class ClaimAnswer(_Answer):
    """A claim with the words it rests on."""

    text: Annotated[str, Field(max_length=MOST_SHORT)]
    evidence: tuple[QuoteAnswer, ...]


class ConflictAnswer(_Answer):
    """Two sides that disagree."""

    side_a: tuple[QuoteAnswer, ...]
    side_b: tuple[QuoteAnswer, ...]


class SynthesisAnswer(_Answer):
    """An answer with its claims."""

    answer: Annotated[str, Field(max_length=MOST_TEXT)]
    claims: Annotated[tuple[ClaimAnswer, ...], Field(max_length=MOST_CLAIMS)]
    conflicts: Annotated[tuple[ConflictAnswer, ...], Field(max_length=MOST_CONFLICTS)]
    uncertainty: Annotated[
        tuple[Annotated[str, Field(max_length=MOST_SHORT)], ...], Field(max_length=MOST_UNCERTAIN)
    ]


M = TypeVar("M", bound=BaseModel)


def read_answer(text: str, shape: type[M]) -> M:
    """Parse an answer of a form.

    Raises:
        Unfit: the answer has another form; the message is for a person and for the model.
    """
    try:
        return shape.model_validate(object_of(text))
    except ValidationError as error:
        raise Unfit(first_fault(error, "the answer")[:MOST_PROBLEM]) from error


def object_of(text: str) -> dict[str, object]:
    """Return the JSON object in an answer. Raises Unfit if there is none."""
    found = object_in(text)
    if not found and not _EMPTY.search(text):
        raise Unfit(NO_OBJECT)
    return found


def labels_of(answer: LabelsAnswer, count: int) -> list[tuple[Literal["DIRECT", "CONTEXT", "NOT"], float]]:
    """Return label and score of each of `count` passages; NOT for one that is left out.

    Raises:
        Unfit: the answer names a passage that was not sent.
    """
    made: list[tuple[Literal["DIRECT", "CONTEXT", "NOT"], float]] = [("NOT", 0.0)] * count
    for each in answer.labels:
        if each.passage > count:
            raise Unfit(f"labels: there is no passage {each.passage}, the last one is {count}")
        made[each.passage - 1] = (each.label, round(each.score, 6))
    return made
