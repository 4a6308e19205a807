"""The list of planted sentences, out of `@@ plant` blocks: what the tests change to see verdicts turn."""

from __future__ import annotations

import json

from sample_sessions.builder.story import read_story


def planted() -> str:
    """The planted lines as a list of objects, as JSON text.

    A block reads `@@ plant FILE | gate=D rule=status_conflict section=4`; above `====` in its body stands
    the planted line, below it the healed one; where nothing stands below, the line is taken out.
    """
    rows = []
    for block in read_story("planted"):
        wrong, _, healed = block.body.partition("\n====")
        healed = healed.removeprefix("\n")
        if not healed:
            wrong += "\n"
        options = block.options
        rows.append(
            {
                "file": block.argument,
                "section": int(options["section"]),
                "planted": wrong,
                "healed": healed,
                "gate": options["gate"],
                "rule_hint": options["rule"],
            }
        )
    return json.dumps(rows, ensure_ascii=False, indent=1) + "\n"
