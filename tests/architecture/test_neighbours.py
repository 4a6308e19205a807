"""A package of another's named `store` or `gates` in the way is named in one clear line, not a traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RUN = """
import sys
sys.meta_path = [each for each in sys.meta_path if "Editable" not in str(each)]
sys.path[:0] = [{other!r}, {root!r}]
sys.argv = ["workbench", "sessions", "--store", {store!r}]
from workbench.__main__ import main
sys.exit(main())
"""


@pytest.mark.parametrize("name", ["gates", "store"])
def test_another_package_of_the_name_is_named(tmp_path: Path, name: str) -> None:
    """With its folder, and with what to do; the exit code is that of a wrong use."""
    package = tmp_path / "other" / name
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    code = RUN.format(other=str(package.parent), root=str(ROOT), store=str(tmp_path / "s.duckdb"))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert f"another package is named {name} and takes its place: {package}" in done.stderr
    assert "environment of its own" in done.stderr
    assert "Traceback" not in done.stderr
