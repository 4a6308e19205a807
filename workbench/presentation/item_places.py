"""Places of items in an artifact, for what is shown; the rule itself is `workbench.edits.item_places`."""

from workbench.edits.item_places import places

__all__ = ["places"]
