"""Mahjong games as objects, their rule files, and what is refused in those."""

from __future__ import annotations

import pickle
import random
from pathlib import Path

import pytest

import lipai
from lipai.mahjong import MahjongGame, Meld, Passed

HAND = "123456m789p123456s55p"
HOW = {"tile": "1m", "by": "discard", "wild": "2z"}


def test_what_games_are() -> None:
    sanmen, wencheng = lipai.game("sanmen"), lipai.game("wencheng")
    assert (sanmen.id, sanmen.name, sanmen.melds, sanmen.hand_size, sanmen.players) == (
        "sanmen",
        "三门麻将",
        4,
        14,
        (4, 4),
    )
    assert (wencheng.id, wencheng.melds, wencheng.hand_size, wencheng.has_wild) == ("wencheng", 5, 17, True)
    assert not sanmen.has_wild
    assert len(sanmen.deck) == 144
    assert lipai.format_tiles(sorted(wencheng.laid)) == "67z12345678f"
    assert wencheng.options == {"white_as_wild_face": True, "payer": "all"}
    assert repr(sanmen) == "<lipai.game('sanmen')>"
    assert sanmen.rules["flow"] == {"reserve": 10, "seconds": 15, "deal": "winner"}


def test_equality_and_pickles() -> None:
    game = lipai.game("wencheng", white_as_wild_face=False)
    assert lipai.game("wencheng", white_as_wild_face=False) is game
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert hash(again) == hash(game)
    assert again.win(HAND, **HOW) == game.win(HAND, **HOW)
    assert game != lipai.game("wencheng")
    assert game != lipai.game("sanmen")
    assert game != 1


def test_forms_of_melds_and_tiles() -> None:
    game = lipai.game("wencheng")
    hand = "456m789p123456s55p"
    for meld in (Meld("chow", "123m"), ("chow", [0, 1, 2]), {"kind": "chow", "tiles": "三一二万"}):
        for tile in ("4m", "四万", 3):
            found = game.win(hand, melds=[meld], tile=tile, by="discard", wild="南")
            assert found.fan == 2
            assert found.melds[0].tiles == (0, 1, 2)
    assert game.win(bytes(lipai.parse_tiles(HAND)), **HOW) == game.win(list(lipai.parse_tiles(HAND)), **HOW)


def test_passed_and_seats() -> None:
    game = lipai.game("sanmen")
    hands = [None, "46m123p456p789p11z", "55m123456789p11z", "1245678p123s456s"]
    all_of_them = game.claims(0, "5m", hands)
    assert game.claims(0, 4, hands, passed=[Passed(2, "pung", 5), {"seat": 3, "action": "win"}]) == all_of_them
    assert len(game.claims(0, 4, hands, passed=[Passed(2, "pung")])) == len(all_of_them) - 1


def test_claims_are_melds_and_wins() -> None:
    """Random tables: every option can be carried out, and a win is one that ``win`` confirms."""
    chance, seen = random.Random(4), set()
    for _ in range(300):
        name = chance.choice(["sanmen", "wencheng"])
        game = lipai.game(name)
        wild = chance.randrange(31) if game.has_wild else None
        wall = [tile for tile in game.deck if tile not in game.laid]
        if wild is not None:
            wall.remove(wild)
        chance.shuffle(wall)
        size = game.hand_size - 1
        discarder, tile = chance.randrange(4), wall.pop()
        hands = [None if seat == discarder else sorted(wall.pop() for _ in range(size)) for seat in range(4)]
        if chance.random() < 0.5:  # somebody holds more of the tile
            lucky = (discarder + 1 + chance.randrange(3)) % 4
            others = [t for seat, hand in enumerate(hands) if seat != lucky and hand for t in hand]
            for place in range(min(3, 3 - others.count(tile) - hands[lucky].count(tile))):
                hands[lucky][place] = tile
        try:
            found = game.claims(discarder, tile, hands, wild=wild)
        except lipai.DuplicateCardError:
            continue
        order = {"win": 0, "kong": 1, "pung": 1, "chow": 2}
        assert [order[claim.action] for claim in found] == sorted(order[claim.action] for claim in found)
        for claim in found:
            seen.add(claim.action)
            held = list(hands[claim.seat])
            assert claim.seat != discarder
            if claim.action == "win":
                drawn = [*held, tile]
                assert game.win(drawn, tile=tile, by="discard", wild=wild).win
                continue
            assert tile != wild
            assert claim.seat == (discarder + 1) % 4 or claim.action != "chow"
            held.append(tile)
            for used in claim.tiles:
                held.remove(used)
            laid, melds = list(claim.tiles), [(claim.action, claim.tiles)]
            # The meld is one that the game takes: beside it the hand is as long as it should be.
            game.waits(held if len(laid) == 4 else held[1:], melds=melds, wild=wild)
    assert {"pung", "chow", "kong"} <= seen


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_variant(tmp_path: Path) -> None:
    path = write(tmp_path, 'extends = "wencheng"\nid = "mine"\nname = "我的"\n[fan.all_chows]\namount = 7\n')
    game: MahjongGame = lipai.game(path)
    assert game.win(HAND, **HOW).fan == 8
    assert game.id == "mine"
    path = write(
        tmp_path, 'extends = "sanmen"\nid = "mine"\nname = "我的"\n[fan]\nmixed_suit = false\n[codes]\ncount = 3\n'
    )
    game = lipai.game(path)
    assert game.win("123456789m11122z", by="discard").points == 1
    with pytest.raises(lipai.HandSizeError, match="3 codes are turned at most"):
        game.settle(0, by="self", points=1, codes="1234m")


@pytest.mark.parametrize(
    ("base", "text", "key"),
    [
        ("sanmen", "[hand]\nmelds = 6", "hand.melds"),
        ("sanmen", "[hand]\nmelds = 0", "hand.melds"),
        ("sanmen", '[hand]\nlaid = "1234f"', "hand.laid"),
        ("sanmen", '[hand]\nlaid = "112345678f"', "hand.laid"),
        ("sanmen", '[hand]\nlaid = "9z"', "hand.laid"),
        ("sanmen", '[hand]\nkong_tiles = "7z"', "hand.kong_tiles"),
        ("sanmen", '[hand]\nkong_tiles = "5f"', "fan.kong_tile"),
        ("sanmen", "[hand]\nwhite_as_wild_face = true", "hand.white_as_wild_face"),
        ("wencheng", '[hand]\nlaid = "567z12345678f"', "hand.white_as_wild_face"),
        (
            "wencheng",
            "[hand]\nwild = false\nwhite_as_wild_face = false\n[options]\nwhite_as_wild_face = false",
            "fan.wild",
        ),
        ("sanmen", "[fan]\nwin = false", "fan.win"),
        ("sanmen", "[fan.win]\namount = 0", "fan.win.amount"),
        ("sanmen", "[fan.win]\namount = 65536", "fan.win.amount"),
        ("sanmen", "[fan.win]\nconcealed = 1", "fan.win.concealed"),
        ("sanmen", '[fan.all_blue]\nname = "x"\namount = 1\nclause = "x"', "fan.all_blue"),
        ("sanmen", '[fan.own_wind]\nname = "x"\namount = 1\nclause = "x"', "fan.own_wind.exposed"),
        ("sanmen", "[payment]\nliability = 0", "payment.liability_clause"),
        ("sanmen", '[payment]\npayer = "nobody"', "payment.payer"),
        ("sanmen", "[codes]\ncount = 11", "codes.count"),
        ("sanmen", '[codes]\nseats = ["1m", "1m", "2m", "3m"]', "codes.seats"),
        ("sanmen", '[claims]\npassed = ["pung", "pung"]', "claims.passed"),
        ("sanmen", '[claims]\nlast = ["ron"]', "claims.last"),
        ("sanmen", "players = [2, 4]", "players"),
        ("sanmen", "[deck]\njokers = 2", "deck"),
        ("wencheng", '[options.payer]\nvalues = ["discarder"]', "options.payer.values"),
    ],
)
def test_refused(tmp_path: Path, base: str, text: str, key: str) -> None:
    head, tables = (text, "") if not text.startswith("[") else ("", text)
    path = write(tmp_path, f'extends = "{base}"\nid = "mine"\nname = "x"\n{head}\n{tables}\n')
    with pytest.raises(lipai.RulesError) as refused:
        lipai.game(path)
    assert refused.value.value == key, refused.value


def test_claims_where_nobody_is_liable() -> None:
    for claims in ([[], [], [], []], [[2, 2, 2], [], [], []]):
        with pytest.raises(lipai.TableError, match="nobody is liable in this game") as refused:
            lipai.game("wencheng").settle(1, by="self", fan=3, claims=claims)
        assert refused.value.argument == "claims"


def test_faults_of_a_hand_name_it() -> None:
    game = lipai.game("sanmen")
    melds = [("kong", "1111z"), ("pung", "555m"), ("pung", "222m"), ("pung", "333m")]
    for wrong in (
        lambda: game.waits("1z", melds=melds),
        lambda: game.waits("11111z23456789m"),
        lambda: game.shanten("123456789m111z1f"),
    ):
        with pytest.raises(lipai.CardError) as refused:
            wrong()
        assert refused.value.argument == "hand"
    with pytest.raises(lipai.IllegalPlayError, match="the winning tile, 1m, must be one of the hand's tiles"):
        game.win("111222333444z55z", tile="1m")
