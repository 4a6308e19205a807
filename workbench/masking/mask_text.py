"""Masks secrets in everything that leaves the workbench: exports, reports, and requests to a model.

The rules are in `secret_rules`: tokens by prefix, values by position, and values next to the name of a
secret. Entropy alone is not used: transcripts are full of hashes, and masking a commit id does more harm than
good. Stored, judged, hashed and linked text is never masked, so that ids, digests and verdicts are those of
the original; only the outgoing copy is masked. A mask depends only on the text and, for a private key that
was split, on the neighbouring texts. A password that looks like an ordinary word is not found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from workbench.masking.secret_rule import Rule
from workbench.masking.secret_rules import rules
from workbench.masking.secret_values import key_line

if TYPE_CHECKING:
    from gates.artifact import Artifact
    from gates.source import SourceEvent

_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d")
_KEY_BODY = re.compile(
    r"(?:(?:\s|\\n|(?<=\n)(?:[ \t]{0,12}\d{1,6})?[ \t]{0,8}[>|#*\N{RIGHTWARDS ARROW}]){0,40}"
    r"(?:(?:Proc-Type|DEK-Info|Version|Comment|Encryption|Public-Lines|Private-Lines|Private-MAC)?:[^\n\\]{0,120}"
    r"|\d{1,6}[ \t]{1,8}(?=[A-Za-z0-9+/]{16})|[A-Za-z0-9+/]{16,4000}={0,2}"
    r"|(?=[A-Za-z0-9+/]{0,14}[0-9+/=])[A-Za-z0-9+/]{1,15}={0,2}(?![A-Za-z0-9]))){0,1000}"
)
"""Lines of a key, also quoted, commented or numbered; words after them are not included."""
_LONGEST_KEY = 20_000
_END = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_BODY_LINE = re.compile(r"[ \t>*-]{0,8}(?:[A-Za-z0-9+/=]{1,128}|\\n)[ \t]{0,4}\n?")
_KEY_LINE = re.compile(r"(?<![A-Za-z0-9+/=_-])([A-Za-z0-9+/]{40,4000}={0,2})(?![A-Za-z0-9+/=_-])")
_ONLY_KEY_LINE = re.compile(r"\A[\s>*\"'-]{0,8}([A-Za-z0-9+/]{60,76}={0,2})[\s\"',.]{0,8}\Z")
"""A text that is a single line of a wrapped key and nothing else; no statement has this form."""
_LONGEST_LINE = 96
_RUN = re.compile(r"[A-Za-z0-9+/=_-]{2,20000}")
_SMALL = {ord(each): ord(each.lower()) for each in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
_DERIVED = re.compile(r"[a-z]{1,7}_[0-9a-f]{20}(?::\d{1,12}:\d{1,12}:lines\d{1,5}\.\d)?|[0-9a-f]{64}")
"""Our own ids and digests, which a report has by the thousand; a test shows that no rule matches one."""
_SHORT = 400
"""Longest text, in characters, whose matches are cached."""
_WINDOW = 16_384
_OVERLAP = 4_096
"""Overlap of the windows in which long lines are searched; no rule scans more than one window at once."""


def mask(text: str, *, cut_key: bool = False) -> tuple[str, int]:
    """Replace every secret by `[masked: KIND]`; return the text and the number of secrets.

    `cut_key`: a private key was split, and lines of it may be in this text without its header.
    """
    if _DERIVED.fullmatch(text):
        return text, 0
    spans = _spans_of_short(text, cut_key) if len(text) <= _SHORT else _spans(text, cut_key)
    if not spans:
        return text, 0
    pieces, reached = [], 0
    for start, end, name in spans:
        pieces += [text[reached:start], f"[masked: {name}]"]
        reached = end
    return "".join([*pieces, text[reached:]]), len(spans)


def mask_then_cut(text: str, longest: int) -> tuple[str, int]:
    """Mask the secrets of a text, then cut it to `longest` characters; return it and the number of secrets.

    Cutting first could leave half a secret, which no rule would recognise.
    """
    masked, found = mask(text)
    return masked[:longest], found


_CUT_EDGES = re.compile(r"\A\S{16,}|\S{16,}\Z")


def without_cut_words(text: str) -> str:
    """Drop long words at the edges of an excerpt, because they may be parts of a secret."""
    return _CUT_EDGES.sub("[...]", text)


def _spans(text: str, cut_key: bool) -> tuple[tuple[int, int, str], ...]:
    return tuple(_merged([*_private_keys(text), *_key_ends(text, cut_key=cut_key), *_tokens(text)]))


_spans_of_short = lru_cache(maxsize=4_096)(_spans)
"""Cached, because names of rules, kinds and sessions and repeated quotations occur many times in a report."""


def mask_json(value: Any, *, cut_key: bool | None = None) -> tuple[Any, int]:  # noqa: ANN401 (JSON of any shape)
    """Mask the secrets in the strings of JSON data (not in keys); return the data and the number of secrets.

    A private key whose lines were split over several strings is masked in each. `cut_key`: whether there is
    such a key; None detects it in these data.
    """
    split = holds_cut_key(strings(value)) if cut_key is None else cut_key
    if not any(mask(text, cut_key=split)[1] for text in strings(value)):
        return value, 0
    return _mask_json(value, split)


def _mask_json(value: Any, cut_key: bool) -> tuple[Any, int]:  # noqa: ANN401
    if isinstance(value, str):
        return mask(value, cut_key=cut_key)
    if isinstance(value, dict):
        masked = {key: _mask_json(each, cut_key) for key, each in value.items()}
        return {key: each for key, (each, _) in masked.items()}, sum(n for _, n in masked.values())
    if isinstance(value, list | tuple):
        several = [_mask_json(each, cut_key) for each in value]
        return [each for each, _ in several], sum(n for _, n in several)
    return value, 0


def strings(value: Any) -> Iterator[str]:  # noqa: ANN401
    """Yield the strings in JSON data, outer ones first, without keys."""
    waiting = [value]
    for each in waiting:  # which grows meanwhile
        if isinstance(each, str):
            yield each
        elif isinstance(each, dict):
            waiting += each.values()
        elif isinstance(each, list | tuple):
            waiting += each


def holds_cut_key(texts: Iterable[str]) -> bool:
    """Return whether a text has the header of a private key without its footer, or the reverse."""
    return any(_is_cut(each) for each in texts)


def _is_cut(text: str) -> bool:
    if "PRIVATE KEY" not in text:
        return False
    heads = [found.start() for found in _BEGIN.finditer(text)]
    ends = [found.start() for found in _END.finditer(text)]
    return bool(heads or ends) and (not heads or not ends or ends[0] < heads[0] or ends[-1] < heads[-1])


def mask_event(event: SourceEvent, *, cut_key: bool = False) -> tuple[SourceEvent, int]:
    """Mask an event for output and count its secrets; a masked event's digest differs from the stored one."""
    text, found = mask(event.text, cut_key=cut_key)
    tool = event.tool
    if tool is not None:
        target, in_target = mask(tool.target)
        if in_target:
            tool, found = tool._replace(target=target), max(found, in_target)
    return (event._replace(text=text, tool=tool), found) if found else (event, 0)


def mask_artifact(artifact: Artifact, *, cut_key: bool | None = None) -> tuple[Artifact, int]:
    """Mask an artifact for output and count its secrets.

    A masked artifact's id differs from the stored one.
    """
    body, found = mask_json(artifact.to_json(), cut_key=cut_key)
    return (type(artifact).model_validate(body), found) if found else (artifact, 0)


def _merged(spans: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    merged: list[tuple[int, int, str]] = []
    for start, end, name in sorted(spans):
        if merged and start < merged[-1][1]:
            first, last, kept = merged[-1]
            merged[-1] = (first, max(last, end), kept)
        else:
            merged.append((start, end, name))
    return merged


def _tokens(text: str) -> Iterator[tuple[int, int, str]]:
    for offset in range(0, len(text), _WINDOW - _OVERLAP):
        window = text[offset : offset + _WINDOW]
        lowered = _lowered(window)
        for rule in _cued(lowered):
            for start, end in _found(rule, window, lowered):
                yield offset + start, _whole(text, offset + end), rule.name
        if offset + _WINDOW >= len(text):
            return


def _cued(lowered: str) -> Iterator[Rule]:
    """Yield the rules whose cue occurs in a lower-case text; each cue is searched once for all rules."""
    by_cue = _rules_by_cue()
    numbers: set[int] = set()
    for cue, mine in by_cue:
        if cue in lowered:
            numbers.update(mine)
    every = rules()
    return (every[number] for number in sorted(numbers))


@cache
def _rules_by_cue() -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return each cue with the indexes of its rules."""
    found: dict[str, list[int]] = {}
    for number, rule in enumerate(rules()):
        for cue in rule.cues:
            found.setdefault(cue, []).append(number)
    return tuple((cue, tuple(numbers)) for cue, numbers in found.items())


def _found(rule: Rule, window: str, lowered: str) -> Iterator[tuple[int, int]]:
    places = None if rule.places is None else [each.start() for each in rule.places.finditer(lowered)]
    if places == [] or (rule.sign is not None and rule.sign.search(window) is None):
        return
    for pattern in rule.patterns():
        group = min(rule.group, pattern.groups)
        matches: Iterator[re.Match[str] | None] = (
            pattern.finditer(window) if places is None else (pattern.match(window, each) for each in places)
        )
        reached = 0
        for found in matches:
            if found is not None and found.start() >= reached:
                which = group if found.group(group) else 0
                if rule.likely is None or rule.likely(found, found.group(which)):
                    reached = found.end()
                    yield found.span(which)


def _whole(text: str, end: int) -> int:
    """Return the end of a token whose match was cut short, by its length limit or by the window's edge."""
    rest = _RUN.match(text, end - 1)
    return max(end, rest.end()) if rest is not None else end


def _lowered(window: str) -> str:
    """Return the text in lower case with the same length; some letters have longer lower-case forms."""
    lowered = window.lower()
    return lowered if len(lowered) == len(window) else window.translate(_SMALL)


def _key_ends(text: str, *, cut_key: bool) -> Iterator[tuple[int, int, str]]:
    """Yield the remains of a split key.

    Its footer with the lines before it, and texts that are only key lines.
    """
    if "-----END" in text:
        reached = 0
        for found in _END.finditer(text):
            if _BEGIN.search(text, reached, found.start()) is None:
                yield _body_start(text, found.start(), reached), found.end(), "private key"
            reached = found.end()
    if cut_key or len(text) <= _LONGEST_LINE:
        pattern = _KEY_LINE if cut_key else _ONLY_KEY_LINE
        for line in pattern.finditer(text):
            if key_line(line, line.group(1)):
                yield *line.span(1), "private key"


def _body_start(text: str, end: int, first: int) -> int:
    """Return the start of the key lines that end at `end`."""
    place = end
    while place > first and place > end - _LONGEST_KEY:
        line = text.rfind("\n", first, place - 1) + 1 or first
        if not _BODY_LINE.fullmatch(text, line, place):
            break
        place = line
    return place


def _private_keys(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield complete key blocks; of a block without a footer, the lines that look like its body."""
    reached = 0
    while found := _BEGIN.search(text, reached):
        last = text.find("-----END", found.end(), found.end() + _LONGEST_KEY)
        if last >= 0:
            dashes = text.find("-----", last + 8, last + 80)
            reached = dashes + 5 if dashes >= 0 else last + 8
        else:
            body = _KEY_BODY.match(text, found.end())
            reached = body.end() if body else found.end()
        yield found.start(), reached, "private key"
