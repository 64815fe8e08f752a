"""Rule files: what is loaded, what is refused, and by which name."""

from __future__ import annotations

import copy
import tomllib
from pathlib import Path
from typing import Any

import pytest

import lipai
from lipai import RulesError, UnknownOptionError, rules
from lipai.piles.stakes import compile_stakes
from lipai.piles.tables import compile_tables
from lipai.rules.convert import to_rules
from lipai.rules.piles import PileRules
from lipai.rules.schema import lookup

GAMES = lipai.games("piles")


def data_of(game: str) -> dict[str, Any]:
    return lipai.game(game).rules


def changed(game: str, changes: dict[str, Any]) -> dict[str, Any]:
    data = copy.deepcopy(data_of(game))
    for key, value in changes.items():
        *tables, last = key.split(".")
        table = data
        for name in tables:
            table = table.setdefault(name, {})
        if value is None:
            del table[last]
        else:
            table[last] = value
    return data


@pytest.mark.parametrize("game", GAMES)
def test_every_option_value_makes_sense(game: str) -> None:
    """Each value of each option can be set, is then in force, and gives rules that compile."""
    options = rules.load(game).rules.options
    for name, option in options.items():
        assert option.clause is not None
        for value in option.values:
            loaded = rules.load(game, {name: value})
            assert loaded.options[name] == value
            tables = compile_tables(loaded.rules)
            assert tables.strength_count > 1000
            compile_stakes(loaded.rules, tables)


def test_options() -> None:
    known = {
        "baishisan": {"dragon": "13"},
        "biji": {"joker_pair": "lowest"},
        "biji52": {"bonuses": False},
        "shisanshui": {
            "jokers": 2,
            "wheel": "second",
            "gun": "double",
            "fouls": "refuse",
            "double_full_house": False,
        },
        "shisanzhang": {},
    }
    assert {game: lipai.game(game).options for game in known} == known


@pytest.mark.parametrize(
    ("game", "option", "value", "key"),
    [
        ("shisanshui", "jokers", 0, "deck.jokers"),
        ("shisanshui", "wheel", "low", "ranking.wheel"),
        ("shisanshui", "gun", "plus_one", "settlement.gun"),
        ("shisanshui", "fouls", "pay", "settlement.fouls"),
        ("shisanshui", "double_full_house", True, "specials.double_full_house.enabled"),
        ("biji", "joker_pair", "highest", "jokers.pair"),
        ("biji52", "bonuses", True, "settlement.bonuses"),
        ("baishisan", "dragon", "3-A", "specials.dragon.ranks"),
    ],
)
def test_an_option_changes_its_key_only(game: str, option: str, value: Any, key: str) -> None:
    before, after = data_of(game), lipai.game(game, **{option: value}).rules
    assert lookup(before, key) != value
    assert lookup(after, key) == value
    assert changed(game, {key: value}) == after


def test_figures() -> None:
    """The figures of the clauses, as data."""
    water = data_of("shisanshui")
    points = {name: special["points"] for name, special in water["specials"].items()}
    assert points == {
        "three_flushes": 3,
        "three_straights": 3,
        "six_pairs": 3,
        "five_pairs_trips": 4,
        "four_trips": 5,
        "double_full_house": 6,
        "one_colour": 10,
        "all_small": 10,
        "all_big": 10,
        "three_quads": 16,
        "three_straight_flushes": 18,
        "twelve_royals": 24,
        "dragon": 26,
        "supreme_dragon": 52,
    }  # SSS-17
    assert [special["place"] for special in water["specials"].values()] == list(range(1, 15))
    assert [name for name, special in water["specials"].items() if not special["enabled"]] == ["double_full_house"]
    assert water["settlement"]["waters"] == {
        "front": {"trips": 3},
        "middle": {"full_house": 2, "quads": 8, "straight_flush": 10, "five_of_a_kind": 20},
        "back": {"quads": 4, "straight_flush": 5, "five_of_a_kind": 10},
    }  # SSS-11
    bonuses = {name: (bonus["multiple"], bonus["each"]) for name, bonus in data_of("biji")["bonuses"].items()}
    assert bonuses == {
        "all_black": (1, False),
        "all_red": (1, False),
        "nine_run": (1, False),
        "quads": (1, True),
        "sweep": (1, False),
        "straight_flush_head": (2, False),
        "three_trips": (3, False),
    }  # BJ-14 to BJ-17
    assert (data_of("biji")["settlement"]["step"], data_of("biji52")["settlement"]["step"]) == (1, 2)  # BJ-13, BJ-19


def test_extends_leaves_nothing_of_the_jokers() -> None:
    assert data_of("biji52")["jokers"] is None
    assert all("red_joker" not in category["ties"] for category in data_of("biji52")["category"].values())


@pytest.mark.parametrize(
    ("game", "changes", "key"),
    [
        ("shisanshui", {"foo": 1}, "foo"),
        ("shisanshui", {"ranking.whel": "low"}, "ranking.whel"),
        ("shisanshui", {"ranking.wheel": "x"}, "ranking.wheel"),
        ("shisanshui", {"ranking.wheel": None}, "ranking.wheel"),
        ("shisanshui", {"ranking": 3}, "ranking"),
        ("shisanshui", {"deck.jokers": 1}, "deck.jokers"),
        ("shisanshui", {"deck.jokers": False}, "deck.jokers"),
        ("shisanshui", {"deck.lowest": "1"}, "deck.lowest"),
        ("shisanshui", {"deck.lowest": "7"}, "players"),
        ("shisanshui", {"deck.lowest": "J", "players": [2, 2]}, "deck.lowest"),
        ("shisanshui", {"players": [3, 2]}, "players"),
        ("shisanshui", {"players": [2, 5]}, "players"),
        ("shisanshui", {"players": 4}, "players"),
        ("shisanshui", {"id": "Not An Id"}, "id"),
        ("shisanshui", {"family": "chess"}, "family"),
        ("shisanshui", {"piles.sizes": [5, 5, 3]}, "piles.sizes"),
        ("shisanshui", {"piles.names": ["a", "b", "a"]}, "piles.names"),
        ("shisanshui", {"piles.order": "any"}, "piles.order"),
        ("shisanshui", {"ranking.order": []}, "ranking.order"),
        ("shisanshui", {"ranking.order": ["pair", "high_card"]}, "ranking.order"),
        ("shisanshui", {"category.pair": None}, "ranking.order"),
        ("shisanshui", {"ranking.order": ["high_card", "pair"]}, "category.two_pair"),
        ("biji52", {"ranking.order": ["high_card", "pair", "pair"]}, "ranking.order"),
        (
            "shisanshui",
            {"category.six_of_a_kind": {"name": "x", "sizes": [5], "ties": ["ranks"]}},
            "category.six_of_a_kind",
        ),
        ("shisanshui", {"category.pair.nmae": "x"}, "category.pair.nmae"),
        ("shisanshui", {"category.pair.name": None}, "category.pair.name"),
        ("shisanshui", {"category.pair.name": ""}, "category.pair.name"),
        ("shisanshui", {"category.pair.sizes": [3, "5"]}, "category.pair.sizes"),
        ("shisanshui", {"category.pair.sizes": [4]}, "category.pair.sizes"),
        ("shisanshui", {"category.pair.sizes": []}, "category.pair.sizes"),
        ("shisanshui", {"category.quads.sizes": [3, 5]}, "category.quads.sizes"),
        ("shisanshui", {"category.high_card.sizes": [5]}, "category.high_card.sizes"),
        ("biji", {"category.pair.sizes": [3, 5]}, "category.pair.sizes"),
        ("shisanshui", {"category.pair.ties": []}, "category.pair.ties"),
        ("shisanshui", {"category.pair.ties": ["ranks", "ranks"]}, "category.pair.ties"),
        ("shisanshui", {"category.pair.ties": ["height"]}, "category.pair.ties"),
        ("shisanshui", {"category.pair.ties": ["ranks", "suit_of_leading"]}, "category.pair.ties"),
        (
            "shisanshui",
            {"ranking.suits": "SHCD", "category.pair.ties": ["ranks", "suit_of_leading"]},
            "category.pair.ties",
        ),
        ("shisanshui", {"category.pair.ties": ["ranks", "red_joker"]}, "category.pair.ties"),
        ("biji52", {"ranking.suits": None}, "category.high_card.ties"),
        ("biji52", {"ranking.suits": "SHC"}, "ranking.suits"),
        ("biji52", {"category.pair.ties": ["suit_of_largest", "ranks"]}, "category.pair.ties"),
        ("biji52", {"category.pair.ties": ["ranks", "suit_of_leading", "suit_of_kicker"]}, "category.pair.ties"),
        ("biji52", {"deck.jokers": 2}, "jokers.model"),
        ("biji", {"jokers.model": "none"}, "jokers.model"),
        ("biji", {"jokers.model": "wild"}, "jokers.black"),
        ("biji", {"jokers.black": ""}, "jokers.black"),
        ("biji", {"jokers.red": "DX"}, "jokers.red"),
        ("biji", {"jokers.pair": None}, "jokers.pair"),
        ("biji", {"bonuses": {}}, "settlement.bonuses"),
        ("biji", {"bonuses.luck": {"name": "x", "clause": "X-1", "multiple": 1}}, "bonuses.luck"),
        ("biji", {"bonuses.sweep.multiple": 0}, "bonuses.sweep.multiple"),
        ("biji", {"specials": {"dragon": {"place": 1, "name": "x", "clause": "X-1"}}}, "specials.dragon"),
        ("baishisan", {"bonuses": {"sweep": {"name": "x", "clause": "X-1", "multiple": 1}}}, "bonuses"),
        ("biji", {"bonuses.sweep.each": True}, "bonuses.sweep.each"),
        ("biji", {"settlement.step": 65_536}, "settlement.step"),
        ("biji", {"players": [2, 7], "deck.jokers": 2}, "players"),
        ("shisanshui", {"settlement": {"kind": "pots", "step": 1}}, "specials.three_flushes"),
        (
            "shisanshui",
            {
                "specials": {},
                "settlement": {"kind": "pots", "step": 1},
                "bonuses.sweep": {"name": "x", "clause": "X-1", "multiple": 1},
            },
            "bonuses.sweep",
        ),
        ("baishisan", {"specials.six_pairs": {"place": 2, "name": "x", "clause": "X-1"}}, "specials.six_pairs"),
        ("baishisan", {"settlement.pays": 256}, "settlement.pays"),
        ("shisanshui", {"specials.dragon.sweep_factor": 256}, "specials.dragon.sweep_factor"),
        ("shisanshui", {"specials.dragon.points": 65_536}, "specials.dragon.points"),
        ("baishisan", {"settlement.kind": "poker"}, "settlement.kind"),
        ("baishisan", {"settlement.piles_to_win": 4}, "settlement.piles_to_win"),
        ("shisanshui", {"settlement.waters.attic": {"trips": 3}}, "settlement.waters.attic"),
        ("shisanshui", {"settlement.waters.front.quads": 3}, "settlement.waters.front.quads"),
        ("shisanshui", {"settlement.waters.front.trips": "3"}, "settlement.waters.front.trips"),
        ("shisanshui", {"settlement.home_run_players": 5}, "settlement.home_run_players"),
        ("shisanshui", {"specials.dragon.place": 1}, "specials.dragon.place"),
        ("shisanshui", {"specials.dragon.points": 0}, "specials.dragon.points"),
        ("shisanshui", {"specials.six_pairs.lowest": "2"}, "specials.six_pairs.lowest"),
        ("shisanshui", {"specials.all_big.highest": None}, "specials.all_big.highest"),
        ("shisanshui", {"specials.all_big.highest": "7"}, "specials.all_big.lowest"),
        ("shisanshui", {"specials.six_pairs.ranks": "13"}, "specials.six_pairs.ranks"),
        ("shisanshui", {"options.a": {"key": "ranking.x", "values": [1]}}, "options.a.key"),
        ("shisanshui", {"options.a": {"key": "ranking", "values": [1]}}, "options.a.key"),
        ("shisanshui", {"options.a": {"key": "id", "values": ["shisanshui"]}}, "options.a.key"),
        ("shisanshui", {"options.a": {"values": [1]}}, "options.a.key"),
        ("shisanshui", {"options.a": {"key": "ranking.wheel", "values": []}}, "options.a.values"),
        ("shisanshui", {"options.a": {"key": "ranking.wheel", "values": ["low"]}}, "options.a.values"),
        (
            "shisanshui",
            {"options.a": {"key": "ranking.wheel", "values": ["second", "low"], "default": "low"}},
            "options.a.default",
        ),
        ("shisanshui", {"options.a": {"values": {"x": {"ranking.wheel": "low"}}}}, "options.a.default"),
        ("shisanshui", {"options.a": {"values": {"x": {"ranking.y": "low"}}, "default": "x"}}, "options.a.values.x"),
        ("shisanshui", {"options.not-a-name": {"key": "ranking.wheel", "values": ["second"]}}, "options.not-a-name"),
    ],
)
def test_refused(game: str, changes: dict[str, Any], key: str) -> None:
    data = changed(game, changes)
    with pytest.raises(RulesError) as refused:
        to_rules(data)
    assert refused.value.value == key
    assert str(refused.value).startswith(key + ": ")


@pytest.mark.parametrize("game", GAMES)
def test_plain_data_is_the_rule_set(game: str) -> None:
    assert to_rules(data_of(game)) == rules.load(game).rules


def test_rules_given_out_are_copies() -> None:
    game = lipai.game("biji")
    game.rules["piles"]["sizes"] = None
    game.options["joker_pair"] = "none"
    assert game.pile_sizes == (3, 3, 3)
    assert game.options == {"joker_pair": "lowest"}


# ---- a user's own files

VARIANT = """
extends = "shisanshui"
id = "mine"
name = "我的十三水"

[ranking]
wheel = "low"
"""


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_variant(tmp_path: Path) -> None:
    path = write(tmp_path / "mine.toml", VARIANT)
    for source in (path, str(path)):
        game = lipai.game(source)
        assert (game.id, game.name, game.options["wheel"]) == ("mine", "我的十三水", "low")
        assert game.compare("AS 2S 3S 4S 5D", "2S 3S 4S 5S 6D") == -1
    assert lipai.game(path, wheel="second").compare("AS 2S 3S 4S 5D", "2S 3S 4S 5S 6D") == 1


def test_variant_of_a_variant(tmp_path: Path) -> None:
    write(tmp_path / "mine.toml", VARIANT)
    (tmp_path / "more").mkdir()
    path = write(
        tmp_path / "more" / "other.toml",
        'extends = "../mine.toml"\nid = "other"\nname = "x"\njokers = false\ndeck.jokers = 0\noptions.jokers = false\n',
    )
    game = lipai.game(path)
    assert len(game.deck) == 52
    assert game.rules["ranking"]["wheel"] == "low"
    assert "jokers" not in game.options


def test_a_file_is_read_anew(tmp_path: Path) -> None:
    path = write(tmp_path / "mine.toml", VARIANT)
    assert lipai.game(path).rules["ranking"]["wheel"] == "low"
    write(path, VARIANT.replace('"low"', '"none"').replace("[ranking]", "[options]\nwheel = false\n[ranking]"))
    assert lipai.game(path).rules["ranking"]["wheel"] == "none"


def test_other_jokers_replace_the_table(tmp_path: Path) -> None:
    text = """
        extends = "biji"
        id = "wild"
        name = "x"
        jokers.model = "wild"
        options.joker_pair = false
        ranking.suits = "HSDC"
        category.high_card.ties = ["ranks", "fewer_jokers"]
        category.pair.ties = ["ranks", "fewer_jokers"]
        category.straight.ties = ["ranks", "fewer_jokers"]
        category.flush.ties = ["ranks", "fewer_jokers"]
        category.straight_flush.ties = ["ranks", "fewer_jokers"]
        category.trips.ties = ["ranks", "fewer_jokers"]
    """
    game = lipai.game(write(tmp_path / "wild.toml", text))
    assert game.rank("AS BJ RJ").category == "trips"


def test_table_option(tmp_path: Path) -> None:
    text = (
        VARIANT
        + """
        [options.school]
        default = "north"
        values.north = {}
        values.south = {"ranking.wheel" = "none", "settlement.gun" = "plus_one"}
    """
    )
    path = write(tmp_path / "mine.toml", text.replace("[ranking]", "[options]\nwheel = false\n[ranking]"))
    assert lipai.game(path).options["school"] == "north"
    south = lipai.game(path, school="south")
    assert south.options["school"] == "south"
    assert (south.rules["ranking"]["wheel"], south.rules["settlement"]["gun"]) == ("none", "plus_one")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('extends = "mine.toml"\nid = "mine"\nname = "x"', "extends"),
        ('extends = "./mine.toml"\nid = "mine"\nname = "x"', "extends"),
        ('extends = "poker"\nid = "mine"\nname = "x"', "extends"),
        ('extends = 3\nid = "mine"\nname = "x"', "extends"),
        ('extends = "biji"\nname = "x"', "id"),
        ('extends = "biji"\nid = "mine"', "name"),
        ('extends = "biji"\nid = "mine"\nname = "x"\nranking.sutis = "SHCD"', "ranking.sutis"),
        ('id = "mine"', "family"),
        (
            'extends = "biji"\nid = "mine"\nname = "x"\n[options.j]\nkey = "jokers.model"\nvalues = ["suit", "wild"]',
            "options.j",
        ),
    ],
)
def test_refused_file(tmp_path: Path, text: str, key: str) -> None:
    path = write(tmp_path / "mine.toml", text)
    with pytest.raises(RulesError, match=r"^mine\.toml: ") as refused:
        lipai.game(path)
    assert refused.value.value == key


def test_cycle(tmp_path: Path) -> None:
    write(tmp_path / "a.toml", 'extends = "b.toml"\nid = "a"\nname = "x"')
    write(tmp_path / "b.toml", 'extends = "a.toml"\nid = "b"\nname = "x"')
    with pytest.raises(RulesError, match="extends itself"):
        lipai.game(tmp_path / "a.toml")


@pytest.mark.parametrize(
    "content", [b"\xff\xfe", b"a = ", b"a = 1\na = 2", b"x = " + b"[" * 100_000, b"#" * 2_000_000], ids=range(5)
)
def test_unreadable_file(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    with pytest.raises(RulesError, match=r"bad\.toml"):
        lipai.game(path)


@pytest.mark.parametrize("name", ["missing.toml", "", "a\0b.toml"])
def test_no_such_file(tmp_path: Path, name: str) -> None:
    with pytest.raises(RulesError):
        lipai.game(tmp_path / name)


def test_file_syntax_is_the_data() -> None:
    """The files themselves are sorted and complete: each registered id is the name of its file."""
    for game in GAMES:
        path = Path(rules.__file__).parent / f"{game}.toml"
        assert tomllib.loads(path.read_text(encoding="utf-8"))["id"] == game


@pytest.mark.parametrize("value", [True, "0", 0.0, None, [0], {}, 3, float("nan")])
def test_refused_value(value: Any) -> None:
    with pytest.raises(UnknownOptionError, match="jokers") as refused:
        lipai.game("shisanshui", jokers=value)
    assert refused.value.value == "jokers"


def test_refused_option() -> None:
    with pytest.raises(UnknownOptionError, match="joker_pair") as refused:
        lipai.game("biji", wheel="low")
    assert refused.value.value == "wheel"


@pytest.mark.parametrize("name", ["poker", "", "Biji", "biji ", "__init__"])
def test_unknown_game(name: str) -> None:
    with pytest.raises(lipai.UnknownGameError, match=r"did you mean 'biji'|there are .*shisanshui") as refused:
        lipai.game(name)
    assert refused.value.value == name
    assert isinstance(refused.value, LookupError)


@pytest.mark.parametrize("source", [3, None, b"biji"])
def test_a_game_that_is_no_name(source: object) -> None:
    with pytest.raises(TypeError, match="source must be the id of a game or the path of a rule file, not") as refused:
        lipai.game(source)  # type: ignore[call-overload]
    assert repr(source) in str(refused.value)


def test_defaults_are_said() -> None:
    """Also under other values; data with them is as good as a rule file."""
    options = lipai.game("shisanshui", wheel="low", double_full_house=True).rules["options"]
    assert {name: option["default"] for name, option in options.items()} == lipai.game("shisanshui").options
    assert to_rules(data_of("shisanshui")) == rules.load("shisanshui").rules


def test_a_variant_has_its_own_english_name_and_source(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('extends = "shisanshui"\nid = "house"\nname = "家规"\n', encoding="utf-8")
    assert (lipai.game(path).rules["name_en"], lipai.game(path).rules["source"]) == (None, None)
    for game in GAMES:
        assert lipai.game(game).rules["name_en"]
        assert lipai.game(game).rules["source"]


def test_no_file_takes_the_id_of_a_game(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "biji"\nid = "shisanshui"\nname = "x"\n', encoding="utf-8")
    with pytest.raises(RulesError, match="'shisanshui' is a game that is there already") as refused:
        lipai.game(path)
    assert refused.value.value == "id"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"settlement.gun": "none"}, "settlement.gun: must be one of 'double', 'plus_one', not 'none'"),
        ({"ranking.order": ["high_card", "royal"]}, "ranking.order: must be one of .*'flush', .*, not 'royal'"),
        ({"category.pair.ties": ["luck"]}, "category.pair.ties: must be one of .*'ranks'.*, not 'luck'"),
        ({"deck.jokers": 1}, "deck.jokers: must be one of 0, 2, not 1"),
        ({"settlement.kind": "water"}, "settlement.kind: must be one of .*'waters'.*, not 'water'"),
        ({"settlement.pile": -3}, "settlement.pile: expected `int` >= 1, not -3"),
        ({"players": [2, "4"]}, "players: expected `int`, not '4'"),
        ({"settlement.piel": 1}, "settlement.piel: no such key; did you mean 'pile'"),
        ({"settlement.piles_to_win": 2}, "settlement.piles_to_win: has no meaning where settlement.kind = 'waters'"),
        ({"deck.places": 2}, "deck.places: no such key; there are lowest, jokers$"),
        ({"settlement.waters.back": {"royal": 2}}, "settlement.waters.back.royal: must be one of .*'quads'"),
    ],
)
def test_refusals_name_what_may_be(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        to_rules(changed("shisanshui", changes))


def test_rule_sets_are_immutable() -> None:
    loaded: PileRules = rules.load("biji").rules
    with pytest.raises(AttributeError):
        loaded.deck.jokers = 0  # type: ignore[misc]
