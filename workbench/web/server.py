"""Serve the app to a browser on this machine, behind the guard; each window is a separate process."""

from __future__ import annotations

import shlex
import socket
import sys
from collections.abc import Awaitable, Callable
from importlib.resources import files
from typing import Any

from aiohttp import web
from textual_serve.server import Server

from gates.errors import os_reason
from workbench.errors import UsageError
from workbench.templates import render_html
from workbench.web.guard import HEADERS, Guard

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def listening(port: int) -> socket.socket:
    """Return a socket bound to the loopback address; port 0 picks a free port.

    Raises:
        UsageError: the port is in use.
    """
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind(("127.0.0.1", port))
    except OSError as error:
        bound.close()
        raise UsageError(
            f"cannot listen on port {port}: {os_reason(error)}", "give another --port, or 0 for any"
        ) from error
    return bound


class GuardedServer(Server):
    """The library's server with a login, its own page and a limit of windows added."""

    def __init__(self, command: str, guard: Guard, *, most: int, title: str) -> None:
        """`command` starts the app; at most `most` windows may be open at once."""
        super().__init__(command, host="127.0.0.1", port=guard.port, title=title)
        self.guard, self.most = guard, most
        self.open_windows = 0

    async def _make_app(self) -> web.Application:
        app = web.Application(middlewares=[self._guarded])
        app.add_routes(
            [
                web.get("/", self.handle_index),
                web.get("/ws", self.handle_websocket),
                web.get("/serve.js", self._script),
                web.get("/download/{key}", self.handle_download),
                web.static("/static", self.statics_path, show_index=False),
            ]
        )
        return app

    @web.middleware
    async def _guarded(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        host = request.headers.get("Host")
        if not self.guard.is_here(host):
            raise web.HTTPForbidden(text="Only this machine is served: open 127.0.0.1 or localhost.\n")
        origin = request.headers.get("Origin")
        if (origin is not None or request.path == "/ws") and not self.guard.is_own(origin, host):
            raise web.HTTPForbidden(text="Only the page of this server may connect.\n")
        if request.path == "/" and self.guard.knows(request.query.get("token")):
            return self._let_in()
        if not self.guard.knows(request.cookies.get(self.guard.cookie)):
            raise web.HTTPForbidden(text="Open the address that `workbench serve` printed, with its token.\n")
        response = await handler(request)
        if not response.prepared:
            response.headers.update(HEADERS)
        return response

    def _let_in(self) -> web.Response:
        """Move the token from the address into a cookie."""
        response = web.Response(status=303, headers={**HEADERS, "Location": "/"})
        response.set_cookie(
            self.guard.cookie, self.guard.token, path="/", httponly=True, samesite="Strict", max_age=None
        )
        return response

    async def handle_index(self, request: web.Request) -> web.Response:
        """Serve the page, with the address by which the browser reached this server."""
        size = request.query.get("fontsize", "16")
        page = render_html(
            "serve.html.j2",
            title=self.title,
            websocket=f"ws://{request.host}/ws",
            font_size=size if size.isdecimal() and len(size) < 3 else "16",
        )
        return web.Response(text=page, content_type="text/html")

    async def _script(self, _request: web.Request) -> web.Response:
        text = files("workbench.templates").joinpath("serve.js").read_text(encoding="utf-8")
        return web.Response(text=text, content_type="text/javascript")

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one window; refuse it if the limit is reached."""
        if self.open_windows >= self.most:
            raise web.HTTPServiceUnavailable(text=f"{self.most} windows are open already; close one.\n")
        self.open_windows += 1
        try:
            return await super().handle_websocket(request)
        finally:
            self.open_windows -= 1

    def run(self, bound: socket.socket) -> None:
        """Serve until ^C."""
        web.run_app(self._make_app(), sock=bound, print=_quiet, access_log=None, shutdown_timeout=2.0)


def _quiet(*_line: Any) -> None:  # noqa: ANN401 - what the library would print
    """Discard the library's output: the address has been printed already."""


def python_command(*arguments: str) -> str:
    """Return a shell command that runs a module of this program with this interpreter."""
    return shlex.join([sys.executable, "-P", "-m", "workbench.tui.window", *arguments])
