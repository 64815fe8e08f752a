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
    "by_field": ("odds by the field", "胜率按对手样本"),
    # fields
    "field": ("field", "对手样本"),
    "role": ("role", "角色"),
    "player": ("player", "闲家"),
    "hands": ("hands", "手数"),
    "rounds": ("rounds", "轮数"),
    "seed": ("seed", "随机种子"),
    "exploitability": ("exploitability", "可剥削度"),
    "error": ("error", "误差"),
    "same_stakes": ("same stakes", "结算相同"),
    "yes": ("yes", "是"),
    "no": ("no", "否"),
    "smaller": ("smaller than", "小于"),
    "equal": ("equal to", "等于"),
    "no play": ("no play", "不成牌"),
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
    "dealing": ("dealing", "发牌"),
    "play": ("play", "行牌"),
    # what breaks ties
    "ranks": ("all ranks", "逐张比点"),
    "leading": ("leading rank", "主牌点数"),
    "fewer_jokers": ("fewer jokers", "王少者大"),
    "red_joker": ("red joker over black", "大王大于小王"),
    "suit_of_leading": ("suit of the leading card", "主牌花色"),
    "suit_of_largest": ("suit of the largest card", "最大牌花色"),
    "suit_of_kicker": ("suit of the kicker", "单牌花色"),
    "none": ("none", "无"),
    "bound": (
        "not looked for: it is in the piles, write / between them",
        "取决于分墩，未计入：请用 / 分开三墩",
    ),
    # many deals
    "what": ("what", "项目"),
    "mean": ("mean", "均值"),
    "standard_error": ("standard error", "标准误"),
    "variance": ("variance", "方差"),
    "share_of_deals": ("share of deals", "占局数"),
    "difference": ("difference", "差"),
    "event": ("event", "次数"),
    "deals_played": ("deals", "局"),
    "rules": ("rules", "规则"),
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
    # climbing games
    "lead": ("first lead", "首出"),
    "passes": ("passes", "过牌数"),
    "without": ("left out", "去牌"),
    "auction": ("auction", "叫牌"),
    "combinations": ("combinations", "牌型"),
    "fault empty": ("no cards", "没有牌"),
    "fault large": ("too many cards", "张数过多"),
    "fault shuttle": ("a space shuttle", "太空梭须拆成炸弹出"),
    "fault high_rank": ("no sequence holds these ranks", "连牌不含 2 和王"),
    "fault short": ("too short a sequence", "连牌太短"),
    "fault body_rank": ("a kicker of the body's rank", "带牌与主体同点"),
    "fault alike": ("equal kickers", "带牌不得同点"),
    "fault jokers": ("jokers as a pair or wings", "双王不作对子或翼"),
    "fault kickers": ("wrong kickers", "带牌不对"),
    "fault no_form": ("no combination", "不是任何牌型"),
    "moves": ("moves", "可出"),
    "landlord": ("landlord", "地主"),
    "next": ("next", "轮到"),
    "redeal": ("new deal", "重新发牌"),
    "stake": ("stake", "底注"),
    "spring": ("spring", "春天"),
    "cards_left": ("cards left", "剩牌"),
    "shut_out": ("shut out", "全关"),
    "loss": ("loss", "负"),
    "unknown": ("unknown", "未知"),
    "pass": ("pass", "过"),
    "nodes": ("positions", "局面数"),
    "seconds": ("out of time", "时间用尽"),
    "memory": ("out of memory", "内存用尽"),
    # mahjong
    "won": ("win", "胡"),
    "not_won": ("no win", "未胡"),
    "fan": ("fan", "翻"),
    "points": ("points", "分"),
    "hits": ("hits", "中码"),
    "liability": ("liable for all three", "承包"),
    "kong": ("kong", "杠"),
    "pung": ("pung", "碰"),
    "chow": ("chow", "吃"),
    "discard": ("discard", "打"),
    "shanten": ("shanten", "向听"),
    "count": ("tiles", "张数"),
    "accepts": ("accepts", "进张"),
    "melds": ("melds", "搭子数"),
    "laid": ("laid open and replaced", "亮出补牌"),
    "wild": ("wild tile", "财神"),
    "one_turned": ("the face of a tile turned after the deal", "开局翻一张"),
    "kong_tile": ("kong tiles", "杠牌"),
    "exposed": ("exposed kong", "明杠"),
    "concealed": ("concealed kong", "暗杠"),
    "codes": ("codes", "买码"),
    "amount": ("each hit", "每码"),
    "claims": ("claims", "吃碰杠胡"),
    "flow": ("flow", "流程"),
    # stud
    "banker": ("banker", "庄家"),
    "exact": ("exact", "精确"),
    "deals": ("deals", "种发牌"),
    "up_cards": ("up-cards", "明牌"),
    "betting": ("betting", "下注"),
    "singles_1": ("1 card", "一张"),
    "singles_2": ("2 cards", "两张"),
    "pairs_1": ("1 pair", "一对"),
    "pairs_2": ("2 pairs", "两对"),
    "pair_single_1": ("a pair and a card", "一对加一张"),
    "each_group": ("{} for each group", "每组{}"),
    "alike_1": ("all different", "各不相同"),
    "alike_2": ("2 of a rank at most", "同点至多两个"),
    "alike_3": ("3 of a rank at most", "同点至多三个"),
    "alike_4": ("equal ones allowed", "可以相同"),
    "both_jokers": ("both jokers allowed", "可带双王"),
    "not_both_jokers": ("not both jokers", "不可带双王"),
    "not_adjoining": ("none that would make the body longer", "不可使主体更长"),
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
    # dealing and play
    "cards_at_a_time": "每次张数",
    "direction": "方向",
    "counter_clockwise": "逆时针",
    "clockwise": "顺时针",
    "next_deal": "下局从谁发起",
    "after_winner_of_last_pile": "末锅赢家下家",
    "random": "随机",
    "time_out": "超时",
    "strongest": "最大牌型",
    # specials and bonuses
    "place": "位次",
    "points": "水数",
    "enabled": "启用",
    "sweep_factor": "独大倍数",
    "ranks": "点数",
    "multiple": "倍数",
    "each": "每个另计",
    # climbing games
    "distinct_wings": "翼不得相同",
    "shuttle": "太空梭",
    "spring": "春天",
    "stake": "底注",
    "cards_left": "剩牌",
    "landlord": "地主",
    "lowest_spade": "最小黑桃",
    "call": "叫地主",
    "rob": "抢地主",
    "bomb": "炸弹级别",
    # mahjong
    "white_as_wild_face": "白板代财神",
    "payer": "谁付",
    "discarder": "放铳者",
    "all": "三家",
    "worth": "计",
    "fan": "翻",
    "clause": "条款",
    "liability": "承包次数",
    "liability_clause": "承包条款",
    "passed": "过则不再",
    "last": "末张",
    "pung": "碰",
    "win": "胡",
    "kong": "杠",
    "chow": "吃",
    "reserve": "留牌",
    "seconds": "秒",
    "deal": "坐庄",
    "winner": "胡者",
    # stud
    "up_straights": "明牌顺子同花",
    "straights_and_flushes": "四张顺子同花",
    "ante": "底注",
    "bet": "跟注",
}

# What happens in a deal, and who is who, in Chinese; in English as it is named in files.
_OF_DEALS: Final[Mapping[str, str]] = {
    "banker": "庄家",
    "player": "闲家",
    "dealer": "庄家",
    "other": "闲家",
    "landlord": "地主",
    "farmer": "农民",
    "leader": "首出",
    "follower": "后出",
    "outcome": "结局",
    "outcome:settled": "结局：结算",
    "outcome:emptied": "结局：出完",
    "outcome:landlord": "结局：地主胜",
    "outcome:farmers": "结局：农民胜",
    "outcome:redeal": "结局：重新发牌",
    "outcome:discard": "结局：放铳",
    "outcome:self": "结局：自摸",
    "outcome:rob": "结局：抢杠",
    "outcome:kong": "结局：杠上开花",
    "outcome:drawn": "结局：流局",
    "outcome:opened": "结局：开牌",
    "outcome:unfolded": "结局：其余弃牌",
    "declared": "报",
    "foul": "倒水",
    "gun": "打枪",
    "run_over": "辗过",
    "home_run": "全垒打",
    "sweep": "独大",
    "play": "出",
    "bomb": "炸弹",
    "multiplier": "倍数",
    "spring": "春天",
    "shut_out": "全关",
    "item": "计",
    "fed": "放铳",
    "hit": "中码",
    "folded": "弃牌",
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


def of_deals(word: str, lang: str) -> str:
    """What happens in a deal for people who read a language; what the table lacks as it is."""
    return _OF_DEALS.get(word, word) if lang == "zh" else word


def with_meaning(word: str, lang: str) -> str:
    """A key or a value that the user may have to type, with what it means where the language is another."""
    meaning = of_rules(word, lang)
    return word if meaning == word else f"{word}（{meaning}）"
