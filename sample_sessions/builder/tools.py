"""Tool calls and their results in the shapes that Claude Code writes.

Each function takes the stage (transcript and workspace) and one block of the story. The results are
those of the workspace: an edit really edits, a read prints what is there.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field

from sample_sessions.builder.stamps import number, token
from sample_sessions.builder.story import Block, StoryError
from sample_sessions.builder.transcript import Json, Transcript
from sample_sessions.builder.workspace import Workspace

REFUSED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file "
    "edit, the new_string was NOT written to the file). "
)
TODOS_DONE = (
    "Todos have been modified successfully. Ensure that you continue to use the todo list to track your "
    "progress. Please proceed with the current tasks if applicable"
)
APPROVED = (
    "User has approved your plan. You can now start coding. Start with updating your todo list if "
    "applicable\n\nYour plan has been saved to: {path}\nYou can refer back to it if needed during "
    "implementation.\n\n## Approved Plan:\n"
)
ASK = re.compile(r"^(?P<mark>[?*-]) (?P<text>.+)$")


@dataclass
class Stage:
    """What the tools of one session work on."""

    transcript: Transcript
    workspace: Workspace
    tasks: dict[str, list[str]] = field(default_factory=dict)
    """Subject and status by task id."""


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call whose result is still to be written."""

    uuid: str
    tool_id: str


def call(stage: Stage, name: str, arguments: Json) -> Call:
    """Writes the call."""
    tool_id = "toolu_01" + token(stage.transcript.fresh("tool"), 22)
    cost = "\n".join(str(value) for value in arguments.values())
    block = {"type": "tool_use", "id": tool_id, "name": name, "input": arguments}
    record = stage.transcript.block(block, cost)
    return Call(record["uuid"], tool_id)


def result(stage: Stage, made: Call, content: str, detail: object, *, failed: bool | None = None) -> None:
    """Writes the result of a call; `detail` is the tool's own form of it."""
    out = stage.transcript
    out.clock.tick(60, 900)
    block: Json = {"tool_use_id": made.tool_id, "type": "tool_result", "content": content}
    if failed is not None:
        block["is_error"] = failed
    out.spend(content)
    out.parent = made.uuid if out.parent is None else out.parent
    out.user([block], toolUseResult=detail, sourceToolAssistantUUID=made.uuid)


def refusal(stage: Stage, made: Call, reason: str) -> None:
    """The user refuses a call; with a reason the session goes on, without one it stops."""
    stage.transcript.clock.tick(9_000, 40_000)
    if reason:
        text = REFUSED + "To tell you how to proceed, the user said:\n" + reason
    else:
        text = REFUSED + "STOP what you are doing and wait for the user to tell you how to proceed."
    result(stage, made, text, f"Error: {text}", failed=True)


def bash(stage: Stage, block: Block) -> None:
    """A command: lines `$ …` (and `> …`) are the command, the rest what it printed."""
    command, output = _split_command(block)
    made = call(stage, "Bash", {"command": command, "description": block.argument})
    if block.options.get("refused"):
        refusal(stage, made, output)
        return
    output = expand(stage, output)
    for step in range(int(block.options.get("progress", "0"))):
        _bash_progress(stage, made, output, step)
    stage.transcript.clock.tick(400, 9_000)
    code = block.options.get("exit", "0")
    if "git commit" in command and code == "0":
        stage.workspace.commit()
    if code == "0":
        detail = {"stdout": output, "stderr": "", "interrupted": False, "isImage": False}
        result(stage, made, output, detail, failed=False)
    else:
        text = f"Exit code {code}\n{output}"
        result(stage, made, text, f"Error: {text}", failed=True)


def _split_command(block: Block) -> tuple[str, str]:
    lines = block.body.split("\n")
    if not lines[0].startswith("$ "):
        raise StoryError(f"line {block.line}: a command begins with `$ `")
    command = [lines[0][2:]]
    place = 1
    while place < len(lines) and lines[place].startswith("> "):
        command.append(lines[place][2:])
        place += 1
    return "\n".join(command), "\n".join(lines[place:]).strip("\n")


def expand(stage: Stage, text: str) -> str:
    """Replaces `{{diff}}`, `{{diff PATH}}`, `{{stat}}`, `{{cat PATH}}`, `{{grep …}}` and `{{tests …}}`."""
    work = stage.workspace

    def one(match: re.Match[str]) -> str:
        word, *rest = match[1].split(" ")
        if word == "diff":
            return work.diff(rest[0] if rest else None)
        if word == "stat":
            return work.stat()
        if word == "cat":
            return work.text(rest[0]).rstrip("\n")
        if word == "grep":
            return "\n".join(work.grep(rest[0], rest[1] if len(rest) > 1 else ""))
        if word == "status":
            return "\n".join(f" M {path}" for path in work.changed())
        if word == "tests":
            failing = {
                part[5:].replace("_", " ") if ".js" in rest[0] else part[5:]
                for part in rest
                if part.startswith("fail=")
            }
            return work.tests([part for part in rest if not part.startswith("fail=")], failing)
        raise StoryError(f"unknown placeholder {match[0]}")

    return re.sub(r"\{\{([^{}\n]+)\}\}", one, text)


def _bash_progress(stage: Stage, made: Call, output: str, step: int) -> None:
    out = stage.transcript
    out.clock.tick(1_000, 2_000)
    seen = "\n".join(output.split("\n")[: 3 * (step + 1)])
    out.envelope(
        "progress",
        data={
            "type": "bash_progress",
            "output": seen[-400:],
            "fullOutput": seen,
            "elapsedTimeSeconds": 2 + step,
            "totalLines": len(seen.split("\n")),
            "timeoutMs": 120_000,
        },
        toolUseID=f"bash-progress-{step}",
        parentToolUseID=made.tool_id,
    )


def read(stage: Stage, block: Block) -> None:
    """Reads a file, or from line A some N lines: `path A N`."""
    path, *window = block.argument.split(" ")
    start = int(window[0]) if window else 1
    count = int(window[1]) if len(window) > 1 else None
    arguments: Json = {"file_path": stage.workspace.absolute(path)}
    if window:
        arguments |= {"offset": start, "limit": count}
    made = call(stage, "Read", arguments)
    lines = stage.workspace.text(path).split("\n")
    part = lines[start - 1 : len(lines) if count is None else start - 1 + count]
    shape = {
        "filePath": arguments["file_path"],
        "content": "\n".join(part),
        "numLines": len(part),
        "startLine": start,
        "totalLines": len(lines),
    }
    result(stage, made, stage.workspace.numbered(path, start, count), {"type": "text", "file": shape})


def edit(stage: Stage, block: Block) -> None:
    """Replaces the words above `====` by those below it."""
    old, mark, new = block.body.partition("\n====\n")
    if not mark:
        old, new = block.body.removesuffix("\n===="), ""
    path = block.argument
    full = stage.workspace.absolute(path)
    arguments = {"file_path": full, "old_string": old, "new_string": new, "replace_all": False}
    made = call(stage, "Edit", arguments)
    if block.options.get("refused"):
        refusal(stage, made, block.options["refused"].replace("_", " "))
        return
    before = stage.workspace.text(path)
    stage.workspace.edit(path, old, new)
    detail: Json = {
        "filePath": full,
        "oldString": old,
        "newString": new,
        "originalFile": before,
        "structuredPatch": _patch(before, stage.workspace.text(path)),
        "userModified": False,
        "replaceAll": False,
    }
    stage.transcript.snapshot(made.uuid, [path], update=True)
    result(stage, made, f"The file {full} has been updated successfully.", detail)


def _patch(before: str, after: str) -> list[Json]:
    hunks: list[Json] = []
    for line in list(difflib.unified_diff(before.split("\n"), after.split("\n"), lineterm=""))[2:]:
        place = re.match(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", line)
        if place:
            old_start, old_lines, new_start, new_lines = (int(part or 1) for part in place.groups())
            hunks.append(
                {
                    "oldStart": old_start,
                    "oldLines": old_lines,
                    "newStart": new_start,
                    "newLines": new_lines,
                    "lines": [],
                }
            )
        else:
            hunks[-1]["lines"].append(line)
    return hunks


def write(stage: Stage, block: Block) -> None:
    """Creates a file."""
    path, content = block.argument, block.body + "\n"
    full = stage.workspace.absolute(path)
    made = call(stage, "Write", {"file_path": full, "content": content})
    stage.workspace.write(path, content)
    detail: Json = {
        "type": "create",
        "filePath": full,
        "content": content,
        "structuredPatch": [],
        "originalFile": None,
    }
    stage.transcript.snapshot(made.uuid, [path], update=True)
    result(stage, made, f"File created successfully at: {full}", detail)


def grep(stage: Stage, block: Block) -> None:
    """Searches: `pattern` or `pattern :: folder`."""
    pattern, _, under = block.argument.partition(" :: ")
    arguments: Json = {"pattern": pattern, "output_mode": "content", "-n": True}
    if under:
        arguments["path"] = stage.workspace.absolute(under)
    made = call(stage, "Grep", arguments)
    found = stage.workspace.grep(pattern, under)
    content = "\n".join(found) or "No matches found"
    detail = {"mode": "content", "numFiles": 0, "filenames": [], "content": content, "numLines": len(found)}
    result(stage, made, content, detail)


def glob(stage: Stage, block: Block) -> None:
    """Lists files that match."""
    made = call(stage, "Glob", {"pattern": block.argument})
    names = [stage.workspace.absolute(path) for path in stage.workspace.glob(block.argument)]
    spent = number(block.argument, 9, 60)
    detail = {"filenames": names, "durationMs": spent, "numFiles": len(names), "truncated": False}
    result(stage, made, "\n".join(names) or "No files found", detail)


def todos(stage: Stage, block: Block) -> None:
    """Replaces the todo list: `[ ]` pending, `[>]` in progress, `[x]` completed."""
    status = {"[ ]": "pending", "[>]": "in_progress", "[x]": "completed"}
    entries = [
        {"content": line[4:], "status": status[line[:3]], "activeForm": _active(line[4:])}
        for line in block.body.split("\n")
    ]
    made = call(stage, "TodoWrite", {"todos": entries})
    detail = {"oldTodos": stage.transcript.todos, "newTodos": entries}
    stage.transcript.todos = entries
    result(stage, made, TODOS_DONE, detail)


def _active(text: str) -> str:
    verb, _, rest = text.partition(" ")
    stem = verb[:-1] if verb.endswith("e") else verb + verb[-1] if verb in ("Run", "Drop", "Strip") else verb
    return f"{stem}ing {rest}"


def task_new(stage: Stage, block: Block) -> None:
    """Creates a task: the argument is its subject, the body its description."""
    subject = block.argument
    arguments = {"subject": subject, "description": block.body, "activeForm": _active(subject)}
    made = call(stage, "TaskCreate", arguments)
    key = str(len(stage.tasks) + 1)
    stage.tasks[key] = [subject, "pending"]
    detail = {"task": {"id": key, "subject": subject}}
    result(stage, made, f"Task #{key} created successfully: {subject}", detail)


def task(stage: Stage, block: Block) -> None:
    """Changes the status of a task: `3 in_progress`."""
    key, status = block.argument.split(" ")
    made = call(stage, "TaskUpdate", {"taskId": key, "status": status})
    before, stage.tasks[key][1] = stage.tasks[key][1], status
    detail = {
        "success": True,
        "taskId": key,
        "updatedFields": ["status"],
        "statusChange": {"from": before, "to": status},
    }
    result(stage, made, f"Updated task #{key} status", detail)


def task_list(stage: Stage, _block: Block) -> None:
    """Lists the tasks."""
    made = call(stage, "TaskList", {})
    rows = [
        {"id": key, "subject": subject, "status": status, "blockedBy": []}
        for key, (subject, status) in stage.tasks.items()
    ]
    text = "\n".join(f"#{row['id']} [{row['status']}] {row['subject']}" for row in rows)
    result(stage, made, text, {"tasks": rows})


def ask(stage: Stage, block: Block) -> None:
    """Questions: `? question`, `- label: description` options, `* answer`; the argument is the header."""
    questions: list[Json] = []
    answers: dict[str, str] = {}
    for line in block.body.split("\n"):
        match = ASK.match(line)
        if match is None:
            raise StoryError(f"line {block.line}: {line!r} is no question, option or answer")
        if match["mark"] == "?":
            question: Json = {"question": match["text"], "header": block.argument, "options": []}
            questions.append({**question, "multiSelect": False})
        elif match["mark"] == "-":
            label, _, description = match["text"].partition(": ")
            questions[-1]["options"].append({"label": label, "description": description})
        else:
            answers[questions[-1]["question"]] = match["text"]
    made = call(stage, "AskUserQuestion", {"questions": questions})
    stage.transcript.clock.tick(15_000, 90_000)
    said = ", ".join(f'"{question}"="{answer}"' for question, answer in answers.items())
    text = f"User has answered your questions: {said}. You can now continue with the user's answers in mind."
    result(stage, made, text, {"questions": questions, "answers": answers})


def plan(stage: Stage, block: Block) -> None:
    """Proposes a plan; the argument is `approved`, or `refused` with the reason below a line `----`."""
    text, _, reason = block.body.partition("\n----\n")
    made = call(stage, "ExitPlanMode", {"plan": text})
    stage.transcript.clock.tick(30_000, 140_000)
    if block.argument == "refused":
        refusal(stage, made, reason)
        return
    home = "/".join(stage.workspace.root.split("/")[:3])
    path = f"{home}/.claude/plans/{stage.transcript.setting.slug}.md"
    answer = APPROVED.format(path=path)
    result(stage, made, answer + text, {"plan": text, "isAgent": False, "filePath": path})
