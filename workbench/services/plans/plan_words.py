"""The words for a plan's figures, shared by commands and app; styles are names of meanings, not colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.models.prices import amount

if TYPE_CHECKING:
    from workbench.services.plans.plan import Beside, Estimate, Money

FIT_WORDS = {
    "within": ("within the cap", "good"),
    "over_with_mending": ("brief corrections", "warn"),
    "refused": ("over the cap", "bad"),
}
"""How a stage fits the cap, in words, and the style of the words."""

Styled = tuple[str, str]


def fit(each: Estimate) -> Styled:
    """Format how the worst stages of a strategy fit the cap, and their number: `brief corrections 4 of 7`."""
    words, style = worst_fit(each)
    return f"{words} {worst_count(each)}".rstrip(), style


def worst_fit(each: Estimate) -> Styled:
    """Format how the worst stages of a strategy fit the cap: `brief corrections`."""
    if not each.calls_model:
        return "calls no model", "dim"
    if not each.runs:
        return "too few turns", "dim"
    return FIT_WORDS[each.fit]


def worst_count(each: Estimate) -> str:
    """Format how many stages fit as badly as the worst, `4 of 7`; empty if all fit alike."""
    fits = each.fits
    if len(set(fits)) < 2:
        return ""
    return f"{fits.count(each.fit)} of {len(fits)}"


def checked(each: Estimate) -> str:
    """Format what is compared with the cap before the largest call is sent: `41,203 of 40,000`."""
    return f"{each.checked:,} of {each.cap:,}"


def planned(each: Beside) -> str:
    """Format the contract's planning range: `12k-40k a stage`."""
    envelope = each.envelope
    return f"{envelope.low // 1000}k-{envelope.high // 1000}k a {envelope.unit}"


def here(each: Beside) -> str:
    """Format the input of this range's stages, as one figure or from the smallest to the largest."""
    if each.least == each.largest:
        return f"{each.largest:,}"
    return f"{each.least:,}-{each.largest:,}"


def place(each: Beside) -> Styled:
    """Format where the stages' inputs lie relative to the planning range."""
    placed = [(each.below, "below"), (each.inside, "inside"), (each.above, "above")]
    counted = [(count, word) for count, word in placed if count]
    if not counted:
        return "none", "dim"
    style = "warn" if each.above else ""
    if len(counted) == 1:
        return counted[0][1], style
    return ", ".join(f"{count} {word}" for count, word in counted), style


def money(each: Money) -> str:
    """Format both amounts with their currency."""
    return f"{amount(each.least)}-{amount(each.most)} {each.currency}"
