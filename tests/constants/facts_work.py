"""Pairs for what is read of tools, replies and the state of the work."""

from __future__ import annotations

import re
from unittest.mock import patch

from gates.source import EventKind, SourceEvent, ToolAction, ToolFact
from tests.constants.facts_messages import FACTS, said
from tests.constants.holding import holds
from tests.constants.texts import cut_at, sized
from tests.facts.session import Script
from workbench.facts import reading_bytes, shown
from workbench.facts.actions.changes import changes
from workbench.facts.actions.commands import informative
from workbench.facts.actions.folder import working_folder
from workbench.facts.actions.removed_files import removed_files
from workbench.facts.actions.work import WorkFold
from workbench.facts.commitment import Commitment
from workbench.facts.sentences import talk
from workbench.facts.spans import EventWords
from workbench.facts.superseding import updates


@holds(f"{FACTS}.actions.changes:MAX_SHOWN")
def changed_lines_are_cut() -> None:
    """200 characters of the first new line."""

    def stated(text: str) -> str:
        script = Script()
        script.edit("src/a.py", "old = 1", text)
        (change,) = changes(script.events, 0)
        assert change.shown is not None
        return change.shown.quote(script.events)

    cut_at(200, stated)


@holds(f"{FACTS}.actions.commands:MAX_SAID")
def what_went_wrong_is_cut() -> None:
    """240 characters of what states it."""

    def stated(text: str) -> str:
        place = informative(said(text, EventKind.TOOL_RESULT))
        return "" if place is None else text[place.start : place.end]

    cut_at(240, stated, "Error: ")


@holds(f"{FACTS}.actions.folder:MAX_SAID")
def the_folder_is_read_off_the_start_of_a_message() -> None:
    """A path that ends at its 2,000th character is seen, one that ends behind it is not."""
    for length, folder in ((2_000, "/home/x/"), (2_001, "")):
        text = "x" * (length - len(" src/gate.py")) + " src/gate.py"
        assert working_folder([said(text)], 0, ["/home/x/src/gate.py"]) == folder


@holds(f"{FACTS}.actions.folder:MOST_PATHS")
def so_many_paths_vote() -> None:
    """The fortieth does, the forty-first does not."""
    for others, folder in ((39, "/home/x/"), (40, "")):
        paths = [f"/other/n{number}.py" for number in range(others)]
        assert working_folder([said("see src/gate.py")], 0, [*paths, "/home/x/src/gate.py"]) == folder


@holds(f"{FACTS}.actions.folder:FEWEST_PARTS")
def a_relative_path_has_parts() -> None:
    """Two parts name a folder, and where only three would, two of them are passed over."""
    assert working_folder([said("see src/gate.py")], 0, ["/home/src/gate.py"]) == "/home/"
    single = [SourceEvent(0, EventKind.ASSISTANT, "see gate.py/", "n0", tokens=9)]
    with patch("workbench.facts.actions.folder._TOKEN", re.compile(r"[a-z.]+")):
        assert working_folder(single, 0, ["/home/gate.py"]) == ""


@holds(f"{FACTS}.actions.named_paths:_FEWEST_LETTERS")
def a_pattern_in_an_unknown_folder_states_some_letters() -> None:
    """Three letters of a name are enough, two are not."""
    paths = ["/repo/try_a.py"]
    assert removed_files("rm try*.py", paths) == paths
    assert removed_files("rm tr*.py", paths) == []


@holds(f"{FACTS}.reading_bytes:LEAST_ALIKE")
def few_values_are_written_one_by_one() -> None:
    """Four are written by columns, three are not."""
    assert reading_bytes._row([EventWords(0, 0, n) for n in range(4)])[0] == "columns"
    assert reading_bytes._row([EventWords(0, 0, n) for n in range(3)])[0] == "mixed"


@holds(f"{FACTS}.shown:BYTES_PER_TOKEN")
def tokens_are_estimated_from_above() -> None:
    """Three bytes are one token, four are two, six are two."""
    assert [shown.tokens_of("x" * size) for size in (3, 4, 6)] == [1, 2, 2]


@holds(f"{FACTS}.shown:PART_LENGTH")
def long_messages_are_sent_in_parts() -> None:
    """6,000 characters are one part, 6,001 are two."""
    assert [len(list(shown.parts_of(said("x" * size)))) for size in (6_000, 6_001)] == [1, 2]


@holds(f"{FACTS}.shown:MOST_PARTS")
def of_a_long_message_the_ends_are_sent() -> None:
    """24,000 characters are sent whole, and no more than that of a longer one."""
    sizes = [shown.most_shown(EventKind.USER, 6_000 * parts) for parts in (3, 4, 5)]
    assert sizes[0] < sizes[1] == sizes[2]


@holds(f"{FACTS}.sentences.talk:MAX_SENTENCE")
def a_sentence_that_informs_has_an_end() -> None:
    """500 characters do, 501 do not."""
    assert talk.informs(sized(500))
    assert not talk.informs(sized(501))


@holds(f"{FACTS}.sentences.talk:MIN_WORDS")
def a_sentence_that_informs_has_words() -> None:
    """Four do, three do not."""
    assert talk.informs("Exporters archive quarterly ledgers")
    assert not talk.informs("Exporters archive quarterlyledgers")


@holds(f"{FACTS}.superseding.updates:TENSE")
def forms_of_a_word_differ_by_little() -> None:
    """By three letters, not by four."""
    assert updates.same_stem("own", "owners")
    assert not updates.same_stem("own", "ownersh")


def work(*, entry: str = "", description: str = "") -> Commitment:
    """A task with its description, or an entry of a todo list."""
    script, fold = Script(), WorkFold()
    if entry:
        script.todos((entry, "pending"))
    else:
        tool = ToolFact("TaskCreate", "c1", ToolAction.TODO)
        script.add(EventKind.TOOL_CALL, f"TaskCreate\nsubject: Move\ndescription: {description}", tool=tool)
        at = script.task("1", "Move")
        script.events[at] = script.events[at]._replace(tool=tool)
    for event in script.events:
        fold.take(event)
    return fold.result()[0]


@holds(f"{FACTS}.actions.work:MAX_TODO")
def todo_entries_are_cut() -> None:
    """400 characters of one."""
    cut_at(400, lambda text: work(entry=text).text)


@holds(f"{FACTS}.actions.work:MAX_DESCRIPTION")
def descriptions_of_tasks_are_cut() -> None:
    """240 characters of one."""
    cut_at(240, lambda text: work(description=text).text.removeprefix("Move: "))


@holds(f"{FACTS}.actions.work:MOST_ASKED")
def so_many_calls_wait_for_their_result() -> None:
    """Of 65 calls without a result the first is forgotten."""
    fold = WorkFold()
    for number in range(65):
        tool = ToolFact("TaskCreate", f"c{number}", ToolAction.TODO)
        fold.take(SourceEvent(number, EventKind.TOOL_CALL, "TaskCreate", f"n{number}", tokens=1, tool=tool))
    assert len(fold._asked) == 64
