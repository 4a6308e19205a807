"""The reason why a run of `score` judged nothing: no transcript, no compaction, or an unreadable line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from workbench.errors import NothingToScore
from workbench.services.scores.score_results import ScoreSummary
from workbench.services.transcript_files.transcripts import SUFFIXES, transcripts_under


def nothing_scored(targets: Sequence[str], summary: ScoreSummary) -> NothingToScore:
    """Return the error of a run in which every target was read and no compaction was judged."""
    named = targets[0] if len(targets) == 1 else f"{len(targets)} targets"
    if summary.judged:
        return NothingToScore(
            f"every compaction in {named} is opaque: its text is encrypted or absent",
            "leave out --skip-opaque to see what was kept and dropped, or add --allow-empty to exit 0",
        )
    if all(_is_empty_folder(target) for target in targets):
        return NothingToScore(
            f"{named} holds no transcript", f"looked for files named *{' or *'.join(SUFFIXES)}, at any depth"
        )
    if summary.unread:
        return _perhaps_unread(named, summary)
    return NothingToScore(
        f"no compaction was found in {named}",
        "`workbench import` it and `workbench draft` one, or score a summary with --source",
    )


def _is_empty_folder(target: str) -> bool:
    place = Path(target)
    return place.is_dir() and next(transcripts_under(place), None) is None


def _perhaps_unread(named: str, summary: ScoreSummary) -> NothingToScore:
    """Return the error if a compaction may be in a line that could not be read."""
    lines = sum(each.lines for each in summary.unread)
    first = summary.unread[0]
    line, reason = first.first[0]
    where = f"line {line}" if first.target == named else f"line {line} of {first.target}"
    reason_words = f"{where} could not be read ({reason})"
    if lines > 1:
        reason_words = f"{lines:,} lines could not be read, the first of them {where} ({reason})"
    return NothingToScore(
        f"no compaction was found in what could be read of {named}; {reason_words}",
        "a compaction may be in such a line: score a copy of the file that is whole",
    )
