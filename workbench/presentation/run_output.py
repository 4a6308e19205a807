"""The output of an agent run in readable parts: the answer or its absence, and the limits of both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from workbench.escaping import folded, one_line
from workbench.models.prices import CURRENCY, amount
from workbench.presentation.layout import paragraph
from workbench.presentation.spans import Line, StyledText
from workbench.runs.outputs.output_files import UNVERIFIED, parted, reason_of
from workbench.runs.records.shapes import NO_DIRECT_EVIDENCE

if TYPE_CHECKING:
    from workbench.runs.records.events import Spent
    from workbench.runs.records.shapes import Citation, ResearchClaim, ResearchConflict, ResearchOutput

NO_EVIDENCE = NO_DIRECT_EVIDENCE.partition(";")[0] + "."
"""The constraint as people read it: without the instruction to a model."""
UNREAD = "not read"
MOST_UNREAD = 3
"""Unread sources listed with their reason."""
BRIEF_LINES = 3
"""Lines shown of a statement whose full text is in another pane."""


class OutputEntry(NamedTuple):
    """One statement of a part."""

    lines: list[Line]
    place: int | None = None
    """Index of the claim, or of the conflict after all claims; None for anything else."""


class OutputPart(NamedTuple):
    """A heading with its entries."""

    title: str
    entries: list[OutputEntry]


def spent_words(spent: Spent, most_money: float, currency: str = CURRENCY) -> str:
    """Format what a run has spent: tokens, and money if its model has a price."""
    money = f", {amount(spent.money)} of {amount(most_money)} {currency}" if spent.money else ""
    return f"{spent.tokens:,} tokens{money}"


def answer_title(made: ResearchOutput) -> str:
    """Return the title of the passages: an answer if one is verified, else the nearest passages."""
    if any(claim.status == "verified" for claim in made.claims):
        return "answer"
    return "no answer; the nearest passages" if parted(made).answer else "no answer"


def output_parts(made: ResearchOutput, width: int, *, brief: bool = False) -> Iterator[OutputPart]:
    """Yield the parts in reading order; `brief` if places and full texts are shown elsewhere."""
    reported = parted(made)
    beside = len(reported.answer) + 1
    last = beside + len(reported.further)
    yield OutputPart(answer_title(made), list(_claims(made, reported.answer, 1, width, brief=brief)))
    if reported.further:
        yield OutputPart(
            "further passages", list(_claims(made, reported.further, beside, width, brief=brief))
        )
    if reported.unverified:
        stated = _claims(made, reported.unverified, last, width, is_stated=True, brief=brief)
        yield OutputPart(UNVERIFIED.casefold(), list(stated))
    if made.uncertainty:
        texts = [one_line(each.replace(NO_DIRECT_EVIDENCE, NO_EVIDENCE)) for each in made.uncertainty]
        lines = [paragraph(each, width, indent=2, style="warn") for each in texts]
        yield OutputPart("uncertain", [OutputEntry(each) for each in lines])
    if made.conflicts:
        count = len(made.claims)
        conflicts = [_conflict(each, width, brief=brief) for each in made.conflicts]
        yield OutputPart(
            "conflicts", [OutputEntry(each, count + number) for number, each in enumerate(conflicts)]
        )
    unread = unread_entries(made, width, MOST_UNREAD)
    missing = _missing(made)
    if missing > MOST_UNREAD:
        named = "the other pane names" if brief else "--json and the report name"
        more = StyledText(f"  and {missing - MOST_UNREAD:,} more, which {named}")
        unread.append(OutputEntry([(more,)]))
    if unread:
        yield OutputPart(UNREAD, unread)


def _missing(made: ResearchOutput) -> int:
    return sum(each.status != "read" for each in made.sources)


def unread_entries(made: ResearchOutput, width: int, most: int | None = None) -> list[OutputEntry]:
    """Return the unread sources with their reasons; nothing of them is in an answer."""
    found = []
    for each in [each for each in made.sources if each.status != "read"][:most]:
        named = "" if each.reason.startswith(each.location) else f"{one_line(each.location)}: "
        found.append(OutputEntry(paragraph(f"{named}{one_line(each.reason)}", width, indent=2)))
    return found


def _claims(
    made: ResearchOutput,
    claims: Sequence[ResearchClaim],
    first: int,
    width: int,
    *,
    is_stated: bool = False,
    brief: bool,
) -> Iterator[OutputEntry]:
    """Return the claims with their places.

    A model's unverified claims with the reason and the source's words.
    """
    places = {id(claim): place for place, claim in enumerate(made.claims)}
    for number, claim in enumerate(claims, first):
        mark = StyledText(f"[{number}] ", "good" if claim.status == "verified" else "warn")
        most = BRIEF_LINES if brief else None
        lines = paragraph(one_line(claim.text), width, indent=2, label=mark, most=most, ellipsis="\u2026")
        if is_stated and claim.reason:
            lines += paragraph(one_line(claim.reason), width, indent=6, style="warn")
        for each in () if brief else claim.citations:
            lines += paragraph(_cited(each) if is_stated else place_of(each), width, indent=6, style="dim")
        yield OutputEntry(lines, places[id(claim)])


def _conflict(conflict: ResearchConflict, width: int, *, brief: bool) -> list[Line]:
    lines = paragraph(f"{one_line(reason_of(conflict))}:", width, indent=2)
    for each in (*conflict.side_a, *conflict.side_b):
        most = BRIEF_LINES if brief else None
        lines += paragraph(each.stated, width, indent=4, most=most, ellipsis="\u2026")
        if not brief:
            lines += paragraph(place_of(each), width, indent=6, style="dim")
    return lines


def _cited(each: Citation) -> str:
    """Format the place of a citation, with its words unless the claim consists of them."""
    return f"beside \u201c{folded(each.quote)}\u201d, {place_of(each)}"


def place_of(each: Citation) -> str:
    """Format the place of a citation."""
    page = f", page {each.page}" if each.page is not None else ""
    return f"{one_line(each.location)}, line {each.line}{page}, characters {each.start} to {each.end}"


def common_folder(locations: Sequence[str]) -> str:
    """Return the folders common to all locations, up to the slash.

    Empty for addresses or if there are none.
    """
    folders = [each.split("/")[:-1] for each in locations]
    if not folders or any("://" in each for each in locations):
        return ""
    shared = list(folders[0])
    for each in folders[1:]:
        same = [one == other for one, other in zip(shared, each, strict=False)]
        shared = shared[: same.index(False) if False in same else len(same)]
    return "".join(f"{name}/" for name in shared)
