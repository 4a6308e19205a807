"""Shows a draft as running text in place of a list; its statements remain stops of the cursor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from workbench.tui.screens.base import BaseScreen
from workbench.tui.screens.shown_draft import ShownDraft
from workbench.tui.state.review.prose import Prose, prose_of, prose_rows

if TYPE_CHECKING:
    from gates.artifact import Artifact
    from workbench.bootstrap import Env
    from workbench.presentation.spans import StyledText
    from workbench.tui.state.spans import PaneRow


class ReadWords(NamedTuple):
    """A request for the text of a draft."""

    artifact_id: str


class ProseView:
    """The running text of a screen's draft, on or off; `changed` is called when the text changes."""

    def __init__(self, screen: BaseScreen, draft: ShownDraft, changed: Callable[[], None]) -> None:
        """Start off; nothing is read before it is turned on."""
        self._screen, self._draft, self._changed = screen, draft, changed
        self.on = False
        self._of: Artifact | None = None
        self._prose: Prose | None = None
        self.own = False
        """Whether it is the agent's own text."""

    @property
    def shown(self) -> bool:
        """Whether there is a text to show now."""
        judged = self._draft.judged
        current = judged.artifact if judged is not None else None
        return self.on and self._prose is not None and self._of is current

    @property
    def title(self) -> str:
        """The kind of the text."""
        return "in the agent's own words" if self.own else "as an agent is given it"

    def toggle(self) -> None:
        """Toggle between the text and the list."""
        self.on = not self.on
        if self.on and not self.shown:
            self.read()
        else:
            self._changed()

    def read(self) -> None:
        """Read the text of the shown draft if the text is on."""
        judged = self._draft.judged
        if not self.on or self.shown or judged is None:
            return
        artifact, artifact_id = judged.artifact, judged.artifact_id

        def run(env: Env) -> Any:  # noqa: ANN401 - as `ask` takes it
            from workbench.services.drafts.draft_text import own_words

            text, own = own_words(env, artifact, artifact_id)
            return artifact, prose_of(text, artifact.items), own

        self._screen.ask(ReadWords(artifact_id), run, group="words")

    def answered(self, request: object, value: Any) -> bool:  # noqa: ANN401 - each request knows its answer
        """Take an answer; return False if it belongs to another part."""
        if not isinstance(request, ReadWords):
            return False
        self._of, self._prose, self.own = value
        self._changed()
        return True

    def rows(self, marks: Mapping[str, StyledText], width: int) -> list[PaneRow]:
        """Return the text for a width; only while it is `shown`."""
        return prose_rows(self._prose, marks, width) if self._prose is not None else []
