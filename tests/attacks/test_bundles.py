"""Bundles made to harm: each is refused in one line, and nothing is written anywhere."""

from __future__ import annotations

import hashlib
import json
import stat
import struct
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run import inside
from tests.cli.samples import write_transcript
from workbench.escaping import HOSTILE

MANIFEST = "bundle.json"
BOMB = 2 << 30
Members = dict[str, bytes]
Change = Callable[[Members], None]


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An honest bundle of one session."""
    folder = tmp_path_factory.mktemp("bundle")
    write_transcript(folder / "upload.jsonl")
    store = ("--store", folder / "store.duckdb")
    stated = inside("import", folder / "upload.jsonl", *store, "--json", cwd=folder)
    session = stated.json["sessions"][0]["session_id"]
    assert inside("export", session, "--out", "good.bundle", *store, cwd=folder).code == 0
    return folder / "good.bundle"


def named(name: str) -> Change:
    """One member more, of that name."""
    return lambda members: members.update({name: b"x"})


def manifest(**changes: Any) -> Change:
    """Another list of members."""

    def change(members: Members) -> None:
        body = json.loads(members[MANIFEST])
        members[MANIFEST] = json.dumps({**body, **changes}).encode()

    return change


def member(key: str, value: Any) -> Change:
    """Return a change that sets `key` of the manifest's first member to `value`."""

    def change(members: Members) -> None:
        body = json.loads(members[MANIFEST])
        body["members"][0][key] = value
        members[MANIFEST] = json.dumps(body).encode()

    return change


def row(table: str, change_row: Callable[[bytes], bytes]) -> Change:
    """Other rows of a table."""

    def change(members: Members) -> None:
        name = next(each for each in members if each.endswith(f"/{table}.jsonl"))
        members[name] = change_row(members[name])

    return change


def any_blob(members: Members) -> str:
    """The name of a blob."""
    return next(each for each in members if each.startswith("blobs/"))


def clash(members: Members) -> None:
    """A second blob, whose name a folder that minds no case takes for the first one's."""
    name = any_blob(members)
    members[f"Blobs/{name[6:].upper()}"] = members[name]


HONEST: dict[str, Change] = {
    "a path above": named("../../evil.jsonl"),
    "a path above, inside": named("sessions/ses_0/../../../evil.jsonl"),
    "a path from the root": named("/tmp/evil.jsonl"),
    "a drive": named("C:evil.jsonl"),
    "a drive with a folder": named("C:\\Windows\\evil.jsonl"),
    "a share": named("\\\\host\\share\\evil.jsonl"),
    "backslashes": named("..\\..\\evil.jsonl"),
    "a device": named("CON"),
    "a hostile name": named("\x1b]0;evil\x07\u202e"),
    "a folder": named("sessions/evil/"),
    "an unknown member": named("readme.txt"),
    "an unknown table": named("sessions/ses_0/schema_step.jsonl"),
    "names that clash": clash,
    "a blob of another hash": lambda members: members.update({any_blob(members): b"other bytes"}),
    "a row that is none": row("event", lambda body: body + b"[1]\n"),
    "a row twice": row("event", lambda body: body + body),
    "a number too large": row(
        "import_record", lambda body: body.replace(b'"noise":', b'"noise":99999999999999999999')
    ),
    "rows nested deep": row("event", lambda body: body + b"[" * 100_000 + b"\n"),
}
"""Changes that the list of members goes along with."""

LYING: dict[str, Change] = {
    "a wrong length": member("bytes", 7),
    "a negative length": member("bytes", -1),
    "a wrong digest": member("sha256", "0" * 64),
    "no digest": member("sha256", None),
    "a name that is none": member("name", ["x"]),
    "a member that is not listed": named("blobs/" + "0" * 64),
    "a newer shape": manifest(schema="workbench.bundle/99"),
    "a newer store": manifest(schema_version=999),
    "no version": manifest(schema_version=None),
    "no members": manifest(members=[]),
    "a list that is none": lambda members: members.update({MANIFEST: b"[" * 10_000}),
    "no list": lambda members: members.__delitem__(MANIFEST),
    "a session that is none": manifest(sessions=[{"session_id": "../../evil"}]),
}


def written(path: Path, members: Members, **special: zipfile.ZipInfo) -> Path:
    """A bundle with these members; `special` are written in ways of their own."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in members.items():
            archive.writestr(special.get(name, zipfile.ZipInfo(name)), body)
    return path


def listed(members: Members) -> None:
    """Have the list of members say what is there."""
    stated = [
        {"name": name, "bytes": len(body), "sha256": hashlib.sha256(body).hexdigest()}
        for name, body in members.items()
        if name != MANIFEST
    ]
    manifest(members=stated)(members)


def contents(path: Path) -> Members:
    """The members of a bundle."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def linked(members: Members, path: Path) -> Path:
    """A member that is a symbolic link."""
    name = any_blob(members)
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return written(path, members, **{name: info})


def packed_otherwise(members: Members, path: Path) -> Path:
    """A member packed by a method that no bundle uses."""
    name = any_blob(members)
    info = zipfile.ZipInfo(name)
    info.compress_type = zipfile.ZIP_LZMA
    return written(path, members, **{name: info})


def twice(members: Members, path: Path) -> Path:
    """A member twice, the second one with other bytes."""
    made = written(path, members)
    with zipfile.ZipFile(made, "a") as archive:
        archive.writestr(MANIFEST, b"{}")
    return made


def bomb(members: Members, path: Path) -> Path:
    """Write a bundle with a member that declares two gigabytes in the archive's directory."""
    name = any_blob(members)
    member("bytes", BOMB)(members)
    body = bytearray(written(path, members).read_bytes())
    place = body.rindex(name.encode()) - 46 + 24
    body[place : place + 4] = struct.pack("<I", BOMB)
    path.write_bytes(body)
    return path


def flipped(members: Members, path: Path) -> Path:
    """Packed bytes that cannot be unpacked."""
    made = written(path, members)
    body = bytearray(made.read_bytes())
    with zipfile.ZipFile(made) as archive:
        place = archive.infolist()[1].header_offset + 30 + len(archive.infolist()[1].filename)
    body[place : place + 4] = b"\xff\xff\xff\xff"
    made.write_bytes(body)
    return made


MADE: dict[str, Callable[[Members, Path], Path]] = {
    "a symbolic link": linked,
    "another packing": packed_otherwise,
    "a member twice": twice,
    "a bomb": bomb,
    "packed bytes broken": flipped,
}


def attacks() -> Iterator[Any]:
    for name in (*HONEST, *LYING, *MADE):
        yield pytest.param(name, id=name.replace(" ", "-"))


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("name", attacks())
def test_a_bundle_made_to_harm_is_refused(good: Path, tmp_path: Path, name: str) -> None:
    """Exit 2, one line and a hint; no file appears in any folder, above, beside or in the bundle's place."""
    members = contents(good)
    if name not in MADE:
        (HONEST.get(name) or LYING[name])(members)
    if name in HONEST:
        listed(members)
    folder = tmp_path / "deep" / "er"
    folder.mkdir(parents=True)
    make = MADE.get(name)
    bad = make(members, folder / "evil.bundle") if make else written(folder / "evil.bundle", members)
    stated = inside("import", bad, "--store", folder / "store.duckdb", "--json", cwd=folder)
    assert (stated.code, stated.json["code"], bool(stated.json["hint"])) == (2, "bundle_refused", True)
    assert len(stated.err.splitlines()) == 2 and not HOSTILE.search(stated.err + stated.out)
    assert len(stated.json["message"]) < 300
    assert {each.name for each in tmp_path.rglob("*")} == {"deep", "er", "evil.bundle"}
