"""Recognizes pasted lines of a user message: traces, logs, records and listings, which nobody wrote.

Most are recognized by their form. Some only open a block whose lines look like prose: the properties of an
error after its trace, a wrapped record, a listing with line numbers.
"""

from __future__ import annotations

import re

MOST_WRAPPED = 30
"""Most lines of a wrapped record; one that never closes is cut off there."""

_PASTED = re.compile(
    r"""^\s{0,12}(?:
      [>❯➜⎿│┃╭╰$%]|                                  # quotations, prompts, boxes of a terminal
      >>>|\.\.\.\s|
      Traceback\ \(most\ recent|File\ "[^"]{1,200}",\ line\ \d|
      at\ (?:(?:async|new)\ )?(?:[\w.$<>]{1,120}\s?\(|(?:file://|node:|/|[A-Za-z]:\\)\S{1,300}:\d{1,7}\)?\s*$)|
      \(?[\w.$<>]{1,60}\)?\ @\ \S{1,300}:\d{1,7}|       # a frame as the console of a browser shows it
      [\w./@-]{1,200}\.[cm]?[jt]sx?:\d{1,7}(?::\d{1,5})?\s|
      \[[\w:./-]{2,60}\]\s(?:\$\s|(?:ERROR|WARN|INFO|DEBUG)\b)|
      \[?\d{4}-\d\d-\d\d[T\ ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|
      \[?(?:INFO|DEBUG|WARN|WARNING|ERROR|TRACE|FATAL)\b[\]:\ ]|
      (?:[A-Za-z]\w{0,60})?(?:Error|Exception):\s|
      (?:diff\ --git|@@\ |\+\+\+\ |---\ [ab]/|index\ [0-9a-f]{6,40}\.\.)|
      (?:---|===|\*\*\*)\s?(?:FAIL|PASS|RUN|SKIP)|
      (?:FAIL|ok)\t|
      exit\ (?:status|code):?\ \d{1,3}\s*$|
      \w{1,40}(?:\.\w{1,40}){1,6}\ =\ \S{1,200}\s*$|  # a value as a program shows it
      (?:export\ )?[A-Z][A-Z\d]{0,30}(?:_[A-Z\d]{1,30}){1,8}=
        (?:\S{1,2000}|["'\[][^\n]{1,300}["'\]])\s*$|        # a variable of the environment, masked or not
      (?:NOTE|HINT):\s[^\n]{0,200}:\s/\S{1,300}\s*$|   # what a tool notes of a path
      \[(?i:image|document|file)\b[^\]\n]{0,100}\]\s*$|
      (?:(?i:error|warning|note):\s)?[\w./@-]{1,200}\.[A-Za-z]{1,6}:\d{1,7}(?::\d{1,5})?:\s|
      -\w,\s{1,4}--\w[\w-]{0,40}\b|                   # options of a command, as its help lists them
      (?:[^:\n]{2,80}:\s){3}|                         # an error that names the one below it
      [{}\])][,;]?\s*$|
      [\w.]{1,60}\([^()\n]{0,200}(?:\([^()\n]{0,100}\)[^()\n]{0,60}){0,2}\)[;,]?\s*$|
      </?[a-zA-Z][\w-]{0,60}(?:\s[^<>]{0,200})?>\s*$
    )""",
    re.VERBOSE,
)
_FRAME = re.compile(r"^\s{1,12}at (?:(?:async|new) )?[\w.$<>\[\] ]{1,120}\s?\([^()\n]{1,300}\)\s*$")
"""A frame of a trace."""
_THROWN = re.compile(
    r"^\s{0,12}(?:uncaught|unhandled|caused by|exception in|fatal|panic|error|warning)\b(?![^\n]*:\s*$)",
    re.IGNORECASE,
)
"""The message of an error, if a frame follows it."""
_SHOWS = re.compile(r"^\s{0,12}at [^\n]{1,400}\{\s*$")
"""The last frame of a trace, followed by the properties of the error."""
_CODE_END = re.compile(r"(?:[;{}]|\)\s?=>|\\)\s*$")
_RECORD = re.compile(r"^\s{0,12}(?:\w[\w .:/-]{0,60}[ :])?[\[{]{1,4}\s?[\"']\w{1,60}[\"']\s?:")
"""The beginning of a record, as JSON or as printed by Python, possibly after a label."""
_NUMBERED = re.compile(r"^\s{0,6}[+-]\s{1,3}\d{1,6}(?:\s[^\n]{0,400})?\s{2}$")
"""A changed line as a terminal shows it: sign, line number, and blanks up to the edge."""
_STRING = re.compile(r"\"(?:[^\"\\]|\\.){0,20000}\"")


_ADVISES = re.compile(
    r"\b(?:see|visit|read) https?://\S{4,200} "
    r"(?:to learn more|for (?:more|further) (?:details|info(?:rmation)?|help)|for (?:details|tips))\b"
    r"[^.\n]{0,100}\.?\s*$",
    re.IGNORECASE,
)
"""The end of a line by which a program refers to its documentation."""


class PastedLines:
    """Reads the lines of a message in order and reports for each whether it was pasted."""

    def __init__(self) -> None:
        self._shown = False
        self._listed = False
        self._record: list[str] = []
        self._any = False
        self.advised = False
        """Whether the last line is a program's reference to its documentation, after other pasted lines."""

    def end(self) -> None:
        """Process a blank line, which ends every block."""
        self._shown = self._listed = False
        self._record = []

    def take(self, line: str, following: str = "") -> bool:
        """Return whether the next line was pasted; `following` is the line after it."""
        self.advised = self._any and _ADVISES.search(line) is not None
        heads = _FRAME.match(following) is not None and _THROWN.match(line) is not None
        pasted = self.advised or self._is_pasted(line) or heads
        self._any = self._any or pasted
        return pasted

    def _is_pasted(self, line: str) -> bool:
        if self._record:
            self._wrapped(line)
            return True
        if self._shown or self._listed:
            self._shown = self._shown and not line.lstrip().startswith("}")
            return True
        if _RECORD.match(line) and self._wrapped(line):
            return True
        self._shown = _SHOWS.match(line) is not None
        self._listed = _NUMBERED.match(line) is not None
        return self._shown or self._listed or _is_pasted(line)

    def _wrapped(self, line: str) -> bool:
        """Return whether a record continues after a line, until its brackets are closed."""
        self._record.append(line)
        bare = _STRING.sub("", " ".join(self._record))
        goes_on = sum(map(bare.count, "{[")) > sum(map(bare.count, "}]"))
        if not goes_on or len(self._record) > MOST_WRAPPED:
            self._record = []
        return goes_on


_SENTENCE_BEGINS = re.compile(
    r"\s*(?:[A-Z][a-z']{0,20}(?: [a-z][a-z']{0,20}){2}|[A-Za-z][a-z]{1,20} (?:it|that|them)\b)"
)
"""Three plain words, or a verb and a pronoun, which open a sentence whatever numbers follow."""
_VALUE = re.compile(r"(?<![\w.])\d[\d.,:/-]{0,20}(?!\w)")


def _is_pasted(line: str) -> bool:
    if _PASTED.match(line) and not line.lstrip().startswith("->"):
        return True
    if _CODE_END.search(line):
        return True
    text = line[:400]
    if _SENTENCE_BEGINS.match(text):
        text = _VALUE.sub("", text)  # `the deadline is 2026-12-24` is no line of a log
    letters = sum(char.isalpha() or char.isspace() for char in text)
    return len(line) >= 12 and letters < 0.6 * len(text)
