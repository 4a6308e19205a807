"""Every key binding once: footer, help, palette, the documentation's table and the bindings are made from it.

Pure values; nothing here runs an action. A screen takes the keys that name it, and those of "*".
"""

from __future__ import annotations

from collections.abc import Sequence

from workbench.tui.keyboard.capture_keys import CAPTURE_KEYS
from workbench.tui.keyboard.keys import EVERYWHERE, SCREEN_TITLES, FooterKey, Key
from workbench.tui.keyboard.review_keys import REVIEW_KEYS

FIND = "Search all sessions: events, claims and other statements of drafts"
KEYS: tuple[Key, ...] = (
    # everywhere
    Key(
        "help",
        ("?", "f1"),
        "help",
        "Show the keys of this screen, and every word in a glossary",
        label="Help",
        order=98,
    ),
    Key("palette", ("ctrl+p",), "app.command_palette", "Find any action by what it does"),
    Key("back", ("q",), "back", "Go back; on the library, quit", label="Back", order=99),
    Key(
        "escape", ("escape",), "escape", "Close a dialog, else clear the search, else the range, else go back"
    ),
    Key("quit", ("ctrl+q",), "app.quit", "Quit from anywhere", priority=True),
    Key("suspend", ("ctrl+z",), "app.suspend_process", "Put the app aside; fg in the shell has it back"),
    Key("next-pane", ("tab",), "next_pane", "Go to the next pane; on a small terminal it takes the place"),
    Key("previous-pane", ("shift+tab",), "previous_pane", "Go to the previous pane"),
    Key("library", ("1",), "go('library')", "Go to the library of sessions"),
    Key("timeline", ("2",), "go('timeline')", "Go to the timeline of the open session"),
    Key("draft", ("3",), "go('draft')", "Go to the drafts of the open session"),
    Key("claims", ("4",), "go('claims')", "Go to the claims of the selected draft beside their source"),
    Key("compare", ("5",), "go('compare')", "Compare the selected draft with what is active", order=60),
    Key("history", ("6",), "go('history')", "Go to the history of accepts and rollbacks", order=61),
    Key("context", ("7",), "go('context')", "Show what an agent would be given, active and native", order=62),
    Key("reload", ("R",), "reload", "Read again; after an error, try again"),
    Key("undo", ("z",), "undo", "Roll back the last move of the session", order=63),
    Key("find", ("S",), "app.find", FIND),
    Key("find-here", ("/",), "app.find", FIND, ("compare", "history", "context", "capture", "replay", "run")),
    Key("named-event", (":",), "named_event", "Go to an event by its number, as [e375] in a text"),
    Key("larger", ("+",), "larger", "Make the pane larger"),
    Key("smaller", ("_",), "smaller", "Make the pane smaller"),
    Key("copy", ("y",), "copy", "Copy the id or the text under the cursor", order=70),
    Key("pager", ("o",), "pager", "Open what is under the cursor in $PAGER"),
    # rows: every list
    Key("up", ("k", "up"), "move(-1)", "Move up", ("rows",)),
    Key("down", ("j", "down"), "move(1)", "Move down", ("rows",)),
    Key("first", ("g", "home"), "first", "Go to the first row", ("rows",)),
    Key("last", ("G", "end"), "last", "Go to the last row", ("rows",)),
    Key("page-down", ("ctrl+d", "pagedown"), "page(1)", "Move down by half a page", ("rows",)),
    Key("page-up", ("ctrl+u", "pageup"), "page(-1)", "Move up by half a page", ("rows",)),
    Key("choose", ("enter",), "choose", "Open, or go to the linked thing", ("rows",)),
    Key("extend-up", ("shift+up", "K"), "extend(-1)", "Extend the range upwards", ("rows",)),
    Key("extend-down", ("shift+down", "J"), "extend(1)", "Extend the range downwards", ("rows",)),
    # library
    Key("open", ("enter",), "open", "Open the session", ("library",), "Open", 1),
    Key("import", ("i",), "import", "Import a transcript or a folder of them", ("library",), "Import", 2),
    Key(
        "found",
        ("s",),
        "found",
        "Import sessions that Claude Code and Codex keep on this machine",
        ("library",),
        "Found here",
        2,
    ),
    Key("samples", ("I",), "samples", "Load the sample sessions", ("library",), "Samples", 3),
    Key(
        "new-run",
        ("n",),
        "new_run",
        "Start a run: a question is answered from files, folders or pages, with citations",
        ("library",),
        "New run",
        3,
    ),
    Key(
        "filter", ("/",), "search", "Show only sessions whose name contains a text", ("library",), "Filter", 4
    ),
    Key(
        "follow-session",
        ("F",),
        "go('timeline', 'follow')",
        "Open the session and follow its transcript while it grows",
        ("library",),
    ),
    # timeline
    Key("range", ("v",), "range", "Start or end a range of events at the cursor", ("timeline",), "Range", 3),
    Key("previous-turn", ("[",), "turn(-1)", "Go to the previous turn", ("timeline",), "Turn", 8, "turn"),
    Key("next-turn", ("]",), "turn(1)", "Go to the next turn", ("timeline",), "Turn", 8, "turn"),
    Key(
        "whole-turns", ("=",), "whole_turns", "Grow the range to whole turns", ("timeline",), "Whole turns", 5
    ),
    Key("compact", ("c",), "compact", "Draft a compaction of the range", ("timeline",), "Compact", 4),
    Key("search", ("/",), "search", "Search the text of all events", ("timeline",), "Search", 7),
    Key("next-match", ("n",), "match(1)", "Go to the next match", ("timeline",), "Match", 9, "match"),
    Key(
        "previous-match",
        ("p", "N"),
        "match(-1)",
        "Go to the previous match",
        ("timeline",),
        "Match",
        9,
        "match",
    ),
    Key(
        "captured",
        ("d",),
        "go('capture')",
        "List the decisions and open work of the range",
        ("timeline",),
        "Captured",
        6,
    ),
    Key(
        "previous-compaction",
        ("(",),
        "compaction(-1)",
        "Go to the previous compaction",
        ("timeline",),
        "Compaction",
        1,
        "compaction",
    ),
    Key(
        "next-compaction",
        (")",),
        "compaction(1)",
        "Go to the next compaction",
        ("timeline",),
        "Compaction",
        1,
        "compaction",
    ),
    Key("fold", ("f",), "fold", "Show artifacts in place of their ranges, or all events", ("timeline",)),
    Key("unit", ("u",), "unit", "Show the plot in tokens or in percent", ("timeline",)),
    Key("triggers", ("t",), "triggers", "Show where strategies would compact, or not", ("timeline",)),
    Key("zoom-out", ("{",), "zoom(-1)", "Show more of the session in the plot", ("timeline",)),
    Key(
        "zoom-in", ("}",), "zoom(1)", "Show less of the session in the plot, around the cursor", ("timeline",)
    ),
    Key(
        "judge-range",
        ("e",),
        "draft_at",
        "Open the draft of the range or compaction at the cursor",
        ("timeline",),
        "Scores",
        2,
    ),
    Key(
        "replay",
        ("r",),
        "go('replay')",
        "Compact the session again and again as it grew, and see what drifts",
        ("timeline",),
    ),
    Key("run-steps", ("s",), "go('run')", "Open the steps and claims of a run", ("timeline",)),
    # run
    Key("answer-run", ("a",), "answer_run", "Answer what the run asks", ("run",), "Answer", 1),
    Key("resume-run", ("r",), "resume_run", "Go on with the run where it was left", ("run",), "Resume", 2),
    Key("cancel-run", ("x",), "cancel_run", "Cancel the run, with a reason", ("run",), "Cancel", 3),
    Key(
        "preview",
        ("P",),
        "preview",
        "Show the event under the cursor beside the list, or not",
        ("timeline",),
        "Preview",
        12,
    ),
    Key(
        "citing",
        ("C",),
        "citing",
        "Go to the statements that cite the event",
        ("timeline", "event"),
        "Cited by",
        11,
    ),
    Key(
        "follow",
        ("F",),
        "follow",
        "Follow the transcript while it grows, or not any more",
        ("timeline",),
        "Follow",
        10,
    ),
    # event in full
    Key("previous-event", ("[",), "event(-1)", "Show the event before", ("event",), "Event", 1, "event"),
    Key("next-event", ("]",), "event(1)", "Show the event after", ("event",), "Event", 1, "event"),
    Key("event-search", ("/",), "search", "Search within the event", ("event",), "Search", 4),
    Key("event-next-match", ("n",), "match(1)", "Go to the next match", ("event",), "Match", 5, "match"),
    Key(
        "event-previous-match",
        ("p", "N"),
        "match(-1)",
        "Go to the previous match",
        ("event",),
        "Match",
        5,
        "match",
    ),
    Key("wrap", ("w",), "wrap", "Wrap long lines or cut them", ("event", "compare"), "Wrap", 2),
    Key(
        "pan-left",
        ("<", "h"),
        "pan(-1)",
        "Show what lies left of long lines",
        ("event",),
        "Sideways",
        3,
        "pan",
    ),
    Key(
        "pan-right",
        (">", "l"),
        "pan(1)",
        "Show what lies right of long lines",
        ("event",),
        "Sideways",
        3,
        "pan",
    ),
    Key(
        "mark-event",
        ("a",),
        "mark",
        "Add the event to the selected draft as a decision or open work",
        ("event", "timeline"),
        "Add",
        10,
    ),
    Key("note-event", ("t",), "note", "Note something about the event", ("event",), "Note", 11),
    # captured decisions and open work
    *CAPTURE_KEYS,
    # draft, claims
    *REVIEW_KEYS,
    # compare
    Key("next-change", ("n",), "change(1)", "Go to the next change", ("compare",), "Change", 1, "change"),
    Key(
        "previous-change",
        ("p", "N"),
        "change(-1)",
        "Go to the previous change",
        ("compare",),
        "Change",
        1,
        "change",
    ),
    Key("previous-pair", ("[",), "pair(-1)", "Compare with the one before", ("compare",), "Pair", 2, "pair"),
    Key("next-pair", ("]",), "pair(1)", "Compare with the one after", ("compare",), "Pair", 2, "pair"),
    Key("split", ("s",), "split", "Show side by side or one below the other", ("compare",), "Split", 3),
    Key("by-text", ("m",), "by_text", "Compare by item or by text", ("compare",), "Items/text", 4),
    Key(
        "less-context",
        ("{",),
        "context(-1)",
        "Show less around changes",
        ("compare",),
        "Context",
        5,
        "around",
    ),
    Key(
        "more-context", ("}",), "context(1)", "Show more around changes", ("compare",), "Context", 5, "around"
    ),
    # history
    Key("mark", ("space",), "mark", "Mark a move; two marked moves can be compared", ("history",), "Mark", 2),
    Key("previous-move", ("[",), "step(-1)", "Go to the newer move", ("history",), "Move", 4, "step"),
    Key("next-move", ("]",), "step(1)", "Go to the older move", ("history",), "Move", 4, "step"),
    Key(
        "context-at", ("enter",), "context_at", "Show the context as of that move", ("history",), "Context", 3
    ),
    # replay
    Key(
        "pass-end",
        ("enter",),
        "choose",
        "Open the last event of the pass",
        ("replay",),
        "Event",
        2,
    ),
    Key("measure", ("m",), "measure", "Show retention, size or contradictions", ("replay",), "Measure", 1),
    # context
    Key("native", ("v",), "view", "Show the active or the native view", ("context",), "Active/native", 1),
)
"""All bindings."""


def on_screen(screen: str) -> tuple[Key, ...]:
    """Return the keys that a screen (or `rows`) binds; a screen also has those of every screen."""
    own = tuple(key for key in KEYS if screen in key.screens)
    if screen == "rows":
        return own
    return own + tuple(key for key in KEYS if EVERYWHERE in key.screens)


FOOTER_EXTRA: dict[str, tuple[str, ...]] = {
    "library": ("history", "undo"),
    "timeline": (),
    "draft": ("compare", "history", "undo"),
    "history": ("undo", "compare", "copy"),
}
"""Keys of every screen that a screen's footer shows too, with the labels below."""

EXTRA_LABELS = {"compare": "Diff", "history": "History", "undo": "Roll back", "copy": "Copy"}


def footer(screen: str, limit: int, *, pane: str = "", first: Sequence[str] = ()) -> tuple[FooterKey, ...]:
    """Return the footer of a screen: at most `limit` entries in their order, then help and back.

    `pane` names the pane that `tab` shows next if there is room for only one; the key is then among the
    entries. Actions in `first` come before the others, in that order.
    """
    own = [key for key in KEYS if screen in key.screens and key.label]
    extra = [key for key in KEYS if key.id in FOOTER_EXTRA.get(screen, ())]
    entries: list[FooterKey] = []
    for key in [*sorted(own, key=lambda each: each.order), *extra]:
        label = key.label or EXTRA_LABELS.get(key.id, "")
        last = entries[-1] if entries else None
        if key.group and last and any(k.group == key.group and k.action == last.action for k in own):
            both, others = f"{last.keys} {key.shown(every=False)}", (*last.others, key.action)
            entries[-1] = FooterKey(both, last.label, last.action, others)
        else:
            entries.append(FooterKey(key.shown(every=False), label, key.action))
    entries.sort(key=lambda each: first.index(each.action) if each.action in first else len(first))
    if pane:
        entries.insert(2, FooterKey("tab", pane, "next_pane"))
    back = "Quit" if screen == "library" else "Back"
    return (*entries[:limit], FooterKey("?", "Help", "help"), FooterKey("q", back, "back"))


def key_table() -> str:
    """Return the key map as a Markdown table."""
    lines = ["| where | keys | what |", "| --- | --- | --- |"]
    for screen, title in (("*", "everywhere"), ("rows", "lists"), *SCREEN_TITLES.items()):
        for key in KEYS:
            if screen in key.screens:
                shown = " ".join(f"`{part}`" for part in key.shown().split(" "))
                lines.append(f"| {title} | {shown} | {key.help} |")
    return "\n".join(lines) + "\n"
