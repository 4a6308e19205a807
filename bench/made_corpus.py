"""Makes a corpus of documents for benchmarks: HTML, Markdown, plain text, PDF and CSV, from a fixed seed.

Words are drawn by Zipf's law out of 40,000 made ones with English function words between, so that stems are
as rare and as common as in prose; a document has about twenty passages.
"""

from __future__ import annotations

import random
from bisect import bisect
from itertools import accumulate
from pathlib import Path

from gates.language.lexicon import STOPWORDS

VOCABULARY = 40_000
SECTIONS = 10
"""Of a document, each of about two passages."""
MIX = {"html": 0.4, "md": 0.3, "txt": 0.15, "pdf": 0.1, "csv": 0.05}
"""Share of each kind of document."""
_SYLLABLES = [c + v + e for c in "b br c ch d dr f g gl h k l m n p pr r s st t tr v w".split()
              for v in "a e i o u ai ea oo".split() for e in ("", "n", "r", "st", "l")]  # fmt: skip


class Prose:
    """Sentences without sense."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)
        self._small = sorted(STOPWORDS)
        made: dict[str, None] = {}
        while len(made) < VOCABULARY:
            made["".join(self._random.choices(_SYLLABLES, k=self._random.choice((2, 2, 3))))] = None
        self.words = list(made)
        self._until = list(accumulate(1 / (rank + 8) for rank in range(VOCABULARY)))

    def word(self) -> str:
        """One word that carries something."""
        return self.words[bisect(self._until, self._random.random() * self._until[-1])]

    def sentence(self) -> str:
        """About sixteen words, half of them function words."""
        said = []
        for _ in range(self._random.randint(5, 11)):
            said += [self._random.choice(self._small), self.word()]
        said[0] = said[0].capitalize()
        return " ".join(said) + "."

    def paragraph(self) -> str:
        """About 800 characters."""
        return " ".join(self.sentence() for _ in range(6))

    def title(self) -> str:
        """Three words."""
        return " ".join(self.word().capitalize() for _ in range(3))


def write(folder: Path, documents: int) -> Prose:
    """Write so many documents below a folder, a hundred in each of its own; what they were made of."""
    prose = Prose()
    kinds = [kind for kind, share in MIX.items() for _ in range(round(share * 100))]
    random.Random(2).shuffle(kinds)
    for number in range(documents):
        kind = kinds[number % len(kinds)]
        place = folder / f"{number // 100:03}"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"document-{number:05}.{kind}").write_bytes(_WRITERS[kind](prose))
    return prose


def _sections(prose: Prose) -> list[tuple[str, list[str]]]:
    return [(prose.title(), [prose.paragraph(), prose.paragraph()]) for _ in range(SECTIONS)]


def _markdown(prose: Prose) -> bytes:
    parts = [f"# {prose.title()}"]
    for title, paragraphs in _sections(prose):
        parts += [f"## {title}", *paragraphs]
    return "\n\n".join(parts).encode()


def _text(prose: Prose) -> bytes:
    return "\n\n".join([prose.title(), *(p for _, some in _sections(prose) for p in some)]).encode()


def _html(prose: Prose) -> bytes:
    links = "".join(f'<li><a href="/{n}">{prose.title()}</a></li>' for n in range(30))
    parts = [
        f"<!doctype html><html><head><title>{prose.title()}</title><style>p {{ margin: 1em }}</style></head>"
        f"<body><nav><ul>{links}</ul></nav><main>"
    ]
    for title, paragraphs in _sections(prose):
        parts.append(f'<section class="part"><h2>{title}</h2>')
        for each in paragraphs:
            words = each.split(" ")
            words[3], words[9] = f"<em>{words[3]}</em>", f'<a href="/x">{words[9]}</a>'
            parts.append(f'<p class="body">{" ".join(words)}</p>')
        parts.append("</section>")
    return "\n".join([*parts, "</main><footer>Made for a benchmark</footer></body></html>"]).encode()


def _csv(prose: Prose) -> bytes:
    rows = [",".join(prose.word() for _ in range(6)) for _ in range(380)]
    return "\n".join(["first,second,third,fourth,fifth,sixth", *rows]).encode()


def _pdf(prose: Prose) -> bytes:
    """Pages of 45 lines in one of the fonts that every reader has."""
    lines = [line for title, some in _sections(prose) for line in (title, *_wrapped(" ".join(some), 90), "")]
    pages = [lines[first : first + 45] for first in range(0, len(lines), 45)]
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    kids = []
    for page in pages:
        shown = "\n".join(f"({line}) Tj T*" for line in page)
        body = f"BT /F1 10 Tf 12 TL 50 780 Td\n{shown}\nET".encode()
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(body), body))
        kids.append(len(objects) + 1)
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R >> >> >>" % len(objects)
        )
    named = " ".join(f"{kid} 0 R" for kid in kids)
    objects[1] = f"<< /Type /Pages /Kids [{named}] /Count {len(kids)} >>".encode()
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, each in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    return bytes(out)


def _wrapped(text: str, width: int) -> list[str]:
    lines, line = [], ""
    for word in text.split(" "):
        if len(line) + len(word) >= width:
            lines.append(line)
            line = ""
        line = f"{line} {word}".strip()
    return [*lines, line]


_WRITERS = {"html": _html, "md": _markdown, "txt": _text, "pdf": _pdf, "csv": _csv}
