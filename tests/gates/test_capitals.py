"""Names of every script with capitals are names: in claims, in chats, in faults put into statements."""

from __future__ import annotations

import pytest

from gates.faults.text_faults import Material, names_in, swap_entity_in
from gates.language.capitals import CAPITAL, SMALL, caseless_runs
from gates.search.proper_names import has_form_of, names_of
from gates.source import EventKind, SourceEvent
from tests.gates.build import index_of
from tests.gates.test_session_claims import claim, found

NAMES = ("Åsa", "Émile", "Ørsted", "Łukasz", "İpek", "Катя", "Ελένη", "Özil")


def test_classes_hold_the_letters_of_each_case_and_nothing_else() -> None:
    assert CAPITAL.startswith("[A-Z") and SMALL.startswith("[a-z")
    assert not set("aß1_中א") & set(CAPITAL)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_any_script_with_capitals_is_one_word(name: str) -> None:
    text = f"The release was approved by {name} on the way home."
    assert [each.word for each in names_of(text)] == [name]
    assert names_in(text) == (name,)


@pytest.mark.parametrize("name", NAMES)
def test_such_a_name_is_looked_for_in_the_session(name: str) -> None:
    said = f"Please let {name} approve the release."
    index = index_of((SourceEvent(0, EventKind.USER, said, "n0"),))
    assert all(has_form_of(each, index) for each in names_of(f"The release waits for {name} to approve."))
    other = names_of("The release waits for Žofie to approve.")
    assert other and not has_form_of(other[0], index)


def test_a_name_without_capitals_is_looked_for_in_a_text_with_them() -> None:
    index = index_of((SourceEvent(0, EventKind.USER, "田中さんに聞いてください", "n0"),))
    known, unknown = names_of("The release waits for 田中."), names_of("The release waits for 佐藤.")
    assert known and has_form_of(known[0], index)
    assert unknown and not has_form_of(unknown[0], index)
    assert not caseless_runs("リリースは田中さんを待っています OK")


def test_a_swapped_name_is_swapped_whole() -> None:
    source = "We asked Åsa first and then Émile about the lease."
    swapped = swap_entity_in("The lease was read by Åsa.", Material(source), "s")
    assert swapped == "The lease was read by Émile."


@pytest.mark.parametrize(("one", "other"), [("Bea", "Tom"), ("Åsa", "Émile"), ("Катя", "Олег")])
def test_a_doer_is_told_from_another_in_every_script(one: str, other: str) -> None:
    lines = (
        f"user: So {one} books the venue for the dinner, and {other} sends the invitations.",
        "assistant: All right.",
    )
    stated = claim(f"It was settled that {other} books the venue for the dinner.")
    assert ("warning", "owner_differs") in found(lines, stated)
