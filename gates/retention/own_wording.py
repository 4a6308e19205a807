"""Matches items that the capture worded itself: commands after a lead, and states of the work.

No summary repeats such a sentence; it is retained if a statement has the names and reports their state.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from gates.report import Retention
from gates.retention.command_lists import all_stated, named_commands, tasks_listed
from gates.retention.match import RETAINED, Match
from gates.retention.work_states import is_stated, names_any, share_stated, work_state


def of_own_wording(wanted: str, best: Match, texts: Iterable[str]) -> Match | None:
    """Return the verdict on an item that the capture worded itself, or None for any other item.

    `best` is the item's best match by its words; `texts` are the texts of all statements.
    """
    state = work_state(wanted)
    if state is not None and best.verdict is not Retention.PRESERVED:
        known = list(texts)
        if is_stated(state, known):
            return replace(best, verdict=Retention.PARAPHRASED, rule="state_named")
        told = share_stated(state, known)
        if told:
            return Match(Retention.WEAKENED, "some_names_stated", told, held=told, together=best.together)
        if best.unit is None or not names_any(state, best.unit.compared.text):
            return Match(Retention.DROPPED, "no_match", 0.0, together=best.together)
        if best.verdict is Retention.PARAPHRASED:
            return replace(best, verdict=Retention.UNCERTAIN, rule="state_not_said")
        return best
    commands = () if best.verdict in RETAINED else named_commands(wanted)
    known = list(texts) if commands else []
    if commands and (all_stated(commands, known) or tasks_listed(commands, known)):
        return replace(best, verdict=Retention.PARAPHRASED, rule="commands_named")
    return None
