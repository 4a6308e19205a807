"""The part of a statement that has a source: what is left out, and what is never left out."""

from __future__ import annotations

from typing import Literal

import pytest

from gates.artifact import Item, ItemKind
from tests.strategies.test_repaired import repaired, source, summary
from workbench.strategies.shortening import MOST_PARTS, sourced_part


@pytest.mark.parametrize(
    ("text", "said", "kept"),
    [
        (
            "Kept the export button (the user had asked for it)",
            {"Kept the export button"},
            "Kept the export button",
        ),
        (
            "The importer reads zip files. The night crew likes it.",
            {"The importer reads zip files."},
            "The importer reads zip files.",
        ),
        (
            "The importer reads zip files. But the night crew does not like it.",
            {"The importer reads zip files."},
            None,
        ),
        (
            "Wipe the staging bucket (only after the backup is done)",
            {"Wipe the staging bucket"},
            None,
        ),
        (
            "Restart the service after the key was rotated, because the night crew said so at length",
            {"Restart the service after the key was rotated"},
            "Restart the service after the key was rotated",
        ),
        (
            "Restart the service, unless the night crew is on call at the moment",
            {"Restart the service"},
            None,
        ),
        ("Kept it (as was said)", {"Kept it"}, None),
    ],
)
def test_only_what_does_not_limit_the_rest_goes(text: str, said: set[str], kept: str | None) -> None:
    """Asides, sentences and reasons go; conditions, exceptions and reversals stay, or the whole goes."""
    assert sourced_part(text, said.__contains__) == kept


def test_a_list_is_left_to_a_person() -> None:
    """A statement of very many sentences is not cut to some of them."""
    many = [f"The importer reads kind number {n} of files." for n in range(MOST_PARTS + 1)]
    assert sourced_part(" ".join(many), {many[0]}.__contains__) is None
    assert sourced_part(" ".join(many[1:]), {many[1]}.__contains__) == many[1]


def test_a_repair_keeps_the_part_that_was_said_and_reports_the_whole() -> None:
    """The statement is listed as left out, with the part that is kept."""
    said = next(i.text for i in source().capture.items if i.kind == "decision" and len(i.text) > 30)
    stated = f"{said.rstrip('.')} (the night crew rebuilt the staging cluster on Friday)"
    made = repaired(summary(Item(kind=ItemKind.CLAIM, text=stated)))
    (left,) = (each for each in made.dropped if each.text == stated)
    assert left.kept == said.rstrip(".")
    assert left.kept in left.reason
    assert left.kept in {item.text for item in made.artifact.items}
    assert stated not in {item.text for item in made.artifact.items}


@pytest.mark.parametrize("kind", [ItemKind.OPEN_WORK, ItemKind.CONSTRAINT, ItemKind.CLAIM])
def test_what_the_summary_words_anew_is_reported_as_the_user_said_it(kind: ItemKind) -> None:
    """Word for word, linked and once: where the rule itself is kept, not as open work beside it.

    A mere claim is left out.
    """
    status: Literal["open"] | None = "open" if kind is ItemKind.OPEN_WORK else None
    anew = Item(kind=kind, text="Leave the invoices table frozen", status=status)
    made = repaired(summary(anew))
    (left,) = (each for each in made.dropped if each.text == anew.text)
    said = "never touch the invoices table"
    placed = [i for i in made.artifact.items if i.text == said]
    if kind is ItemKind.CLAIM:
        assert left.kept == ""
    else:
        assert left.kept == said
        assert [each.kind for each in placed] == [ItemKind.CONSTRAINT]
        assert [(each.speaker, each.links[0].quote) for each in placed] == [("user", said)]


def test_what_nobody_said_anything_near_of_is_left_out() -> None:
    """Two words in common are not the same thing."""
    far = Item(kind=ItemKind.OPEN_WORK, text="Invoices table stays frozen for auditors", status="open")
    (left,) = (each for each in repaired(summary(far)).dropped if each.text == far.text)
    assert left.kept == ""
