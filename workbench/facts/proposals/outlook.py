"""The situation of each candidate after the last event: how far back it is and what followed it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache

from workbench.facts.commitment import Commitment
from workbench.facts.proposals.candidate import CandidateStatement
from workbench.facts.proposals.fold import OBJECTS, CandidateFold
from workbench.facts.spans import EventWords

_POOLED = ("human", "state")
"""Sources whose features have no weights of their own; separate weights ranked unseen sessions worse."""
_OPEN_STATES = frozenset(("state:failing_test", "state:scratch"))
_NUMBERED = re.compile(r"(?:phase|step|stage|part|task)? ?\d{1,2}\b", re.IGNORECASE)
"""The beginning of a step in a list."""
MAX_ASSENT = 40
"""Most characters of a message that only lets the agent continue, such as `yes, do that`."""
ACTIONS = ("edit", "commit", "check", "tool")
"""Kinds of steps that count as work."""
STEPS = ("user", "said", *ACTIONS)
_NEAR = (1, 3, 8, 20, 60, 150, 400)
_TURNS = (1, 2, 3, 5, 9, 16, 30)


class Outlook:
    """A fold's candidates after its last event, for a range that begins at `start`."""

    def __init__(self, fold: CandidateFold, start: int) -> None:
        self.fold = fold
        self.start = start
        self._placed: dict[int, list[CandidateStatement]] | None = None
        self._at = {kind: [ordinal for ordinal, step in fold.steps if step == kind] for kind in STEPS}
        self._users = self._at["user"]
        self._agent_messages = self._at["said"]
        self._turns = sorted({*self._users, *fold.commands})
        self._in_hand = frozenset().union(*fold.recent)
        self._in_closing = frozenset().union(*fold.closing)

    @property
    def is_talk(self) -> bool:
        """Whether no tool was called, so that the session is plain talk."""
        return not self.fold.acted

    def dynamic(self, c: CandidateStatement) -> dict[str, float]:
        """Return the features that depend on later events and on the range."""
        turn = bisect_right(self._users, c.ordinal)
        after = self._users[turn] if turn < len(self._users) else None
        end = self.fold.last + 1 if after is None else after
        found: dict[str, float] = {}
        self._place(c, turn, after, found)
        self._actions(c, end, found)
        if after is not None:
            self._reply(c, after, found)
        if c.source == "human":
            self._message(c, turn, found)
        self._words(c, end, found)
        return found

    def _place(self, c: CandidateStatement, turn: int, after: int | None, found: dict[str, float]) -> None:
        """Add features of its age, and of whether it ends its turn or the session."""
        last, at = self.fold.last, c.ordinal
        found[f"turns_left:{_bucket(len(self._users) - turn, _TURNS)}"] = 1.0
        found[f"events_left:{_bucket(last - at, _NEAR)}"] = 1.0
        found["age"] = (last - at) / max(1, last - self.start + 1) if at >= self.start else 1.5
        if at < self.start:
            found["before_range"] = 1.0
        following = bisect_right(self._agent_messages, at)
        if following >= len(self._agent_messages) or (
            after is not None and self._agent_messages[following] > after
        ):
            found["closes_turn" if after is not None else "last_word"] = 1.0
        if self._agent_messages and at == self._agent_messages[-1]:
            found["last_message"] = 1.0
        if c.source == "plan":
            found["last_plan" if at == self.fold.plan else "older_plan"] = 1.0

    def _actions(self, c: CandidateStatement, end: int, found: dict[str, float]) -> None:
        """Add features of the steps after it, in its turn and at all."""
        for step in ("edit", "commit", "check", "tool"):
            done = self._between(step, c.ordinal, end)
            found[f"then_{step}:{_bucket(done, (1, 2, 4, 10))}"] = 1.0
            if step != "tool" and not self._between(step, c.ordinal, self.fold.last + 1):
                found[f"no_later_{step}"] = 1.0

    def _message(self, c: CandidateStatement, turn: int, found: dict[str, float]) -> None:
        """Add features of a user message and of the agent's answer to it."""
        for name in self.fold.answers.get(c.ordinal, ()):
            if name.startswith("cue:"):
                found[f"answer_{name}"] = 1.0
        size = self.fold.replies[c.ordinal][2]
        found[f"message:{_bucket(size, (40, 100, 200, 400, 1000, 3000))}"] = 1.0
        if turn == 1:
            found["first_message"] = 1.0

    def _between(self, step: str, after: int, before: int) -> int:
        known = self._at[step]
        return max(0, bisect_left(known, before) - bisect_right(known, after))

    def _reply(self, c: CandidateStatement, after: int, found: dict[str, float]) -> None:
        features, words, size = self.fold.replies[after]
        for name in features:
            if name.startswith(
                ("cue:agree", "cue:contrast", "cue:not", "form:question", "cue:wrong", "cue:dont")
            ):
                found[f"reply_{name}"] = 1.0
        found[f"reply_size:{_bucket(size, (20, 60, 150, 400))}"] = 1.0
        if c.tokens:
            found["reply_share"] = len(c.tokens & words) / len(c.tokens)

    def _words(self, c: CandidateStatement, end: int, found: dict[str, float]) -> None:
        if not c.tokens:
            return
        fold, size = self.fold, len(c.tokens)
        found["in_hand"] = len(c.tokens & self._in_hand) / size
        found["in_closing"] = len(c.tokens & self._in_closing) / size
        said, heard = fold.agent_words, fold.heard
        told = [said[w] for w in c.tokens if w in said]
        counts = [fold.count.get(w, 0) for w in c.tokens]
        found["said_in_turn"] = len([at for at in told if c.ordinal < at <= end]) / size
        found["heard_later"] = len([w for w in c.tokens if w in heard and heard[w] > c.ordinal]) / size
        found["said_later"] = len([at for at in told if at > end]) / size
        found["rare"] = len([times for times in counts if times <= 2]) / size
        found["common"] = len([times for times in counts if times >= 8]) / size
        touched = [fold.touched[w] for w in sorted(c.tokens) if w in fold.touched]
        if touched:
            found["names_file"] = 1.0
            if max(touched) > c.ordinal:
                found["file_edited_later"] = 1.0

    def features(self, c: CandidateStatement) -> dict[str, float]:
        """Return all features of a candidate."""
        source = c.source
        found = dict.fromkeys(_own_features(source, c.features), 1.0)
        for name, value in self.dynamic(c).items():
            found[name] = value
            if source not in _POOLED:
                found[_of_source(source, name)] = value
        return found

    def is_unfinished(self, c: CandidateStatement) -> bool:
        """Return whether it is a state of interrupted work: edited and not tried, failing, not cleaned up.

        An edit with a later message of the agent or the user may be all that was wanted; a check that failed
        and a scratch file stay open until the user goes on.
        """
        if c.source != "state":
            return False
        if "state:edited_unrun" in c.features:
            return not self._users_after(c.ordinal) and bisect_right(self._agent_messages, c.ordinal) >= len(
                self._agent_messages
            )
        return not _OPEN_STATES.isdisjoint(c.features) and not self._users_after(c.ordinal)

    def is_asked_now(self, c: CandidateStatement) -> bool:
        """Return whether the prose of the user's last message states it and the agent is still on it.

        List entries are steps, some of which the agent may have done.
        """
        last = self._users[-1] if self._users else -1
        if c.source != "human" or c.ordinal != last or "kind:prose" not in c.features:
            return False
        at_work = bool(self.fold.steps) and self.fold.steps[-1][1] not in ("user", "said")
        return at_work and not _NUMBERED.match(c.text)

    def is_carried_out(self, ordinal: int, by: Sequence[str]) -> bool:
        """Return whether the agent did a message's work `by` these steps, reported it, and the user went on.

        After an objection, what follows decides; consecutive messages count as one. If the agent first states
        what it would do, a short assent lets it work.
        """
        begun = ordinal
        for end in self._turns[bisect_right(self._turns, ordinal) :]:
            worked = max((self._last(step, end) for step in ACTIONS), default=-1)
            if worked > begun:
                done = any(self._last(step, end) > begun for step in by)
                if not self._objects(end):
                    return done and self._last("said", end) > worked
            elif self._last("said", end) > begun and not self._assents(end) and not self._objects(end):
                return False
            begun = end
        return False

    def was_run(self, command: str, after: int) -> bool:
        """Return whether a call after an event runs a command, alone or among others."""
        return any(ordinal > after and command in ran for ran, ordinal in self.fold.ran.items())

    def was_committed(self, after: int) -> bool:
        """Return whether a commit succeeded after an event, and the user did not object since."""
        if self.fold.state.last_commit <= after:
            return False
        return not any(self._objects(ordinal) for ordinal in self._users[bisect_right(self._users, after) :])

    def _last(self, step: str, before: int) -> int:
        """Return the last step of a kind before an event, or -1."""
        known = self._at[step]
        place = bisect_left(known, before)
        return known[place - 1] if place else -1

    def _objects(self, ordinal: int) -> bool:
        return ordinal in self.fold.replies and OBJECTS in self.fold.replies[ordinal][0]

    def _assents(self, ordinal: int) -> bool:
        if ordinal not in self.fold.replies:
            return False
        features, _, size = self.fold.replies[ordinal]
        agrees = "cue:agree" in features or not features
        return agrees and size <= MAX_ASSENT and not self._objects(ordinal)

    def _users_after(self, ordinal: int) -> int:
        return len(self._users) - bisect_right(self._users, ordinal)

    def candidates(self) -> list[CandidateStatement]:
        """Return every candidate that is known."""
        return [*self.fold.latest(), *self.fold.state.candidates()]

    def at(self, words: EventWords) -> CandidateStatement | None:
        """Return the candidate that shares the most characters with these words."""
        best: tuple[int, CandidateStatement] | None = None
        for candidate in self._by_event().get(words.ordinal, ()):
            shared = _overlap(candidate.words[-1], words)
            if shared > 0 and (best is None or shared > best[0]):
                best = (shared, candidate)
        return None if best is None else best[1]

    def overlapped(self, commitments: Iterable[Commitment]) -> set[CandidateStatement]:
        """Return the candidates of which a commitment already covers half."""
        found: set[CandidateStatement] = set()
        for commitment in commitments:
            for words in commitment.words:
                for candidate in self._by_event().get(words.ordinal, ()):
                    own = candidate.words[-1]
                    if _overlap(own, words) * 2 >= min(own.end - own.start, words.end - words.start):
                        found.add(candidate)
        return found

    def _by_event(self) -> dict[int, list[CandidateStatement]]:
        if self._placed is None:
            self._placed = {}
            for candidate in self.fold.candidates:
                ordinal = candidate.words[-1].ordinal
                if ordinal in self._placed:
                    self._placed[ordinal].append(candidate)
                else:
                    self._placed[ordinal] = [candidate]
        return self._placed


@lru_cache(maxsize=20_000)
def _own_features(source: str, features: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of a candidate's features that do not depend on later events."""
    if source in _POOLED:
        return f"source:{source}", *features
    return f"source:{source}", *(each for name in features for each in (name, f"{source}|{name}"))


@lru_cache(maxsize=2_000)
def _of_source(source: str, name: str) -> str:
    """Return the name of a feature of candidates of one source."""
    return f"{source}|{name}"


def _overlap(one: EventWords, two: EventWords) -> int:
    return min(one.end, two.end) - max(one.start, two.start)


def _bucket(size: int, edges: Sequence[int]) -> int:
    """Return how many of the ascending edges a size has reached."""
    return bisect_right(edges, size)
