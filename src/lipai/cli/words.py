"""Every word that the commands say in a language of the user's, English and Chinese: what they say of themselves,
and the keys and values of rule files."""

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
    "smaller": ("smaller than", "小于"),
    "equal": ("equal to", "等于"),
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
    # stud
    "banker": ("banker", "庄家"),
    "exact": ("exact", "精确"),
    "deals": ("deals", "种发牌"),
    "up_cards": ("up-cards", "明牌"),
    "betting": ("betting", "下注"),
}

# Keys and values of rule files in Chinese; in English they are shown as they are, since that is what a file holds.
_OF_RULES: Final[Mapping[str, str]] = {
    "true": "是",
    "false": "否",
    "none": "无",
    # options
    "jokers": "王",
    "joker_pair": "双王",
    "wheel": "小顺",
    "gun": "打枪",
    "fouls": "倒水",
    "bonuses": "喜",
    "dragon": "一条龙",
    "double_full_house": "双怪冲三",
    "order": "次序",
    "increasing": "递增",
    "not_decreasing": "不减",
    "second": "第二大",
    "low": "最小",
    "lowest": "最小",
    "highest": "最大",
    "double": "翻倍",
    "plus_one": "加一",
    "refuse": "不收",
    "pay": "照赔",
    "wild": "百搭",
    "suit": "代花色",
    # settlement
    "kind": "算法",
    "pots": "按锅计算",
    "waters": "水",
    "banker": "庄家",
    "step": "每级",
    "pile": "每墩",
    "run_over": "和墩算打枪",
    "home_run_players": "全垒打人数",
    "home_run_factor": "全垒打倍数",
    "piles_to_win": "胜需墩数",
    "pays": "赔率",
    "ties": "平手归",
    "bet_limit": "下注上限",
    "chips_over_players": "庄家筹码均分",
    # specials and bonuses
    "place": "位次",
    "points": "水数",
    "enabled": "启用",
    "sweep_factor": "独大倍数",
    "ranks": "点数",
    "multiple": "倍数",
    "each": "每个另计",
    # stud
    "up_straights": "明牌顺子同花",
    "straights_and_flushes": "四张顺子同花",
    "ante": "底注",
    "bet": "跟注",
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


def of_rules(word: str, lang: str) -> str:
    """A key or a value of a rule file for people who read a language; one that the table lacks as it is."""
    return _OF_RULES.get(word, word) if lang == "zh" else word


def with_meaning(word: str, lang: str) -> str:
    """A key or a value that the user may have to type, with what it means where the language is another."""
    meaning = of_rules(word, lang)
    return word if meaning == word else f"{word}（{meaning}）"
