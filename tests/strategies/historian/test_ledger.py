"""What of replies and exchanges is a fact of the ledger, and whose words it is."""

from __future__ import annotations

import pytest

from gates.artifact import Item, ItemKind
from gates.source import EventKind, SourceEvent, make_link
from tests.facts.session import Script
from tests.strategies.historian.build import given
from tests.strategies.source import whole
from workbench.strategies.base import DraftRequest
from workbench.strategies.historian.draft import HistorianStrategy
from workbench.strategies.historian.extractive import ExtractiveHistory
from workbench.strategies.historian.ledger import as_line, stated_part
from workbench.strategies.historian.ledger_choice import retold
from workbench.strategies.historian.models import Turn
from workbench.strategies.historian.names import prose_name
from workbench.strategies.historian.rules import narrative_problems
from workbench.strategies.historian.sentences import spoken
from workbench.strategies.historian.summarize import summarize
from workbench.strategies.historian.told_turns import ledger_items
from workbench.strategies.historian.transcript import turns_of
from workbench.strategies.offered_choices import on_a_menu

MENU = """The plan is saved in plans/rota.md.

Would you like to:

1. Continue with the rota of the volunteers
2. Add another garden plan
"""
LIST = """What was done:

- Continue with the rota of the volunteers
"""


def said(text: str, kind: EventKind = EventKind.ASSISTANT, ordinal: int = 0) -> SourceEvent:
    return SourceEvent(ordinal, kind, text, f"e{ordinal}")


def item(event: SourceEvent, quote: str, kind: ItemKind = ItemKind.CLAIM) -> Item:
    start = event.text.index(quote)
    link = make_link("s", event.ordinal, event.text, start, start + len(quote))
    return Item(kind=kind, text=quote, links=(link,))


@pytest.mark.parametrize(
    ("reply", "kept"),
    [
        ("Got it, you are on board. What would you like to clarify about the recovery?", None),
        ("Let me check the env config first.", None),
        ("Great question! Want me to fix them now?", None),
        (
            "Confirmed. The state file is created by the second hook. Let me look at resume.",
            "The state file is created by the second hook.",
        ),
        (
            "The API does not log the upload error. Let me check the endpoint.",
            "The API does not log the upload error.",
        ),
        ("The tunnel works and the API answers.", "The tunnel works and the API answers."),
    ],
)
def test_of_a_short_reply_what_it_states_is_a_fact(reply: str, kept: str | None) -> None:
    """No question, offer, announcement or word of welcome."""
    event = said(reply)
    words = stated_part(event)
    assert (words.quote([event]) if words is not None else None) == kept


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            "- `orchard/fence-posts`\n\nIt has every post of the upper fence.",
            "`orchard/fence-posts`. It has every post of the upper fence.",
        ),
        (
            "Two beds are dug:\n- the herbs\n- the beans\nBoth were watered.",
            "Two beds are dug: the herbs; the beans. Both were watered.",
        ),
        ("The fence is mended.\n\nThe gate hangs again.", "The fence is mended. The gate hangs again."),
        ("The north gate\n\nIt hangs again.", "The north gate. It hangs again."),
        ("1. Dig the bed\n2. Water it", "1. Dig the bed; 2. Water it"),
        ("- Dig\n\n- Water", "Dig; Water"),
        ("- The bed of the\n  Herb garden is dug", "The bed of the Herb garden is dug"),
        ("The fence runs along\nthe lane and ends there.", "The fence runs along the lane and ends there."),
        ("4 - 2 posts are left", "4 - 2 posts are left"),
        ("", ""),
    ],
)
def test_entries_and_paragraphs_stay_apart_on_one_line(text: str, line: str) -> None:
    """A list mark goes, and what ended without a mark gets one; wrapped lines are one sentence."""
    assert as_line(text) == line


def test_the_ledger_keeps_an_entry_and_the_next_paragraph_apart() -> None:
    """The fact of a short reply reads as its reply does, and is no retelling of it."""
    script = Script()
    asked, said = (
        "Which branch has the posts of the fence?",
        "Its tests failed with the old hinges of the gate.",
    )
    script.user(asked)
    reply = f"- `orchard/fence-posts`\n\n{said}"
    script.agent(reply)
    source = whole(script)
    own = Turn(number=1, user_message=asked, assistant_message=reply)
    items = ledger_items(DraftRequest(source.range, source.events), turns_of(source.events, 0), [own])
    assert [each.text for each in items] == [f"`orchard/fence-posts`. {said}"]
    assert retold(items) == []


def test_a_choice_on_a_menu_is_no_fact() -> None:
    """The same line under another introduction is one."""
    offered, done = said(MENU), said(LIST)
    line = "Continue with the rota of the volunteers"
    assert on_a_menu([offered], item(offered, line))
    assert not on_a_menu([done], item(done, line))
    assert not on_a_menu([offered], item(offered, "The plan is saved in plans/rota.md."))
    asked = said(MENU, EventKind.USER)
    assert not on_a_menu([asked], item(asked, line))


def test_a_question_and_its_answer_are_distinguished() -> None:
    """The answer is in quotation marks, as the user's."""
    script = Script()
    script.user("Look through the plan of the orchard, please.")
    script.agent("Shall we ask the surveyor before we order the new fence?")
    script.user("Yes, but only the one from Aldham.")
    script.agent("The surveyor from Aldham comes on Monday.")
    for n in range(1, 6):
        script.user(f"Now list what grows in field {n}, please.")
        script.run(f"cat fields/{n}.toml", "apples = none\n" * 200)
        script.agent(f"Field {n} has apples and pears.")
    texts = [item.text for item in whole(script).draft(HistorianStrategy()).items]
    question = "Shall we ask the surveyor before we order the new fence?"
    assert f'{question} "Yes, but only the one from Aldham." (the user answered)' in texts
    assert not [text for text in texts if f"{question} Yes" in text]


def test_what_is_announced_is_no_proposal() -> None:
    """`Let me break it down` announces the reply itself."""
    reply = (
        "Yes, this matters. Let me break down the access to the garden sheds. " + "The rest is quiet. " * 25
    )
    assert "Proposed" not in ExtractiveHistory().summarize_response(reply)
    offer = "I can rename the garden sheds on Monday. " + "Nothing else changed. " * 25
    assert ExtractiveHistory().summarize_response(offer).startswith("Proposed to rename the garden sheds")


@pytest.mark.parametrize(
    ("said_of_it", "plain"),
    [
        ("Please address what CodeRabbit says.", True),
        ("CodeRabbit has three comments.", True),
        ("Call `CodeRabbit` first.", False),
        ("CodeRabbit() returns the list.", False),
        ("It is type CodeRabbit struct.", False),
        ("See review.CodeRabbit for it.", False),
        ("Nothing of it.", False),
    ],
)
def test_a_name_of_ordinary_prose_is_no_technical_detail(said_of_it: str, plain: bool) -> None:
    """The turns' spelling decides whether a name is ordinary prose, not the name's own form."""
    assert prose_name("CodeRabbit,", [said_of_it]) == plain
    turns = [Turn(number=1, user_message=said_of_it, assistant_message="All comments are addressed.")]
    problems = narrative_problems(turns, "", "The user wanted CodeRabbit heard. All comments are addressed.")
    assert ("no_technical_details: CodeRabbit" not in problems) == plain


def test_an_action_named_where_all_is_done_was_done() -> None:
    """`All done: the three fixes` after `want me to fix them?`; not where it is proposed again."""
    turns = [
        Turn(
            number=1, user_message="Look at the comments.", assistant_message="Want me to fix the comments?"
        ),
        Turn(number=2, user_message="Yes, all.", assistant_message="All done. Here are the three fixes."),
    ]
    narrative = "The user asked about the comments. The agent fixed the comments."
    assert not [p for p in narrative_problems(turns, "", narrative) if "'fix'" in p]
    turns.append(Turn(number=3, user_message="And?", assistant_message="I will fix the comments tomorrow."))
    assert [p for p in narrative_problems(turns, "", narrative) if "'fix'" in p]


def narrative(*turns: tuple[str, str]) -> str:
    given = [Turn(number=n, user_message=a, assistant_message=b) for n, (a, b) in enumerate(turns, 1)]
    return ExtractiveHistory().compress_turns(given, "")


def test_a_narrative_goes_from_a_request_and_no_remark() -> None:
    """A remark of the first turn tells no goal where a later one asks for something; a question is quoted."""
    made = narrative(
        ("they are both kind of related to the garden", "The sheds are listed."),
        ("we want to get rid of the old sheds", "I removed the old sheds."),
    )
    assert made.startswith("The user wanted to get rid of the old sheds.")
    assert "kind of related" not in made
    asked = narrative(
        ("are there problems with the water tanks?", "The tanks are full."), ("hm", "I cleaned the tanks.")
    )
    assert asked.startswith('The user asked "are there problems with the water tanks".')


def test_a_denial_at_the_beginning_of_a_report_stays() -> None:
    """`No sheds are left` does not become `sheds are left`; a word of agreement before a comma is cut."""
    assert spoken("No sheds are left in the garden.") == ["No sheds are left in the garden."]
    assert spoken("Good tools are rare in the garden.") == ["Good tools are rare in the garden."]
    made = narrative(("please count the old sheds", "No, three sheds are left in the garden."))
    assert "three sheds are left in the garden" in made


def test_the_turn_summary_of_a_short_reply_keeps_its_entries_apart() -> None:
    """Folded into one line they would read as one sentence."""
    made = summarize(given(final_response="I did both:\n- mended the pump\n- painted the fence"))
    assert made.summarize_output.turn_summary == "I did both: mended the pump; painted the fence"


@pytest.mark.parametrize(
    "reply", ["All green. Commit and push.", "Good - the diff has my repairs and older ones."]
)
def test_a_note_of_the_agent_to_itself_is_no_fact_of_the_ledger(reply: str) -> None:
    """What it will do next, or sees in an output, is over with its next step."""
    assert stated_part(said(reply)) is None
