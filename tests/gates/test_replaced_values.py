"""The value that the chat replaced alters an item; the new one states it."""

from __future__ import annotations

from typing import Literal

import pytest

from gates.capture import CapturedItem, SupersededBy
from gates.language.similarity import statement
from gates.report import Retention
from gates.restatement import ArtifactStatement
from gates.retention.match import RETAINED, Match
from gates.retention.own_part import own_part
from gates.retention.replaced_values import as_replaced, choice_of
from gates.source import make_link


def item(text: str, ordinal: int, status: Literal["in_force", "superseded"] = "in_force") -> CapturedItem:
    """Return a captured decision that an event stated."""
    link = make_link("ses_1", ordinal, text, 0, len(text))
    return CapturedItem(
        item_id=f"cap_{ordinal}", kind="decision", text=text, status=status, origin="phrase", evidence=(link,)
    )


def verdict(old: str, new: str, stated: str) -> Retention:
    """Return the verdict on a new value beside one statement that no earlier rule matched."""
    older = [item(old, 0, "superseded")] if old else []
    unit = ArtifactStatement(statement(stated), None)
    return as_replaced(item(new, 4), Match(Retention.DROPPED, "no_match", 0.0), older, [unit]).verdict


REPLACED = [
    ("My rent limit is 900 EUR.", "Make that 950 EUR for the rent.", "Rent: 900 EUR", "Rent: 950 EUR"),
    ("The choir has 40 singers.", "Forget the 40, the choir has 44 singers.", "40 singers in the choir", ""),
    ("The exam is on 3 May.", "They moved the exam to 9 May.", "Exam: 3 May", ""),
    ("", "I take the night train instead of the night bus.", "Takes the night bus", "Takes the night train"),
    ("", "My tutor is Ms. Orr now, not Mr. Pell.", "Tutor: Mr. Pell", "Tutor: Ms. Orr"),
    (
        "",
        "On second thought, use Harvard style instead of MLA.",
        "Cite in MLA style",
        "Cite in Harvard style",
    ),
]


@pytest.mark.parametrize(("old", "new", "stale", "right"), REPLACED)
def test_a_replaced_value_alters_and_the_new_one_retains(old: str, new: str, stale: str, right: str) -> None:
    """Few words beside the value do not matter."""
    assert verdict(old, new, stale) is Retention.MUTATED
    assert not right or verdict(old, new, right) in RETAINED


@pytest.mark.parametrize(
    "stated",
    [
        "Rent: 950 EUR (it was 900 EUR before)",
        "Rent: formerly 900 EUR",
        "The car was 900 EUR",
        "The flat has 3 rooms",
    ],
)
def test_a_former_value_called_so_alters_nothing(stated: str) -> None:
    """Neither does another thing with the same figure."""
    old, new = "My rent limit is 900 EUR.", "Make that 950 EUR for the rent."
    assert verdict(old, new, stated) is not Retention.MUTATED


def test_a_plain_denial_is_no_choice() -> None:
    """`must not exceed` rejects no value for another."""
    assert choice_of("The fare must not exceed 30 EUR.") is None
    assert verdict("", "The fare must not exceed 30 EUR.", "The fare is close to 30 EUR") is Retention.DROPPED


def test_what_came_before_replaces_nothing() -> None:
    """Only a later item replaces an older one."""
    unit = ArtifactStatement(statement("Rent: 900 EUR"), None)
    lost = Match(Retention.DROPPED, "no_match", 0.0)
    late = item("My rent limit is 900 EUR.", 9, "superseded")
    assert as_replaced(item("The rent limit is 950 EUR.", 4), lost, [late], [unit]) is lost


def test_a_rule_is_stated_without_its_label() -> None:
    """`SAFETY RULE:` only calls it one."""
    assert own_part(item("SAFETY RULE: never paint the vault.", 0)) == "never paint the vault."
    assert own_part(item("Important: never paint the vault.", 0)) == "never paint the vault."
    assert own_part(item("Never paint the vault.", 0)) is None


def test_an_item_that_names_its_successor_needs_no_words_of_it() -> None:
    """Even in one message; another item of the same words does not replace it."""
    old, new = item("The stall costs 40 euros.", 2), item("Sorry, lower it to 35.", 2)
    by = SupersededBy(text=new.text, item_id=new.item_id)
    named = old.model_copy(update={"status": "superseded", "superseded_by": by, "item_id": "cap_old"})
    dropped = Match(Retention.DROPPED, "no_match", 0.0)

    def read(stated: str, of: CapturedItem = new) -> Retention:
        return as_replaced(of, dropped, [named], [ArtifactStatement(statement(stated), None)]).verdict

    assert read("Stall cost: 35 euros") in RETAINED
    assert read("Stall cost: 40 euros") is Retention.MUTATED
    assert read("Stall cost: 38 euros") is Retention.DROPPED
    assert read("Stall cost: 35 euros", item("The stall is 35 feet wide.", 4)) is Retention.DROPPED


def test_a_newer_value_with_a_condition_is_stated_with_it() -> None:
    """The value alone is less than was said."""
    old, new = item("The tent costs 40 euros.", 2), item("Lower it to 35 unless it rains.", 4)
    by = SupersededBy(text=new.text, item_id=new.item_id)
    named = old.model_copy(update={"status": "superseded", "superseded_by": by})
    dropped = Match(Retention.DROPPED, "no_match", 0.0)
    price = "The tent costs 35 euros"
    for stated, kept in ((f"{price} unless it rains", True), (price, False)):
        found = as_replaced(new, dropped, [named], [ArtifactStatement(statement(stated), None)])
        assert (found.verdict in RETAINED) is kept


def test_a_bare_number_has_the_unit_of_what_it_replaced() -> None:
    """`Make it 40` after twenty minutes is 40 minutes."""
    old, new = "Twenty minutes is short for the stew.", "Make it 40 for the stew."
    assert verdict(old, new, "The stew takes 40 minutes (twenty was too short).") in RETAINED
    assert verdict(old, new, "The stew takes 45 minutes.") not in RETAINED
