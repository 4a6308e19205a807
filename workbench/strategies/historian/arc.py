"""Material that turns offer for a narrative: the goal, a choice on the way, what was done, the result (S3).

Two or three sentences that continue the previous narrative: its goal stays, its result is replaced. What the
turns do not say in plain words is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gates.language.similarity import statement
from workbench.facts.sentences.prose import statements
from workbench.facts.sentences.reported import reported as shown
from workbench.facts.spans import fold
from workbench.strategies.historian.changed_files import files_changed
from workbench.strategies.historian.models import LAST_CHECK, LAST_COMMIT, Turn
from workbench.strategies.historian.sentences import (
    asked,
    directs,
    done,
    quoted,
    reported,
    requested,
    spoken,
    stated,
    tells,
    weight_of_choice,
    weight_of_result,
)

USER = "The user"
LATER = "Later the user"
BANS = f"{USER} asked not"
"""Beginning of a choice that may come from the only message there is, which already has the goal."""
ANSWERED = "The agent answered:"
NO_RESULT = "No result was stated."
"""Used when one sentence is all that the turns say: only ordinary words, and true of such turns."""
NOTHING_STATED = frozenset((NO_RESULT,))
"""Sentences that state nothing, so that no item is made of them."""
_AT_WORK = re.compile(
    r"(?:i|we)(?:'m|'re|'ve been| am| are| was| were| have been) (?:just |still |currently )?"
    r"(?!thinking|wondering|guessing|assuming|hoping|going)[a-z]{2,20}ing\b",
    re.IGNORECASE,
)
"""The beginning of a statement of what somebody is at, which is a goal as much as a request is."""
_ANSWER = re.compile(r'(?P<question>[^"\n]{8,240})\? "(?P<answer>[^"\n]{2,120})" \(the user answered\)')
_ASKING_CLAUSE = re.compile(r"[,;:] (?=(?:can|could|would|will) (?:you|we) |please )", re.IGNORECASE)
"""Where a request begins in a sentence that first describes something."""
MOST_OFFERS = 40
OPENING_TURNS = 4
"""Number of turns among which the goal is looked for."""
INFORMATIVE_WORDS = 5
"""A request of fewer words is the goal only if no later request is."""
NO_GOAL = 4
"""Turns by which a mere statement, and a thin question, rank behind a request or a question."""
FEWEST_STEMS = 4
"""Fewest content words of `The user asked "..."`: of a thinner one no passage carries the sentence."""
DECIDES = 1.0
"""Weight from which a person's statement is a choice and not a remark."""
LAST_TURNS = 2
"""Fewest turns whose reports may give the result."""
LAST_PART = 4
"""Of more turns, the last one in this many."""
ANSWERED_WEIGHT = 3.0
"""Weight of an answer to a question of the agent among the choices: as much as words that decide."""
MOST_PAIRED = 4
"""Actions and results that are tried in one sentence."""
MAX_TOGETHER = 260
"""Most characters of an action and its result in one sentence."""


@dataclass(frozen=True, slots=True)
class Arc:
    """Candidate sentences for each place of a narrative, the best first."""

    goal: tuple[str, ...]
    choice: tuple[str, ...]
    change: tuple[str, ...]
    result: tuple[str, ...]
    together: tuple[str, ...]
    """Actions with the result that the same reply reports, each in one sentence."""
    files: str | None
    """How many files the tools changed; None if none."""
    reply: tuple[str, ...]
    """The last answer, if it says nothing about the matter itself."""


def arc_of(turns: Sequence[Turn], *, goes_on: bool) -> Arc:
    """Return what turns offer a narrative; `goes_on` means that a previous narrative already has the goal."""
    messages = [turn.user_message for turn in turns]
    stated = [spoken(_own(message)) for message in messages]
    wording = [spoken(turn.assistant_message, reports=True) for turn in turns]
    opened = () if any(stated[:1]) else tuple(_plans(turns[:1]))
    goal = () if goes_on else (*opened, *_goals(stated), *_quotations(messages, "The user said:"))
    answers = [turn.assistant_message for turn in reversed(turns)][: _last_turns(len(turns))]
    reply = tuple(_quotations([each for each in answers if tells(each)], ANSWERED))
    holding = [_holding(own, turn) for own, turn in zip(stated, turns, strict=True)]
    first = 0 if goes_on or opened else _first_stated(stated)
    bans = (made for made in _choices(stated, USER) if made.startswith(BANS))
    plans = [] if opened and not goes_on else list(_plans(turns))
    later = _choices(holding[first:], LATER, turns[first:])
    choices = [*plans, *later] if any(stated[first:]) else [*bans, *plans]
    changed = [n for n, turn in enumerate(turns) if turn.changed]
    files = files_changed(turns, goes_on=goes_on)
    change, result, joined = _outcomes(wording, changed)
    checks = tuple(f"{LAST_CHECK}{turn.last_check}." for turn in turns if turn.last_check is not None)
    commits = tuple(f'{LAST_COMMIT}"{turn.last_commit}".' for turn in turns if turn.last_commit is not None)
    if checks and turns[-1].last_check == "failed":
        result, joined = checks, ()
    return Arc(goal, tuple(choices), change, result or (*commits, *checks), joined, files, reply)


def _holding(stated_here: list[str], turn: Turn) -> list[str]:
    """Return the sentences of a turn's message that still hold; all of them if that is unknown."""
    if turn.decided is None:
        return stated_here
    known = [fold(each).casefold() for each in turn.decided]
    return [each for each in stated_here if any(each.rstrip(" .!?").casefold() in text for text in known)]


def _last_turns(count: int) -> int:
    """Return how many of so many turns are the end, whose reports may give the result."""
    return max(LAST_TURNS, count // LAST_PART)


def _plans(turns: Sequence[Turn]) -> Iterator[str]:
    """Yield the approved plans, the latest first, each whole and without a number before its title."""
    for turn in reversed(turns):
        title = (turn.approved_plan or "").strip(" .")
        for part in (title, title.rpartition(": ")[2]) if title else ():
            yield f'{USER} approved the plan "{part}".'


def _own(message: str) -> str:
    """Return the human's own sentences of a message, without pasted or quoted text of others."""
    own = statements(message)
    others = shown(message, own)
    return "\n".join(each.text for n, each in enumerate(own) if n not in others)


def _quotations(messages: Sequence[str], lead: str) -> Iterator[str]:
    """Yield the first plain words of the first message that has any."""
    yield from [made for each in messages if (made := quoted(each, lead)) is not None][:1]


def _first_stated(stated: Sequence[list[str]]) -> int:
    """Return the place behind the first turn that says something."""
    return next((n + 1 for n, each in enumerate(stated) if each), len(stated))


def _goals(stated_here: Sequence[list[str]]) -> Iterator[str]:
    """Yield the requests of the first messages that say something, then their questions, then the rest."""
    opening = [each[:MOST_OFFERS] for each in stated_here if each][:OPENING_TURNS]
    ways = (requested, asked, stated)
    found: list[tuple[int, int, str]] = []
    for number, sentences in enumerate(opening):
        for place, way in enumerate(ways):
            for each in _with_requests(sentences) if way is requested else sentences:
                made = way(each, USER)
                if made is not None:
                    at_work = way is stated and number == 0 and _AT_WORK.match(each) is not None
                    if way is stated and not at_work and each != sentences[0] and not directs(each):
                        continue  # a remark beside others
                    hollow = len(each.split()) < INFORMATIVE_WORDS
                    aside = place > 0 and number > 0
                    barring = made.startswith(BANS)
                    thin = way is asked and len(statement(made).stems) < FEWEST_STEMS
                    states = way is stated and not at_work
                    late = number + 2 * hollow + 2 * aside + NO_GOAL * (states or thin)
                    found.append((late, place + 3 * barring, made))
    yield from (made for _, _, made in sorted(found, key=lambda one: one[:2]))


def _with_requests(sentences: Sequence[str]) -> Iterator[str]:
    """Yield the sentences, each with the request that follows a description in it."""
    for each in sentences:
        yield each
        found = _ASKING_CLAUSE.search(each)
        if found is not None:
            yield each[found.end() :]


def _choices(stated_here: Sequence[list[str]], who: str, turns: Sequence[Turn] = ()) -> Iterator[str]:
    """Yield the choices made on the way, the most decisive first, and the latest first among equals."""
    found: list[tuple[float, int, str]] = []
    for number, turn in enumerate(turns):
        weight = ANSWERED_WEIGHT + 0.5 * number / len(turns)
        found += [(weight, number, made) for each in turn.decided or () if (made := _answered(each))]
    for number, sentences in enumerate(stated_here):
        for each in sentences[:MOST_OFFERS]:
            made = requested(each, who)
            if made is None and weight_of_choice(each) >= DECIDES and directs(each):
                made = stated(each, who)
            if made is not None:
                found.append((weight_of_choice(each) + 0.5 * number / len(stated_here), number, made))
    yield from (made for _, _, made in sorted(found, key=lambda one: (-one[0], -one[1], one[2])))


def _answered(text: str) -> str | None:
    """Return a question of the agent with the answer; None if it says nothing without its message."""
    found = _ANSWER.fullmatch(text)
    if found is None or weight_of_choice(found["question"]) < 0 or found["question"].count(". "):
        return None
    return f'Asked "{found["question"]}", the user answered "{found["answer"]}".'


def _outcomes(
    wording: Sequence[list[str]], changed: Sequence[int]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the agent's actions, its final reports, and both in one sentence, the best first.

    Where turns `changed` files, what was said before the last of them is over.
    """
    changes: list[_Outcome] = []
    results: list[_Outcome] = []
    last = max([len(wording) - _last_turns(len(wording)), *changed])
    for number, sentences in enumerate(wording):
        late = 2.0 * (number + 1) / len(wording)
        for place, each in enumerate(sentences[:MOST_OFFERS]):
            action, report = done(each), reported(each)
            if action is not None and number >= (last if changed else 0):
                changes.append((weight_of_result(each) + late, -place, action, number))
            elif action is None and report is not None and number >= last:
                results.append((weight_of_result(each) + late, -place, report, number))
    best = _best(changes), _best(results)
    pairs = [
        together(action, result)
        for action, turn in best[0][:MOST_PAIRED]
        for result, other in best[1][:MOST_PAIRED]
        if turn == other
    ]
    actions, reports = (tuple(text for text, _ in found) for found in best)
    return actions, reports, tuple(pair for pair in pairs if pair)


def together(change: str, result: str) -> str | None:
    """Return an action and its result as one sentence; None if that is too long."""
    lead = "The agent reported "
    if result.startswith(lead):
        joined = f"{change.rstrip('.')}, and reported {result.removeprefix(lead)}"
    elif result.startswith((LAST_CHECK, LAST_COMMIT)):
        joined = f"{change.rstrip('.')}, and {result[0].lower()}{result[1:]}"
    else:
        return None
    return joined if len(joined) <= MAX_TOGETHER else None


_Outcome = tuple[float, int, str, int]
"""Its weight, its place among the sentences of its reply, its text, and the number of its turn."""


def _best(found: Sequence[_Outcome]) -> list[tuple[str, int]]:
    """Return each text once with the number of its turn, the best first."""
    ordered = sorted(found, key=lambda one: (-one[0], -one[1], one[2]))
    turns: dict[str, int] = {}
    for _, _, text, turn in ordered:
        turns.setdefault(text, turn)
    return list(turns.items())[:MOST_OFFERS]
