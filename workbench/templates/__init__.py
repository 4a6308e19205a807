"""Jinja2 templates and the only module that loads them; Jinja2 itself is imported on first use.

Autoescape is off for formats other than HTML: transcript text goes through the filter `line` (one line,
control characters escaped, no Markdown structure) or `fence` (a code block that its text cannot close). HTML
pages are made by `render_html`, which escapes every value and shows its control characters, so that no filter
can be forgotten. An undefined name is an error, never an empty string.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from workbench.escaping import one_line, visible
from workbench.masking import mask
from workbench.templates.filters import cut, fence, heading, line

if TYPE_CHECKING:
    from jinja2 import Environment


def narrative(snapshot: dict[str, Any]) -> str:
    """Render the narrative Markdown of a snapshot (SN4); equal JSON gives equal bytes.

    The snapshot must fit Snapshot JSON v1. Absent optional parts print "none recorded", and secrets in its
    texts are masked.
    """
    return mask(render("narrative.md.j2", snapshot=snapshot))[0]


def render(template: str, **values: object) -> str:
    """Render a template of this folder, ending in one newline."""
    return _environment().get_template(template).render(**values).rstrip("\n") + "\n"


def render_html(template: str, **values: object) -> str:
    """Render an HTML template of this folder; every value is escaped and its control characters are shown."""
    return _pages().get_template(template).render(**values).rstrip("\n") + "\n"


@cache
def _pages() -> Environment:
    environment = _made(autoescape=True, finalize=_shown)
    environment.filters["cut"] = cut
    environment.filters["one_line"] = one_line
    return environment


def _shown(value: object) -> object:
    """Return text with its control characters shown; HTML is returned unchanged."""
    return visible(value) if type(value) is str else value


@cache
def _environment() -> Environment:
    environment = _made(autoescape=False, keep_trailing_newline=True)
    environment.filters["line"] = line
    environment.filters["heading"] = heading
    environment.filters["fence"] = fence
    return environment


def _made(**options: Any) -> Environment:  # noqa: ANN401 - options of Jinja2
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("workbench", "templates"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        newline_sequence="\n",
        **options,
    )
