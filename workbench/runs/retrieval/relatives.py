"""Passages about the successor or predecessor of a thing, and the role that the sources say it has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from workbench.runs.language.successors import (
    AskedRelative,
    RoleHolder,
    SoughtRelative,
    asked_relative,
    holders_in,
)
from workbench.runs.retrieval.explained import tables_of
from workbench.runs.retrieval.retrieve import RetrievalCandidate, Retriever

MOST_ROLES = 3
"""Roles of one thing that are searched for."""


def relatives_sought(
    retriever: Retriever, questions: Sequence[str]
) -> tuple[dict[str, SoughtRelative], dict[str, RetrievalCandidate]]:
    """Return the successors and predecessors that questions ask about, and passages by id that may tell."""
    sought: dict[str, SoughtRelative] = {}
    passages: dict[str, RetrievalCandidate] = {}
    for question in questions:
        asked = asked_relative(question)
        if asked is not None:
            found = _sought(retriever, asked, question)
            if found is not None:
                sought[question] = found[0]
                passages |= found[1]
    return sought, passages


def _sought(
    retriever: Retriever, asked: AskedRelative, question: str
) -> tuple[SoughtRelative, dict[str, RetrievalCandidate]] | None:
    """Return what one question is about, with passages about it; None if its thing is not known."""
    read = _beside(retriever, [asked.thing, question])
    holders = _holders(retriever, read)
    names = asked.names(holders)
    if not names:
        return None
    read |= _beside(retriever, names)
    holders = _holders(retriever, read)
    words = "successor replacement new" if asked.forward else "predecessor old former"
    roles = [" ".join(sorted(each.words)) for each in holders if each.name.casefold() == names[0].casefold()]
    read |= _beside(retriever, [f"{name} {words}" for name in names])
    read |= _beside(retriever, [f"{role} {words}" for role in roles[:MOST_ROLES]])
    told = SoughtRelative(asked.forward, names, tuple(holders), (), asked.surely)
    called = {name for each in read.values() for name in told.told_names(each.text)}
    if len(called) == 1:
        told = replace(told, called=tuple(called))
        read |= _beside(retriever, [*called])
    return told, {name: each for name, each in read.items() if each.text}


def _beside(retriever: Retriever, texts: Sequence[str]) -> dict[str, RetrievalCandidate]:
    return {each.chunk.chunk_id: each for text in texts for each in retriever.beside(text)}


def _holders(retriever: Retriever, read: dict[str, RetrievalCandidate]) -> list[RoleHolder]:
    told = [each for passage in read.values() for each in holders_in(passage.text)]
    return [*told, *holders_in("", tables_of(retriever, read.values()))]
