"""The critical rules of the historian's summaries are checked: each broken once, and what passes."""

from __future__ import annotations

import pytest
from hypothesis import given as any_of
from hypothesis import settings
from hypothesis import strategies as st

from tests.strategies.historian.build import LONG_DONE, LONG_PROPOSAL, UUID, Says, conversation, entity, given
from workbench.strategies.historian.extractive import ExtractiveHistory
from workbench.strategies.historian.models import Turn
from workbench.strategies.historian.rules import narrative_problems, response_problems
from workbench.strategies.historian.sentences import reported, requested
from workbench.strategies.historian.summarize import summarize
from workbench.strategies.lapses import Lapse


def broken(problems: tuple[str, ...]) -> set[str]:
    """The rules that are broken."""
    return {problem.partition(":")[0] for problem in problems}


@pytest.mark.parametrize(
    "text",
    [
        "I'll save the items.",
        "I will save the items when you say so.",
        "Shall I save the items?",
        "Would you like me to save the items?",
        "The items can be saved in a minute.",
        "Next step: save the items.",
        "I have not saved the items.",
        "Once the items are saved, tell me.",
        "The items still need to be saved.",
        "I'll save these:\n- Blue Jar\n- Red Jar",
    ],
)
@pytest.mark.parametrize("stated", ["Saved the items.", "The items were saved.", "I have saved the items."])
def test_a_proposal_reported_as_completed_fails(text: str, stated: str) -> None:
    """A proposal in any wording must not be reported as `saved`."""
    assert broken(response_problems(text, stated)) == {"proposal_not_completed"}


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("I'll save the items.", "Proposed to save the items."),
        ("I'll save the items.", "Offered to save the items for the user."),
        ("Done! I saved the items.", "Saved the items."),
        ("The items have been saved.", "Saved the items."),
        ("I've written the file and the tests pass.", "Wrote the file."),
        ("Done. All four jars stand on the shelf.", "Completed the shelf."),
        ("Here are three ways to do it.", "Listed three ways to do it."),
        ("Saved the jars. I'll label them tomorrow.", "Saved the jars and proposed to label them."),
        ("I'll save the list. Done, I saved it.", "Saved the list."),
        ("I saved the Jars. I'll update the README.", "Saved the Jars and proposed to update the README."),
        ("Saved Rye, and the baker's notes of order 1,234.", "The baker's notes of order 1234 were saved."),
        ("I saved Rye, Spelt and Plait.", "Saved 3 breads."),
    ],
)
def test_what_the_reply_says_may_be_reported(text: str, stated: str) -> None:
    """Proposals are reported as proposals, completed actions as completed, and statements as statements."""
    assert response_problems(text, stated) == ()


REPLY_OF_PDFS = (
    "Done. I replaced the PDF reports with the Ledger View page. PortalX pages don't show attached reports."
)


@pytest.mark.parametrize(
    "stated",
    [
        "Replaced the PDFs by the Ledger View page.",
        "Replaced the PDF reports by the Ledger View's page.",
        "Replaced the PDF reports by the Ledger View page, since PortalX does not show attached reports.",
        "Replaced the PDF reports because PortalX does not show them.",
    ],
)
def test_forms_of_a_name_and_names_beside_a_denial_may_be_reported(stated: str) -> None:
    """Several of an abbreviation, what belongs to a name, and whom a clause of its own denies something."""
    assert response_problems(REPLY_OF_PDFS, stated) == ()


@pytest.mark.parametrize(
    "stated",
    ["Replaced the DOCs by the Ledger View page.", "Replaced the PDF reports by the Legder View's page."],
)
def test_forms_of_another_name_are_none_of_it(stated: str) -> None:
    """A plural or a possessive is as strange as its name."""
    (problem,) = response_problems(REPLY_OF_PDFS, stated)
    assert problem.startswith("exact_names: ")


def test_a_name_reported_as_done_in_the_clause_of_a_denial_is_refused() -> None:
    """A text before a clause's negation is still a claim of completion."""
    text = "I saved the notes. I would create the Harbour List and not rename the Pier List."
    stated = "Saved the notes, created the Harbour List and did not rename the Pier List."
    assert "proposal_not_completed: 'Harbour List' is only proposed" in response_problems(text, stated)


def test_what_was_asked_to_be_tried_was_tried_once_anything_is_done() -> None:
    """To try claims no result; where nothing was done, it was not tried either."""
    wish, stated = "Can we try a larger font?", "The user wanted another look. A larger font was tried."
    done = Turn(number=1, user_message=wish, assistant_message="Done, it is larger now.")
    left = Turn(number=1, user_message=wish, assistant_message="I can try that tomorrow.")
    assert narrative_problems([done], "", stated) == ()
    assert any("'try'" in problem for problem in narrative_problems([left], "", stated))


def test_a_name_that_is_only_proposed_may_not_join_what_is_done() -> None:
    """`I saved A. I'll save B.` is not `Saved A and B`."""
    text = "I saved the Blue Jar. I'll save the Red Jar tomorrow."
    assert response_problems(text, "Saved the Blue Jar.") == ()
    assert broken(response_problems(text, "Saved the Blue Jar and the Red Jar.")) == {
        "proposal_not_completed"
    }


@pytest.mark.parametrize(
    "stated",
    [
        "Saved the Blue Kettle.",
        "Saved the blue items as Jars.",
        'Saved "the blue jars".',
        "Saved src/jars.py.",
        "Saved the blue jar under `Jars`.",
    ],
)
def test_an_entity_name_that_is_not_in_the_text_fails(stated: str) -> None:
    """Names are exact: another word, another case or another spelling is another name."""
    assert "exact_names" in broken(response_problems("I saved the Blue Jar in src/jar.py.", stated))


def test_a_name_in_another_case_is_refused_with_the_spelling_of_the_text() -> None:
    """So that whoever wrote it can correct it."""
    (problem,) = response_problems("I asked on mapleforge for a review.", "Asked MapleForge for a review.")
    assert problem == "exact_names: 'MapleForge' does not occur in the text, which writes 'mapleforge'"


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("I'll save the list. I saved the notes.", "Saved the list."),
        ("I saved nothing. I'll save the items tomorrow.", "Saved the items."),
        ("I saved the notes and I'll save the list.", "Saved the notes and the list."),
    ],
)
def test_an_action_on_one_thing_is_none_on_another(text: str, stated: str) -> None:
    """The verb was done, but what the summary names with it was only proposed."""
    assert broken(response_problems(text, stated)) == {"proposal_not_completed"}


@pytest.mark.parametrize(
    "stated",
    [
        "Walnut was saved.",
        "Fred has saved Rye.",
        "Saved 'walnut'.",
        "Saved order 1243.",
        "Saved Rye as option 2.",
        "Saved rye.",
        "Saved Rye with walnut.",
    ],
)
def test_an_invented_name_fails_wherever_and_however_it_stands(stated: str) -> None:
    """At a sentence's beginning, in any quotes, as a number, or as a known entity in lower case."""
    said = "I saved Rye, which is order 1234."
    assert broken(response_problems(said, stated, labels=("Rye", "walnut"))) == {"exact_names"}


def test_a_summary_of_a_reply_is_one_sentence() -> None:
    """Two sentences are refused, and so is an empty summary."""
    assert broken(response_problems("I saved it.", "Saved it. It is there.")) == {"one_sentence"}
    assert broken(response_problems("I saved it.", "")) == {"one_sentence"}


TURN = Turn(
    number=1,
    user_message="please put the jar on the shelf, its id is 5f3",
    assistant_message=f"I put the jar {UUID} on the shelf in src/shelf.py, commit 4fe21ab.",
)


@pytest.mark.parametrize(
    ("detail", "rule"),
    [
        (UUID, "no_ids"),
        (UUID.replace("-", ""), "no_ids"),
        ("itm_5b2c9d81", "no_ids"),
        ("4fe21ab", "no_ids"),
        ("5f3", "no_ids"),
        ("src/shelf.py", "no_technical_details"),
        ("`shelf`", "no_technical_details"),
        ("--force", "no_technical_details"),
        ("put_jar()", "no_technical_details"),
    ],
)
def test_a_narrative_with_an_id_or_a_technical_detail_fails(detail: str, rule: str) -> None:
    """UUIDs, hashes, prefixed ids, known entity ids, paths, code and options are no narrative."""
    stated = f"The user asked for the shelf. The agent put jar {detail} there."
    assert rule in broken(narrative_problems([TURN], "", stated, entity_ids=("5f3",)))


@pytest.mark.parametrize("sentences", [1, 4])
def test_a_narrative_is_two_or_three_sentences(sentences: int) -> None:
    """One is too few, four are too many."""
    assert broken(narrative_problems([TURN], "", " ".join(["The jar was put there."] * sentences))) == {
        "two_or_three_sentences"
    }
    for right in (2, 3):
        assert narrative_problems([TURN], "", " ".join(["The jar was put there."] * right)) == ()


def test_a_narrative_keeps_to_proposals_and_names_too() -> None:
    """Both rules of a reply's summary hold for the narrative of turns."""
    turn = Turn(number=1, user_message="what of the jars?", assistant_message="I'll save the Blue Jar.")
    assert broken(narrative_problems([turn], "", "The user asked. The agent saved them.")) == {
        "proposal_not_completed"
    }
    assert broken(narrative_problems([turn], "", "The user asked. The agent met Anna Berg.")) == {
        "exact_names"
    }
    wish = Turn(number=2, user_message="I want to plan Saturday.", assistant_message="I found 3 dishes.")
    assert narrative_problems([wish], "", "The agent found dishes for Saturday. It went on.") == ()
    assert narrative_problems([turn], "The user met Anna Berg.", "The user met Anna Berg. It went on.") == ()


def test_a_model_that_breaks_a_rule_twice_is_stood_in_for_offline() -> None:
    """The offline summary is used, and each answer's violation is recorded; a good answer records none."""
    for wanted, asked, model in (
        ("proposal_not_completed", given(final_response=LONG_PROPOSAL), Says(summary="Saved the items.")),
        (
            "no_ids",
            given(conversation=conversation(3)),
            Says(narrative=f"The user asked. It was {UUID}, he said."),
        ),
        (
            "exact_names: 'red jar'",
            given(final_response=LONG_DONE, turn_entities=(entity("red jar"),)),
            Says(summary="Saved the red jar."),
        ),
    ):
        lapses: list[Lapse] = []
        made = summarize(asked, model, lapses=lapses)
        assert made == summarize(asked)
        (lapse,) = lapses
        assert lapse.instead == "offline" and len(lapse.broken) == 2
        assert all(wanted in broken for broken in lapse.broken)
    fine: list[Lapse] = []
    made = summarize(given(final_response=LONG_DONE), Says(summary="Saved the items."), lapses=fine)
    assert made.conversation.recent_turns[-1].summary == "Saved the items."
    assert fine == []


_SAID = st.lists(
    st.sampled_from(
        [
            "I'll save the Blue Jar.",
            "Done! I saved the Red Jar in src/jars.py.",
            f"Its id is {UUID}.",
            "Shall I go on?",
            "Never throw out the Old Kettle, said Anna Berg.",
            "```\ncode = 1\n```",
            "- Blue Jar",
            "The tests pass now, 14 of 14.",
            "see https://example.org/a?b=c and `make test`",
            "# Plan",
        ]
    )
    | st.text(max_size=60),
    max_size=12,
)


@any_of(st.lists(st.tuples(_SAID, _SAID), min_size=1, max_size=4), st.booleans())
@settings(max_examples=60, deadline=None)
def test_what_the_extractive_summarizer_says_always_keeps_the_rules(
    said: list[tuple[list[str], list[str]]], again: bool
) -> None:
    """This holds for any text, also if a narrative continues an earlier one."""
    maker = ExtractiveHistory()
    turns = [
        Turn(number=n, user_message="\n".join(user), assistant_message="\n".join(agent))
        for n, (user, agent) in enumerate(said)
    ]
    for turn in turns:
        stated = maker.summarize_response(turn.assistant_message)
        assert stated == maker.summarize_response(turn.assistant_message)
        assert response_problems(turn.assistant_message, stated) == ()
    narrative = maker.compress_turns(turns, "")
    assert narrative_problems(turns, "", narrative) == ()
    if again:
        assert narrative_problems(turns, narrative, maker.compress_turns(turns, narrative)) == ()


def test_a_narrative_shifts_every_word_of_the_speaker_and_reports_no_guess() -> None:
    """`ourselves` becomes theirs too, a guess is no report, and what another one wrote is not the user's."""
    assert requested("We want to carry the books ourselves.", "The user") == (
        "The user wanted to carry the books themselves."
    )
    assert reported("Probably the feed was late because the clock of the host is slow.") is None
    turns = [
        Turn(
            number=1,
            user_message="Please set up the letter to our readers.",
            assistant_message="The letter is set up and has one column.",
        ),
        Turn(
            number=2,
            user_message="My aunt wrote me: We decided years ago to leave out adverts. Is that so?",
            assistant_message="You are free to print adverts in every issue of it.",
        ),
    ]
    assert "decided years ago" not in ExtractiveHistory().compress_turns(turns, "")
