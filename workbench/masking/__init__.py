"""Secrets: the forms that are looked for, rule by rule, and the masks put over them in what goes out."""

from workbench.masking.mask_text import (
    holds_cut_key,
    mask,
    mask_artifact,
    mask_event,
    mask_json,
    mask_then_cut,
    strings,
    without_cut_words,
)

__all__ = [
    "holds_cut_key",
    "mask",
    "mask_artifact",
    "mask_event",
    "mask_json",
    "mask_then_cut",
    "strings",
    "without_cut_words",
]
