"""Secrets: the rules that recognise them, and the masks that replace them in all output."""

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
