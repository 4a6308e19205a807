"""The commands `draft` and `repair`, which make artifacts."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from workbench.cli import stderr, stdout
from workbench.cli.commands.model_options import add_model, choice_of, progress_of
from workbench.cli.commands.options import add_checkers, add_command, add_policy, add_range, report_checkers
from workbench.cli.reply import Reply
from workbench.cli.stderr import ExitCode

if TYPE_CHECKING:
    from workbench.bootstrap import Env
    from workbench.services.drafts.draft import Drafted
    from workbench.services.drafts.model_choice import ModelChoice
    from workbench.services.drafts.range_choice import ChosenRange
    from workbench.strategies.asked import AskedSize

_DRAFT = """\
Draft a compaction of a range, keep it and judge it. Without --range: from the
last active artifact or native compaction to the last complete turn, else the
range that the last native summary covers, else all of a session of which no
turn is complete.

With --model a language model is asked over HTTP: it gives items with verbatim
quotes, and what the gates find wrong goes back to it, twice at most. Secrets
are masked before anything is sent. ^C cancels, and nothing is kept then."""


_REPAIR = """\
Apply the deterministic part of what a failing report asks for, as a new
artifact: add what was lost with its links, relink what has a source, and
optionally leave out what has none. What was left out and what still keeps the
result from passing are listed, in --json as dropped[] and blocking[]."""


def register(commands: Any, common: argparse.ArgumentParser) -> None:  # noqa: ANN401 - no public type
    """Add the commands of this group."""
    parser = add_command(
        commands, common, "draft", "draft a compaction of a range", run_draft, description=_DRAFT
    )
    parser.add_argument("session", metavar="SESSION", help="session id or prefix")
    add_range(parser, "the events to compact")
    parser.add_argument(
        "--strategy",
        metavar="S",
        default="intentional",
        help="intentional (default), checkpoint, snapshot, historian, memory; native: the transcript's own "
        "summary, repaired; rolling and multi_session once `workbench modes` switched them on",
    )
    parser.add_argument(
        "--size",
        metavar="SIZE",
        help="how large: tokens (characters / 4, kept events included), 20%% of the range, native (as the "
        "transcript's own summary), native*1.3, or contract (20 to 35%%, by kept events); default: a page",
    )
    add_model(parser)
    parser.add_argument(
        "--done", metavar="TEXT", help="when the session's work is done, for its first snapshot"
    )
    add_policy(parser)
    add_checkers(parser)
    parser = add_command(
        commands,
        common,
        "repair",
        "apply what a failing report says to add",
        run_repair,
        description=_REPAIR,
    )
    parser.add_argument("artifact", metavar="ARTIFACT", help="artifact id, prefix or SESSION:d-3")
    parser.add_argument(
        "--drop-unsourced",
        action="store_true",
        help="leave out statements that have no source or that the source contradicts, except parts "
        "that have one; all are listed",
    )
    parser.add_argument(
        "--likely", action="store_true", help="add what is likely lost too, not only what counts"
    )
    add_policy(parser)
    add_checkers(parser)


def run_draft(args: argparse.Namespace, env: Env) -> Reply:
    """Draft a compaction, after reporting the range on stderr."""
    from workbench.services.drafts.draft import maker_of
    from workbench.services.drafts.draft_command import draft
    from workbench.services.drafts.range_choice import choose_range
    from workbench.strategies.asked import parse_size

    choice = choice_of(args)
    size = parse_size(args.size) if args.size is not None else None
    maker_of(env, args.strategy, choice)
    chosen = choose_range(env, args.session, args.range, strategy=args.strategy)
    stderr.note(f"drafting events {chosen.start}..{chosen.end}: {chosen.why}")
    _note_opened(chosen)
    if args.strategy == "multi_session":
        return _staged(args, env, chosen, choice, size)
    with progress_of(choice) as model:
        made = draft(env, chosen, strategy=args.strategy, model=model, done=args.done, size=size)
    return _reply(made, env, read=not args.json)


def _note_opened(chosen: ChosenRange) -> None:
    """Report that a range opens a summary of the transcript, and what to type instead."""
    from workbench.presentation.draft_size import OPENS_SUMMARY

    if chosen.whole is not None:
        first, last = chosen.whole
        instead = f"--range {first}..{last} replaces it whole, and without --range none comes back"
        stderr.note(f"warning: {OPENS_SUMMARY}; {instead}")


def _staged(
    args: argparse.Namespace, env: Env, chosen: ChosenRange, choice: ModelChoice, size: AskedSize | None
) -> Reply:
    """Make one draft per window."""
    from workbench.cli.views.staged_draft import staged_lines
    from workbench.services.drafts.staged_draft import draft_in_stages
    from workbench.services.scores.output_masking import masked

    with progress_of(choice) as model:
        made = draft_in_stages(env, chosen, model=model, done=args.done, size=size, on_progress=stderr.note)
    staged = stderr.with_masking_note(masked(made))
    strict = env.policy.strict
    report_checkers(env)
    passed = all(s.drafted.report.passes(strict=strict) and not s.drafted.fallback for s in staged.stages)
    code = ExitCode.DONE if passed else ExitCode.FAILED
    return Reply(staged.to_json, lambda width: staged_lines(staged, width), code)


def run_repair(args: argparse.Namespace, env: Env) -> Reply:
    """Repair an artifact."""
    from workbench.services.drafts.repair import repair

    made = repair(env, args.artifact, drop_unsourced=args.drop_unsourced, likely=args.likely)
    return _reply(made, env, read=not args.json)


def _note_repeated(made: Drafted) -> None:
    """Report that this draft existed before; a draft by a model reports that itself, with its cost."""
    kept = made.judged or (made.fallback.judged if made.fallback else None)
    if made.repeated and made.model is None and kept is not None:
        did = "repaired" if made.against is not None else "drafted"
        stderr.note(f"this is d-{kept.number}, {did} before: the same content adds no draft")


def _reply(made: Drafted, env: Env, *, read: bool) -> Reply:
    """Return the reply; `read` means that its lines, which have the warning too, are wanted."""
    from workbench.cli.views.draft import drafted_lines
    from workbench.services.scores.output_masking import masked

    made = stderr.with_masking_note(masked(made))
    report_checkers(env)
    passed = made.report.passes(strict=env.policy.strict) and made.fallback is None
    _note_repeated(made)
    if made.fallback is not None and not (read and stdout.shows_stderr()):
        stderr.note(f"warning: {made.fallback.why}")
    if made.size_warning is not None:
        stderr.note(f"warning: {made.size_warning}")
    if made.growth is not None and not made.too_small:
        stderr.note(f"warning: gate E: accepting it makes the context larger, by {made.growth:,} tokens")
    code = ExitCode.DONE if passed else ExitCode.FAILED
    return Reply(made.to_json, lambda width: drafted_lines(made, width), code)
