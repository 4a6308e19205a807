"""The command `edit`: repair an artifact in $EDITOR, or from a file, as a new artifact."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.cli import stderr, stdout
from workbench.cli.commands.options import add_actor, add_checkers, add_command, add_policy, report_checkers
from workbench.cli.reply import Reply
from workbench.cli.stderr import ExitCode
from workbench.errors import UsageError
from workbench.presentation.figures import plural

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.drafts.draft import Drafted
    from workbench.services.drafts.edit_form import Form

_DESCRIPTION = """\
Edit an artifact by hand, as a new artifact whose parent is the old one. Without
an option $EDITOR opens a form: each statement with its kind, its words and its
links as event and quote. The saved form is checked line by line; if a line is
wrong, nothing is changed and the file is kept.

  edit ARTIFACT                 in $VISUAL, $EDITOR or vi
  edit ARTIFACT --form          print the form, for a script
  edit ARTIFACT --apply FILE    take the form from a file (- for standard input),
                                or an artifact as JSON

Edits made in the app and not kept yet are in the form, and are kept with it.

examples:
  workbench edit SESSION:d-2
  workbench edit art_8f3a12 --form > form.md
  workbench edit art_8f3a12 --apply form.md --reason "names corrected" --json"""


def register(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    """Add the commands of this group."""
    parser = add_command(
        commands, common, "edit", "edit an artifact by hand, as a new one", run_edit, description=_DESCRIPTION
    )
    parser.add_argument("artifact", metavar="ARTIFACT", help="artifact id, prefix or SESSION:d-3")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--apply", metavar="FILE", help="read the form from FILE instead of an editor")
    which.add_argument("--form", action="store_true", help="print the form and change nothing")
    parser.add_argument("--reason", metavar="R", help="why; kept with the edit")
    add_actor(parser)
    add_policy(parser)
    add_checkers(parser)


def run_edit(args: argparse.Namespace, env: Env) -> Reply:
    """Edit an artifact; a form without errors is kept at once."""
    from workbench.services.drafts.edit_form import form

    if args.form:
        made = form(env, args.artifact)
        _report_others(made)
        if made.edits:
            stderr.note(
                f"the form of d-{made.number} holds {plural(made.edits, 'edit')} that "
                f"{'is' if made.edits == 1 else 'are'} not kept yet; --apply keeps them too"
            )
        return Reply(made.to_json, lambda _width: (), text=made.text)
    if args.apply is not None:
        text = _given(args.apply)
        return _applied(args, env, text, Path(args.apply) if args.apply != "-" else None)
    return _in_editor(args, env)


def _given(name: str) -> str:
    from workbench.services.drafts.editor import read_text

    if name != "-":
        return read_text(Path(name))
    try:
        return sys.stdin.read()
    except UnicodeDecodeError as error:
        raise UsageError("standard input is not valid UTF-8", "give the form as UTF-8") from error


def _in_editor(args: argparse.Namespace, env: Env) -> Reply:
    from workbench.services.drafts.edit_form import form
    from workbench.services.drafts.editor import form_file, run_editor

    if not (sys.stdin.isatty() and stdout.is_terminal()):
        raise UsageError(
            "there is no terminal to edit on",
            "--form prints the form, --apply FILE reads it back",
        )
    made = form(env, args.artifact)
    _report_others(made)
    if made.edits:
        stderr.note(f"the form holds {plural(made.edits, 'edit')} not kept yet; kept with it")
    path = form_file(f"d-{made.number}", made.text)
    text = run_editor(path, made.text, f"`workbench edit {args.artifact} --apply {path}`")
    reply = _applied(args, env, text, path)
    path.unlink(missing_ok=True)
    return reply


def _applied(args: argparse.Namespace, env: Env, text: str, path: Path | None) -> Reply:
    from workbench.edits.form import FormError
    from workbench.services.drafts.edit_form import apply_form

    try:
        made = apply_form(env, args.artifact, text, reason=args.reason)
    except FormError as error:
        for each in error.problems:
            stderr.note(f"line {each.line}: {each.message}")
        again = f"`workbench edit {args.artifact} --apply {path}`" if path is not None else "give it again"
        kept = f"nothing was changed; {path} is kept: correct it, then " if path is not None else ""
        raise FormError(error.problems, f"{kept}{again}") from error
    return _reply(made, env)


def _report_others(made: Form) -> None:
    for each in made.others:
        stderr.note(f"{each} has edits of d-{made.number} that are not kept; yours are a copy of its own")


def _reply(made: Drafted, env: Env) -> Reply:
    from workbench.cli.views.draft import drafted_lines
    from workbench.edits.working_copy import EDIT
    from workbench.services.scores.output_masking import masked

    if made.judged is not None and not (
        made.added or made.removed or made.judged.artifact.prompt_version == EDIT
    ):
        stderr.note(f"the form changes nothing: d-{made.judged.number} stays as it is")
    made = stderr.with_masking_note(masked(made))
    report_checkers(env)
    if made.growth is not None:
        stderr.note(f"warning: gate E: accepting it makes the context larger, by {made.growth:,} tokens")
    passed = made.report.passes(strict=env.policy.strict)
    code = ExitCode.DONE if passed else ExitCode.FAILED
    return Reply(made.to_json, lambda width: drafted_lines(made, width), code)
