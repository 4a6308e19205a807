"""Places of a run: found from any folder, and listed with the reason if they are not read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.runs.build import ANSWERED, HARBOUR, env_of, folder_of, ledger_of
from workbench.errors import InputError, UsageError
from workbench.runs.sources.extract import SourceUnreadable, extract
from workbench.runs.sources.places import absolute, is_address, places, read_file
from workbench.services.runs.agent_runs import answer, begin, cancel, resume, start, status
from workbench.services.runs.shown_run import RunRequest

BAD = os.fsdecode(b"bad\xff.txt")


def test_a_run_that_is_taken_up_elsewhere_reads_the_same_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sources are kept by their absolute path; a folder of the same name there is another."""
    env = env_of(tmp_path)
    folder_of(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    (other / "sources").mkdir()
    (other / "sources" / "wrong.txt").write_text(
        "The harbour is closed from 1 May to 2 May.", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    shown = begin(env, RunRequest(ANSWERED, ("sources",)))
    assert shown.settings.sources == (str(tmp_path / "sources"),)
    monkeypatch.chdir(other)
    made = resume(env, shown.record.run_id).output
    assert made is not None and "5 January" in made.answer


def test_an_empty_source_is_refused_and_not_the_current_folder(tmp_path: Path) -> None:
    """In the services as over HTTP."""
    for source in ("", "  "):
        with pytest.raises(UsageError, match="a source is empty"):
            start(env_of(tmp_path), RunRequest(ANSWERED, (source,)))
        with pytest.raises(UsageError, match="a source is empty"):
            places([source])


def test_files_of_one_name_in_several_sources_are_distinguished(tmp_path: Path) -> None:
    """As many parent folders are shown as needed to tell the files of all sources apart."""
    for name in ("harbour/docs", "canteen/docs", "office"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "rules.md").write_text(f"Rules of {name}.", encoding="utf-8")
    (tmp_path / "canteen/docs/menu.md").write_text("Soup.", encoding="utf-8")
    (tmp_path / "office/crew.txt").write_text("Fourteen.", encoding="utf-8")

    def called(*sources: str) -> list[str]:
        return [each.location for each in places([str(tmp_path / one) for one in sources])]

    assert called("canteen/docs") == ["menu.md", "rules.md"]
    assert called("canteen/docs", "office/crew.txt") == ["menu.md", "rules.md", "crew.txt"]
    assert called("harbour/docs", "canteen/docs") == [
        "harbour/docs/rules.md", "canteen/docs/menu.md", "canteen/docs/rules.md"
    ]  # fmt: skip
    assert called("harbour/docs/rules.md", "office/rules.md") == ["docs/rules.md", "office/rules.md"]
    assert called("office", "canteen/docs", "office/rules.md") == [
        "office/crew.txt", "office/rules.md", "docs/menu.md", "docs/rules.md"
    ]  # fmt: skip


def test_a_location_that_grew_is_no_other_files_location(tmp_path: Path) -> None:
    """One folder already contains the name that another file would be given to distinguish it."""
    for name in ("a/docs", "b", "c/docs"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "rules.md").write_text(name, encoding="utf-8")
    (tmp_path / "b" / "docs").mkdir()
    (tmp_path / "b" / "docs" / "rules.md").write_text("b/docs", encoding="utf-8")
    found = [each.location for each in places([str(tmp_path / one) for one in ("a/docs", "b", "c/docs")])]
    assert len(set(found)) == len(found) == 4


def test_an_empty_folder_beside_other_sources_is_mentioned(tmp_path: Path) -> None:
    """Whether it was empty at first, or became so before the run continued."""
    folder, env = folder_of(tmp_path), env_of(tmp_path)
    note, empty = tmp_path / "notes", tmp_path / "empty"
    note.mkdir()
    (note / "note.md").write_text("The ice breaker is Runa.", encoding="utf-8")
    empty.mkdir()
    shown = begin(env, RunRequest(ANSWERED, (str(folder), str(note), str(empty))))
    (note / "note.md").unlink()
    (note / ".hidden").write_text("x", encoding="utf-8")
    made = resume(env, shown.record.run_id)
    assert made.sources == {"read": 3, "skipped": 2, "failed": 0}
    rows = {row.location: row.reason for row in ledger_of(env).processed(shown.record.run_id)}
    assert "has no file in it" in rows["notes"]
    assert "has no file in it" in rows["empty"]
    with pytest.raises(UsageError, match="no file is in"):
        places([str(empty), str(note)])


def test_links_and_pipes_in_a_folder_are_skipped_with_the_reason(tmp_path: Path) -> None:
    """To files, to folders and to nothing; none is opened."""
    folder = folder_of(tmp_path)
    outside = tmp_path / "outside"
    outside.mkdir()
    (folder / "to_file.md").symlink_to(folder / "rules.md")
    (folder / "to_folder").symlink_to(outside)
    (folder / "to_nothing.md").symlink_to(tmp_path / "gone.md")
    os.mkfifo(folder / "pipe.txt")
    shown = start(env_of(tmp_path), RunRequest(ANSWERED, (str(folder),)))
    made = shown.output
    assert made is not None and shown.sources == {"read": 3, "skipped": 4, "failed": 0}
    reasons = {
        each.location: each.reason.partition(";")[0] for each in made.sources if each.status == "skipped"
    }
    assert reasons == {
        "pipe.txt": "pipe.txt is neither a file nor a folder",
        "to_file.md": "to_file.md is a link",
        "to_folder": "to_folder is a link",
        "to_nothing.md": "to_nothing.md is a link to nothing",
    }


def test_a_name_that_is_no_utf_8_is_read_and_shown_as_escapes(tmp_path: Path) -> None:
    """A file in a folder is read; named directly it is refused, as no event could store its name."""
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / BAD).write_text(HARBOUR, encoding="utf-8")
    env = env_of(tmp_path)
    shown = start(env, RunRequest(ANSWERED, (str(folder),)))
    made = shown.output
    assert made is not None and shown.state.status == "DONE" and "5 January" in made.answer
    assert [each.location for each in made.sources] == ["bad\\xff.txt"]
    with pytest.raises(UsageError, match=r"bad\\xff.txt is not UTF-8"):
        start(env, RunRequest(ANSWERED, (str(folder / BAD),)))


def test_words_that_are_no_utf_8_are_refused(tmp_path: Path) -> None:
    """The objective, when it is reached, an answer and a reason; nothing is begun by it."""
    env, sources = env_of(tmp_path), (str(folder_of(tmp_path)),)
    with pytest.raises(UsageError, match="the objective is not UTF-8"):
        start(env, RunRequest("\udcff lamp", sources))
    with pytest.raises(UsageError, match="--done is not UTF-8"):
        start(env, RunRequest(ANSWERED, sources, "\udcff"))
    assert not env.store_exists
    waiting = start(env, RunRequest("Why did it?", sources, settings={"ask": True}))
    assert waiting.state.status == "WAITING"
    with pytest.raises(UsageError, match="the answer is not UTF-8"):
        answer(env, waiting.record.run_id, "\udcff")
    with pytest.raises(UsageError, match="--reason is not UTF-8"):
        cancel(env, waiting.record.run_id, "\udcff")
    assert status(env, waiting.record.run_id).state.status == "WAITING"


def test_a_folder_that_cannot_be_written_is_said_before_the_run_begins(tmp_path: Path) -> None:
    """The output folder is below a file, or is not empty."""
    env, sources = env_of(tmp_path), (str(folder_of(tmp_path)),)
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(InputError, match="nothing can be written in"):
        start(env, RunRequest(ANSWERED, sources, out=tmp_path / "file" / "below" / "outputs"))
    assert not env.store_exists


def test_outputs_that_cannot_be_written_in_the_end_are_had_by_the_run_s_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder was filled during the run; the answer is kept."""
    env, out = env_of(tmp_path), tmp_path / "outputs"
    request = RunRequest(ANSWERED, (str(folder_of(tmp_path)),), out=out)
    shown = begin(env, request)
    drive = "workbench.services.runs.agent_runs.write"

    def full(*_: object) -> None:
        raise InputError("cannot write outputs: No space left on device", "")

    monkeypatch.setattr(drive, full)
    with pytest.raises(InputError) as caught:
        resume(env, shown.record.run_id)
    monkeypatch.undo()
    name = shown.record.run_id
    assert f"{name} has its output, but cannot write" in caught.value.message
    assert f"`workbench run status {name} --out DIR` writes it" in caught.value.hint
    assert ledger_of(env).outputs(name) and status(env, name, out).written == out


@pytest.mark.parametrize("codec", ["utf-16", "utf-32", "utf-8-sig"])
def test_text_with_a_mark_of_its_encoding_is_read(codec: str) -> None:
    """With units of sixteen and of thirty-two bits."""
    text = "The harbour is closed.\r\nSee München.\r\n"
    assert extract(text.encode(codec), "a.txt", "text/plain").text == "The harbour is closed.\nSee München.\n"


def test_a_page_is_one_source_however_its_address_is_written() -> None:
    """With another fragment, or with scheme or host in capitals; path and query tell pages apart."""
    same = ["http://host.example/Page", "HTTP://Host.Example/Page#top", "http://host.example/Page#end"]
    assert {absolute(each) for each in same} == {same[0]}
    assert len(places([absolute(each) for each in same])) == 1
    assert absolute("http://host.example/page?A=1") != absolute("http://host.example/page?a=1")
    assert absolute("http://host.example") == "http://host.example"


@pytest.mark.parametrize("address", ["http://", "https:///page", "http://[host/page"])
def test_an_address_without_a_host_is_refused_before_the_run(tmp_path: Path, address: str) -> None:
    """No run is recorded that could only fail, and no store is made for it."""
    env = env_of(tmp_path)
    with pytest.raises(UsageError, match="neither a path nor"):
        start(env, RunRequest(ANSWERED, (address,)))
    assert not env.store_exists


@pytest.mark.parametrize("missing", ["nowhere.md", "nowhere/"])
def test_a_missing_source_leaves_nothing(tmp_path: Path, missing: str) -> None:
    """Neither a store nor a run, also if another source is there."""
    env = env_of(tmp_path)
    with pytest.raises(InputError, match="no file or folder"):
        start(env, RunRequest(ANSWERED, (str(folder_of(tmp_path)), str(tmp_path / missing))))
    assert not env.store_exists


def test_an_address_is_one_in_capitals_too() -> None:
    """As a scheme may be written."""
    assert is_address("HTTP://host.example/page") and is_address("Https://host.example")
    assert not is_address("ftp://host.example")


@pytest.mark.parametrize("swapped", ["notes/a.txt", "notes"])
def test_a_link_that_is_put_in_place_of_a_file_is_not_followed(tmp_path: Path, swapped: str) -> None:
    """Between the listing of a folder and the reading, of the file or of a folder on the way to it."""
    folder, secret = tmp_path / "sources", tmp_path / "elsewhere"
    (folder / "notes").mkdir(parents=True)
    (folder / "notes" / "a.txt").write_text("The harbour is open.")
    secret.mkdir()
    (secret / "a.txt").write_text("Not for a run.")
    (found,) = places([str(folder)])
    assert read_file(found)[0] == b"The harbour is open."
    (folder / swapped).rename(tmp_path / "old")
    (folder / swapped).symlink_to(secret / "a.txt" if swapped.endswith("txt") else secret)
    with pytest.raises(SourceUnreadable, match=r"notes/a\.txt cannot be read"):
        read_file(found)
    (named,) = places([str(folder / "notes" / "a.txt")])  # named itself, so its link is meant
    assert read_file(named)[0] == b"Not for a run."


def test_a_pipe_in_place_of_a_file_is_not_waited_for(tmp_path: Path) -> None:
    """Nothing writes to it, so reading it would never end."""
    (tmp_path / "a.txt").write_text("The harbour is open.")
    for given in (tmp_path, tmp_path / "a.txt"):
        (found,) = places([str(given)])
        (tmp_path / "a.txt").unlink()
        os.mkfifo(tmp_path / "a.txt")
        with pytest.raises(SourceUnreadable, match="is no file any more"):
            read_file(found)
        (tmp_path / "a.txt").unlink()
        (tmp_path / "a.txt").write_text("The harbour is open.")
