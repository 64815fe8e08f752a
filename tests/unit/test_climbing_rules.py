"""Rule files of climbing games: what they may say, and what is refused by the name of its key."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import lipai
from lipai.errors import RulesError
from lipai.rules.climbing import deck_counts, ranks_of

HEAD = 'extends = "doudizhu"\nid = "mine"\nname = "我的"\n'


def variant(tmp_path: Path, text: str) -> lipai.ClimbingGame:
    path = tmp_path / "mine.toml"
    path.write_text(HEAD + text, encoding="utf-8")
    game: lipai.ClimbingGame = lipai.game(path)
    return game


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('[deck]\nwithout = "33333"', "deck.without"),
        ('[deck]\nwithout = "Z"', "deck.without"),
        ("[deck]\nhand = 21", "deck.hand"),
        ("[deck]\nbottom = 4", "deck.bottom"),
        ('[deck]\nwithout = "3344"', "deck.hand"),
        ("[form.single]\ngroup = 5", "form.single.group"),
        ('[form.single]\nranks = ""', "form.single.ranks"),
        ('[form.single]\nranks = "A-3"', "form.single.ranks"),
        ('[form.single]\nranks = "3-B"', "form.single.ranks"),
        ("[form.straight]\nlongest = 4", "form.straight.longest"),
        ("[form.straight]\nlongest = 13", "form.straight.longest"),
        ("[form.straight]\neach = 2", "form.straight.each"),
        ('[form.airplane]\nkickers = "pair_single"', "form.airplane.kickers"),
        ('[form.airplane]\nkickers = "trios"', "form.airplane.kickers"),
        ("[form.rocket]\ngroup = 2", "form.rocket.joined"),
        ("[form.trio_single]\nalike = 0", "form.trio_single.alike"),
        ("[form.bomb]\nbomb = -1", "form.bomb.bomb"),
        ("[form.airplane]\nalike = 1", "form.airplane.alike"),
        ("[form.airplane]\njoker_couple = false", "form.airplane.joker_couple"),
        ("[form.airplane]\nadjoining = false", "form.airplane.adjoining"),
        ('[form.quad_singles]\nkickers = "pair_single"\neach = 1\nalike = 1', "form.quad_singles.alike"),
        ('[form.mine]\nname = "x"\ngroup = 1\nranks = "3"\nkind = "other"', "form.mine.kind"),
        ('[form.mine]\nname = "x"\ngroup = 3\nranks = "3"\nkind = "bomb"', "form.mine.bomb"),
        ('[form.mine]\nname = "x"\ngroup = 3\nrank = "3"', "form.mine.rank"),
        ("[form.Mine]", "form"),
        ('[play]\nlead = "lowest_spade"', "auction"),
        ('[auction]\nmodes = ["call", "call"]', "auction.modes"),
        ('[settlement]\nspring = "yes"', "settlement.spring"),
        ("[reasons]\nwhy = 'x'", "reasons"),
        ('[options.mine]\nkey = "form.single.grou"\nvalues = [1]', "options.mine.key"),
        (
            '[options.mine]\ndefault = "false"\n[options.mine.values.false]\n"form.single.group" = 1',
            "options.mine.default",
        ),
        ("[options.mine]\ndefault = false\n[options.mine.values.false]\n'form.single.group' = 9", "options.mine"),
    ],
)
def test_what_makes_no_sense_is_named(tmp_path: Path, text: str, key: str) -> None:
    with pytest.raises(RulesError) as raised:
        variant(tmp_path, text)
    assert str(raised.value.value).startswith(key), raised.value


def test_a_variant(tmp_path: Path) -> None:
    """Straights of four, the 2 in them, and bombs of three kings."""
    text = """
[form.straight]
shortest = 4
ranks = "3-2"
[form.three_kings]
kind = "bomb"
name = "三K"
group = 3
ranks = "K"
bomb = 1
[form.trio]
ranks = "3-Q A-2"
"""
    game = variant(tmp_path, text)
    assert game.classify("JQKA2").readings[0].kind == "straight"
    assert game.classify("3456").readings[0].length == 4
    assert [one.kind for one in game.classify("KKK").readings] == ["bomb"]
    assert game.beats("KKK", "2222") is None
    assert game.beats("KKK", "3333") is not None
    assert game.moves("KKK3 2 2", over="QQQ") == ["KKK"]


def test_each_set_of_cards_comes_once_whatever_the_rules(tmp_path: Path) -> None:
    """Rules under which nearly everything has several readings."""
    text = "".join(
        f"[form.{name}]\nalike = 4\n"
        for name in ("trio_single", "trio_pair", "airplane_singles", "airplane_pairs", "quad_singles", "quad_pairs")
    )
    text += '[form.run]\nname = "x"\ngroup = 1\nranks = "3-2"\nlongest = 5\nkickers = "singles"\neach = 2\n'
    game = variant(tmp_path, text)
    for hand in ("33334444555566", "3333444455556666", "33344455566677788", "4444 5555 X D 33"):
        packed = game.moves_packed(hand).tolist()
        assert len(set(packed)) == len(packed) == len(game.moves(hand))
        every = [0]
        for rank, count in enumerate(game.pack(hand) >> 4 * rank & 15 for rank in range(15)):
            every = [cards + (n << 4 * rank) for cards in every for n in range(count + 1)]
        legal = [cards for cards in every if game.classify(" ".join(game.unpack(cards))).readings]
        assert sorted(packed) == sorted(legal)
        assert sum(play.packed for play in game.split(hand)) == game.pack(hand)


def test_no_reading_is_left_out(tmp_path: Path) -> None:
    """As many forms as there may be that read the same cards; where that would be too many, the rules are refused."""
    same = [f'[form.same{i}]\nname = "x"\ngroup = 1\nranks = "3-D"\n' for i in range(7)]
    readings = variant(tmp_path, "".join(same)).classify("3").readings
    assert [one.kind for one in readings] == ["single", *(f"same{i}" for i in range(7))]
    several = [f'{form}longest = 5\nkickers = "singles"\neach = 2\n' for form in same]
    readings = variant(tmp_path, "".join(several[:5])).classify("3456789TJQKA2XD").readings
    assert len(readings) == 5 * 11
    with pytest.raises(RulesError, match="form: too many forms read the same cards"):
        variant(tmp_path, "".join(several)).classify("3")


def test_a_hand_that_no_plays_make_up(tmp_path: Path) -> None:
    game = variant(tmp_path, "[form.single]\nenabled = false\n")
    assert [play.cards for play in game.split("3344455")] == ["44433", "55"]
    with pytest.raises(lipai.IllegalPlayError):
        game.split("3")


def test_ranks() -> None:
    assert ranks_of("3-J K-2") == (0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12)
    assert ranks_of("Q") == (9,)
    for bad in ("", "3-", "-3", "10", "3--5", "5-4"):
        with pytest.raises(ValueError, match=r"rank|descends"):
            ranks_of(bad)


def test_options_that_set_several_keys() -> None:
    plain: dict[str, Any] = lipai.game("doudizhu").rules
    distinct = lipai.game("doudizhu", distinct_wings=True)
    assert plain["form"]["airplane_singles"]["alike"] == 4
    assert distinct.rules["form"]["airplane_singles"]["alike"] == 1
    assert distinct.options == {"distinct_wings": True, "shuttle": False, "spring": False}
    for wrong in ("true", 1, None):
        with pytest.raises(lipai.UnknownOptionError):
            lipai.game("doudizhu", distinct_wings=wrong)


def test_decks() -> None:
    for name, cards in (("doudizhu", 54), ("guanpai", 49)):
        rules = lipai.game(name)._rules
        assert sum(deck_counts(rules.deck)) == cards == len(lipai.game(name).deck)
