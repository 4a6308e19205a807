"""The app in a browser: who may connect, and the app in a real one."""

from __future__ import annotations

import asyncio
import json
import shutil
import signal
import subprocess
import sys
from base64 import b64decode
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest

import sample_sessions
from tests.tui.build import fixed_env
from workbench.bootstrap import Env
from workbench.services.lookup.overview import details
from workbench.services.lookup.sessions import sessions_listing
from workbench.services.moves.history_page import history_page
from workbench.services.transcript_files.import_transcripts import import_paths
from workbench.web.guard import Guard

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.mark.parametrize(
    ("host", "here"),
    [
        ("127.0.0.1:8000", True),
        ("localhost:9000", True),
        ("evil.example:8000", False),
        ("127.0.0.1.evil.example:8000", False),
        ("localhost@evil.example:8000", False),
        ("user@localhost:8000", False),
        ("localhost:x", False),
        ("", False),
        (None, False),
    ],
)
def test_only_this_machine_is_named(host: str | None, here: bool) -> None:
    """A name that merely resolves to this machine is not enough."""
    assert Guard(8000, "t").is_here(host) is here


def test_only_the_own_page_connects_and_only_with_the_token() -> None:
    """The origin is exactly the page; tokens differ from server to server and are not logged."""
    guard = Guard(8000)
    assert guard.is_own("http://localhost:9000", "localhost:9000")
    for origin in (None, "null", "http://evil.example", "https://localhost:9000", "http://localhost:1"):
        assert not guard.is_own(origin, "localhost:9000")
    assert guard.knows(guard.token)
    assert not guard.knows(None)
    assert not guard.knows("")
    assert Guard(8000).token != guard.token
    assert guard.token not in repr(guard)


def test_another_host_is_refused(tmp_path: Path) -> None:
    """The message names what to do instead."""
    done = subprocess.run(
        [sys.executable, "-m", "workbench", "--store", str(tmp_path / "s"), "serve", "--host", "0.0.0.0"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "127.0.0.1 only" in done.stderr
    assert "ssh -L" in done.stderr


@contextmanager
def served(env: Env, *more: str) -> Iterator[str]:
    """Serve the app on a store; yield the address that it printed."""
    pytest.importorskip("textual_serve", reason="the extra `serve` is not installed")
    command = [sys.executable, "-u", "-m", "workbench", "--store", env.store_location, "serve", "--port", "0"]
    with subprocess.Popen([*command, *more], stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr is not None
            yield server.stderr.readline().split()[-1]
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(120)


@pytest.mark.anyio
async def test_who_has_no_token_or_another_origin_is_kept_out(env: Env) -> None:
    """Page, statics and windows; the token becomes a cookie and leaves the address; windows are capped."""
    with served(env, "--read-only", "--most", "1") as address:
        import aiohttp

        base, _, token = address.partition("/?token=")
        cookie = {"Cookie": f"workbench_{base.rpartition(':')[2]}={token}"}
        async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as client:

            async def status(path: str, **headers: str) -> int:
                async with client.get(base + path, headers=headers, allow_redirects=False) as answer:
                    return answer.status

            assert await status("/") == await status("/static/js/textual.js") == 403
            assert await status("/?token=wrong") == 403
            assert await status(f"/?token={token}", Host="evil.example:80") == 403
            assert await status("/ws", **cookie) == 403
            assert await status("/ws", **cookie, Origin="http://evil.example") == 403
            for path in ("/", f"/?token={token}", "/serve.js"):
                assert await status(path, **cookie, Origin="http://evil.example") == 403
                assert await status(path, **cookie, Origin="null") == 403
            assert await status("/", **cookie, Origin=base) == 200
            async with client.get(address, allow_redirects=False) as answer:
                assert (answer.status, answer.headers["Location"]) == (303, "/")
                assert "HttpOnly" in answer.headers["Set-Cookie"]
                assert "SameSite=Strict" in answer.headers["Set-Cookie"]
            async with client.get(base, headers=cookie) as answer:
                page = await answer.text()
                assert "connect-src 'self'" in answer.headers["Content-Security-Policy"]
                assert "http://" not in page
                assert "https://" not in page
            own = {**cookie, "Origin": base}
            async with client.ws_connect(f"{base}/ws?width=100&height=30", headers=own):
                with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
                    await client.ws_connect(f"{base}/ws", headers=own)


@asynccontextmanager
async def browser(folder: Path) -> AsyncIterator[Any]:
    """Yield a function that calls a method of the browser's first page and returns its result."""
    import aiohttp

    assert CHROMIUM is not None
    flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"]
    program = await asyncio.create_subprocess_exec(
        CHROMIUM, *flags, f"--user-data-dir={folder}", "about:blank",
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        port_file = folder / "DevToolsActivePort"
        for _ in range(600):
            if port_file.exists() and "\n" in port_file.read_text():
                break
            await asyncio.sleep(0.05)
        port = port_file.read_text().split()[0]
        async with aiohttp.ClientSession() as client:
            async with client.get(f"http://127.0.0.1:{port}/json/list") as answer:
                pages = [each for each in await answer.json() if each["type"] == "page"]
            async with client.ws_connect(pages[0]["webSocketDebuggerUrl"], max_msg_size=0) as socket:
                number = 0

                async def call(method: str, **parameters: Any) -> Any:
                    nonlocal number
                    number += 1
                    await socket.send_json({"id": number, "method": method, "params": parameters})
                    while True:
                        message = json.loads((await socket.receive()).data)
                        if message.get("id") == number:
                            return message["result"]

                yield call
    finally:
        program.terminate()
        await program.wait()


@pytest.mark.anyio
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here to open the app in")
async def test_the_app_runs_in_a_real_browser_by_keyboard(env: Env, tmp_path: Path) -> None:
    """It draws, receives keys from the start, and loads nothing from another server."""
    with served(env, "--read-only") as address:
        async with browser(tmp_path / "profile") as call:

            async def value(words: str) -> Any:
                found = await call("Runtime.evaluate", expression=words, returnByValue=True)
                return found["result"].get("value")

            await call("Page.navigate", url=address)
            focused = "document.activeElement && document.activeElement.className"
            for _ in range(600):
                if await value(focused) == "xterm-helper-textarea":
                    break
                await asyncio.sleep(0.05)
            assert await value(focused) == "xterm-helper-textarea"
            assert "token" not in await value("location.href")
            asked = await value("performance.getEntriesByType('resource').map(e => e.name).join(' ')")
            base = address.partition("/?")[0]
            assert all(each.startswith(base) for each in asked.split())
            await call("Input.insertText", text="q")
            for _ in range(600):
                if await value("document.body.classList.contains('-closed')"):
                    break
                await asyncio.sleep(0.05)
            assert await value("document.body.classList.contains('-closed')"), "q did not end the app"


class Keyboard:
    """Keys to the page of a browser, and pictures of it."""

    def __init__(self, call: Any, screen: Path) -> None:
        """`call` calls a method of the page; a picture goes to the file `screen`."""
        self._call, self.screen = call, screen

    async def press(self, key: str) -> None:
        """One key, and a second to answer it."""
        if key == "Enter":
            pressed = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"}
            await self._call("Input.dispatchKeyEvent", type="keyDown", **pressed)
            await self._call("Input.dispatchKeyEvent", type="keyUp", **pressed)
        else:
            await self._call("Input.insertText", text=key)
        await asyncio.sleep(1)

    async def until(self, holds: Callable[[], bool], *keys: str) -> None:
        """Press the keys until a condition holds, again if the screen was not there yet."""
        for _ in range(4):
            for key in keys:
                await self.press(key)
            for _ in range(20):
                if await asyncio.to_thread(holds):
                    return
                await asyncio.sleep(0.5)
        await self.picture()
        raise AssertionError(f"nothing came of {keys}; see {self.screen}")

    async def picture(self) -> int:
        """Keep a picture of the page; its size in bytes."""
        taken = await self._call("Page.captureScreenshot")
        return self.screen.write_bytes(b64decode(taken["data"]))


@pytest.mark.anyio
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here to open the app in")
async def test_a_range_is_drafted_accepted_and_rolled_back_in_a_browser(tmp_path: Path) -> None:
    """The whole review by keyboard, as the store has it: from the library to an accepted draft, and back."""
    env = fixed_env(tmp_path)
    import_paths(env, [str(each) for each in sample_sessions.paths() if "lost-open-work" in each.name])
    session = sessions_listing(env)[0].session.session_id

    def drafted() -> bool:
        return any(each.origin == "drafted" for each in details(env, session).drafts)

    def moved(action: str) -> bool:
        return [each.pointer.action for each in history_page(env, session).moves][:1] == [action]

    with served(env) as address:
        async with browser(tmp_path / "profile") as call:
            keyboard = Keyboard(call, tmp_path / "screen.png")
            await call("Page.navigate", url=address)
            await asyncio.sleep(4)
            await keyboard.press("Enter")
            await keyboard.until(drafted, "c", "Enter")
            await keyboard.until(lambda: moved("accept"), "a", " ", "y", "Enter")
            await keyboard.until(lambda: moved("rollback"), "6", "z", "y", "Enter")
            assert await keyboard.picture() > 20_000
