"""Pairs for the agent's own statements that may bind, and how they are ranked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from unittest.mock import patch

from gates.source import EventKind, SourceEvent, ToolAction, ToolFact
from tests.constants.facts_messages import FACTS, said
from tests.constants.holding import PAIRS, holds
from tests.constants.texts import cut_at, sized
from tests.facts.session import Script
from workbench.facts.commitment import Basis, Commitment, CommitmentKind
from workbench.facts.proposals import acted_on, ranking
from workbench.facts.proposals import cues as proposal_cues
from workbench.facts.proposals.cues import cues
from workbench.facts.proposals.fold import CandidateFold
from workbench.facts.proposals.outlook import ACTIONS, Outlook
from workbench.facts.proposals.passages import passages
from workbench.facts.proposals.ranking import RankedStatement, StatementRanking
from workbench.facts.reading import FactsReading
from workbench.facts.spans import EventWords

PROPOSALS = f"{FACTS}.proposals"


@holds(f"{PROPOSALS}.candidate:MAX_TEXT")
def candidates_are_cut() -> None:
    """400 characters of one."""
    cut_at(400, lambda text: passages(text)[0].text)


@holds(f"{PROPOSALS}.cues:_MOST_NAMES")
def names_are_counted_up_to_some() -> None:
    """Four names count, a fifth adds nothing."""
    names = [f"part{number}.gate" for number in range(5)]
    proposal_cues._cues.cache_clear()
    assert "names:4" in cues(" ".join(names[:4]))
    assert "names:4" in cues(" ".join(names))


@holds(f"{PROPOSALS}.fold:MOST")
def so_many_candidates_are_kept() -> None:
    """4,000 of 4,010; the oldest go."""
    fold = CandidateFold()
    message = "\n\n".join(
        f"- The exporter{number} keeps every ledger of the archive." for number in range(401)
    )
    for number in range(11):
        fold.take(SourceEvent(number, EventKind.ASSISTANT, message, f"n{number}", tokens=9))
    assert len(fold.candidates) == 4_000


@holds(f"{PROPOSALS}.fold:MOST_STEPS")
def so_many_steps_are_kept() -> None:
    """20,000 of 20,001; the oldest go."""
    fold = CandidateFold()
    for number in range(20_001):
        tool = ToolFact("Read", f"c{number}", ToolAction.READ, "a.py")
        fold.take(SourceEvent(number, EventKind.TOOL_CALL, "Read", f"n{number}", tokens=1, tool=tool))
    assert len(fold.steps) == 20_000


@holds(f"{PROPOSALS}.fold:LEAST")
def a_candidate_has_some_length() -> None:
    """Twelve characters are one, eleven are not."""
    for text, count in (("Keep tables.", 1), ("Keep table.", 0)):
        fold = CandidateFold()
        fold.take(said(text))
        assert len(fold.candidates) == count


def _length_case(place: int, edge: int) -> None:
    @holds(f"{PROPOSALS}.cues:_LENGTHS", part=place)
    def lengths_are_stated_by_steps() -> None:
        proposal_cues._cues.cache_clear()
        assert f"length:{place}" in cues("x" * (edge - 1))
        assert f"length:{place + 1}" in cues("x" * edge)

    assert PAIRS[-1].case is lengths_are_stated_by_steps


for _place, _edge in enumerate((30, 50, 75, 100, 140, 190, 260, 340)):
    _length_case(_place, _edge)


def _ahead(events: int = 0, turns: int = 0) -> dict[str, float]:
    """Return the model's features of a statement followed by this many events and turns."""
    fold = CandidateFold()
    fold.take(said("The exporter keeps every ledger."))
    candidate = fold.candidates[0]
    for number in range(1, turns + 1):
        fold.take(SourceEvent(number, EventKind.USER, "Go on.", f"n{number}", tokens=1))
    fold.last = max(fold.last, events)
    return Outlook(fold, 0).dynamic(candidate)


def _near_case(place: int, edge: int) -> None:
    @holds(f"{PROPOSALS}.outlook:_NEAR", part=place)
    def events_left_are_stated_by_steps() -> None:
        assert f"events_left:{place}" in _ahead(events=edge - 1)
        assert f"events_left:{place + 1}" in _ahead(events=edge)

    assert PAIRS[-1].case is events_left_are_stated_by_steps


for _place, _edge in enumerate((1, 3, 8, 20, 60, 150, 400)):
    _near_case(_place, _edge)


def _turn_case(place: int, edge: int) -> None:
    @holds(f"{PROPOSALS}.outlook:_TURNS", part=place)
    def turns_left_are_stated_by_steps() -> None:
        assert f"turns_left:{place}" in _ahead(turns=edge - 1)
        assert f"turns_left:{place + 1}" in _ahead(turns=edge)

    assert PAIRS[-1].case is turns_left_are_stated_by_steps


for _place, _edge in enumerate((1, 2, 3, 5, 9, 16, 30)):
    _turn_case(_place, _edge)


@holds(f"{PROPOSALS}.passages:MAX_READ")
def a_text_is_read_up_to_a_length() -> None:
    """A line that ends at its 60,000th character is read whole."""
    for length, last in ((60_000, "Keep it"), (60_001, "Keep i")):
        assert passages("x" * (length - 9) + ".\nKeep it")[-1].text == last


@holds(f"{PROPOSALS}.passages:MAX_PASSAGES")
def a_text_has_so_many_passages() -> None:
    """400 of 401 paragraphs."""
    assert len(passages("\n\n".join(f"Keep table{number}." for number in range(401)))) == 400


@holds(f"{PROPOSALS}.passages:PAIR")
def two_short_sentences_are_stated_together() -> None:
    """Up to 240 characters."""
    for length, count in ((240, 1), (241, 2)):
        first = "Keep the older one. "
        assert len(passages(first + sized(length - len(first), "The exporter "))) == count


@holds(f"{PROPOSALS}.passages:LEAST_WRAPPED")
def a_long_line_goes_on_in_small_letters() -> None:
    """From 45 characters on."""
    for length, count in ((44, 2), (45, 1)):
        assert len(passages(sized(length, "The exporter ") + "\nkeeps it")) == count


@holds(f"{PROPOSALS}.passages:LEAST_WRAPPED_NAME")
def a_longer_line_goes_on_with_a_capital() -> None:
    """From 60 characters on."""
    for length, count in ((59, 2), (60, 1)):
        assert len(passages(sized(length, "The exporter ") + "\nParquet keeps it")) == count


def judged(
    likelihood: float,
    *,
    known: bool,
    basis: Basis = Basis.STATED,
    sure: bool = False,
    carried_out: bool = False,
) -> RankedStatement:
    """Return a human's statement with the likelihood that the model gives it."""
    place = (EventWords(0, 0, 30),)
    text = "Archive the older exports into the cold storage."
    made = Commitment(
        CommitmentKind.DECISION,
        basis,
        text,
        "in_force",
        place,
        (0,),
        sure=sure,
        likelihood=likelihood,
        carried_out=carried_out,
    )
    return RankedStatement(made, frozenset(), 0, "human", known)


@holds(f"{PROPOSALS}.ranking:CARRIED_OUT_FROM", step=0.05)
def what_was_carried_out_counts_from_a_higher_likelihood() -> None:
    """At .52 it does, at .48 it does not."""
    for likelihood, counts in ((0.52, True), (0.48, False)):
        found = judged(likelihood, known=True, basis=Basis.REQUEST, sure=True, carried_out=True)
        assert ranking._counts(found) is counts


@holds(f"{PROPOSALS}.outlook:MAX_ASSENT")
def a_short_assent_lets_the_agent_go_on() -> None:
    """A message of 40 characters is one, of 41 none."""
    for length, done in ((40, True), (41, False)):
        script = Script()
        script.user("Sort the parcels by weight.")
        script.agent("I would sort them in the importer.")
        script.user(sized(length, "yes "))
        script.edit("src/importer.py", "a", "b")
        script.agent("They are sorted.")
        script.user("Now the labels.")
        outlook = Outlook(FactsReading().through(script.events).settled().candidates, 0)
        assert outlook.is_carried_out(0, ACTIONS) is done


@holds(f"{PROPOSALS}.ranking:KEEP_FROM", step=0.05)
def what_is_sure_counts_from_some_likelihood() -> None:
    """At .47 it does, at .43 it does not."""
    assert ranking._counts(judged(0.47, known=True, basis=Basis.REQUEST, sure=True))
    assert not ranking._counts(judged(0.43, known=True, basis=Basis.REQUEST, sure=True))


@holds(f"{PROPOSALS}.ranking:COUNT_FROM", step=0.05)
def what_is_not_sure_counts_from_some_likelihood() -> None:
    """At .47 it does, at .43 it does not."""
    assert ranking._counts(judged(0.47, known=True))
    assert not ranking._counts(judged(0.43, known=True))


@holds(f"{PROPOSALS}.ranking:COUNT_ALONE_FROM", step=0.05)
def what_no_rule_reads_counts_from_some_likelihood() -> None:
    """At .57 it does, at .53 it does not; a sentence of a pasted document never does."""
    assert ranking._counts(judged(0.57, known=False))
    assert not ranking._counts(replace(judged(0.9, known=False), shown=True))
    assert not ranking._counts(judged(0.53, known=False))


def proposal(text: str, likelihood: float, tokens: str) -> RankedStatement:
    """A statement with the words that it is compared by."""
    place = (EventWords(0, 0, 30),)
    made = Commitment(
        CommitmentKind.DECISION,
        Basis.STATED,
        text,
        "in_force",
        place,
        (0,),
        sure=False,
        likelihood=likelihood,
    )
    return RankedStatement(made, frozenset(tokens.split()), 0, "human", known=False)


@holds(f"{PROPOSALS}.ranking:MOST_PROPOSED")
def so_many_are_proposed() -> None:
    """Forty of forty-one."""
    given = [proposal(f"Move table{n}.", 0.3, f"word{n}") for n in range(41)]
    assert len(ranking._proposed(given, [])) == 40


def carried(texts: Sequence[str], likelihood: float) -> int:
    """Return how many of these sentences, stated before a range, are carried over into it."""
    said_before = [replace(proposal(text, likelihood, text), source="human") for text in texts]
    return len(StatementRanking(said_before, [], 1, talk=False)._carried([]))


@holds(f"{PROPOSALS}.ranking:CARRY_FROM", step=0.02)
def what_was_said_before_is_carried_from_some_likelihood() -> None:
    """At .11 it is, at .09 it is not."""
    wish = ["The ledger of the archive keeps its name, its owner and its old folder."]
    assert (carried(wish, 0.11), carried(wish, 0.09)) == (1, 0)


@holds(f"{PROPOSALS}.ranking:MOST_CARRIED")
def so_many_are_carried() -> None:
    """Twenty of twenty-one."""
    names = "abcdefghijklmnopqrstu"
    wishes = [f"The {n * 4} of {n * 5} keeps its {n * 6}, its {n * 7} and its {n * 8}." for n in names]
    assert carried(wishes, 0.3) == 20


@holds(f"{PROPOSALS}.ranking:FEWEST_STATED")
def a_remark_of_few_words_is_not_carried() -> None:
    """Six that bear a meaning are enough, five are not."""
    assert carried(["The ledger of the archive keeps name, owner and folder."], 0.3) == 1
    assert carried(["The ledger of the archive keeps name and owner."], 0.3) == 0


@holds(f"{PROPOSALS}.ranking:WEIGHED")
def so_many_are_weighed() -> None:
    """160 of 161."""
    given = [proposal(f"Move table{n}.", 0.3, f"word{n}") for n in range(161)]
    assert len(ranking._fresh(given, [])) == 160


@holds(f"{PROPOSALS}.ranking:SAME", step=0.05)
def proposals_that_share_most_words_are_one() -> None:
    """A share of .77 of the words is too much, one of .73 is not."""
    first = proposal("Move the ledger.", 0.8, "a b c d e f g h i j")
    assert len(ranking._proposed([first, proposal("Move it.", 0.7, "a b c d z")], [])) == 1
    other = proposal("Shift it.", 0.7, "a b c d e f g x y z")
    with patch.object(ranking, "_shared", return_value=0.77):
        assert len(ranking._proposed([first, other], [])) == 1
    with patch.object(ranking, "_shared", return_value=0.73):
        assert len(ranking._proposed([first, other], [])) == 2


@holds(f"{PROPOSALS}.ranking:ALIKE", step=0.05)
def what_a_better_one_says_is_worth_less() -> None:
    """With half of its words already proposed, .8 ranks above another of .43 and below one of .45."""
    first = proposal("Move the ledger.", 0.9, "a b c d")
    alike = proposal("Shift the ledger.", 0.8, "a b x y")
    for likelihood, second in ((0.43, "Shift the ledger."), (0.45, "Drop tables.")):
        other = proposal("Drop tables.", likelihood, "q r s t")
        assert ranking._proposed([first, alike, other], [])[1].text == second


@holds(f"{PROPOSALS}.ranking:REPEATS_FROM", step=0.05)
def proposals_that_share_few_words_come_by_likelihood() -> None:
    """Of three at .9, .8 and .7: the second shares .38 of its words with the first, then .42."""
    first = proposal("Move the ledger.", 0.9, "a b c d")
    second = proposal("Shift the ledger.", 0.8, "a b x y")
    third = proposal("Drop tables.", 0.7, "q r s t")

    def order(share: float) -> list[str]:
        with patch.object(ranking, "_shared", return_value=share):
            return [c.text for c in ranking._proposed([first, second, third], [])]

    assert order(0.38) == ["Move the ledger.", "Shift the ledger.", "Drop tables."]
    assert order(0.42) == ["Move the ledger.", "Drop tables.", "Shift the ledger."]


@holds(f"{PROPOSALS}.acted_on:MOST_BESIDE")
def a_message_that_names_a_command_is_short() -> None:
    """Twelve words beside the command, not thirteen."""
    assert acted_on.commands_wanted("`make check` " + "and then look " * 4) == ("make check",)
    assert acted_on.commands_wanted("`make check` " + "and then look " * 4 + "again") == ()


def _ran(*commands: str) -> dict[str, int]:
    script, fold = Script(), CandidateFold()
    for command in commands:
        script.run(command, "done")
    for event in script.events:
        fold.take(event)
    return fold.ran


@holds(f"{PROPOSALS}.fold:MOST_COMMANDS")
def so_many_commands_are_known() -> None:
    """1,000 of 1,001; the oldest goes."""
    assert len(_ran(*(f"make part{number}" for number in range(1_001)))) == 1_000


@holds(f"{PROPOSALS}.fold:MAX_COMMAND")
def a_long_command_is_cut() -> None:
    """300 characters of one."""
    cut_at(300, lambda text: next(iter(_ran(text))), "make ")
