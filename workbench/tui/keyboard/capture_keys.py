"""The keys of the screen of captured decisions and open work."""

from __future__ import annotations

from workbench.tui.keyboard.keys import Key

CAPTURE_KEYS = (
    Key(
        "next-proposed",
        ("n",),
        "proposed(1)",
        "Go to the next proposed item",
        ("capture",),
        "Proposed",
        1,
        "proposed",
    ),
    Key(
        "previous-proposed",
        ("p", "N"),
        "proposed(-1)",
        "Go to the previous proposed item",
        ("capture",),
        "Proposed",
        1,
        "proposed",
    ),
    Key(
        "confirm-captured",
        ("c",),
        "confirm_item",
        "Count the proposed item, or one that was withdrawn, from now on",
        ("capture",),
        "Count",
        2,
    ),
    Key(
        "dismiss-captured",
        ("x",),
        "dismiss_item",
        "Dismiss the item: it need not be retained",
        ("capture",),
        "Dismiss",
        3,
    ),
    Key(
        "take-back",
        ("u",),
        "withdraw",
        "Withdraw that the item was dismissed, counted or added",
        ("capture",),
        "Withdraw",
        4,
    ),
    Key(
        "add-captured",
        ("a",),
        "add",
        "Add a decision or open work that the list misses",
        ("capture",),
        "Add",
        5,
    ),
    Key(
        "dismissed",
        ("f",),
        "show_left_out",
        "Show what was dismissed or withdrawn too, or not",
        ("capture",),
        "Dismissed",
        6,
    ),
)
"""The keys, in the order of the help."""
