"""Lines of a human message that are no words of the human: traces, prompts, logs."""

from __future__ import annotations

import pytest

from workbench.facts.prose import statements


@pytest.mark.parametrize(
    ("line", "own"),
    [
        ("    at async load.tables (node:internal/loader:547:26)", False),
        ("    at new Shelf (/srv/app/shelf.ts:25:27)", False),
        ("    at file:///srv/app/shelf.ts:25:27", False),
        ("Error: no such shelf, open 'a.toml'", False),
        ("➜  app git:(main) npx tsx shelf.ts", False),
        ("at a new shelf (the third) it stops", True),
        ("Errors: they are all in the log", True),
    ],
)
def test_lines_of_a_trace_are_nobodys_words(line: str, own: bool) -> None:
    """A pasted trace directs nothing, whatever the frame is called; a sentence alike stays."""
    said = [each.text for each in statements(f"it fails now\n\n{line}")]
    assert (len(said) == 2) is own


def test_the_properties_of_an_error_belong_to_its_trace() -> None:
    """Up to the brace that closes them; what the human says behind it is the human's."""
    trace = "    at read (node:fs:44:2) {\n  errno: -2,\n  syscall: 'open',\n  path: '/srv/a.toml'\n}\n"
    said = [each.text for each in statements(f"it fails now\n\n{trace}keep the old loader")]
    assert said == ["it fails now", "keep the old loader"]
    cut = [each.text for each in statements(f"{trace.partition('path')[0]}\n\nkeep the old loader")]
    assert cut == ["keep the old loader"]
