"""The tests know nothing of the person who runs them."""

from __future__ import annotations

import os
from pathlib import Path

from tests.surroundings import OF_FOLDERS, OF_THE_PROGRAM, leave
from workbench import config
from workbench.tui import settings


def test_the_user_s_own_files_are_out_of_reach() -> None:
    """Configuration and settings of the app lie in a folder that is made for the tests."""
    home = Path(os.environ["HOME"])
    assert home.name.startswith("workbench-home-")
    assert Path.home() == home
    for place in (config.config_file(), settings.default_path()):
        assert not place.exists()


def test_only_what_belongs_to_a_person_is_left_behind(tmp_path: Path) -> None:
    """Variables of the program, its folders and the terminal go; those of the tests and the machine stay."""
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / ".gitconfig").write_text("[safe]", encoding="utf-8")
    mine = dict.fromkeys((*OF_THE_PROGRAM, *OF_FOLDERS, "WORKBENCH_RUN_MEANING"), "mine")
    stays = {"PATH": "/bin", "LANG": "C", "WORKBENCH_LONG": "1", "WORKBENCH_SHARED_DATA": "/data"}
    environment = {**mine, **stays, "HOME": str(tmp_path / "old")}
    leave(environment, tmp_path / "new")
    git = {"GIT_CONFIG_GLOBAL": str(tmp_path / "old" / ".gitconfig")}
    assert environment == {**stays, **git, "HOME": str(tmp_path / "new")}
