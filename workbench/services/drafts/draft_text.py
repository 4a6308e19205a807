"""A draft as running text: a native summary in its own words, any other as an agent would be given it."""

from __future__ import annotations

from gates.artifact import Artifact, Origin
from gates.render import artifact_text
from store.records import sessions
from workbench.bootstrap import Env


def own_words(env: Env, artifact: Artifact, artifact_id: str) -> tuple[str, bool]:
    """Return the text, and whether the agent itself wrote it.

    `artifact` is what is shown, which may be edited; `artifact_id` names the stored one.
    """
    if artifact.origin is Origin.IMPORTED and not artifact.opaque:
        store = env.open_store()
        session_id = artifact.source.session_id
        with store.reading():
            found = [
                each for each in sessions.compactions(store, session_id) if each.artifact_id == artifact_id
            ]
            summary = found[-1].summary if found else None
            if summary is not None:
                return sessions.load_events(store, session_id, summary, summary)[0].text, True
    return artifact_text(artifact), False
