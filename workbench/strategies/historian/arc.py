"""What turns offer a narrative: the goal, a choice on the way, what was done, how it stands (S3).

Two or three sentences that carry on the narrative before: its goal stays, what came of it is stated anew.
What the turns do not say in plain words is not stated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from workbench.facts.sentences.prose import statements
from workbench.facts.sentences.reported import reported as shown
from workbench.strategies.historian.models import Turn
from workbench.strategies.historian.sentences import (
    asked,
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
"""How a choice begins that may come from the only message there is, which has the goal already."""
OPENING = "The conversation began."
ANSWERED = "The agent answered:"
NO_RESULT = "No result was stated."
"""What is said where no clause may stand: ordinary words alone, and true of such turns."""
MOST_OFFERS = 40
OPENING_TURNS = 4
"""Turns among which the goal is sought."""
INFORMATIVE_WORDS = 5
"""A request of fewer words tells a goal only where no later one does."""
NO_GOAL = 4
"""Turns by which a mere statement stands behind a request or a question."""
DECIDES = 1.0
"""Weight from which a statement of a person is a choice and no remark."""
LAST_TURNS = 2
"""Turns whose reports say how things stand, at least."""
LAST_PART = 4
"""Of more turns the last one in so many."""
MAX_TOGETHER = 260
"""Characters of what was done and what came of it in one sentence."""


@dataclass(frozen=True, slots=True)
class Arc:
    """Sentences that may stand at each place of a narrative, the best first."""

    goal: tuple[str, ...]
    choice: tuple[str, ...]
    change: tuple[str, ...]
    result: tuple[str, ...]
    reply: tuple[str, ...]
    """What was answered last, where it says nothing of the matter."""


def arc_of(turns: Sequence[Turn], *, goes_on: bool) -> Arc:
    """What turns offer a narrative; `goes_on` says that one before has the goal already."""
    stated = [spoken(_own(turn.user_message)) for turn in turns]
    wording = [spoken(turn.assistant_message) for turn in turns]
    goal = (
        ()
        if goes_on
        else (*_goals(stated), *_quotations([turn.user_message for turn in turns], "The user said:"))
    )
    answers = (turn.assistant_message for turn in reversed(turns))
    reply = tuple(_quotations([each for each in answers if tells(each)], ANSWERED))
    later = stated if goes_on else _after_first(stated)
    bans = (made for made in _choices(stated, USER) if made.startswith(BANS))
    choices = _choices(later, LATER) if any(later) else bans
    return Arc(goal, tuple(choices), *_outcomes(wording), reply)


def _own(message: str) -> str:
    """The human's own sentences of a message, without what was pasted into it or is shown as another's."""
    own = statements(message)
    others = shown(message, own)
    return "\n".join(each.text for n, each in enumerate(own) if n not in others)


def _quotations(messages: Sequence[str], lead: str) -> Iterator[str]:
    """The first words of the first message that has plain ones."""
    yield from [made for each in messages if (made := quoted(each, lead)) is not None][:1]


def _after_first(stated: Sequence[list[str]]) -> Sequence[list[str]]:
    """The turns after the first one that says something."""
    first = next((n for n, each in enumerate(stated) if each), len(stated))
    return stated[first + 1 :]


def _goals(stated_here: Sequence[list[str]]) -> Iterator[str]:
    """Requests of the first messages that say something, then questions, then what else these say."""
    opening = [each[:MOST_OFFERS] for each in stated_here if each][:OPENING_TURNS]
    ways = (requested, asked, stated)
    found: list[tuple[int, int, str]] = []
    for number, sentences in enumerate(opening):
        for place, way in enumerate(ways):
            for each in sentences:
                made = way(each, USER)
                if made is not None:
                    hollow = len(each.split()) < INFORMATIVE_WORDS
                    aside = place > 0 and number > 0
                    barring = made.startswith(BANS)
                    late = number + 2 * hollow + 2 * aside + (NO_GOAL if way is stated else 0)
                    found.append((late, place + 3 * barring, made))
    yield from (made for _, _, made in sorted(found, key=lambda one: one[:2]))


def _choices(stated_here: Sequence[list[str]], who: str) -> Iterator[str]:
    """What was decided on the way, the most decisive first, of equals the latest."""
    found: list[tuple[float, int, str]] = []
    for number, sentences in enumerate(stated_here):
        for each in sentences[:MOST_OFFERS]:
            made = requested(each, who)
            if made is None and weight_of_choice(each) >= DECIDES:
                made = stated(each, who)
            if made is not None:
                found.append((weight_of_choice(each) + 0.5 * number / len(stated_here), number, made))
    yield from (made for _, _, made in sorted(found, key=lambda one: (-one[0], -one[1], one[2])))


def _outcomes(wording: Sequence[list[str]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the agent did, and what it reported at the end, each the most telling and latest first."""
    changes: list[tuple[float, int, str]] = []
    results: list[tuple[float, int, str]] = []
    last = len(wording) - max(LAST_TURNS, len(wording) // LAST_PART)
    for number, sentences in enumerate(wording):
        late = 2.0 * (number + 1) / len(wording)
        for place, each in enumerate(sentences[:MOST_OFFERS]):
            action, report = done(each), reported(each)
            if action is not None:
                changes.append((weight_of_result(each) + late, -place, action))
            elif report is not None and number >= last:
                results.append((weight_of_result(each) + late, -place, report))
    return _best(changes), _best(results)


def together(change: str, result: str) -> str | None:
    """What was done and what came of it as one sentence; None where that is too long."""
    lead = "The agent reported "
    joined = f"{change.rstrip('.')}, and reported {result.removeprefix(lead)}"
    return joined if result.startswith(lead) and len(joined) <= MAX_TOGETHER else None


def _best(found: Sequence[tuple[float, int, str]]) -> tuple[str, ...]:
    ordered = sorted(found, key=lambda one: (-one[0], -one[1], one[2]))
    return tuple(dict.fromkeys(text for _, _, text in ordered))[:MOST_OFFERS]
