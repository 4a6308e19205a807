"""Pairs for questions and offers, and for what is answered to them."""

from __future__ import annotations

from tests.constants.facts_messages import FACTS, folded, said
from tests.constants.holding import holds
from tests.constants.texts import cut_at, sized, worded
from tests.facts.session import Script
from workbench.facts.answers import answers
from workbench.facts.answers.antecedents import read_message
from workbench.facts.answers.questions import asked, waiting_questions
from workbench.facts.answers.replies import ReplyFold
from workbench.facts.commitment import Commitment


@holds(f"{FACTS}.answers.answers:MAX_ANSWER")
def answers_are_cut() -> None:
    """An answer of 320 characters is stated in full."""

    def wording(text: str) -> str:
        script = Script()
        script.answer("Which export?", text)
        return folded(answers.AnswerFold(), script)[0].text

    cut_at(320, wording)


@holds(f"{FACTS}.answers.answers:LABEL_WORDS")
def labels_are_wording_with_their_question() -> None:
    """Eight words are a label, nine are not."""
    for count, begins in ((8, True), (9, False)):
        script = Script()
        script.answer("Which export?", worded(count, "the older one"))
        assert folded(answers.AnswerFold(), script)[0].text.startswith("Which export?") is begins


@holds(f"{FACTS}.answers.answers:REFUSES")
def a_refusal_is_said_by_its_beginning() -> None:
    """78 characters of the line before the reason."""
    script = Script()
    script.refuse("rm -rf build", "Keep the build folder.")
    event = script.events[-1]
    lead = sized(90)
    moved = len(lead) - event.text.index("\n")
    entry = event.signals[0].entries[0]
    shifted = entry._replace(start=entry.start + moved, end=entry.end + moved)
    signal = event.signals[0]._replace(entries=(shifted,))
    script.events[-1] = event._replace(text=lead + event.text[event.text.index("\n") :], signals=(signal,))
    place = folded(answers.RefusalFold(), script)[0].words[0]
    assert (place.start, place.end) == (0, 78)


@holds(f"{FACTS}.answers.answers:NEAR")
def a_question_is_looked_for_among_the_last_events() -> None:
    """Forty events before the answer it is found, forty-one before it is not."""
    for between, places in ((39, 2), (40, 1)):
        script = Script()
        script.run("ask", "")
        call = script.events[0]
        script.events[0] = call._replace(text="Which export?")
        script.events.pop()
        for _ in range(between):
            script.agent("Still waiting.")
        script.answer("Which export?", "the older one")
        last = script.events[-1]
        text = last.text.replace("Which export?", "It")
        moved = len(last.text) - len(text)
        entry = last.signals[0].entries[0]
        signal = last.signals[0]._replace(
            entries=(entry._replace(start=entry.start - moved, end=entry.end - moved),)
        )
        script.events[-1] = last._replace(text=text, tool=call.tool, signals=(signal,))
        assert len(folded(answers.AnswerFold(), script)[0].words) == places


@holds(f"{FACTS}.answers.antecedents:MAX_PART")
def questions_are_quoted_up_to_a_length() -> None:
    """240 characters of a question."""
    for length, quoted in ((240, 240), (241, None)):
        (place,) = read_message(said(sized(length - 1, "Shall it be that it ") + "?")).questions
        assert (place.end - place.start == length) is (quoted is not None)


@holds(f"{FACTS}.answers.antecedents:TAIL")
def questions_are_looked_for_at_the_end() -> None:
    """In the last 1,600 characters of a message of one paragraph."""
    for length, found in ((1_600, 1), (1_601, 0)):
        assert len(read_message(said(sized(length, "Shall we keep the older one? It "))).questions) == found


@holds(f"{FACTS}.answers.questions:MAX_QUESTION")
def waiting_questions_are_cut() -> None:
    """240 characters of one."""
    for length, whole in ((240, True), (241, False)):
        (place,) = asked(said(sized(length - 1, "Shall it be that it ") + "?"))
        assert (place.end - place.start == length) is whole


@holds(f"{FACTS}.answers.questions:MAX_QUESTIONS")
def the_last_questions_wait() -> None:
    """Four of five."""
    text = " ".join(f"Shall we keep export {number}?" for number in range(5))
    assert len(waiting_questions([said(text)], 0)) == 4


@holds(f"{FACTS}.answers.questions:_MIN")
def a_question_has_some_words() -> None:
    """Eight characters are a question, seven are not."""
    assert len(asked(said("Why not?"))) == 1
    assert asked(said("Why so?")) == []


def replied(offer: str, answer: str) -> list[Commitment]:
    """What an answer to the agent's message decides."""
    script = Script()
    script.agent(offer)
    script.user(answer)
    return folded(ReplyFold(), script)


@holds(f"{FACTS}.answers.replies:NAMES_ENOUGH")
def an_offer_says_what_it_offers() -> None:
    """By three stems, not by two."""
    assert replied("Want me to archive older exports?", "yes")[0].sure
    assert not replied("Want me to archive exports?", "yes")[0].sure


OPTIONS = "Which one?\n\nA. Archive the older exports\nB. Drop the older exports"


@holds(f"{FACTS}.answers.replies:BARE_CHOICE")
def a_choice_of_a_few_words_says_no_more() -> None:
    """Four words add nothing; five are stated."""
    assert not replied(OPTIONS, "A and that's it")[0].text.endswith("it")
    assert replied(OPTIONS, "A and that is it")[0].text.endswith("it")


@holds(f"{FACTS}.answers.replies:SHORT_ASSENT")
def an_assent_of_many_words_says_something_else() -> None:
    """Eight words take the offer, nine about something else are not sure to."""
    offer = "Want me to archive the older exports into cold storage?"
    assert replied(offer, "yes the weather was so very nice today")[0].sure
    assert not replied(offer, "yes the weather was so very nice again today")[0].sure


@holds(f"{FACTS}.answers.replies:MOST_ANSWERS")
def numbered_answers_are_so_many() -> None:
    """Thirty of thirty-one."""
    entries = "\n".join(f"{number}. Shall we keep export table{number}?" for number in range(1, 32))
    given = "\n".join(f"{number}. keep it" for number in range(1, 32))
    assert len(replied(entries, given)) == 30


@holds(f"{FACTS}.answers.replies:LONG_ANSWER")
def a_long_numbered_line_names_what_it_answers() -> None:
    """Eleven words need not, twelve must."""
    entries = "1. Archive the exports?\n2. Drop the ledger?"
    for count, answers_ in ((11, 2), (12, 0)):
        line = worded(count, "we went out to see")
        found = [each for each in replied(entries, f"1. {line}\n2. {line}") if each.context]
        assert len(found) == answers_
