"""The preview of the event under the timeline's cursor: a pane that follows it a moment later."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from textual.containers import Vertical

from workbench.tui.screens.base import WIDE, BaseScreen
from workbench.tui.state.timeline.preview import preview_lines, text_lines
from workbench.tui.widgets.line_view import LineView
from workbench.tui.widgets.panel import Panel
from workbench.tui.widgets.text_view import Layout, Text

if TYPE_CHECKING:
    from textual.timer import Timer

    from workbench.bootstrap import Env
    from workbench.services.lookup.citing import Citing

AFTER = 0.1
"""Seconds without another key before the event is read."""
CHARACTERS = 2_000
"""Characters of an event's text that are read; enter shows all of it."""


class ReadPreview(NamedTuple):
    """One event, its text cut, and its citations."""

    session_id: str
    ordinal: int
    artifact_id: str = ""
    """The artifact that replaces the event in the list; empty for none."""
    words: tuple[str, ...] = ()
    """The words of the search."""


class PreviewContent(NamedTuple):
    """The content of the pane."""

    title: str
    lay: Layout


class Preview:
    """The preview in the container `#side` of a screen; its pane is created when first shown."""

    def __init__(self, screen: BaseScreen) -> None:
        """Start without data."""
        self._screen = screen
        self._timer: Timer | None = None
        self._read: ReadPreview | None = None
        self._pane: tuple[Panel, LineView] | None = None

    @property
    def wanted(self) -> bool:
        """Whether it is shown: as the user chose, else if there is room."""
        chosen = self._screen.bench.preview
        return self._screen.app.size.width >= WIDE if chosen is None else chosen

    @property
    def busy(self) -> bool:
        """Whether the event under the cursor is about to be read."""
        return self._timer is not None

    def wear(self) -> None:
        """Make room for it in the screen's layout, or not."""
        self._screen.set_class(self.wanted, "-preview")

    def toggle(self) -> None:
        """Show it, or hide it."""
        self._screen.bench.preview = not self.wanted
        self.wear()
        self._read = None

    def follow(
        self, session_id: str, ordinal: int, artifact_id: str = "", words: tuple[str, ...] = ()
    ) -> None:
        """Follow the cursor to an event or an artifact: read it once no other key follows."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        request = ReadPreview(session_id, ordinal, artifact_id, words)
        if self.wanted and request != self._read:
            self._timer = self._screen.set_timer(AFTER, lambda: self._ask(request))

    def again(self) -> None:
        """Read the shown event again with the next `follow`, because it may be out of date."""
        self._read = None

    def _ask(self, request: ReadPreview) -> None:
        self._timer = None
        citing = self._screen.bench.citing
        self._screen.ask(request, lambda env: _read(env, request, citing()), group="preview")

    def answered(self, request: object, value: Any) -> bool:  # noqa: ANN401 - each request knows its answer
        """Take an answer; return False if it belongs to another part."""
        if not isinstance(request, ReadPreview):
            return False
        self._read = request
        if value is None:
            return True
        if self._pane is None:
            lines = LineView(Text(gutter=False), id="preview")
            self._pane = Panel("Event", lines, id="preview-panel"), lines
            self._screen.query_one("#side", Vertical).mount(self._pane[0])
        panel, lines = self._pane
        panel.title = value.title
        lines.show(value.lay)
        if request.words:
            lines.reveal_mark()
        return True


def _read(env: Env, request: ReadPreview, citing: Citing) -> PreviewContent | None:
    from workbench.services.lookup.timeline import artifact_as_given, one_event

    if request.artifact_id:
        number, text = artifact_as_given(env, request.session_id, request.artifact_id)
        return PreviewContent(f"d-{number}   what an agent is given", lambda width: text_lines(text, width))
    found = one_event(env, request.session_id, request.ordinal, CHARACTERS)
    if found is None:
        return None
    cited = citing.known(env, request.session_id, request.ordinal)
    title = f"Event {found.event.ordinal}   {found.event.kind.value}"
    return PreviewContent(title, lambda width: preview_lines(found, cited, width, request.words))
