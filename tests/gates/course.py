"""Sessions with readings, edits, searches and commands, put together event by event."""

from __future__ import annotations

from gates.artifact import Artifact, ArtifactSource, Item, ItemKind, Origin
from gates.evaluate import Evaluator
from gates.search.index import SourceIndex
from gates.source import EventKind, Signal, SourceEvent, SourceRange, ToolAction, ToolFact
from tests.gates.build import ALL

SESSION = "ses_tools"
PARSER = """package parse

import "fmt"

// limit is how many rows are read.
const rowLimit = 30

func readHeader(line string) error {
	if line == "" || len(line) > rowLimit {
		return fmt.Errorf("no header")
	}
	return nil
}

func readRows(lines []string) int {
	return len(lines)
}
"""
PATH = "/repo/cmd/parse.go"


def numbered(text: str, start: int = 1) -> str:
    """A text as a reading tool shows it."""
    return "\n".join(f"{number:6}→{line}" for number, line in enumerate(text.split("\n"), start))


class Course:
    """A session that is put together event by event."""

    def __init__(self) -> None:
        self.events: list[SourceEvent] = []

    def add(self, kind: EventKind, text: str, tool: ToolFact | None = None, *signals: Signal) -> Course:
        """One event."""
        number = len(self.events)
        event = SourceEvent(number, kind, text, f"n{number}", tokens=max(1, len(text) // 4), tool=tool)
        self.events.append(event._replace(signals=signals))
        return self

    def user(self, text: str) -> Course:
        """A message of the user."""
        return self.add(EventKind.USER, text)

    def used(self, name: str, action: ToolAction, target: str, call: str, result: str) -> Course:
        """A call of a tool and its result."""
        fact = ToolFact(name, f"c{len(self.events)}", action, target)
        self.add(EventKind.TOOL_CALL, f"{name}\n{call}", fact)
        return self.add(EventKind.TOOL_RESULT, result, fact._replace(failed=False))

    def read(self, path: str, text: str, start: int = 1) -> Course:
        """A file that is read."""
        return self.used("Read", ToolAction.READ, path, f"file_path: {path}", numbered(text, start))

    def edit(self, path: str, old: str, new: str) -> Course:
        """An edit of a file."""
        call = f"file_path: {path}\nold_string: {old}\nnew_string: {new}"
        return self.used("Edit", ToolAction.CHANGE, path, call, f"The file {path} has been updated.")

    def write(self, path: str, text: str) -> Course:
        """A file that is written whole."""
        call = f"file_path: {path}\ncontent: {text}"
        return self.used("Write", ToolAction.CHANGE, path, call, f"File created at: {path}")

    def run(self, command: str, output: str) -> Course:
        """A command."""
        return self.used("Bash", ToolAction.COMMAND, command, f"command: {command}", output)

    def find(self, pattern: str, output: str) -> Course:
        """A search over files."""
        return self.used("Grep", ToolAction.SEARCH, pattern, f"pattern: {pattern}\n-n: true", output)

    def index(self) -> SourceIndex:
        """The session as it is searched."""
        end = len(self.events) - 1
        return SourceIndex.build(SourceRange(SESSION, 0, end), tuple(self.events), scope_complete=True)

    def found(self, text: str, kind: ItemKind = ItemKind.CLAIM) -> list[tuple[str, str]]:
        """Severity and rule of what gate D finds in a statement about it."""
        judge = Evaluator(self.index(), None, ALL)
        artifact = Artifact(
            source=ArtifactSource(session_id=SESSION, source_start=0, source_end=len(self.events) - 1),
            strategy="native",
            prompt_version="imported:text/1",
            origin=Origin.IMPORTED,
        ).with_items((Item(kind=kind, text=text),))
        report = judge.evaluate(judge.linked(artifact))
        return [(each.severity, each.rule) for each in report.gates["D"].findings]

    def hard(self, text: str) -> list[str]:
        """The rules of its hard findings."""
        return [rule for severity, rule in self.found(text) if severity == "hard"]


def read_course() -> Course:
    """A file was read whole."""
    return Course().user("look at the parser please").read(PATH, PARSER)
