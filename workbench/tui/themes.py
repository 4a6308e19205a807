"""The app's own themes, beside those of the library. Everything else uses semantic colours only."""

from __future__ import annotations

from textual.theme import Theme

INK = Theme(
    name="workbench-dark",
    primary="#7aa2c9",
    secondary="#8a93a6",
    accent="#d7a65f",
    foreground="#c9ced6",
    background="#12151a",
    surface="#161a20",
    panel="#1d222a",
    success="#86b37b",
    warning="#d9a441",
    error="#d9705f",
    dark=True,
    variables={
        "border": "#3a4250",
        "border-blurred": "#363e4a",
        "footer-background": "#161a20",
        "block-cursor-background": "#28323f",
        "block-cursor-foreground": "#eef1f5",
        "block-cursor-text-style": "none",
        "input-selection-background": "#3d5a78",
        "scrollbar": "#2b313b",
        "scrollbar-hover": "#3a4250",
        "scrollbar-active": "#7aa2c9",
        "scrollbar-background": "#12151a",
        "scrollbar-background-hover": "#12151a",
        "scrollbar-background-active": "#12151a",
        "scrollbar-corner-color": "#12151a",
    },
)

PAPER = Theme(
    name="workbench-light",
    primary="#2f5f8f",
    secondary="#6a7280",
    accent="#95601a",
    foreground="#23282f",
    background="#f7f5f0",
    surface="#f2efe8",
    panel="#e9e5db",
    success="#3f7a3a",
    warning="#9a6700",
    error="#b23a2b",
    dark=False,
    variables={
        "border": "#b9b3a4",
        "border-blurred": "#d5d0c3",
        "footer-background": "#f2efe8",
        "block-cursor-background": "#dcd6c6",
        "block-cursor-foreground": "#14181d",
        "block-cursor-text-style": "none",
        "input-selection-background": "#b9cfe4",
        "scrollbar": "#cfc9ba",
        "scrollbar-hover": "#b9b3a4",
        "scrollbar-active": "#2f5f8f",
        "scrollbar-background": "#f7f5f0",
        "scrollbar-background-hover": "#f7f5f0",
        "scrollbar-background-active": "#f7f5f0",
        "scrollbar-corner-color": "#f7f5f0",
    },
)

THEMES = (INK, PAPER)
DEFAULT = INK.name
SIXTEEN = "ansi-dark"
"""The library's theme of terminal colours, chosen if the terminal has only 16."""
