"""The complete glossary, gate rules included, also as Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.presentation.glossary.entry import GlossaryEntry, GlossarySection
from workbench.presentation.glossary.gates import GATES, MEASURES, RETENTION, STATES, VERDICTS
from workbench.presentation.glossary.screens import COLUMNS, MARKS
from workbench.presentation.glossary.terms import TERMS
from workbench.presentation.rules.all_rules import RULES

_BLOCKS = {"always": "hard", "sometimes": "hard or a warning", "never": "a warning"}


def rules() -> GlossarySection:
    """Return every gate rule: what it looks for, an example, what to do."""
    return GlossarySection(
        "Rules of the gates",
        tuple(
            GlossaryEntry(
                each.name,
                f"{each.gate}, {_BLOCKS[each.blocks]}: {each.looks_for}. "
                f"Example: {each.example}. {each.remedy}",
            )
            for each in RULES
        ),
    )


def glossary() -> tuple[GlossarySection, ...]:
    """Return every section, in page order."""
    return (TERMS, GATES, MEASURES, VERDICTS, RETENTION, STATES, MARKS, COLUMNS, rules())


def matching_entries(sections: Sequence[GlossarySection], words: str) -> tuple[GlossarySection, ...]:
    """Return the entries that contain `words`, ignoring case and treating `_` as a space."""
    wanted = words.casefold().replace("_", " ").strip()
    left = (
        GlossarySection(
            each.title,
            tuple(e for e in each.entries if wanted in f"{e.word} {e.meaning}".casefold().replace("_", " ")),
        )
        for each in sections
    )
    return tuple(each for each in left if each.entries)


def as_markdown(sections: Sequence[GlossarySection]) -> str:
    """Render the sections as Markdown tables under headings; the first section has no heading."""
    parts: list[str] = []
    for number, each in enumerate(sections):
        if number:
            parts += [f"## {each.title}", ""]
        parts += ["| term | meaning |", "| --- | --- |"]
        parts += [f"| {_cell(entry.word)} | {_cell(entry.meaning)} |" for entry in each.entries]
        parts.append("")
    return "\n".join(parts)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("[[", "&#91;[")
