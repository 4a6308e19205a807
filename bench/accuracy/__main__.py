"""Print the accuracy tables and compare them with the committed figures; see the package's docstring."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from pathlib import Path

from bench.accuracy import documents, frame, tables
from bench.usage import present, reported
from workbench.checkers.loading import answers_folder, load
from workbench.checkers.settings import enabled


def names() -> list[str]:
    """The tables that there are: the modules of the folder, in order of their names."""
    return sorted(module.name for module in pkgutil.iter_modules(tables.__path__))


def main(argv: list[str]) -> int:
    """Print; exit 1 when a figure is worse than committed beyond its tolerance, 2 on bad usage."""
    parser = argparse.ArgumentParser(prog="python -m bench.accuracy")
    parser.add_argument("data", type=present, help="the folder that holds labelled/ and sessions/")
    parser.add_argument("--table", action="append", choices=names(), help="only this table; may be repeated")
    parser.add_argument("--update", action="store_true", help="commit the figures printed")
    parser.add_argument(
        "--checker",
        action="append",
        default=[],
        metavar="CHECKER",
        help="hear it too where documents are judged",
    )
    args = parser.parse_args(argv)
    if args.checker and args.update:
        parser.error("committed figures are those of the default installation: --update takes no --checker")
    documents.CHECKERS[:] = [
        load(setting, answers_folder()) for setting in enabled(tuple(args.checker), Path("no configuration"))
    ]
    if not (args.data / "sessions").is_dir():
        parser.error(f"{args.data} holds no folder sessions/")
    committed = frame.read_committed()
    worse = missed = 0
    for name in args.table or names():
        table = importlib.import_module(f"{tables.__name__}.{name}")
        print(f"\n{name}: {table.TITLE}\n{frame.HEADER}")
        for figure in table.figures(args.data):
            before = committed.get(figure.name)
            print(frame.row(figure, before), flush=True)
            worse += before is not None and figure.worse_than(before["value"])
            missed += figure.reached is False
            if args.update:
                committed[figure.name] = {"value": round(figure.value, 4), "n": figure.n}
    if args.update:
        frame.write_committed(committed)
    print(f"\n{missed} below what must be reached, {worse} worse than committed")
    return int(worse > 0 and not args.update)


if __name__ == "__main__":
    reported(lambda: main(sys.argv[1:]))
