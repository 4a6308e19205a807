"""One browser window: the app in its own process, started by the server with its store."""

from __future__ import annotations

import argparse
import sys


def main(given: list[str]) -> int:
    """Run the app on the store in the arguments."""
    from workbench.tui.launch import run_app
    from workbench.tui.request import AppRequest

    parser = argparse.ArgumentParser(prog="workbench serve", add_help=False)
    parser.add_argument("--store")
    parser.add_argument("--actor")
    parser.add_argument("--policy")
    parser.add_argument("--read-only", action="store_true")
    args = parser.parse_args(given)
    return run_app(
        AppRequest(store=args.store, actor=args.actor, policy=args.policy, read_only=args.read_only)
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
