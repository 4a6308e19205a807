"""Questions in other languages than English, over sources in that language."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runs.build import ANSWERED, env_of, folder_of
from workbench.runs.language.languages import in_other_script, kind_asked, may_be_english, one_verb
from workbench.runs.language.sentence_ends import sentence_spans
from workbench.runs.language.terms import (
    INDEX_VERSION,
    OF_A_PAIR,
    asked_stems,
    counted,
    language,
    near,
    stems,
    words,
)
from workbench.runs.planning.offline_agent import RuleAgent
from workbench.runs.ranking.questions import wanted
from workbench.runs.ranking.scoring import PassageScorer, RankedPassage
from workbench.runs.records.shapes import NO_DIRECT_EVIDENCE
from workbench.services.runs.agent_runs import begin, resume, start
from workbench.services.runs.shown_run import RunRequest

ASKED = {
    "zh": (
        ("面包店每天早上六点开门。老板是赵明。", "邮局在桥的旁边，周日不营业。"),
        "面包店几点开门？", "六点", "火车站的站长是谁？",
    ),
    "ja": (
        ("パン屋は朝七時に開きます。店主は山本健です。", "郵便局は橋の隣にあり、日曜日は休みです。"),
        "パン屋の店主は誰ですか？", "山本健", "空港は何年に完成しましたか？",
    ),
    "ko": (
        ("빵집은 아침 7시에 문을 연다. 주인은 이민수이다.", "우체국은 다리 옆에 있고 일요일에는 쉰다."),
        "빵집의 주인은 누구입니까?", "이민수", "공항은 언제 완공되었습니까?",
    ),
    "ar": (
        ("يفتح المخبز في الساعة السادسة صباحاً. صاحب المخبز هو سامي.", "مكتب البريد بجانب الجسر."),
        "متى يفتح المخبز؟", "السادسة", "من هو مدير المطار؟",
    ),
    "ru": (
        ("Пекарня открывается в шесть утра. Её хозяин Олег Смирнов.", "Почта стоит у моста."),
        "Во сколько открывают пекарню?", "шесть утра", "Когда построили аэропорт?",
    ),
    "de": (
        ("Die Bäckerei am Markt öffnet um sechs Uhr. Sie gehört Jörg Maurer.", "Das Postamt ist zu."),
        "Um wie viel Uhr öffnet der Bäcker am Markt?", "sechs Uhr", "Wann wurde der Flughafen erbaut?",
    ),
}  # fmt: skip


@pytest.mark.parametrize("language", ASKED)
def test_a_question_is_answered_in_its_language(language: str, tmp_path: Path) -> None:
    """The answering sentence is quoted; a question without a source stays unanswered."""
    texts, question, expected, elsewhere = ASKED[language]
    folder = tmp_path / "sources"
    folder.mkdir()
    for number, text in enumerate(texts):
        (folder / f"{number}.txt").write_text(f"{text}\n", encoding="utf-8")
    env = env_of(tmp_path)
    found = start(env, RunRequest(question, (str(folder),), settings={"meaning": "off"})).output
    assert found is not None and expected in found.answer
    citation = found.claims[0].citations[0]
    body = (folder / Path(citation.location).name).read_text(encoding="utf-8")
    assert body[citation.start : citation.end] == citation.quote and expected in citation.quote
    nothing = start(env, RunRequest(elsewhere, (str(folder),), settings={"meaning": "off"})).output
    assert nothing is not None and nothing.answer == NO_DIRECT_EVIDENCE


def test_words_without_blanks_are_looked_up_in_pairs() -> None:
    """Of a passage each character and pair, without the signs of grammar; of a query the pairs."""
    assert words("灯塔建于1898年") == ["灯", "塔", "建", "于", "灯塔", "塔建", "建于", "1898", "年"]
    assert asked_stems("灯塔是什么时候建的？") == ("灯塔", "建")
    assert asked_stems("灯台はいつ建てられましたか？") == ("灯台", "建")
    assert words("등대는 등대에서") == ["등", "대", "등대"] * 2
    assert words("Café １２ Ka\u0301n") == ["café", "12", "kán"]
    assert near("灯塔", "塔") == OF_A_PAIR and near("灯塔", "船") == 0.0 and near("灯塔", "灯塔") == 1.0


def test_words_are_stemmed_by_their_script_and_german_by_its_grammar() -> None:
    """English words are stemmed as ever, accents do not count, and vowel signs of Arabic neither."""
    assert stems("кораблей и кораблями") == [stems("корабль")[0]] * 2
    assert stems("العبّارة للعبارة") == [stems("عبارة")[0]] * 2
    assert stems("cafés") == stems("cafe")
    assert language("Die Brücken sind alt und der Hafen ist neu") == "de"
    assert [language(each) for each in ("Licence: MIT.", "the house of von der Tann", "Das Boot", "")] == [
        ""
    ] * 4
    assert stems("die Häfen und der Hafen", "de") == stems("Hafen", "de") * 2
    assert stems("boats and harbours") == list(counted("boats and harbours")) == ["boat", "harbour"]
    assert one_verb("gebaut", "erbaut") and not one_verb("gebaut", "verkauft")


def test_sentences_end_at_the_stops_of_their_script() -> None:
    """Also without a blank, with what closes after the stop."""
    text = "他来了。“她走了。”然后呢？好\nهل وصل؟ نعم"
    assert [text[a:b] for a, b in sentence_spans(text)] == [
        "他来了。",
        "“她走了。”",
        "然后呢？",
        "好",
        "هل وصل؟",
        "نعم",
    ]
    scorer = PassageScorer("谁走了？", {})
    assert not scorer.windows(RankedPassage("谁走了？"))


def test_the_kind_of_answer_is_reported_in_other_languages() -> None:
    """The answer must contain a time; German is recognized only in German questions."""
    found = kind_asked("灯塔什么时候建成？", german=False)
    assert found is not None and found[0] == "time"
    assert found[2].search("建于1898年") and not found[2].search("用石头建成")
    assert kind_asked("Wann kam er?", german=False) is None
    german = kind_asked("Wann kam er?", german=True)
    assert german is not None and german[0] == "time"


def test_what_an_older_version_indexed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An older run continues with its index and says so; a new one indexes again."""
    folder, env = folder_of(tmp_path), env_of(tmp_path)
    with monkeypatch.context() as older:
        older.setattr("workbench.runs.sources.extract._TEXT", "text/1 cut/1 index/2")
        begun = begin(env, RunRequest(ANSWERED, (str(folder),)))
        first = start(env, RunRequest(ANSWERED, (str(folder),)))
    assert first.output is not None
    assert f"than {INDEX_VERSION}" in " ".join(first.output.uncertainty)
    anew = resume(env, begun.record.run_id).output
    assert anew is not None and not anew.uncertainty and "5 January" in anew.answer


def test_a_sign_or_a_name_makes_no_question_one_of_another_language() -> None:
    """A typographic apostrophe, an accent or a foreign name does not change an English question."""
    plain = "How long was the captain's boat at Cafe Holm?"
    for other in (plain.replace("'", "\u2019"), plain.replace("Cafe", "Caf\u00e9")):
        assert asked_stems(other) == asked_stems(plain)
        assert wanted(other).kind == wanted(plain).kind and wanted(other).shown is None
        assert PassageScorer(other, {}).names == PassageScorer(plain, {}).names
    assert not in_other_script("What did 陈国栋 say?") and in_other_script("PDFはいつ作られた")
    assert words("\u26a0\ufe0f wet") == ["wet"]


@pytest.mark.parametrize("question", ["多少钱？", "What does it cost?", "بكم؟"])
def test_an_answer_makes_an_unclear_question_one(question: str) -> None:
    """The program adds no mark to the query, whatever ends the question; the answer is a query too."""
    made = RuleAgent().intent(question, [("What is this about?", "渡轮的票价")])
    assert made.stand_alone_query == f"{question[:-1]}, 渡轮的票价"
    assert made.sub_queries == (made.stand_alone_query, "渡轮的票价")


@pytest.mark.parametrize(
    ("text", "may"),
    [
        ("How many chairs are there?", True),
        ("Was an air pump sold in May?", True),
        ("Rent of room 5?", True),
        ("What is the fee of La Plata?", True),
        ("Wie viele Stühle stehen da?", False),
        ("Combien de places a la salle 5 ?", False),
        ("¿Cuántas sillas hay en el aula?", False),
        ("Hoeveel stoelen staan in zaal 5?", False),
        ("Hur många besökare kom?", False),
        ("Сколько мест в зале?", False),
    ],
)
def test_what_may_be_english(text: str, may: bool) -> None:
    """A few words do not identify a language; such a text may be English."""
    assert may_be_english(text) is may
