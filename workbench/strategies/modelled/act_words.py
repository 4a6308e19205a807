"""The words by which an item tells an act, and by which a quotation tells the same act as a fact."""

from __future__ import annotations

import re
from typing import NamedTuple


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{' '.join(pattern.split()).replace(' | ', '|')})\b", re.IGNORECASE)


class ActWords(NamedTuple):
    """One act with its equivalents."""

    told: re.Pattern[str]
    """How an item tells it as done."""
    said: re.Pattern[str]
    """How a quotation tells it as done, in the same or another word."""
    performed: re.Pattern[str]
    """How it is done by being said: `let's take`, `I'd say`; nothing for an act of hand."""
    of_mind: bool = False
    """Whether somebody makes up their mind, so that it matters who."""
    refuses: bool = False
    """Whether it says no, which any denial says too."""


_NEVER = re.compile(r"(?!)")
_BY_SAYING = (
    "let's | lets | i'd say | i'd go | i'll go | i'll take | we'll take | we'll go | go with"
    " | go for | i want | we want | i prefer"
    " | we prefer | i choose | we choose | i pick | i approve | we approve | i accept | i agree"
    " | we agree | changed my mind"
    " | we use | i use | it's fine | is fine | are fine | is ok | is okay | looks good"
    " | look good | sounds good | works for me | works for us"
    " | please | must | should"
)
PERFORMED = _words(_BY_SAYING)
_ASSENTS = _words(f"{_BY_SAYING} | makes sense | good idea")
"""By which somebody says yes to what another one proposed."""
_CHOSEN = (
    "chose | chosen | picked | selected | opted | settled on | settled for | decided | adopted"
    " | went with | went for"
    " | gone with | preferred"
)
_APPROVED = (
    "approved | accepted | agreed | signed off | confirmed | endorsed | authorised | authorized"
    " | cleared | okayed"
    " | green-lit | greenlit"
)
_REJECTED = (
    "rejected | declined | dismissed | refused | turned down | ruled out | vetoed | decided against"
    " | discarded | abandoned"
)
_YES = (
    "said yes | says yes | gave (?:the|his|her|their) (?:ok|okay|go-ahead|approval|consent)"
    " | is fine with | are fine with"
    " | happy with | on board | in favour | in favor | lgtm | signed | approves | agrees"
    " | accepts | confirms"
)
_MOVED = "moved | migrated | transferred | relocated | shifted"
_FIXED = "fixed | repaired | solved | resolved | mended | corrected | patched | cured"
_VERIFIED = "verified | tested | checked | validated | proved | proven"
_RELEASED = "released | published | shipped | deployed | launched"
_SENT = "sent | mailed | emailed | e-mailed | forwarded | delivered | submitted | posted"
_ENDED = "done | finished | completed | complete"


def _of_hand(told: str, more: str) -> ActWords:
    return ActWords(_words(told), _words(f"{told} | {_ENDED} | {more}"), _NEVER)


def _outward(told: str, noun: str, more: str = "(?!)") -> ActWords:
    """Return an act that brings something out of the place where it was made.

    That something ended tells it only beside its noun: `the push is done`, and not `the build is done`.
    """
    ended = rf"(?:{_ENDED} | success\w* | worked | went (?:through|well) | made | created)"
    beside = rf"(?:{noun})\b[^.;]{{0,40}}\b{ended} | {ended}\b[^.;,]{{0,30}}\b(?:{noun})"
    return ActWords(_words(told), _words(f"{told} | {beside} | {more}"), _NEVER)


REJECTED = _words(_REJECTED)
_CHOICE = f"{_CHOSEN} | {_APPROVED} | {_YES} | took | chooses | picks | prefers"
_PLACED = "put | brought | copied | taken | converted | rewritten | rewrote | now (?:in|on|at|under)"
_MADE = "replaced | changed | gone | added | made"
_WELL = "works? (?:now|again)? | working | pass | passes | passed | passing | green"
_SEEN = "confirmed | ran | measured | compared | reviewed | works"
_OUT = "is live | are live | went live | is out | went out | came out | pushed | in production | online"
ACTS = (
    ActWords(_words(_CHOSEN), _words(_CHOICE), PERFORMED, of_mind=True),
    ActWords(_words(_APPROVED), _words(f"{_APPROVED} | {_CHOSEN} | {_YES}"), _ASSENTS, of_mind=True),
    ActWords(_words(_REJECTED), REJECTED, _NEVER, of_mind=True, refuses=True),
    _of_hand(_MOVED, _PLACED),
    _of_hand(_FIXED, f"{_WELL} | {_MADE}"),
    _of_hand(_VERIFIED, f"{_WELL} | {_SEEN}"),
    _outward(
        _RELEASED, "release | publication | deployment | deploy | launch | rollout", f"{_OUT} | uploaded"
    ),
    _outward(
        "pushed | uploaded",
        "push | upload",
        f"{_RELEASED} | {_OUT} | origin | up to date with | on the server",
    ),
    _outward("committed | checked in", "commit", r"[0-9a-f]*\d[0-9a-f]{6,39} | pushed | merged"),
    _of_hand(_SENT, "went out | handed in | handed over | received | arrived"),
)

UNREAL = _words(
    "will | would | shall | should | (?-i:may) | might | could | can | i'd | we'd | i'll | we'll"
    " | you'll | he'll | she'll | they'll"
    " | it'll | going to | plans? to | planned | wants? to | need(?:s|ed)? to | ha(?:s|ve) to"
    " | had to | yet to | ought to | about to"
    " | to be | hopes? to | try to | trying to | intends? to | once | unless | if | until | when"
    " | recommend(?:s|ed)? | suggest(?:s|ed)?"
    " | propose[sd]? | thinking about | considers? | considering | ask(?:s|ed) | maybe | perhaps"
    " | probably | next | tomorrow | todo | to do | pending"
)
"""Of a plan, a wish, a duty, a condition or an offer."""
DENIES = re.compile(
    r"\b(?:not|never|nobody|none|no|nothing|neither|nor|without|cannot|unable|instead of|rather than)\b"
    r"|n't\b",
    re.IGNORECASE,
)
REFUSES = _words(
    f"{_REJECTED} | dropped | drop | reject | rejects | decline | against | too | would break"
    " | would exceed | would cost"
    " | breaks | exceeds | impossible | ruled | out of the question | skip | forget | leave out"
    " | changed my mind | changed our mind"
)
"""Words that say no without a denial."""
UNCERTAIN = _words(
    "suspect(?:s|ed)? | guess(?:es|ed)? | probably | maybe | perhaps | possibly | presumably"
    " | likely | might | (?-i:may) | could"
    " | seems? | seemingly | apparently | appears? | looks? like | assum(?:e|es|ed|ing)"
    " | suppos(?:e|es|ed) | wonder | i think"
    " | we think | i believe | unsure | not sure | hypothesis | theory | suspicion"
)
CAUSE = re.compile(
    r"\b(?:cause[sd]?|because|due to|the reason|comes? from|came from|owing to|thanks to)\b",
    re.IGNORECASE,
)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|am|be|been|has|have|had|does|do|did|needs?|keeps?|costs?|lasts?|likes?|wants?|gets?)\b|'s\b",
    re.IGNORECASE,
)
_SUBJECT = re.compile(r"^\W{0,4}(?:i|we|you|he|she|it|they|there|this|that|these|those)\b", re.IGNORECASE)
_DOES = re.compile(
    r"^\W{0,4}(?:(?:yes|ok|okay|so|then|and|also|good|right|fine|sure|well),?\s){0,2}"
    r"(?:use|take|make|keep|put|add|choose|pick|go|do|have|start|build|write|leave|book|order|buy|move|set|send|call"
    r"|replace|switch|stick|stay|prefer|run|try|get|give|hold|show|draw|print|paint|plan|store|split|merge|rename"
    r"|remove|delete|turn|open|close|begin|continue|proceed|include|limit|change|convert)\b",
    re.IGNORECASE,
)


def is_instruction(text: str) -> bool:
    """Return whether a clause tells somebody what to do, or answers with a thing alone (`oak`)."""
    if _DOES.match(text):
        return True
    return not _SUBJECT.match(text) and not _FINITE.search(text)
