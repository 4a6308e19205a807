"""Questions about a thing's successor or predecessor, which sources name, describe or only refer to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runs.answering.test_named_by_rank import asked

LIFTS = (
    "# Lifts\n\n| lift | seats | slope |\n| --- | --- | --- |\n| Old Greta | 2 | north slope |\n"
    "| Falcon | 4 | south slope |\n| Kite | 6 | summit |\n"
)
ORDER = (
    "# Minutes\n\n1. Order of the replacement for Old Greta: offers are due on 2 May 2026. The delivery date "
    "is 8 October 2027.\n2. The snow fence was mended.\n"
)
LETTER = "# Letter\n\nThe new north slope lift will have six seats. We expect it on 4 December 2027.\n"
OTHER = "# Letter\n\nThe new south slope lift will have six seats. We expect it on 4 December 2027.\n"
NOISE = "# Log\n\nOld Greta ran until 9 March 2026. A spare part for Old Greta will arrive on 3 April 2027.\n"
QUESTION = "When will the successor of Old Greta arrive?"


@pytest.mark.parametrize("question", [QUESTION, "When will the replacement of the smallest lift arrive?"])
def test_a_replacement_and_a_new_holder_of_the_role_disagree(tmp_path: Path, question: str) -> None:
    """Both are about one lift, whatever they call it; the lift that runs now is another."""
    made = asked(tmp_path, question, {"lifts.md": LIFTS, "m.md": ORDER, "l.md": LETTER, "log.md": NOISE})
    sides = [{each.location for each in (*c.side_a, *c.side_b)} for c in made.conflicts]
    assert sides == [{"m.md", "l.md"}]
    assert "8 October 2027" in made.answer
    assert "4 December 2027" in made.answer
    assert "3 April" not in made.answer


def test_successors_of_two_things_are_no_conflict(tmp_path: Path) -> None:
    """The letter is about another slope's lift."""
    made = asked(tmp_path, QUESTION, {"lifts.md": LIFTS, "m.md": ORDER, "l.md": OTHER, "log.md": NOISE})
    assert made.conflicts == ()
    assert {each.citations[0].location for each in made.claims} == {"m.md"}


def test_what_names_only_the_thing_is_no_answer(tmp_path: Path) -> None:
    """A date of the thing itself is none of its successor."""
    made = asked(tmp_path, QUESTION, {"lifts.md": LIFTS, "log.md": NOISE})
    assert not [each for each in made.claims if each.status == "verified"]


def test_what_has_come_is_not_the_one_expected(tmp_path: Path) -> None:
    """The new lift of the past is the one that the table has."""
    past = "# History\n\nThe new north slope lift was loud. It was delivered on 1 May 1987.\n"
    made = asked(tmp_path, QUESTION, {"lifts.md": LIFTS, "h.md": past, "m.md": ORDER})
    assert made.conflicts == ()
    assert "1987" not in made.answer


def test_two_names_of_a_successor_disagree(tmp_path: Path) -> None:
    """A name beside the new holder of a role is the successor's."""
    sources = {
        "desk.md": "# Desk\n\nOla Berg is our sports editor. Eva Lind is our film editor.\n",
        "a.md": "# Minutes\n\nOla Berg leaves in May. Ola Berg's successor is Rita Moor.\n",
        "b.md": "# Mail\n\nWelcome the new sports editor, Sven Holt. He likes chess.\n",
        "c.md": "# Party\n\nOla Berg and Finn Dahl sang. The new film editor, Kim Ray, danced.\n",
    }
    made = asked(tmp_path, "Who is the successor of Ola Berg?", sources)
    sides = [{each.location for each in (*c.side_a, *c.side_b)} for c in made.conflicts]
    assert sides == [{"a.md", "b.md"}]


def test_a_predecessor_is_the_former_holder_of_the_role(tmp_path: Path) -> None:
    """`The old` holder is the one before."""
    sources = {
        "desk.md": "# Desk\n\nThe Swift is our night train. The Lark is our day train.\n",
        "a.md": "# Memoir\n\nI slept well in the old night train. It was scrapped on 3 June 1996.\n",
        "b.md": "# News\n\nThe old day train was slow. It was scrapped on 5 July 1999.\n",
    }
    made = asked(tmp_path, "When was the predecessor of the Swift scrapped?", sources)
    assert "3 June 1996" in made.answer
    assert "1999" not in made.answer
    assert made.conflicts == ()
