"""Every word that the commands say in a language of the user's: one table, English and Chinese."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

LANGUAGES: Final = ("en", "zh")

_WORDS: Final[Mapping[str, tuple[str, str]]] = {
    # results
    "strength": ("strength", "牌力"),
    "legal": ("legal", "合法"),
    "foul": ("foul", "倒水"),
    # expected value
    "value": ("value", "期望"),
    "declare": ("declare", "报"),
    "win": ("win", "胜"),
    "push": ("push", "平"),
    "lose": ("lose", "负"),
    # headings
    "game": ("game", "游戏"),
    "name": ("name", "名称"),
    "players": ("players", "人数"),
    "cards": ("cards", "张数"),
    "options": ("options", "选项"),
    "deck": ("deck", "牌副"),
    "jokers": ("jokers", "王"),
    "piles": ("piles", "牌墩"),
    "order": ("order", "次序"),
    "not_decreasing": ("each at least as large as the one before", "后墩不小于前墩"),
    "increasing": ("each larger than the one before", "后墩大于前墩"),
    "categories": ("categories, weakest first", "牌型，由小到大"),
    "wheel": ("straight from the ace", "A起顺子"),
    "suits": ("suits, strongest first", "花色，由大到小"),
    "default": ("default", "默认"),
    "now": ("now", "现为"),
    "clause": ("clause", "条款"),
    "settlement": ("settlement", "结算"),
    "specials": ("specials", "特殊牌型"),
    "bonuses": ("bonuses", "喜"),
    "source": ("source", "来源"),
    # what breaks ties
    "ranks": ("all ranks", "逐张比点"),
    "leading": ("leading rank", "主牌点数"),
    "fewer_jokers": ("fewer jokers", "王少者大"),
    "red_joker": ("red joker over black", "大王大于小王"),
    "suit_of_leading": ("suit of the leading card", "主牌花色"),
    "suit_of_largest": ("suit of the largest card", "最大牌花色"),
    "suit_of_kicker": ("suit of the kicker", "单牌花色"),
    "none": ("none", "无"),
    # who pays whom
    "seat": ("seat", "座位"),
    "net": ("net", "输赢"),
    "pays": ("pays", "付"),
    "beats": ("over", "胜"),
    "place": ("place", "名次"),
    "gun": ("gun: all three piles", "打枪：三墩全胜"),
    "run_over": ("run over: a pile won, none lost", "辗过：有胜无负"),
    "home_run": ("home run: all three piles from everyone", "全垒打：三墩全胜各家"),
    "beats_everyone": ("beats everyone", "通吃"),
    "piles_won": ("piles won", "胜墩"),
}


def language_of(asked: str | None) -> str:
    """The language asked for, or else that of ``LIPAI_LANG``, or else that of the locale, or else English."""
    if asked:
        return asked
    for name in ("LIPAI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return "zh" if value.startswith("zh") else "en"
    return "en"


def say(word: str, lang: str) -> str:
    """The word in a language; one that the table lacks as it is, its underscores spaces."""
    pair = _WORDS.get(word)
    return word.replace("_", " ") if pair is None else pair[LANGUAGES.index(lang)]
