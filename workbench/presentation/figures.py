"""Figures for a reader: numbers, counts with their nouns, token counts."""

from __future__ import annotations

from gates.measure_words import cut


def number(value: float | int | None) -> str:
    """A figure: thousands separated by commas, ratios with two to four digits; a dash for none."""
    if value is None:
        return "-"
    if isinstance(value, int) or value == int(value):
        return f"{int(value):,}"
    return f"{value:.4f}".rstrip("0") if abs(value) < 10 else f"{value:,.1f}"


def percent(value: float, beside: float | None = None) -> str:
    """A share in whole percents, cut; with one more digit where they would not part it from `beside`."""
    digits = int(beside is not None and value != beside and cut(value * 100, 0) == cut(beside * 100, 0))
    return f"{cut(value * 100, digits)}%"


def plural(count: int, noun: str, many: str | None = None) -> str:
    """A count with its noun: `1 event`, `1,309 events`."""
    return f"{count:,} {noun if count == 1 else (many or noun + 's')}"


def sentences(message: str, hint: str = "") -> str:
    """What is wrong and what to do as two sentences; a command, a path or a key keeps its small letter."""
    first = hint.split(" ", 1)[0]
    if len(first) > 1 and first.isalpha() and first.islower() and first != "workbench":
        hint = hint[0].upper() + hint[1:]
    return " ".join(each if each[-1] in ".?!…" else f"{each}." for each in (message, hint) if each)


def short(tokens: int) -> str:
    """A count of tokens in at most five columns: 812, 9.4k, 153k, 1.2M."""
    if tokens < 1_000:
        return str(tokens)
    if tokens < 10_000:
        return f"{tokens / 1000:.1f}k"
    if tokens < 1_000_000:
        return f"{tokens / 1000:.0f}k"
    return f"{tokens / 1_000_000:.1f}M"


def counted_by(*provenances: str | None) -> str:
    """Where a transcript's counts of its context are from; empty where there is none. None: of no count."""
    known = {each == "estimated" for each in provenances if each is not None}
    if known == {True}:
        return "estimated from the text"
    return (
        ("as the agent reported" + ("; about: estimated from the text" if True in known else ""))
        if known
        else ""
    )


def as_counted(stated: str, *provenances: str | None) -> str:
    """Counts in words, with whose they are: the agent reported them, or some are estimates."""
    by = counted_by(*provenances)
    return f"{stated}, {by}" if "estimated" in by else f"the agent reported {stated}"


def context_count(tokens: int | None, provenance: str | None, none: str = "-") -> str:
    """A transcript's count of its context; `about` before an estimate that stands in for one."""
    return none if tokens is None else f"{'about ' if provenance == 'estimated' else ''}{tokens:,}"
