"""What is open at the end of a range: the questions that wait for the human, else the agent's step."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.facts.answers.questions import waiting_questions
from workbench.facts.spans import fold
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.exchanges import marked
from workbench.strategies.page.handed_in import handed_in
from workbench.strategies.page.in_hand import BEGUN, in_hand, was_begun
from workbench.strategies.page.statement import PageStatement, made_of
from workbench.strategies.page.superfluous import IN_HAND
from workbench.strategies.statements import Writer


def open_end(request: DraftRequest, writer: Writer) -> Iterator[PageStatement]:
    """Yield the waiting questions, the step that the agent was at if it is none of them, and the hand-in."""
    waiting = waiting_questions(request.seen(), request.source.start)
    for words in waiting:
        yield made_of(writer.question(words), [words], 0.6, "state")
    step = in_hand(request)
    if step is not None and not any(map(step.overlaps, waiting)):
        since = BEGUN if was_begun(request, step) else ""
        item = writer.step(step, f"{IN_HAND}{marked(fold(step.quote(request.events)))}{since}")
        yield made_of(item, [step], 0.3, "state")
    ended = handed_in(request)
    if ended is not None:
        yield made_of(ended[0], [ended[1]], 0.3, "state")
