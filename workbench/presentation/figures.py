"""Format numbers for a reader: thousands, percentages, token counts, counts with their nouns."""

from __future__ import annotations

from collections.abc import Sequence

from gates import measure_words
from gates.measure_words import cut

plural = measure_words.plural


def number(value: float | int | None) -> str:
    """Format a figure: thousands separated by commas, ratios with two to four digits, a dash for None."""
    if value is None:
        return "-"
    if isinstance(value, int) or value == int(value):
        return f"{int(value):,}"
    return f"{value:.4f}".rstrip("0") if abs(value) < 10 else f"{value:,.1f}"


def percent(value: float, beside: float | None = None) -> str:
    """Format a share as whole percents, rounded down; one digit more if it would look equal to `beside`."""
    digits = int(beside is not None and value != beside and cut(value * 100, 0) == cut(beside * 100, 0))
    return f"{cut(value * 100, digits)}%"


def gates_named(letters: Sequence[str]) -> str:
    """Name gates in a sentence: `gate B`, `gates B and C`, `gates B, C and D`."""
    first, last = ", ".join(letters[:-1]), letters[-1]
    return f"gates {first} and {last}" if first else f"gate {last}"


def sentences(message: str, hint: str = "") -> str:
    """Join an error and its hint as two sentences; a leading command, path or key is not capitalised."""
    return " ".join(
        each if each[-1] in ".?!…" else f"{each}." for each in map(_begun, (message, hint)) if each
    )


def _begun(text: str) -> str:
    first = text.split(" ", 1)[0].removesuffix(":")
    plain = len(first) > 1 and first.isalpha() and first.islower() and first != "workbench"
    return text[0].upper() + text[1:] if plain else text


def short(tokens: int) -> str:
    """Format a token count in at most five columns: 812, 9.4k, 153k, 1.2M."""
    if tokens < 1_000:
        return str(tokens)
    if tokens < 10_000:
        return f"{tokens / 1000:.1f}k"
    if tokens < 1_000_000:
        return f"{tokens / 1000:.0f}k"
    return f"{tokens / 1_000_000:.1f}M"


def counted_by(*provenances: str | None) -> str:
    """Name where a transcript's context counts come from; empty for no provenance. None means no count."""
    known = {each == "estimated" for each in provenances if each is not None}
    if known == {True}:
        return "estimated from the text"
    return (
        ("as the agent reported" + ("; about: estimated from the text" if True in known else ""))
        if known
        else ""
    )


def as_counted(stated: str, *provenances: str | None) -> str:
    """Add to counts in words whether the agent reported them or some are estimates."""
    by = counted_by(*provenances)
    return f"{stated}, {by}" if "estimated" in by else f"the agent reported {stated}"


def context_count(tokens: int | None, provenance: str | None, none: str = "-") -> str:
    """Format a transcript's context count, with `about` before an estimate."""
    return none if tokens is None else f"{'about ' if provenance == 'estimated' else ''}{tokens:,}"
