"""Messages that the user took back at once: nothing of them binds, in no gate and in no draft."""

from __future__ import annotations

import pytest

from gates.artifact import parse
from gates.source import EventKind
from gates.withdrawn import withdrawn, without_withdrawn
from tests.facts.session import Script
from tests.strategies.source import whole
from workbench.facts.objective import objective_of
from workbench.facts.reading import FactsReading, fold_decisions
from workbench.strategies.base import DraftRequest, Strategy
from workbench.strategies.checkpoint import CheckpointStrategy
from workbench.strategies.historian.draft import HistorianStrategy
from workbench.strategies.intentional import IntentionalStrategy
from workbench.strategies.memory.drafting import MemoryStrategy
from workbench.strategies.snapshot import SnapshotStrategy

WRONG = "Never log tokens of the proxy. Start the proxy with `yarn dev:proxy` and keep port 3001."
RIGHT = "Never store the rows of the exporter in memory. Write them to src/rows.py in batches."
HALT = "[Request interrupted by user]"
EVERY = (
    IntentionalStrategy(),
    CheckpointStrategy(),
    SnapshotStrategy(),
    MemoryStrategy(),
    HistorianStrategy(),
)


def replaced(second: str = RIGHT, between: str = HALT) -> Script:
    """A session whose second message is interrupted at once and followed by another."""
    script = Script()
    script.user("Read src/export.py and say where the rows are kept while they are exported.")
    script.agent("They are kept in one list, which holds 240 rows at once.")
    script.user(WRONG)
    script.add(EventKind.META, between)
    script.user(second)
    script.edit("src/rows.py", "rows = all()", "rows = batches(all())")
    script.agent("The rows go to src/rows.py in batches of 40 now.")
    for number in range(3):
        script.user(f"Now add the case number {number} of the exporter to tests/test_rows.py.")
        script.edit("tests/test_rows.py", f"case {number}", f"case {number} added")
        script.agent(f"Case {number} is in tests/test_rows.py and passes.")
    return script


def decided(script: Script) -> str:
    """All decisions of a session in one text."""
    return "\n".join(each.text for each in fold_decisions(script.events))


def test_what_was_interrupted_and_replaced_binds_nobody() -> None:
    """Its rules are no decisions; those of the message that came in its place are."""
    script = replaced()
    assert withdrawn(script.events) == {2}
    assert "tokens of the proxy" not in decided(script)
    assert "Never store the rows" in decided(script)
    assert not any("proxy" in item.text for item in whole(script).capture.items)


@pytest.mark.parametrize("strategy", EVERY, ids=lambda each: each.name)
def test_no_strategy_states_it(strategy: Strategy) -> None:
    """It appears neither as an item, nor in the narrative, nor as a kept event."""
    source = whole(replaced())
    request = DraftRequest(source.range, source.events, objective=objective_of(source.events))
    artifact = parse(strategy.draft(request).payload)
    assert "proxy" not in "\n".join([*(item.text for item in artifact.items), artifact.narrative or ""])
    assert 2 not in artifact.source.kept
    assert set(source.judge(artifact).blocking) <= {"E"}  # of a few lines the newest turns are most


@pytest.mark.parametrize(
    "second", ["continue", "and also keep the old exporter in src/old.py", "yes, go ahead", "ok"]
)
def test_a_message_that_goes_on_takes_nothing_back(second: str) -> None:
    """The earlier message stays in force, interrupted or not."""
    script = replaced(second)
    assert withdrawn(script.events) == frozenset()
    assert "tokens of the proxy" in decided(script)


def test_without_an_interruption_both_stand() -> None:
    """Two messages in a row are two messages."""
    assert "tokens of the proxy" in decided(
        replaced(between="<system-reminder>The file changed.</system-reminder>")
    )


def test_what_the_agent_began_to_do_was_no_slip() -> None:
    """Once it replied or acted, the request counts as taken up, whatever stopped it."""
    script = Script()
    script.user(WRONG)
    script.run("ls", "src tests")
    script.add(EventKind.META, HALT)
    script.user(RIGHT)
    assert withdrawn(script.events) == frozenset()
    assert [event.ordinal for event in without_withdrawn(script.events)] == [0, 1, 2, 3, 4]


def test_the_objective_is_what_replaced_it() -> None:
    """A session whose first message was withdrawn is about the second."""
    script = Script()
    script.user(WRONG)
    script.add(EventKind.META, HALT)
    script.user(RIGHT)
    assert objective_of(script.events) == RIGHT


def test_the_last_message_stands_until_another_takes_it_back() -> None:
    """A reading that is gone on with is that of all; looked at in between it states all so far."""
    script = replaced()
    reading, seen = FactsReading(), []
    for event in script.events:
        reading.take(event)
        seen.append("tokens of the proxy" in "\n".join(c.text for c in reading.settled().decided.result()))
    assert seen == [n in (2, 3) for n in range(len(script.events))]
    again = FactsReading().through(script.events).settled()
    assert again.decided.result() == reading.settled().decided.result()


@pytest.mark.parametrize(
    ("message", "undone"),
    [
        ("actually, can you revert that? I want them in their own folder", True),
        ("no, please undo your last changes", True),
        ("hmm ok, roll back all of it for now", True),
        ("put it back to the version before, where the rows were in one file", True),
        ("Please set them back as they were", True),
        ("ok, change it back to how it was", True),
        ("put it back on the list", False),
        ("put the old version back to the shelf", False),
        ("revert that change in the reader only", False),
        ("don't revert that", False),
        ("can you revert the reader?", False),
    ],
)
def test_a_turn_withdrawn_binds_no_more(message: str, undone: bool) -> None:
    """Its requests are superseded, but a rule in it is not; a retraction of one action leaves the rest."""
    script = Script()
    script.user("copy the shelf tables to data/shelves. Never touch ledger.toml.")
    script.write("data/shelves/a.toml", "a = 1")
    script.agent("Copied.")
    script.user(message)
    status = {c.text: c.status for c in fold_decisions(script.events)}
    assert status["copy the shelf tables to data/shelves."] == ("superseded" if undone else "in_force")
    assert status["Never touch ledger.toml."] == "in_force"


def test_only_what_was_done_can_be_withdrawn() -> None:
    """If the agent changed nothing for a message, undoing refers to something else."""
    script = Script()
    script.user("copy the shelf tables to data/shelves")
    script.run("ls data", "shelves")
    script.agent("Shall I?")
    script.user("revert that")
    assert fold_decisions(script.events)[0].status == "in_force"
