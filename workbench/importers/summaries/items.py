"""Statements of a section as items: one statement per item, of the kind that its section implies.

Items get no links here. A section of requests gives constraints for demands and claims for reports; neither
is ascribed to the user, whose own words are only the quotations under "All user messages".
"""

from __future__ import annotations

import re

from gates.artifact import FailureDetail, Item, ItemKind
from gates.language.narration import is_narration, without_aside
from workbench.importers.summaries.files import file_items
from workbench.importers.summaries.markdown import Node, NodeKind
from workbench.importers.summaries.messages import message_items
from workbench.importers.summaries.phrases import (
    announces,
    bold_label,
    ended,
    has_words,
    is_label,
    label_of,
    marked,
    plain,
    readable_sentences,
    sentences,
    words,
)
from workbench.importers.summaries.sections import Role

_NOTHING = re.compile(
    r"(?:none|nothing|n/?a|no\b|not applicable|all (?:\w+ ){0,4}(?:\w+ ){0,2}"
    r"(?:complete|completed|done|addressed|finished))\b",
    re.IGNORECASE,
)
_NOTHING_AT_ALL = re.compile(
    r"(?:none|nothing|n/?a|not applicable|no (?:pending |open |further |known |outstanding |explicit )?"
    r"(?:tasks?|errors?|issues?|items?|questions?|work|problems?|blockers?|next steps?))"
    r"(?: (?:yet|so far|at this time|currently|remaining|reported|encountered|pending))?[.!]?",
    re.IGNORECASE,
)
_SHORT = 3
_INFORMATIVE = re.compile(
    r"(?:the|this|that|these|those|it|its|he|she|they|we|i|i'm|i've|user|users|user's|there|here|all|both|each"
    r"|as|in|at|on|per|from|after|before|when|since|because|direct|directly|was|were|is|are|has|had|just|already"
    r"|everything|nothing|no|none|tests|completed|currently|initially|session)\b",
    re.IGNORECASE,
)
_DEMANDING = re.compile(
    r"\b(?:must|should|shall|needs? to|has to|have to|only|never|always|do not|don't|not allowed|no longer"
    r"|required?|without|instead of|at least|at most|keep|avoid|prefers?)\b",
    re.IGNORECASE,
)
_FIX = re.compile(
    r"(?:\w+ )?(?:fix(?:ed|es)?|solution|solved|resolved|resolution|workaround|corrected|changed|added"
    r"|removed)\b",
    re.IGNORECASE,
)
_CAUSE = re.compile(r"(?:root )?(?:cause|reason|why|problem|because|issue)\b[:\s]*", re.IGNORECASE)
_USER_SAYS = re.compile(r"(?:the )?user(?:'s)?\b", re.IGNORECASE)
_WHERE = re.compile(r"`([^`\n]{2,120})`")
_NOT_PAST = {"need", "proceed", "feed", "embed", "seed", "speed", "exceed", "shed", "needed"}
_ONLY_PATH = re.compile(r"`((?:[\w.@~+-]{0,80}/){1,20}[\w.@+-]{1,120})`")
_SHORT_CHILD = 5
_LONGEST_JOIN = 400


class _Code(str):
    """A statement that is code and is never cut."""

    __slots__ = ()


def items_of(role: Role, nodes: list[Node]) -> list[Item]:
    """Return the items of one section."""
    if role is Role.MESSAGES:
        return message_items(nodes)
    if role is Role.FILES:
        return file_items(nodes, lambda rest: items_of(Role.FACT, rest))
    if role is Role.FAILURE:
        return [item for node in nodes for item in _failure(node)]
    return [item for text in statements(nodes) for item in _statement(role, text)]


def statements(nodes: list[Node]) -> list[str]:
    """Return the statements of nodes, each readable alone: short sub-bullets stay with their head."""
    found: list[str] = []
    for node in nodes:
        if node.kind is NodeKind.CODE:
            found.append(_Code(node.text))
            continue
        text = plain(node.text)
        leaves = [child for child in node.children if child.kind is not NodeKind.CODE]
        joined = _joined(text, leaves)
        if joined is not None:
            found.append(joined)
            found += [_Code(child.text) for child in node.children if child.kind is NodeKind.CODE]
            continue
        if has_words(text) and not is_label(text) and not (node.children and announces(text)):
            found.append(text)
        found += statements(node.children)
    return found


def _joined(text: str, leaves: list[Node]) -> str | None:
    """Return head and sub-bullets as one statement, if the sub-bullets are only its parts."""
    if not leaves or any(leaf.children or words(leaf.text) > _SHORT_CHILD for leaf in leaves):
        return None
    parts = "; ".join(plain(leaf.text) for leaf in leaves)
    joined = f"{text.rstrip(':')}: {parts}"
    return joined if len(joined) <= _LONGEST_JOIN else None


def _statement(role: Role, text: str) -> list[Item]:
    if isinstance(text, _Code):
        return [_item(ItemKind.CLAIM, text)]
    path = _ONLY_PATH.fullmatch(text)
    if path is not None:
        return [_item(ItemKind.ARTIFACT_REF, path.group(1))]
    mark = marked(text)
    parts = sentences(mark.text)
    if role in (Role.FACT, Role.ANALYSIS):
        parts = readable_sentences(parts)
    found: list[Item] = []
    for number, part in enumerate(parts):
        kind, status = _kind(role, part, mark.done, first=number == 0)
        if has_words(part) and not is_label(part) and not is_narration(part):
            found.append(_item(kind, without_aside(part), status=status))
    return found


def _kind(role: Role, text: str, done: bool | None, *, first: bool) -> tuple[ItemKind, str | None]:
    if done is not None and role in (Role.FACT, Role.PENDING, Role.NEXT, Role.ANALYSIS):
        return (ItemKind.OPEN_WORK, "done" if done else "open") if first else (ItemKind.CLAIM, None)
    if role is Role.PENDING:
        return _work(text, first=first, stated=_USER_SAYS.match(text) is not None)
    if role is Role.NEXT:
        return _work(text, first=True, stated=_states(text))
    if role is Role.REQUEST:
        stated = _INFORMATIVE.match(text) is not None and not _DEMANDING.search(text)
        stated = stated or _USER_SAYS.match(text) is not None
        return (ItemKind.CLAIM if stated else ItemKind.CONSTRAINT), None
    kinds = {
        Role.CONSTRAINT: ItemKind.CONSTRAINT,
        Role.DECISION: ItemKind.DECISION,
        Role.QUESTION: ItemKind.OPEN_QUESTION,
    }
    return (kinds.get(role, ItemKind.CLAIM) if first else ItemKind.CLAIM), None


def _states(text: str) -> bool:
    """Return whether a sentence describes what is or was, rather than what to do."""
    if _INFORMATIVE.match(text):
        return True
    texts = text.rstrip(".").split()
    return _is_past(texts[0]) or (len(texts) <= _SHORT and _is_past(texts[-1]))


def _is_past(word: str) -> bool:
    return word.casefold().endswith("ed") and word.casefold() not in _NOT_PAST


def _work(text: str, *, first: bool, stated: bool) -> tuple[ItemKind, str | None]:
    if not first or stated or _NOTHING.match(text):
        return ItemKind.CLAIM, None
    return ItemKind.OPEN_WORK, "open"


def without_labels(nodes: list[Node]) -> list[Node]:
    """Return working notes without the bold titles of their paragraphs, which only announce content."""
    found: list[Node] = []
    for node in nodes:
        titled = bold_label(node.text) if node.kind is not NodeKind.CODE else None
        text = titled[1] if titled is not None else node.text
        only = titled is None and _ONLY_BOLD.fullmatch(node.text.strip()) is not None and node.children
        found.append(Node(node.kind, "" if only else text, node.indent, without_labels(node.children)))
    return found


_ONLY_BOLD = re.compile(r"\*\*[^*\n]{1,200}\*\*:?")


def is_nothing(text: str) -> bool:
    """Return whether a line only states that there is nothing to list."""
    return _NOTHING_AT_ALL.fullmatch(text.strip()) is not None


def _failure(node: Node) -> list[Item]:
    if node.kind is NodeKind.CODE:
        return [_item(ItemKind.CLAIM, node.text)]
    text = marked(plain(node.text)).text
    inner = [part for child in node.children for part in statements([child])]
    if _NOTHING.match(text) or _USER_SAYS.match(text) or not _is_failure(node, text, inner):
        found = [] if is_nothing(text) else [_item(ItemKind.CLAIM, part) for part in sentences(text)]
        return found + [item for child in node.children for item in _failure(child)]
    label, rest = bold_label(node.text) or label_of(text)
    texts = [part for part in sentences(rest) if part]
    causes = [part for part in inner if _CAUSE.match(part) and "\n" not in part]
    fixes = [part for part in texts[1 if not label else 0 :] if _FIX.match(part)]
    what = [part for part in texts if part not in fixes]
    body = " ".join(what)
    why = " ".join(_CAUSE.sub("", part, count=1) for part in causes) or (body if label else "")
    failure = f"{label}: {body}".rstrip(": ") if label else body
    where = _WHERE.search(text)
    detail = FailureDetail(category=_category(text), where=where.group(1) if where else "", why=why)
    found = [_item(ItemKind.FAILURE, failure or text, detail=detail)]
    rest_of = [*fixes, *(part for part in inner)]
    return found + [_item(ItemKind.CLAIM, part) for part in rest_of if has_words(part)]


def _is_failure(node: Node, text: str, inner: list[str]) -> bool:
    """Return whether a line in a section of errors is one: labelled, repaired, or in words of failure."""
    stated = bold_label(node.text) is not None or any(
        _FIX.match(part) or _CAUSE.match(part) for part in inner
    )
    return stated or _WRONG.search(text) is not None


_WRONG = re.compile(
    r"error|fail|wrong|\bbugs?\b|buggy|broke|crash|exception|invalid|incorrect|inaccura|mistake|missing"
    r"|mismatch|not found|undefined|unexpected|conflict|lost\b|denied|refused|rejected|time ?out|timed out"
    r"|leak|regress|\bissues?\b|\bproblems?\b|cannot|can't|(?:could|does|did|was|were)(?: not|n't)\b|never "
    r"|unable|deadlock|\brace\b|\bhang|hung\b|\bstale|stuck|corrupt|warning|unreachable|redeclared",
    re.IGNORECASE,
)

_CATEGORIES = (
    ("test", re.compile(r"\btests?\b|\bassert", re.IGNORECASE)),
    ("lint", re.compile(r"lint|gofmt|format|ruff|eslint|errcheck|goconst", re.IGNORECASE)),
    ("build", re.compile(r"compil|build|undefined|import|syntax|redeclared|type ?(?:error|check)", re.I)),
    ("permission", re.compile(r"permission|denied|refused|rejected|unauthori[sz]ed", re.IGNORECASE)),
    ("missing", re.compile(r"not found|missing|404|no such", re.IGNORECASE)),
    ("timeout", re.compile(r"time ?out|timed out", re.IGNORECASE)),
)  # fmt: skip


def _category(text: str) -> str:
    return next((name for name, pattern in _CATEGORIES if pattern.search(text)), "error")


def _item(
    kind: ItemKind,
    text: str,
    *,
    status: str | None = None,
    speaker: str | None = None,
    detail: FailureDetail | None = None,
) -> Item:
    return Item.model_validate(
        {"kind": kind, "text": ended(text.strip()), "status": status, "speaker": speaker, "detail": detail}
    )
