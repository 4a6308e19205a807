"""Titles of sessions out of what their users first said."""

from __future__ import annotations

import pytest

from workbench.importers.titles import TITLE_LIMIT, title_in


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Fix the tests\nin all folders", "Fix the tests"),
        ("  \n\n Fix the tests", "Fix the tests"),
        ("<uploaded_files>\n/work/repo\n</uploaded_files>\nFix the tests", "Fix the tests"),
        ("<uploaded_files>\n/work/repo\n</uploaded_files>", "/work/repo"),
        ("/work/repo/cart.py\nit fails", "it fails"),
        ("@src/cart.py", "@src/cart.py"),
        (
            "# Files mentioned by the user:\n\n## a.png: /a.png\n\n## My request for Codex:\nput it on top",
            "put it on top",
        ),
        ("<task>\nFix the tests\n</task>", "Fix the tests"),
        ("<uploaded_files>", "<uploaded_files>"),
        ("https://github.com/ann/parser/issues/31\nFix that", "Fix that"),
        ("https://github.com/ann/parser/issues/31", "github.com/…/issues/31"),
        ("https://www.example.org/a/", "example.org/a"),
        ("see https://github.com/ann/parser/issues/31, please", "see github.com/…/issues/31, please"),
        ("```\n12\n```", "```"),
        ("", ""),
        ("x" * TITLE_LIMIT, "x" * TITLE_LIMIT),
        ("x" * (TITLE_LIMIT + 1), "x" * (TITLE_LIMIT - 1) + "…"),
        ("fix the parser " * 5 + "now and again", "fix the parser " * 5 + "now…"),
        ("x" * (TITLE_LIMIT - 1) + " and", "x" * (TITLE_LIMIT - 1) + "…"),
        ("x " + "y" * TITLE_LIMIT, "x " + "y" * (TITLE_LIMIT - 3) + "…"),
    ],
)
def test_a_title_is_the_first_line_that_names_something(text: str, title: str) -> None:
    """Tags, addresses and paths name nothing; without anything else they stand, addresses by their end."""
    assert title_in(text) == title
