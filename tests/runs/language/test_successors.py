"""Which thing's successor a question asks about, and who holds a role."""

from __future__ import annotations

import pytest

from workbench.runs.language.successors import RoleHolder, SoughtRelative, asked_relative, held_by, holders_in
from workbench.runs.language.terms import stems

HOLDERS = tuple(
    holders_in("Juniper is our mail server. Larch is our file server. Max Eck, the porter, is ill.")
)


@pytest.mark.parametrize(
    ("question", "forward", "names"),
    [
        ("When will the successor of Juniper go live?", True, ("Juniper",)),
        ("When will Juniper's replacement be switched on?", True, ("Juniper",)),
        ("When does what replaces Juniper start?", True, ("Juniper",)),
        ("When did the predecessor of Juniper fail?", False, ("Juniper",)),
        ("When will the new mail server go live?", True, ("Juniper",)),
        ("When will the new server go live?", True, ()),
        ("Who succeeded in mending the pump?", True, ()),
        ("Who replaced the Juniper disk yesterday?", True, ()),
        ("Who replaced Juniper's disk?", True, ()),
    ],
)
def test_the_thing_of_a_question(question: str, forward: bool, names: tuple[str, ...]) -> None:
    """A name, or the one holder of a role; a part of the thing is none."""
    found = asked_relative(question)
    assert found is not None
    assert (found.forward, found.names(HOLDERS)) == (forward, names)


def test_a_question_without_a_relation() -> None:
    """It asks about no successor."""
    assert asked_relative("When was Juniper bought?") is None


@pytest.mark.parametrize(
    ("text", "holder"),
    [
        ("mail server is fast", ("Juniper",)),
        ("file server, a grey one", ("Larch",)),
        ("porter has a dog", ("Max Eck",)),
        ("server is fast", ()),
        ("mail server rack is full", ()),
        ("mail server's rack", ()),
        ("print server is fast", ()),
    ],
)
def test_who_holds_a_role(text: str, holder: tuple[str, ...]) -> None:
    """Only if one thing does, and nothing more belongs to the words."""
    assert held_by(text, HOLDERS) == holder


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("The replacement of Juniper is here.", True),
        ("Cedar will replace Juniper.", True),
        ("Juniper will be replaced by Cedar.", True),
        ("The new mail server hums.", True),
        ("Juniper's successor hums.", True),
        ("The replacement of Juniper's fan is here.", False),
        ("The new file server hums.", False),
        ("Juniper hums.", False),
    ],
)
def test_mentions_of_a_successor(text: str, spoken: bool) -> None:
    """What names the thing alone does not mention its successor."""
    assert SoughtRelative(True, ("Juniper",), HOLDERS).mentioned(text) is spoken


def test_names_of_a_successor() -> None:
    """In a sentence with the thing's name, or beside the role."""
    sought = SoughtRelative(True, ("Juniper",), (RoleHolder("Juniper", frozenset(stems("mail server"))),))
    assert sought.told_names("The successor of Juniper is Cedar.") == ["Cedar"]
    assert sought.told_names("Greet the new mail server, Cedar.") == ["Cedar"]
    assert sought.told_names("The successor of Larch is Cedar.") == []
