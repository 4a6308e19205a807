"""Words of scripts other than Latin: split where no spaces separate them, and their stems.

Chinese, Japanese and similar text is written without spaces, so it is indexed by each character and each pair
of neighbours, without function words. A Korean word first loses its particles. Russian, Arabic and a few
others have their own stemmers, chosen by their letters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from snowballstemmer import stemmer

UNSPACED = 0x0E00
"""First code point of the scripts that are written without spaces, or whose words have particles."""
_RUN = re.compile(
    r"(?P<han>[\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+)"
    r"|(?P<hiragana>[\u3041-\u309f]+)|(?P<katakana>[\u30a0-\u30ff\u31f0-\u31ff]+)"
    r"|(?P<hangul>[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]+)"
    r"|(?P<others>[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+)"
    r"|(?P<spaced>[^\u0e00-\u0eff\u1000-\u11ff\u1780-\u17ff\u3005-\u3007\u3041-\u318f\u31f0-\u31ff\u3400-\u4dbf"
    r"\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+)"
)
"""A run of characters of one script."""
_HAN_GRAMMAR = re.compile(
    r"因为|所以|由于|但是|如果|以及|或者|可以|已经|没有|[的了着过吗呢吧啊是在和与及也都就而被把从对等这那只]"
)
"""Chinese function words and characters."""
_HIRAGANA_GRAMMAR = re.compile(
    r"ありま|てられ|られ|ました|ません|でした|である|している|していた|された|される|られる|れる|ます|です|ている|ていた|から|まで|"
    r"より|ので|のは|ため|こと|もの|いる|ある|する|した|して|さん|など|によると|[はがをにでとのもへやかねよお]"
)
"""Japanese particles and verb endings."""
_HANGUL_ENDING = re.compile(
    r"(?:(?:에서|에게|한테|께서|으로|이라고|라고|까지|부터|처럼|보다|마다|이나|들)?(?:은|는|이|가|을|를|의|에|도|만|로|와|과)?"
    r"|이?었습니다|이?었다|았습니다|았다|였습니다|였다|습니다|습니까|입니다|입니까|합니다|합니까|했습니다|했습니까|했다|한다|하는|"
    r"됩니다|됩니까|되었다|되었습니까|이다|인가요|나요|는다|까요|어요|아요|예요|에요|지요|기|고|며|면)$"
)
"""Particles and endings of a Korean word; at least one syllable remains before them."""
_STEMMERS = (
    ("Ѐ", "ӿ", "russian"), ("؀", "ۿ", "arabic"), ("Ͱ", "Ͽ", "greek"), ("ऀ", "ॿ", "hindi"),
)  # fmt: skip
_CARRIES_NOTHING = frozenset(
    "и в во на не что с со как а то все она так его но да ты к у же вы за бы по только ее мне было вот от "
    "меня еще нет о из ему ей при или ни быть был него до вас об была были этот эта это эти том для мы их "
    "чем она они он я где есть который которая которые под над без через после "
    "в من إلى على عن في هو هي هم هذا هذه ذلك تلك التي الذي أن إن أو ثم قد لا ما كان كانت يكون تكون بعد قبل "
    "بين مع كل كما لم لن و به بها له لها فيه فيها منه منها عند هناك يوجد توجد".split()
)
"""Function words of Russian and Arabic, which share no letters with each other."""


def composed(text: str) -> str:
    """Normalise characters with several forms: no full-width digits, no vowel signs of Arabic."""
    return "".join(
        each
        for each in unicodedata.normalize("NFKC", text)
        if not ("\u064b" <= each <= "\u0652" or each == "ـ")
    )


def parts_of(word: str, *, asked: bool = False) -> Iterator[str]:
    """Yield the index terms of a run of letters: itself, or its characters and pairs.

    Args:
        word: letters without a space, in lower case.
        asked: whether it is from a query, where a single character counts only if it is alone.
    """
    for found in _RUN.finditer(word):
        text = found.group()
        kind = found.lastgroup
        if kind == "spaced":
            yield text
        elif kind == "hangul":
            yield from _pairs(_bare(text), asked=asked)
        elif kind in ("han", "hiragana"):
            grammar = _HAN_GRAMMAR if kind == "han" else _HIRAGANA_GRAMMAR
            least = 1 if kind == "han" else 2  # a lone hiragana is an ending
            for part in grammar.sub(" ", text).split():
                if len(part) >= least:
                    yield from _pairs(part, asked=asked)
        else:
            yield from _pairs(text, asked=asked)


def _pairs(text: str, *, asked: bool) -> Iterator[str]:
    if not asked or len(text) == 1:
        yield from text
    for place in range(len(text) - 1):
        yield text[place : place + 2]


def _bare(word: str) -> str:
    """Remove the particles of a Korean word, leaving at least one syllable."""
    found = _HANGUL_ENDING.search(word, 1)
    return word[: found.start()] if found else word


def is_unspaced(stem: str) -> bool:
    """Return whether a stem is a character or a pair of a script without spaces."""
    return len(stem) <= 2 and stem[0] >= chr(UNSPACED)


def stem_elsewhere(word: str) -> str | None:
    """Return the stem by the stemmer of the word's script.

    Empty for a function word, None if there is no stemmer.
    """
    for first, last, name in _STEMMERS:
        if first <= word[0] <= last:
            return "" if word in _CARRIES_NOTHING else stemmed(word, name)
    return None


@lru_cache(maxsize=100_000)
def stemmed(word: str, language: str) -> str:
    """Return the stem of a word; each call has its own stemmer, because a shared one is not thread-safe."""
    return str(stemmer(language).stemWord(word.replace("ё", "е")))
