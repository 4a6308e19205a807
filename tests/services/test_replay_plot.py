"""Curves of a replay: SVG that any viewer reads in light and dark, PNG where Pillow is there."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.services.test_drafting import environment, imported
from workbench.errors import InputError, UsageError
from workbench.importers.events.titles import TITLE_LIMIT
from workbench.services.replays.picture import COLOURS, Mark, Picture, PictureText, Stroke, png, svg
from workbench.services.replays.replay import Replay, ReplayRequest, replay
from workbench.services.replays.replay_plot import check_plot, nice_top, picture, ticks, write_plot
from workbench.services.replays.series_looks import KNOWN, look_of

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    """The sample's passes."""
    folder = tmp_path_factory.mktemp("plot")
    env = environment(folder)
    request = ReplayRequest(("memory", "rolling"), every=1)
    return replay(env, imported(env, folder), request)


def texts(body: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(body).iter(f"{SVG}text")]


def test_an_svg_says_what_its_axes_and_series_are(found: Replay) -> None:
    """A title for each panel, ticks, the threshold, and a legend with every series' last figures."""
    body = svg(picture(found, 0.9))
    stated = texts(body)
    for panel in (
        "retained decisions and open work",
        "still retained",
        "tokens in the context",
        "contradictions",
    ):
        assert any(text.startswith(panel) for text in stated)
    assert "event at which the range ends" in stated
    assert "gate C needs 90%" in stated
    assert {"0%", "100%"} <= set(stated)
    for name in ("memory", "rolling", "transcript"):
        last = found.of(name)[-1]
        assert any(text.startswith(f"{name}: ") and f"{last.tokens:,} tokens" in text for text in stated)
    assert "transcript" in ElementTree.fromstring(body).findtext(f"{SVG}desc", "")


def test_every_pass_has_its_sign(found: Replay) -> None:
    """One a series in the legend, and one a pass in each panel in which it has a value."""
    drawn = [each for each in picture(found).drawn if isinstance(each, Mark)]
    passes = sum(len(found.of(name)) for name in found.series)
    later = sum(point.held.value is not None for name in found.series for point in found.of(name))
    assert 0 < later < passes  # a first pass has none before it
    assert len(drawn) == len(found.series) + 3 * passes + later
    assert len({(each.sign, each.role) for each in drawn}) == len(found.series)


def test_nothing_lies_outside_the_drawing(found: Replay) -> None:
    """Every point is inside the frame."""
    made = picture(found)
    for each in made.drawn:
        for x, y in each.points if isinstance(each, Stroke) else (each.at,):
            assert 0 <= x <= made.width
            assert 0 <= y <= made.height


def test_no_text_stands_where_curves_run(found: Replay) -> None:
    """The name of the threshold too is outside the axes, wherever a session's first pass ends."""
    drawn = picture(found, 0.9).drawn
    frames = [each.points for each in drawn if isinstance(each, Stroke) and len(each.points) == 3]
    axes = [points for points in frames if points[0][0] == points[1][0] and points[1][1] == points[2][1]]
    assert len(axes) >= 4
    for (left, top), (_, bottom), _ in axes:
        inside = [
            each.text
            for each in drawn
            if isinstance(each, PictureText) and each.at[0] > left and top <= each.at[1] < bottom
        ]
        assert inside == []


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("dark", [0, 1])
@pytest.mark.parametrize("role", [name for name in COLOURS if name not in ("paper", "grid")])
def test_every_colour_is_readable_on_its_paper(role: str, dark: int) -> None:
    """A contrast of 4.5 to 1 in light and in dark surroundings."""
    one, other = sorted(luminance(COLOURS[name][dark]) for name in (role, "paper"))
    assert (other + 0.05) / (one + 0.05) >= 4.5
    assert f".f-{role}{{fill:{COLOURS[role][1]}}}" in svg(Picture(1, 1, "", "", ()))


def test_a_hostile_title_stays_text(found: Replay) -> None:
    """Markup and control characters of a transcript neither end an element nor reach a terminal."""
    title = "</text><script>alert(1)</script> \x1b[31m ]]> & \" ' \u202e end"
    body = svg(picture(replace(found, session=replace(found.session, title=title))))
    root = ElementTree.fromstring(body)
    assert [each for each in root.iter() if each.tag.endswith("script")] == []
    assert "\x1b" not in body
    assert "\u202e" not in body
    assert any("<script>alert(1)</script>" in text for text in texts(body))


def test_a_title_that_goes_on_shows_it_and_holds_no_secret(found: Replay) -> None:
    """A title that was cut when it was stored ends in a mark; secrets in it are masked."""

    def title(text: str) -> str:
        shown = svg(picture(replace(found, session=replace(found.session, title=text))))
        return next(each for each in texts(shown) if each.endswith(f"({found.session.session_id})"))

    assert title("x" * TITLE_LIMIT).startswith("x" * (TITLE_LIMIT - 1) + "… ")
    assert title("x" * (TITLE_LIMIT - 1)).startswith("x" * (TITLE_LIMIT - 1) + " ")
    assert "ghp_" not in title("use ghp_" + "a1B2" * 9)


def test_equal_replays_give_equal_bytes(found: Replay) -> None:
    """No clock and no path."""
    assert svg(picture(found)) == svg(picture(found))
    assert not re.search(r"\d\d:\d\d", svg(picture(found)))


def test_a_png_is_the_same_drawing_at_twice_its_size(found: Replay) -> None:
    """Where Pillow is there; it is not one plain colour."""
    image = pytest.importorskip("PIL.Image")
    import io

    made = picture(found)
    read = image.open(io.BytesIO(png(made)))
    assert read.size == (round(made.width * 2), round(made.height * 2))
    colours = {colour for _, colour in read.getcolors(1 << 24)}
    assert {(255, 255, 255), (0xC2, 0x57, 0x0C)} <= colours


def test_a_png_without_pillow_says_what_to_install(
    found: Replay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before any work; an SVG needs nothing."""
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(UsageError, match="a PNG needs Pillow") as refused:
        check_plot(str(tmp_path / "curve.png"))
    assert "compaction-workbench[plot]" in refused.value.hint
    write_plot(found, str(tmp_path / "curve.svg"))
    assert (tmp_path / "curve.svg").read_text(encoding="utf-8").startswith("<svg ")


def test_a_file_that_cannot_be_written_is_refused_first(tmp_path: Path) -> None:
    """Another suffix, a folder, a folder that is not there."""
    (tmp_path / "folder.svg").mkdir()
    for name, message in (
        ("curve.pdf", "neither .svg nor .png"),
        ("curve", "neither .svg nor .png"),
        ("folder.svg", "is a folder"),
        ("nowhere/curve.svg", "there is no folder"),
    ):
        with pytest.raises((UsageError, InputError), match=message):
            check_plot(str(tmp_path / name))


def test_a_place_that_takes_no_file_is_refused_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Minutes of work are not lost at their end."""

    def full(_self: Path, _body: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(InputError, match="no space left"):
        check_plot(str(tmp_path / "curve.svg"))
    assert list(tmp_path.iterdir()) == []


def test_an_earlier_file_is_replaced_whole(found: Replay, tmp_path: Path) -> None:
    """No other file is left in the folder."""
    file = tmp_path / "curve.SVG"
    file.write_text("before", encoding="utf-8")
    write_plot(found, str(file))
    assert file.read_text(encoding="utf-8").endswith("</svg>\n")
    assert [each.name for each in tmp_path.iterdir()] == ["curve.SVG"]


@pytest.mark.parametrize(
    ("highest", "top"), [(0, 4), (4, 4), (5, 5), (11, 15), (6_378, 8_000), (80_001, 100_000)]
)
def test_scales_are_round(highest: float, top: float) -> None:
    """And hold the highest value."""
    assert nice_top(highest) == top
    found = ticks(top, 4)
    assert found[0] == 0
    assert 2 <= len(found) <= 7
    assert found[-1] <= top


def test_a_replay_without_an_artifact_is_drawn_empty(found: Replay) -> None:
    """It has only axes and says so."""
    bare = replace(found, points=())
    made = picture(bare)
    assert made.about == "nothing could be drawn"
    assert any(isinstance(each, PictureText) and each.text == "contradictions" for each in made.drawn)
    ElementTree.fromstring(svg(made))


def test_the_legend_names_the_proposed_items_too(found: Replay) -> None:
    """If everything counted is retained, the loss of proposed items is still visible."""
    body = svg(picture(found))
    shares = [found.of(name)[-1].proposed.value for name in found.series if found.of(name)]
    for share in shares:
        assert share is None or f"({share:.0%} of what is proposed)" in body
    assert any(share is not None for share in shares)


def test_a_series_looks_the_same_in_every_replay() -> None:
    """Whatever is shown beside it and in which order; those of plug-ins take what is free."""
    assert look_of("memory", ["memory"]) == look_of("memory", ["rolling", "mine", "memory"])
    shown = ["mine", "yours", *KNOWN[:6]]
    assert len({look_of(name, shown) for name in shown}) == len(shown)
    assert look_of("mine", [*KNOWN, "mine"]) in range(len(KNOWN))
