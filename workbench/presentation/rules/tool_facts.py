"""Rules of gate D that tool events prove exactly."""

from __future__ import annotations

from workbench.presentation.rules.rule import FIX_NUMBER, READ, Blocks, RuleHelp


def _rule(name: str, blocks: Blocks, looks_for: str, example: str, fix: str = READ) -> RuleHelp:
    return RuleHelp(name, "D", blocks, looks_for, example, fix)


RULES: tuple[RuleHelp, ...] = (
    _rule(
        "line_differs",
        "sometimes",
        "a line of a file at which a name never stood",
        "“`parse()` (line 150)”, which every reading and edit has at line 15",
        FIX_NUMBER,
    ),
    _rule(
        "code_altered",
        "always",
        "a quoted condition that occurs nowhere, where a line has all of it but one name, number or sign",
        '“`state == nil || state.Kind == ""`” of `state == nil || state.Base == ""`',
        "Quote the code as it is.",
    ),
    _rule(
        "listed_count_differs",
        "always",
        "a number of tests in a file, of listed tasks or of a plan's steps that they never had",
        "“7 tests” of a file that got four",
        FIX_NUMBER,
    ),
    _rule(
        "named_value_differs",
        "always",
        "a number for a name of code that the session gives other numbers only",
        "“`lockThreshold` is 30 min” of `lockThreshold = 10 * time.Minute`",
        FIX_NUMBER,
    ),
    _rule(
        "command_differs",
        "always",
        "a command that occurs nowhere, where one ran that has another word in one place",
        "“`git write-tree HEAD`” of `git read-tree HEAD`",
        "Name the command that ran.",
    ),
    _rule(
        "name_differs",
        "sometimes",
        "a name that occurs nowhere, where a passage that says the rest has another of its kind; hard where "
        "half of the parts of the two are the same",
        "`handleExit` where the session has `handleStop`",
    ),
    _rule(
        "other_file",
        "sometimes",
        "a name placed in another file than the session has it in; hard for lines of code and for a name "
        "that stands at the very line of the other",
        "“`parse` in `a.py`”, which is in `b.py`",
    ),
    _rule(
        "option_not_chosen",
        "sometimes",
        "an option reported as chosen that nobody took; hard where a tool asked and a human answered",
        "“the user chose B” where A was answered",
    ),
    _rule(
        "unchanged_file",
        "never",
        "a file reported as created or edited that no tool wrote and no command shows changed",
        "“`config.toml` was updated”, which was only read",
    ),
)
