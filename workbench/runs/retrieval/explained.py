"""Passages with what names their subject elsewhere: first lines of the source, and names explained by others.

A source that calls a thing by a nickname or a description (`the Old Lady`, `our oldest boat`) is found by
what another source explains that name to be.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from workbench.runs.language.descriptions import Description, described, descriptions
from workbench.runs.language.ranked_names import (
    RankPhrase,
    asked_ranks,
    explained_ranks,
    names_of,
    rank_phrases,
    with_names,
)
from workbench.runs.language.statements import RECORD, ROW, statements
from workbench.runs.language.table_extremes import (
    NamedTable,
    Row,
    ranked_in,
    ranked_rows,
    row_cells,
    tables_in,
)
from workbench.runs.language.terms import asked_stems, stems
from workbench.runs.ranking.questions import LIGHT
from workbench.runs.retrieval.retrieve import RetrievalCandidate, Retriever

OPENING = 300
"""Code points at the beginning of a source that may name its subject."""
MOST_NAMES = 4
"""Explained names that are searched for, for one question."""
MOST_AROUND = 12
"""Passages with the question's words that are read too."""
LEAST_SHARED = 2
"""Minimum words of a question in an explanation of a name, unless it has a name in common with it."""


RowSpan = tuple[RetrievalCandidate, int, int]
"""A row as a half-open span of a passage."""


def explained(
    retriever: Retriever, questions: Sequence[str], passages: Sequence[RetrievalCandidate]
) -> tuple[list[RetrievalCandidate], list[RetrievalCandidate]]:
    """Return the passages with their context, and further ones that only use an explained name.

    Args:
        retriever: finds passages.
        questions: what is asked.
        passages: found so far.
    """
    known = {each.chunk.chunk_id: each for each in passages}
    around = {each.chunk.chunk_id: each for text in questions for each in retriever.beside(text)}
    read = {**around, **known}.values()
    ranked = _ranked_by_tables(retriever, [*questions, *(each.text for each in read)], read)
    told = certain([*(each for candidate in read for each in descriptions(candidate.text)), *ranked])
    about = [(text, each) for text in questions for each in told if of_question(text, each)]
    names = list(dict.fromkeys(each for _, each in about))[:MOST_NAMES]
    further = dict(
        list({name: each for name, each in around.items() if name not in known}.items())[:MOST_AROUND]
    )
    for text, each in about:
        if each in names:
            for found in retriever.beside(f"{each.name} {text}"):
                if found.chunk.chunk_id not in known and each.used_in(found.text):
                    further[found.chunk.chunk_id] = found
    retriever.texts([each.chunk for each in (*passages, *further.values())])
    return (
        [_with_context(retriever, each, names) for each in passages],
        [_with_context(retriever, each, names) for each in further.values()],
    )


def _ranked_by_tables(
    retriever: Retriever, texts: Sequence[str], passages: Iterable[RetrievalCandidate]
) -> Iterator[Description]:
    """Yield what the tables of the passages' sources say that descriptions by rank in some texts mean."""
    tables = tables_of(retriever, passages)
    for phrase in (phrase for text in texts for phrase in rank_phrases(text)) if tables else ():
        yield from map(described, ranked_in(phrase, tables))


def tables_of(retriever: Retriever, passages: Iterable[RetrievalCandidate]) -> list[NamedTable]:
    """Return the tables of named things in the sources of passages that have a row or a record."""
    return [table for table in _all_tables(retriever, passages) if table.has_names]


def _all_tables(retriever: Retriever, passages: Iterable[RetrievalCandidate]) -> list[NamedTable]:
    chunks = {
        each.chunk.artifact_id: each.chunk
        for each in passages
        if any(map(ROW.match, each.text.splitlines())) or RECORD.search(each.text)
    }
    if not chunks:
        return []
    retriever.texts([*chunks.values()])
    return [table for name in chunks for table in tables_in(retriever.whole(name))]


def certain(told: Iterable[Description]) -> list[Description]:
    """Return descriptions without those by rank that two sources explain as two things."""
    every = list(told)
    ranked = [each.ranked for each in every if each.ranked is not None]
    return [each for each in every if each.ranked is None or len(names_of(each.ranked.phrase, ranked)) == 1]


def resolved(retriever: Retriever, questions: Sequence[str]) -> dict[str, str]:
    """Return questions that describe a thing by its rank, each with the question that names it.

    `How long is our oldest boat?` is also `How long is the Runa?`, if the sources say so of one thing only.
    """
    found = {}
    for question in questions:
        phrases = rank_phrases(question)
        passages = _about(retriever, phrases)
        told = [each for passage in passages for each in explained_ranks(passage.text)]
        tables = tables_of(retriever, passages)
        told += [each for phrase in phrases for each in ranked_in(phrase, tables)]
        named = with_names(question, told)
        if named:
            found[question] = named
    return found


def rows_by_rank(
    retriever: Retriever, questions: Sequence[str]
) -> tuple[dict[str, list[RowSpan]], dict[str, frozenset[Row]]]:
    """Return the rows that questions ask for by a rank, and the cells of the rows that a rank excludes.

    `Which plot is the biggest?` asks for one row of a table, which no words of the question find. `When does
    the first boat leave?` asks for none of the later boats.
    """
    found: dict[str, list[RowSpan]] = {}
    excluded = {}
    for question in questions:
        asked = asked_ranks(question)
        phrases = [*asked, *rank_phrases(question)]
        passages = _about(retriever, phrases)
        tables = _all_tables(retriever, passages)
        meant = [each for phrase in phrases for each in ranked_rows(phrase, tables)]
        best = {row for _, row in meant}
        excluded[question] = frozenset(row for table, _ in meant for row in table.rows) - best
        spans = [
            (each, start, end)
            for each in (passages if asked and best else ())
            for start, end in statements(each.text)
            if row_cells(each.text[start:end]) in best
        ]
        if spans:
            found[question] = spans
    return found, excluded


def _about(retriever: Retriever, phrases: Sequence[RankPhrase]) -> list[RetrievalCandidate]:
    sought = [f"{phrase.rank} {phrase.nouns[0]}" for phrase in phrases]
    return [*{each.chunk.chunk_id: each for text in sought for each in retriever.beside(text)}.values()]


def of_question(question: str, each: Description) -> bool:
    """Return whether a name is explained by what a question asks about, and is not in it already."""
    asked = frozenset(asked_stems(question)) - LIGHT
    if each.used_in(question):
        return False
    shared = asked & frozenset(stems(each.explained))
    capital = {stem for word in question.split()[1:] if word[:1].isupper() for stem in stems(word)}
    return len(shared) >= min(LEAST_SHARED, len(asked)) or bool(shared & capital)


def _with_context(
    retriever: Retriever, candidate: RetrievalCandidate, names: Sequence[Description]
) -> RetrievalCandidate:
    opening = retriever.opening(candidate.chunk.artifact_id, OPENING)
    told = (
        (used, each.explained)
        for each in names
        if each.explained not in candidate.text
        for used in (*each.used_in(candidate.text), *each.used_in(opening))
    )
    return replace(candidate, opening=opening, explained=tuple(dict.fromkeys(told)))
