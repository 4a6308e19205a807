"""Pairs for what is read of human messages and of the agent's own."""

from __future__ import annotations

from unittest.mock import patch

from gates.source import EventKind, SignalKind, SourceEvent
from tests.constants.holding import holds
from tests.constants.texts import cut_at, sized, worded
from tests.facts.session import Script
from workbench.facts import objective
from workbench.facts.answers.antecedents import read_message
from workbench.facts.answers.replies import ReplyFold
from workbench.facts.commitment import Commitment, CommitmentKind
from workbench.facts.directives import directed
from workbench.facts.directives import directives as of_messages
from workbench.facts.folding import EventFold
from workbench.facts.quoting import ShownEvents
from workbench.facts.sentences import sentence
from workbench.facts.sentences.courtesy import is_polite_remark
from workbench.facts.sentences.lasting import only_acknowledges
from workbench.facts.sentences.mood import DirectiveForce
from workbench.facts.sentences.one_off import is_one_off
from workbench.facts.sentences.prose import statements
from workbench.facts.sentences.reported import reported
from workbench.facts.sentences.stated import states_fact, states_outright
from workbench.facts.spans import EventWords
from workbench.facts.superseding import updatable
from workbench.facts.superseding.reversal import reverses
from workbench.facts.superseding.reversible import Reversible
from workbench.facts.superseding.updatable import Updatable

FACTS = "workbench.facts"


def folded(fold: EventFold, script: Script) -> list[Commitment]:
    """Return the commitments that a fold finds in a session."""
    for event in script.events:
        fold.take(event)
    found: list[Commitment] = fold.result()  # type: ignore[attr-defined]
    return found


def said(text: str, kind: EventKind = EventKind.ASSISTANT) -> SourceEvent:
    """One event."""
    return SourceEvent(0, kind, text, "n0", tokens=9)


@holds(f"{FACTS}.answers.antecedents:LEAST")
def a_proposal_says_something() -> None:
    """A sentence of 25 characters proposes, one of 24 does not."""
    for length, proposes in ((25, True), (24, False)):
        text = ("I suggest keeping " + "x" * 30)[: length - 1] + "."
        assert (read_message(said(text)).proposal is not None) is proposes


@holds(f"{FACTS}.sentences.reported:REMARKS")
def two_remarks_are_a_review() -> None:
    """One line of it is the user's own."""
    for lines, shown in ((2, True), (1, False)):
        message = "\n".join(["Nit: use a set in the loader."] * lines)
        assert bool(reported(message, statements(message))) is shown


@holds(f"{FACTS}.superseding.reversible:_PREFIX")
def of_the_four_rarest_words_two_are_shared() -> None:
    """What shares the third and the fourth is looked at, what shares the fourth and the fifth is not."""
    texts = ["Keep amber birch cedar delta ember flint.", "Keep cedar delta.", *["Keep ember flint."] * 3]
    near = Reversible(dict(enumerate(texts)))
    assert 0 in near.to("Actually keep cedar delta ember flint heath inlet.")
    assert 0 not in near.to("Actually keep delta ember heath inlet.")


@holds(f"{FACTS}.superseding.reversible:_SURE")
def two_words_name_what_ends() -> None:
    """They are looked up in pairs."""
    near = Reversible({0: "Always run the slow linter."})
    assert near.to("We no longer run the slow linter on the nightly branch.") == [0]


@holds(f"{FACTS}.superseding.updatable:REPLACED_AT", step=0.05)
def a_value_is_replaced_by_one_that_is_sure_enough() -> None:
    """At .47 it is superseded, at .43 it stays."""
    for score, replaced in ((0.47, 0), (0.43, None)):
        stated = Updatable({0: (EventWords(0, 0, 9), "The limit is 9.")})
        with patch.object(updatable, "updates", return_value=score):
            assert stated.by(EventWords(3, 0, 9), "The limit is 12.") == replaced


@holds(f"{FACTS}.superseding.updatable:MOST_NEAR")
def only_the_latest_with_a_word_are_compared() -> None:
    """Of 41 statements with a word, the first is compared no more; of 40 it is."""
    for many, found in ((39, 0), (40, None)):
        texts = ["The limit is 9.", *(f"The limit of store k{at}x stays." for at in range(many))]
        stated = Updatable({at: (EventWords(at, 0, 9), text) for at, text in enumerate(texts)})
        with patch.object(updatable, "updates", side_effect=lambda _, text: float(text == "The limit is 9.")):
            assert stated.by(EventWords(99, 0, 9), "The limit of store rooms is 12.") == found


def directives(message: str) -> list[of_messages.Directive]:
    """The directives of a message, read anew."""
    of_messages._remembered.cache_clear()
    return of_messages.directives(message)


@holds(f"{FACTS}.directives.directed:QUOTED_FROM")
def short_sentences_are_nobody_elses() -> None:
    """Thirty characters that the agent wrote are pasted, twenty-nine are not."""
    for length, pasted in ((30, True), (29, False)):
        text = sized(length).casefold()
        assert directed._is_pasted(text, [f"before {text} after"]) is pasted


@holds(f"{FACTS}.directives.directed:PASTED_FROM")
def what_a_hook_gave_is_known_up_to_a_length() -> None:
    """A sentence that ends at its 20,000th character is pasted, one that ends behind is not."""
    rule = "Never push the release branch by hand."
    for length, counted in ((20_000, 0), (20_001, 1)):
        script = Script()
        script.add(EventKind.META, "x" * (length - len(rule) - 1) + " " + rule)
        script.run("ls", "")
        script.user(rule)
        assert len(folded(directed.DirectiveFold(), script)) == counted


@holds(f"{FACTS}.directives.directed:REMEMBERED")
def what_the_agent_said_is_remembered_for_a_while() -> None:
    """The sentence of the 41st message back is pasted, that of the 42nd is not."""
    rule = "Never push the release branch by hand."
    for others, counted in ((40, 0), (41, 1)):
        script = Script()
        script.run("ls", "")
        script.agent(rule)
        for _ in range(others):
            script.agent("Next file.")
        script.user(rule)
        assert len(folded(directed.DirectiveFold(), script)) == counted


@holds(f"{FACTS}.directives.directives:MAX_DIRECTIVE")
def directives_are_cut() -> None:
    """A directive of 420 characters is stated in full."""
    cut_at(420, lambda text: directives(text)[0].text, "Never push a branch that ")


@holds(f"{FACTS}.directives.directives:MAX_PER_MESSAGE")
def a_message_holds_so_many_directives() -> None:
    """Sixty of sixty-one."""
    text = "\n".join(f"- Never use library{number}." for number in range(61))
    assert len(directives(text)) == 60


@holds(f"{FACTS}.directives.directives:OWN_WORDS")
def a_word_before_a_document_is_nothing_of_ones_own() -> None:
    """With one word before it, a document is pasted; with two it is not."""
    for lead, pasted in (("Look", True), ("Follow this", False)):
        text = f"{lead}\n\n# Rules\n\n# House\n\nNever use library9.\n"
        assert directives(text)[-1].pasted is pasted


@holds(f"{FACTS}.directives.directives:LONG_MESSAGE")
def a_long_message_is_a_document() -> None:
    """8,000 characters are a message, in which a request counts; 8,001 are not."""
    for length, count in ((8_000, 1), (8_001, 0)):
        text = "Rename the exporter to `outlet`. "
        assert len(directives(text + "x" * (length - len(text)))) == count


@holds(f"{FACTS}.objective:LIMIT")
def objectives_are_cut() -> None:
    """500 characters of the first message."""
    cut_at(500, lambda text: objective.objective_of([said(text, EventKind.USER)]))


@holds(f"{FACTS}.objective:_QUESTION_LINES")
def a_question_is_asked_in_the_last_lines() -> None:
    """Eleven options may follow it, twelve may not."""
    for options, asks in ((11, True), (12, False)):
        assert objective._asks("Which one?" + "\n- this one" * options) is asks


@holds(f"{FACTS}.objective:PARAGRAPH")
def a_paragraph_opens_something_new() -> None:
    """160 characters of one's own do, 159 do not."""
    for length, opens in ((160, True), (159, False)):
        assert objective._is_new(sized(length, "Make sure that the exporter ")) is opens


@holds(f"{FACTS}.objective:QUOTED")
def a_quoted_line_of_the_agent_is_long() -> None:
    """A message that begins with 40 of the agent's characters answers it, one with 39 does not."""
    for length, answers in ((40, True), (39, False)):
        line = sized(length, "The exporter keeps ")
        told = said(line, EventKind.ASSISTANT)
        human = SourceEvent(1, EventKind.USER, f"> {line}\nWhy?", "n1", tokens=9)
        assert objective._quotes(human, [told, human]) is answers


@holds(f"{FACTS}.objective:OWN", step=0.05)
def what_opens_is_mostly_of_ones_own() -> None:
    """With .82 of the words it does, with .78 it does not."""
    for share, opens in ((0.82, True), (0.78, False)):
        own = sized(400, "Make sure that the exporter ")
        code = "x" * round(400 / share - 400 - 9)
        assert objective._is_new(f"{own}\n```\n{code}\n```") is opens


@holds(f"{FACTS}.sentences.one_off:MOST_WORDS")
def a_deed_alone_is_short() -> None:
    """Fourteen words only name an action; fifteen also describe it."""
    assert is_one_off(worded(14, "run the tests"))
    assert not is_one_off(worded(15, "run the tests"))


@holds(f"{FACTS}.sentences.lasting:MOST_WORDS")
def a_promise_is_short() -> None:
    """Fourteen words only note a request; fifteen may answer it."""
    assert only_acknowledges(worded(14, "noted"), "Clip the hedge.")
    assert not only_acknowledges(worded(15, "noted"), "Clip the hedge.")


@holds(f"{FACTS}.sentences.lasting:_REPEATED", step=0.1)
def an_echo_repeats_most_of_a_request() -> None:
    """Three of five words do, one of two does not."""
    assert only_acknowledges("Sure, hedge clip low nettle thistle.", "Clip the hedge low.")
    assert not only_acknowledges("Sure, hedge nettle.", "Clip the hedge low.")


@holds(f"{FACTS}.sentences.prose:LONGEST_ASIDE")
def an_aside_of_a_human_is_part_of_its_sentence() -> None:
    """One of 200 characters is, one of 201 holds sentences of its own."""
    for length, count in ((200, 1), (201, 2)):
        inner = "It ends. " + "x" * (length - 9)
        assert len(statements(f"Keep it ({inner}) as it is")) == count


@holds(f"{FACTS}.sentences.prose:MAX_MESSAGE")
def a_message_is_read_up_to_a_length() -> None:
    """A sentence that ends at its 40,000th character is read whole."""
    rule = "Never push by hand"
    for length, whole in ((40_000, True), (40_001, False)):
        text = "x" * (length - len(rule) - 1) + "\n" + rule
        assert (statements(text)[-1].text == rule) is whole


@holds(f"{FACTS}.sentences.prose:MAX_STATEMENTS")
def a_message_has_so_many_statements() -> None:
    """400 of 401 lines."""
    assert len(statements("\n\n".join(["Keep it."] * 401))) == 400


@holds(f"{FACTS}.sentences.pasted:MOST_WRAPPED")
def a_record_goes_on_over_so_many_lines() -> None:
    """Thirty behind the first; the next one, where nothing closed it, is the human's own again."""
    for inner, count in ((30, 0), (31, 1)):
        lines = ['{"error": {"message":', *(f"the row {n} is kept" for n in range(inner))]
        assert len(statements("\n".join(lines))) == count


@holds(f"{FACTS}.quoting:SHORTEST")
def quotations_have_some_length() -> None:
    """Twelve characters are placed, eleven are not."""
    shown = ShownEvents([said("y" * 800)])
    assert shown.place("y" * 12, 0) is not None
    assert shown.place("y" * 11, 0) is None


@holds(f"{FACTS}.quoting:LONGEST")
def quotations_have_an_end() -> None:
    """600 characters are placed, 601 are not."""
    text = "y" * 800
    shown = ShownEvents([said(text)])
    assert shown.place(text[:600], 0) is not None
    assert shown.place(text[:601], 0) is None


@holds(f"{FACTS}.answers.replies:MAX_OPINIONS")
def a_message_weighs_so_much() -> None:
    """Twelve of thirteen wishes."""
    wishes = " ".join(
        f"The export{number} should stay where it is beside table{number}." for number in range(13)
    )
    script = Script()
    script.user(wishes.replace("should stay", "can stay"))
    assert len(folded(ReplyFold(), script)) == 12


@holds(f"{FACTS}.superseding.reversal:_MIN_STEMS")
def one_word_reverses_nothing() -> None:
    """Two stems that are negated do, one does not."""
    assert reverses("don't archive exports", "archive exports")
    assert not reverses("don't archive", "archive")


@holds(f"{FACTS}.sentences.sentence:MAX_BAN")
def a_ban_is_short() -> None:
    """A sentence of fourteen words bans, one of fifteen tells."""
    for count, bans in ((14, True), (15, False)):
        text = "no new dependencies, " + worded(count - 3, "the build")
        assert (sentence.classify(text) is DirectiveForce.RULE) is bans


@holds(f"{FACTS}.sentences.stated:FEWEST")
def a_fact_has_some_words() -> None:
    """Four state one, three do not."""
    assert states_fact("Alice owns billing now")
    assert not states_fact("Alice owns billing")


@holds(f"{FACTS}.sentences.courtesy:LONGEST_REMARK")
def a_polite_remark_is_short() -> None:
    """59 characters are one, 60 are not."""
    assert is_polite_remark(sized(59, "Thanks for the boxes "))
    assert not is_polite_remark(sized(60, "Thanks for the boxes "))


@holds(f"{FACTS}.sentences.stated:LONGEST")
def what_is_stated_has_an_end() -> None:
    """400 characters state a rule, 401 do not."""
    assert states_outright(sized(400, "From now on the exporter "))
    assert not states_outright(sized(401, "From now on the exporter "))


@holds(f"{FACTS}.plans.plans:MOST_FILES")
def so_many_changed_files_are_known() -> None:
    """The 4,000th file that changes closes its step, the 4,001st does not."""
    from workbench.facts.plans.plans import PlanFold

    steps = "## Step 1: Archive\nPut them into `cold.py` for good.\n\n## Step 2: Drop\nClear `hot.py` then."
    body = f"# Exports\n\n{steps}"
    for others, waiting in ((3_999, 1), (4_000, 2)):
        script = Script()
        script.plan(body, SignalKind.PLAN_APPROVED)
        for number in range(others):
            script.edit(f"src/f{number}.py", "a", "b")
        script.edit("src/cold.py", "a", "b")
        fold = PlanFold()
        for event in script.events:
            fold.take(event)
        assert sum(each.kind is CommitmentKind.OPEN_WORK for each in fold.decisions()) == waiting


@holds(f"{FACTS}.sentences.reported:MANY")
def a_whole_review_is_shown_and_a_wish_is_passed_on() -> None:
    """Three sentences of another person are only shown; two count as the user's rules."""
    for rules, shown in (("Never log. Always close. Never wait.", True), ("Never log. Always close.", False)):
        found = directives(f"Our reviewer said:\n{rules}")
        assert {each.pasted for each in found if each.force is DirectiveForce.RULE} == {shown}
