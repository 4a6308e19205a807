"""The form of a memory summary: headings and bullets, without anything that S4 section 9 forbids.

A summary is parsed by the same rules, so that it can be the only state. A summary that breaks them is
refused, whoever wrote it; one that is merely too long loses whole bullets, the least binding and oldest
first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from workbench.errors import Refused
from workbench.facts.sentences.mood import DirectiveForce
from workbench.facts.sentences.sentence import classify
from workbench.strategies.condensing import role_label, verbatim_run
from workbench.strategies.memory.state import ChatMessage, TokenCount


class Heading(StrEnum):
    """The headings of a memory (S4 section 9), in the order in which they are written."""

    FACTS = "Facts / Constraints"
    GOALS = "Goals / Preferences"
    DECISIONS = "Decisions Made"
    OPEN = "Open Items / Pending Commitments"
    ARTIFACTS = "Key Artifacts / References"


_FIRST_TO_GO = (Heading.ARTIFACTS, Heading.FACTS, Heading.GOALS, Heading.OPEN, Heading.DECISIONS)
_BINDING = _FIRST_TO_GO.index(Heading.OPEN)
"""Rank from which an entry is binding: open items, rules, decisions."""


@dataclass(frozen=True, slots=True)
class SummaryBullet:
    """One bullet."""

    heading: Heading
    text: str
    source_text: str = field(default="", compare=False)
    """The original words, with label and words of revision; empty if read from a summary."""


class SummaryRefused(Refused):
    """A summary breaks the content policy; the state is unchanged and no message was dropped."""

    code = "summary_refused"


def render(entries: Iterable[SummaryBullet]) -> str:
    """Return headings in their fixed order, each with its bullets in the given order.

    Empty without entries.
    """
    given = list(entries)
    blocks = []
    for heading in Heading:
        bullets = [f"- {entry.text}" for entry in given if entry.heading is heading]
        if bullets:
            blocks.append("\n".join([f"## {heading.value}", *bullets]))
    return "\n\n".join(blocks)


def parse(summary: str) -> list[SummaryBullet]:
    """Return the bullets of a summary, in order.

    Raises:
        SummaryRefused: a line is neither a known heading nor a bullet under one.
    """
    entries: list[SummaryBullet] = []
    heading: Heading | None = None
    for line in summary.splitlines():
        text = line.strip()
        if not text:
            continue
        if text.startswith("#"):
            heading = _heading(text.lstrip("#").strip())
        elif heading is not None and text[:2] in ("- ", "* ") and text[2:].strip():
            entries.append(SummaryBullet(heading, text[2:].strip()))
        else:
            raise SummaryRefused(
                f"a line of the summary is not a bullet under a heading: {text[:60]!r}",
                "a summary is headings and bullets, nothing else",
            )
    return entries


def _heading(name: str) -> Heading:
    for heading in Heading:
        if name.casefold() == heading.value.casefold():
            return heading
    raise SummaryRefused(
        f"the summary has a heading {name[:60]!r}",
        "the headings are: " + ", ".join(heading.value for heading in Heading),
    )


def check(summary: str, messages: Sequence[ChatMessage], most_tokens: int, count: TokenCount) -> str:
    """Return the summary, if it may replace the state after folding these messages.

    Raises:
        SummaryRefused: it is not headings and bullets, contains a role label or twelve consecutive words of a
            message, or takes more than `most_tokens`.
    """
    entries = parse(summary)
    for entry in entries:
        label = role_label(entry.text)
        if label is not None:
            raise SummaryRefused(
                f"the summary holds a role label: {label!r}", "state facts, not who said what"
            )
    runs = (verbatim_run(entry.text, message.text) for entry in entries for message in messages)
    run = next((each for each in runs if each is not None), None)
    if run is not None:
        raise SummaryRefused(f"the summary repeats a message word for word: {run!r}", "condense it")
    size = count(summary)
    if size > most_tokens:
        raise SummaryRefused(f"the summary takes {size:,} tokens, over {most_tokens:,}", "shorten it")
    return summary


def not_wiped(answer: str, before: str) -> str:
    """Return a model's answer, which may not drop the whole previous memory.

    Raises:
        SummaryRefused: it has no bullet although there was a memory, or a line that is no bullet.
    """
    if before and not parse(answer):
        raise SummaryRefused("the summary drops the whole previous memory", "keep what still applies")
    return answer


def bounded(
    entries: Sequence[SummaryBullet], most_tokens: int, count: TokenCount, *, wanted_tokens: int | None = None
) -> list[SummaryBullet]:
    """Return the entries whose summary fits: whole bullets go, references and facts first, oldest first.

    Down to `wanted_tokens` only entries without binding force are removed; down to `most_tokens` any entry.
    """
    kept = list(entries)
    wanted = most_tokens if wanted_tokens is None else min(wanted_tokens, most_tokens)
    order = sorted(range(len(kept)), key=lambda n: (weight(kept[n]), n))
    gone: set[int] = set()
    for position in order:
        size = count(render(entry for n, entry in enumerate(kept) if n not in gone))
        if size <= (most_tokens if weight(kept[position]) >= _BINDING else wanted):
            break
        gone.add(position)
    return [entry for n, entry in enumerate(kept) if n not in gone]


def weight(entry: SummaryBullet) -> int:
    """Return the weight of an entry: the lowest is removed first; a rule has the weight of open items."""
    if entry.heading is Heading.FACTS and classify(entry.text) is DirectiveForce.RULE:
        return _BINDING
    return _FIRST_TO_GO.index(entry.heading)
