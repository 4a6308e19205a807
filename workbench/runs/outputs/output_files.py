"""Write the outputs of a run: `output.json`, `report.md`, `metrics.json`, manifests, and the cited texts.

Every footnote of the report names the file, the page, heading or line, and the characters of the quoted
words, and links to a copy of the text that was read, so that a reader finds them without this program.
Nothing is overwritten.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import orjson

from gates.errors import os_reason
from store.run_values import ContextManifest
from workbench.errors import InputError
from workbench.escaping import escaped_json, folded, in_place, one_line
from workbench.runs.answering.evidence import NEAREST
from workbench.runs.records.ledger import Ledger
from workbench.runs.records.shapes import (
    NO_DIRECT_EVIDENCE,
    Citation,
    ResearchClaim,
    ResearchConflict,
    ResearchOutput,
    ResearchQuery,
)

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~$!&])")
_HEADED = re.compile(r"^other (?P<what>[^()]+?)(?: \((?P<figures>.+)\))?$")
"""What two sides disagree about, as a conflict's text begins with it."""
_NAME = re.compile(r"[^A-Za-z0-9._-]+")
UNVERIFIED = "Said by the model, not verified"
MOST_QUERY = 200
"""Maximum characters of a query in the report."""
_REPEATED = 40
"""Characters of a side by which a conflict's text is recognised as repeating it."""


def write(folder: Path, made: ResearchOutput, ledger: Ledger) -> tuple[Path, ...]:
    """Write all outputs into a folder that is empty or does not exist yet.

    Raises:
        InputError: the folder is not empty, or it cannot be written.
    """
    files = {
        "output.json": _json(made.model_dump(mode="json", by_alias=True)),
        "report.md": report(made),
        "metrics.json": _json({"run_id": made.run_id, **made.metrics}),
    }
    with ledger.reading():
        manifests = ledger.manifests(made.run_id)
        texts = ledger.texts(list(dict.fromkeys(c.artifact_id for c in citations(made))))
    for manifest in manifests:
        files[f"manifests/step-{manifest.step:04}.json"] = _json(manifest_json(manifest))
    for each in citations(made):
        files[source_file(each)] = in_place(texts[each.artifact_id])
    try:
        check_free(folder)
        _write_whole(folder, files)
    except OSError as error:
        stated = f"cannot write {error.filename or folder}: {os_reason(error)}"
        raise InputError(stated, "name another folder with --out") from error
    return tuple(folder / name for name in files)


def _write_whole(folder: Path, files: dict[str, str]) -> None:
    """Write beside the folder, then move into place: a killed process leaves no partial folder.

    As the store, the files hold the words of sources, so only their owner may read them.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as made:
        whole = Path(made) / "outputs"
        whole.mkdir(mode=0o700)
        for name, body in files.items():
            path = whole / name
            path.parent.mkdir(mode=0o700, exist_ok=True)
            path.write_text(body, encoding="utf-8", errors="backslashreplace")
            with suppress(OSError):  # a file system without modes
                path.chmod(0o600)
        whole.replace(folder)


def check_free(folder: Path) -> None:
    """Refuse a folder that is not empty or cannot be made. Raises InputError."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(
            f"{folder} is not an empty folder", "name another with --out; nothing is overwritten"
        )
    above = next(each for each in (folder.parent, *folder.parent.parents) if each.exists())
    try:
        with tempfile.TemporaryDirectory(dir=above, prefix=f".{folder.name}-"):
            pass
    except OSError as error:
        stated = f"nothing can be written in {above}: {os_reason(error)}"
        raise InputError(stated, "name another folder with --out") from error


def manifest_json(manifest: ContextManifest) -> dict[str, object]:
    """Return a manifest as written to `manifests/` and printed by `--json`: `workbench.manifest/1`."""
    return {
        "schema": "workbench.manifest/1",
        "manifest_id": manifest.manifest_id,
        "step": manifest.step,
        "event_sequence": manifest.event_sequence,
        "manifest": orjson.loads(manifest.body),
        "detail": orjson.loads(manifest.detail),
        "prompt_hash": manifest.prompt_hash,
        "created_at": manifest.created_at,
    }


def citations(made: ResearchOutput) -> list[Citation]:
    """Return every citation in the order of the report, claims first."""
    found = [each for claim in made.claims for each in claim.citations]
    return found + [each for c in made.conflicts for each in (*c.side_a, *c.side_b)]


@dataclass(frozen=True, slots=True)
class PartedClaims:
    """The claims of an output, grouped for a reader."""

    answer: list[ResearchClaim]
    """Claims in the answer; if it contains none, every cited passage."""
    further: list[ResearchClaim]
    """Passages beside the answer."""
    unverified: list[ResearchClaim]
    """Claims that a model makes and no passage supports."""


def parted(made: ResearchOutput) -> PartedClaims:
    """Group the claims: in the answer, beside it, and unsupported."""
    unverified = [c for c in made.claims if c.status != "verified" and not is_passage(c)]
    others = [claim for claim in made.claims if claim not in unverified]
    held = [claim for claim in others if claim.text in made.answer]
    if not held:
        return PartedClaims(others, [], unverified)
    return PartedClaims(held, [claim for claim in others if claim not in held], unverified)


def is_passage(claim: ResearchClaim) -> bool:
    """Return whether a claim consists of the words that it cites."""
    return claim.reason == NEAREST or any(folded(each.quote) == claim.text for each in claim.citations)


def reason_of(conflict: ResearchConflict) -> str:
    """Return what two sides disagree about, without their words if the text repeats them."""
    reason, _, words = conflict.text.partition(": ")
    repeats = any(
        words.startswith((each.stated[:_REPEATED], folded(each.quote)[:_REPEATED]))
        for each in conflict.side_a
    )
    stated = _HEADED.sub(_headed, reason) if repeats else conflict.text.rstrip(".:")
    return stated[:1].upper() + stated[1:]


def _headed(found: re.Match[str]) -> str:
    """Return what differs as a sentence: `other dates` as `the dates differ`."""
    figures = f": {found['figures']}" if found["figures"] else ""
    return f"the {found['what']} differ{figures}"


def source_file(citation: Citation) -> str:
    """Return the path of the copy of a cited text, relative to the report."""
    name = _NAME.sub("-", citation.location.rsplit("://", 1)[-1]).strip("-.")[-80:]
    return f"sources/{citation.artifact_id[4:12]}-{name or 'source'}.txt"


def report(made: ResearchOutput) -> str:
    """Return the report as Markdown; text of sources is escaped."""
    notes: list[str] = []
    lines = [f"# {_plain(made.objective)}", "", f"Run `{made.run_id}`, ended: {made.ended}.", ""]
    reported = parted(made)
    first = "Nearest passages" if made.answer.startswith(NO_DIRECT_EVIDENCE) else "Answer"
    listed = (
        (first, reported.answer),
        ("Further passages", reported.further),
        (UNVERIFIED, reported.unverified),
    )
    for title, claims in listed:
        if not claims:
            continue
        lines += [f"## {title}", ""]
        if title == "Answer" and made.questions:
            lines += _by_question(made, claims, notes)
        else:
            lines += [*(_bullet(claim, notes) for claim in claims), ""]
    if made.uncertainty:
        lines += ["## What is uncertain", "", *(f"- {_plain(each)}" for each in made.uncertainty), ""]
    if made.conflicts:
        lines += ["## Conflicts", ""]
        for conflict in made.conflicts:
            lines.append(f"- {_plain(reason_of(conflict))}:")
            for side in (conflict.side_a, conflict.side_b):
                lines += [f"  - {_plain(each.stated)}{_note(each, notes)}" for each in side]
        lines.append("")
    lines += ["## Sources", "", *_sources(made), ""]
    failed = [] if _all_answered(made) else _failed(made)
    if failed:
        lines += ["## Queries without direct evidence", "", *failed, ""]
    return "\n".join([*lines, *notes]).rstrip("\n") + "\n"


def _all_answered(made: ResearchOutput) -> bool:
    """Return whether every question is answered without reserve: then no query for it failed in the end."""
    if not made.questions:
        return made.ended == "answered" and not any(NO_DIRECT_EVIDENCE in each for each in made.uncertainty)
    return all(each.claim_ids for each in made.questions)


def _failed(made: ResearchOutput) -> list[str]:
    """Return a line for each query without evidence, its best step; the whole of several comes last."""
    whole = folded(made.objective) if made.questions else None
    once: dict[str, ResearchQuery] = {}
    for each in made.failed_queries:
        known = once.setdefault(folded(each.query), each)
        if each.max_score > known.max_score:
            once[folded(each.query)] = each
    listed = sorted(once.values(), key=lambda each: folded(each.query) == whole)
    return [
        f"- step {each.step}: "
        f"{'all questions together' if folded(each.query) == whole else _plain(_beginning(each.query))} "
        f"(best score {each.max_score:.3f})"
        for each in listed
    ]


def _beginning(query: str) -> str:
    """Return a query of at most `MOST_QUERY` characters; `output.json` has the rest."""
    return query if len(query) <= MOST_QUERY else f"{query[: MOST_QUERY - 1].rstrip()}…"


def _by_question(made: ResearchOutput, claims: Sequence[ResearchClaim], notes: list[str]) -> list[str]:
    """Return the lines of an answer's claims, each under the question that it answers."""
    lines: list[str] = []
    for asked in made.questions:
        stated = [_bullet(claim, notes) for claim in claims if claim.claim_id in asked.claim_ids]
        lines += [f"### {_plain(asked.question)}", "", *(stated or [f"*{NO_DIRECT_EVIDENCE}*"]), ""]
    known = {name for asked in made.questions for name in asked.claim_ids}
    others = [_bullet(claim, notes) for claim in claims if claim.claim_id not in known]
    return [*lines, *(["### Beside the questions", "", *others, ""] if others else [])]


def _bullet(claim: ResearchClaim, notes: list[str]) -> str:
    marks = "".join(_note(each, notes) for each in claim.citations)
    why = f": {_plain(claim.reason)}" if claim.reason else ""
    unsure = "" if claim.status == "verified" else f" *(not verified{why})*"
    return f"- {_plain(claim.text)}{marks}{unsure}"


def _sources(made: ResearchOutput) -> Iterable[str]:
    read = [source for source in made.sources if source.status == "read"]
    yield f"{len(read)} of {len(made.sources)} sources were read."
    others = [source for source in made.sources if source.status != "read"]
    shown = [*(source for source in read if source.cited), *others]
    if shown:
        yield ""
    for source in shown:
        stated = "cited" if source.cited else f"{source.status}: {source.reason}"
        yield f"- {_plain(source.location)} ({_plain(stated)})"
    uncited = sum(not source.cited for source in read)
    if uncited:
        yield ""
        more = "One more was" if uncited == 1 else f"{uncited:,} more were"
        yield f"{more} read and not cited; see output.json."


def _note(citation: Citation, notes: list[str]) -> str:
    """Return the mark of a citation, and add its footnote if it is new."""
    place = f"{_plain(citation.place)}, " if citation.place else ""
    body = (
        f"[{_plain(citation.location)}]({source_file(citation)}), {place}"
        f"characters {citation.start} to {citation.end}, `{citation.chunk_id}`: "
        f"\u201c{_plain(citation.quote)}\u201d"
    )
    known = [note.partition(": ")[2] for note in notes]
    if body not in known:
        notes.append(f"[^{len(notes) + 1}]: {body}")
        return f"[^{len(notes)}]"
    return f"[^{known.index(body) + 1}]"


def _plain(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", one_line(text))


def _json(value: object) -> str:
    return escaped_json(orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()) + "\n"
