"""The notes that a synthesis leaves in a run's snapshot, and the words of the passages that it quotes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.runs.records import events as kinds
from workbench.services.runs.run_ledger import StoreLedger
from workbench.strategies import Evidence, Note


def synthesis_notes(made: kinds.Synthesis, text: str, position: int, ledger: StoreLedger) -> Iterator[Note]:
    """Yield the notes of a synthesis, each quoting words of the session's event."""
    words_at = quoted_words(made, ledger)

    def evidence(quotes: Sequence[kinds.PassageQuote]) -> tuple[Evidence, ...]:
        found_words = (words_at.get(passage_place(quote), "") for quote in quotes)
        return tuple(Evidence(position=position, quote=w) for w in found_words if w.strip() and w in text)

    for claim in made.claims:
        found = evidence(claim.quotes)
        if found:
            yield Note(kind="claim", text=claim.text, evidence=found)
    for conflict in made.conflicts:
        first, second = evidence(conflict.side_a), evidence(conflict.side_b)
        if first and second:
            yield Note(kind="conflict", text=conflict.text, evidence=first, other_side=second)
    for each in made.uncertainty:
        addition = (Evidence(position=position, quote=each),) if each in text else ()
        yield Note(kind="open_question", text=each, evidence=addition)


def quoted_words(made: kinds.Synthesis, ledger: StoreLedger) -> dict[tuple[str, int, int], str]:
    """Return the words of every quotation of a synthesis, by place."""
    quotes = [quote for claim in made.claims for quote in claim.quotes]
    for conflict in made.conflicts:
        quotes += [*conflict.side_a, *conflict.side_b]
    return passage_words(quotes, ledger)


def passage_words(
    quotes: Sequence[kinds.PassageQuote], ledger: StoreLedger
) -> dict[tuple[str, int, int], str]:
    """Return the words of quotations whose passages exist, by place; reads the store once."""
    if not quotes:
        return {}
    with ledger.reading():
        chunks = ledger.chunks(list(dict.fromkeys(quote.chunk_id for quote in quotes)))
        artifacts = {name: chunk.artifact_id for name, chunk in chunks.items()}
        texts = ledger.texts(list(dict.fromkeys(artifacts.values())))
    there = [quote for quote in quotes if quote.chunk_id in artifacts]
    return {passage_place(q): texts[artifacts[q.chunk_id]][q.start : q.end] for q in there}


def passage_place(quote: kinds.PassageQuote) -> tuple[str, int, int]:
    """Return the key of a quotation: its passage with the start and end in code points."""
    return quote.chunk_id, quote.start, quote.end
