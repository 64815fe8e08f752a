"""Expected value: against the oracle over every tuple of a tiny field, and what the API makes of it."""

from __future__ import annotations

import itertools
import pickle
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import numpy as np
import pytest

import lipai
from lipai._native.expected import HEADER
from lipai.piles import expected
from tests.dealing import deal
from tests.fields import field_of, strongest
from tests.oracle import settlement as oracle

HAND = "AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D RJ"
DRAGON = "2C 3D 4H 5S 6C 7D 8H 9S TC JD QH KS AC"
NINE = "AS KS QS 9H 9D 5C 5D 2H 3C"
PLAIN = "AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D 7S"


def hands_of(game: lipai.PileGame, n: int, seed: int) -> np.ndarray:
    return deal(game.deck, game.hand_size, n, seed=seed)


def seat(game: lipai.PileGame, row: np.ndarray) -> oracle.Seat:
    a, b, _ = game.pile_sizes
    codes = row.tolist()
    return oracle.read_seat(game.id, {"piles": [codes[:a], codes[a : a + b], codes[a + b :]]}, {})


def tiny(game: lipai.PileGame, players: int, role: str | None, hands: int = 6) -> tuple[lipai.Field, np.ndarray]:
    laid_out = strongest(game, hands_of(game, hands, seed=3))
    return game.load_field(field_of(game, laid_out, players, role)), laid_out


@pytest.mark.parametrize("players", [2, 3, 4])
def test_waters_against_the_oracle(players: int) -> None:
    game = lipai.game("shisanshui")
    field, opponents = tiny(game, players, None)
    seats = [seat(game, row) for row in opponents]
    for hand in hands_of(game, 3, seed=players):
        for choice in game.arrange(bytes(hand), objective="expected", field=field, top=3):
            if choice.special is not None:
                continue
            mine = oracle.read_seat(game.id, {"piles": list(choice.piles)}, {})
            nets = [
                oracle.settle_waters([mine, *them], {}).net[0] for them in itertools.product(seats, repeat=players - 1)
            ]
            assert choice.value == pytest.approx(sum(nets) / len(nets), abs=1e-9)


@pytest.mark.parametrize("name", ["baishisan", "shisanzhang"])
@pytest.mark.parametrize("role", ["player", "banker"])
def test_banker_games_against_the_oracle(name: str, role: str) -> None:
    game = lipai.game(name)
    field, opponents = tiny(game, 2, "banker" if role == "player" else "player", hands=9)
    seats = [seat(game, row) for row in opponents]
    for hand in hands_of(game, 5, seed=2):
        (best,) = game.arrange(bytes(hand), objective="expected", role=role, field=field)
        mine = oracle.read_seat(game.id, {"piles": list(best.piles)}, {})
        banker, bets = (1, [1, 0]) if role == "player" else (0, [0, 1])
        nets = [oracle.settle_banker([mine, them], banker, bets).net[0] for them in seats]
        assert best.value == pytest.approx(sum(nets) / len(nets), abs=1e-9)


@pytest.mark.parametrize("name", ["shisanshui", "baishisan", "biji", "biji52"])
def test_the_best_of_all_arrangements(name: str) -> None:
    """No legal arrangement that there is earns more, and the odds are those of the field."""
    game = lipai.game(name)
    role = "banker" if game.has_banker else None
    field, opponents = tiny(game, 2, role)
    strengths = np.array([game.check(list(_piles(game, row))).strengths for row in opponents])
    for hand in hands_of(game, 4, seed=9):
        (best,) = game.arrange(bytes(hand), objective="expected", field=field)
        others = game.arrange(bytes(hand), objective="strongest", top=3_000)
        rows = np.array([[card for pile in a.piles for card in pile] for a in others], dtype=np.uint8)
        values = np.empty(len(rows))
        field.expected_of_rows(rows, None, values, 0, len(rows))
        assert best.value is not None
        assert best.value >= values.max() - 1e-9
        if best.odds is not None:
            for i, odds in enumerate(best.odds):
                assert sum(odds) == pytest.approx(1)
                assert odds.win == pytest.approx((strengths[:, i] < best.strengths[i]).mean())
                assert odds.push == pytest.approx((strengths[:, i] == best.strengths[i]).mean())


def _piles(game: lipai.PileGame, row: np.ndarray) -> tuple[bytes, bytes, bytes]:
    a, b, _ = game.pile_sizes
    return bytes(row[:a]), bytes(row[a : a + b]), bytes(row[a + b :])


# ---- the objectives


def test_expected_is_the_default_where_a_field_fits() -> None:
    game = lipai.game("shisanshui")
    assert game.arrange(HAND) == game.arrange(HAND, objective="expected", players=4)
    assert game.arrange(HAND)[0].value is not None
    assert game.arrange(HAND, players=2)[0].value != game.arrange(HAND, players=3)[0].value


@pytest.mark.parametrize("name", lipai.games("piles"))
def test_expected_is_the_default_under_every_option(name: str) -> None:
    choices = {key: option["values"] for key, option in lipai.game(name).rules["options"].items()}
    for values in itertools.product(*choices.values()):
        options = dict(zip(choices, values, strict=True))
        game = lipai.game(name, **options)
        for players in range(game.players[0], game.players[1] + 1):
            assert game.default_objective(players) == "expected", options
            if game.has_banker:
                assert game.default_objective(players, "banker") == "expected"


def test_values_are_those_of_the_options() -> None:
    other = lipai.game("shisanshui", gun="plus_one")
    assert other.arrange(HAND)[0].value != lipai.game("shisanshui").arrange(HAND)[0].value
    assert other.arrange(HAND) == other.arrange(HAND, objective="expected")


def test_strongest_is_the_default_where_no_field_fits(tmp_path: Path) -> None:
    game = house(tmp_path, 'piles.order = "increasing"\n')
    assert game.default_objective() == "strongest"
    assert game.arrange(HAND) == game.arrange(HAND, objective="strongest")
    assert game.arrange(HAND)[0].value is None
    with pytest.raises(lipai.FieldError, match=r"no field is shipped for house with 4 players; 'lipai field build'"):
        game.arrange(HAND, objective="expected")
    with pytest.raises(lipai.FieldError, match=r"shipped for house under double_full_house=true with 3 players"):
        house(tmp_path, 'piles.order = "increasing"\n', double_full_house=True).field(3)


def test_a_field_of_other_stakes_is_an_approximation() -> None:
    game = lipai.game("shisanshui", gun="plus_one")
    assert not game.field().same_stakes
    assert game.arrange(HAND, objective="expected")[0].value is not None
    with pytest.raises(lipai.FieldError, match="rank piles in another way"):
        lipai.game("shisanshui", wheel="low").load_field(expected._files.DATA / "shisanshui-4.bin")


def test_a_special_is_declared_where_that_is_worth_more() -> None:
    best = lipai.game("shisanshui").arrange(DRAGON, objective="expected")[0]
    assert (best.special, best.odds) == ("dragon", None)
    assert best.value is not None
    assert best.value > 26 * 3 - 1


def test_roles() -> None:
    game = lipai.game("baishisan")
    player, banker = (game.arrange(PLAIN, objective="expected", role=role)[0] for role in ("player", "banker"))
    assert player == game.arrange(PLAIN)[0]
    assert player.value is not None
    assert banker.value is not None
    assert banker.value > player.value  # equal piles are the banker's
    assert game.field(role="player").role == "banker"
    with pytest.raises(ValueError, match="role"):
        game.arrange(PLAIN, role="dealer")
    with pytest.raises(ValueError, match="no roles"):
        lipai.game("biji").arrange(NINE, role="player")


@pytest.mark.parametrize("name", ["shisanshui", "biji", "baishisan"])
def test_batches_are_single_hands(name: str) -> None:
    game = lipai.game(name)
    hands = hands_of(game, 300, seed=4)
    found = game.arrange_many(hands, objective="expected", threads=2)
    again = game.arrange_many(hands, objective="expected")
    assert isinstance(found, lipai.ExpectedArrangements)
    assert (found.piles == again.piles).all()
    assert (found.values == again.values).all()
    for hand, row, value, special in zip(hands, found.piles, found.values, found.specials, strict=True):
        (best,) = game.arrange(bytes(hand), objective="expected")
        assert best.value == value
        assert best.special == (None if special == 255 else game.special_names[special])
        assert sorted(card for pile in best.piles for card in pile) == sorted(row.tolist())
    assert game.arrange_many(hands)[1].dtype == np.uint16  # strongest unless it is asked for


def test_batches_name_the_bad_row() -> None:
    game = lipai.game("biji52")
    hands = hands_of(game, 1200, seed=4)
    hands[1100, 3] = 200
    with pytest.raises(lipai.CardError) as raised:
        game.arrange_many(hands, objective="expected", threads=2)
    assert raised.value.position == (1100, 3)


def test_simulation() -> None:
    game = lipai.game("shisanshui")
    one, two = (game.arrange(HAND, objective="simulate", top=3, deals=200, seed=7) for _ in range(2))
    assert one == two
    assert one != game.arrange(HAND, objective="simulate", top=3, deals=200, seed=8)
    assert [a.value for a in one] == sorted((a.value for a in one), reverse=True)
    errors = [a.error for a in one]
    assert all(error is not None and 0 < error < 5 for error in errors)
    (closer,) = game.arrange(HAND, objective="simulate", precision=0.3)
    assert closer.error is not None
    assert closer.error <= 0.3


def test_simulation_agrees_with_settlement() -> None:
    """A dragon earns what it earns, whoever sits opposite."""
    (best,) = lipai.game("shisanshui").arrange(DRAGON, objective="simulate", deals=100)
    assert best.special == "dragon"
    assert best.value is not None
    assert best.value >= 52 * 3 - 60


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"objective": "best"}, "objective must be one of"),
        ({"objective": "expected", "players": 5}, "players must be from 2 to 4"),
        ({"objective": "expected", "top": 0}, "top"),
        ({"objective": "simulate", "deals": 1}, "deals"),
        ({"objective": "simulate", "precision": 0}, "precision"),
        ({"objective": "simulate", "seed": -1}, "seed"),
        ({"objective": "expected", "utilities": [[0], [0], [0]]}, "takes no utilities"),
        ({"deals": 100}, 'deals is for the objective "simulate"'),
        ({"objective": "expected", "precision": 0.1}, 'precision is for the objective "simulate"'),
        ({"objective": "strongest", "seed": 0}, 'seed is for the objective "simulate"'),
    ],
)
def test_bad_arguments(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        lipai.game("shisanshui").arrange(HAND, **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "message", "argument"),
    [
        ({"players": 3}, 'players without an objective.*name it, objective="expected"', "players"),
        ({"role": "banker"}, 'role without an objective.*name it, objective="expected"', "role"),
        ({"players": 99}, "players without an objective", "players"),
        ({"objective": "strongest", "players": 99}, "players must be from 2 to 4, not 99", "players"),
        ({"objective": "expected", "role": "nonsense"}, "role 'nonsense': shisanshui has no roles", "role"),
        ({"objective": "simulate"}, "one hand at a time", "objective"),
    ],
)
def test_bad_arguments_of_a_batch(arguments: dict[str, object], message: str, argument: str) -> None:
    game = lipai.game("shisanshui")
    with pytest.raises(lipai.TableError, match=message) as refused:
        game.arrange_many(hands_of(game, 2, seed=1), **arguments)  # type: ignore[arg-type]
    assert refused.value.argument == argument


def test_a_batch_of_expected_value_is_immutable_and_unpacks() -> None:
    game = lipai.game("biji52")
    found = game.arrange_many(hands_of(game, 3, seed=4), objective="expected")
    piles, values = found
    assert piles is found.piles
    assert values is found.values
    with pytest.raises(FrozenInstanceError):
        found.specials = None  # type: ignore[misc, assignment, union-attr]
    other = replace(found, values=values + 1)  # type: ignore[type-var, misc]
    assert other.specials is found.specials  # type: ignore[union-attr]
    assert pickle.loads(pickle.dumps(found)).specials.tolist() == found.specials.tolist()  # type: ignore[union-attr]


def test_bad_hands() -> None:
    game = lipai.game("shisanshui")
    for objective in ("expected", "simulate"):
        with pytest.raises(lipai.HandSizeError):
            game.arrange("AS KS", objective=objective)
        with pytest.raises(lipai.DuplicateCardError):
            game.arrange(HAND.replace("KS", "AS"), objective=objective)


# ---- fields


def test_every_shipped_field_fits_its_game() -> None:
    from lipai.field import DATA, shipped

    assert shipped()
    for name in shipped():
        stem, _, end = name.rpartition("-")
        game_id, *options = stem.split("+")
        game = lipai.game(game_id, **dict(_option(game_id, *option.split(".")) for option in options))
        players, role = (int(end), None) if end.isdecimal() else (2, end)
        assert expected._files.file_name(game_id, players, role, expected.changed_options(game)) == f"{name}.bin"
        data = (DATA / f"{name}.bin").read_bytes()
        assert len(data) <= 200_000
        field = game.load_field(data)
        assert field.same_stakes
        assert str(field.players if field.role is None else field.role) == end
        assert field.exploitability is not None
        gain, error = field.exploitability
        assert 0 < 3 * error < gain < (0.05 if game.hand_size == 13 and not game.has_banker else 0.02)


def _option(game_id: str, name: str, text: str) -> tuple[str, str | int | bool]:
    """The value of an option as it stands in the name of a file."""
    values = lipai.game(game_id).rules["options"][name]["values"]
    return name, next(value for value in values if text in (str(value), str(value).lower()))


def test_fields_are_loaded_once() -> None:
    game = lipai.game("shisanshui")
    assert game.field() is game.field(4)
    assert game.field(2).players == 2
    assert pickle.loads(pickle.dumps(game)).arrange(HAND) == game.arrange(HAND)


def test_files_that_do_not_fit(tmp_path: Path) -> None:
    game = lipai.game("baishisan")
    with pytest.raises(lipai.FieldError, match="for rules that rank piles in another way; 'lipai field build'"):
        game.load_field((expected._files.DATA / "biji-4.bin").read_bytes())
    with pytest.raises(lipai.FieldError, match=r"biji-4.bin: the field was made for"):
        game.load_field(expected._files.DATA / "biji-4.bin")
    with pytest.raises(lipai.FieldError, match=r"no field 'nothing\.bin'"):
        game.load_field("nothing.bin")
    two = house(tmp_path, "specials.six_pairs.enabled = false\n")
    with pytest.raises(lipai.FieldError, match=r"shisanshui-2: hand \d+ of the field is none of these rules"):
        two.field(2)
    six = house(tmp_path, "players = [2, 6]\npiles.sizes = [3, 3, 3]\n", base="biji")
    with pytest.raises(lipai.FieldError, match=r"for house with 6 players; there are biji-2, .*biji-5; 'lipai field"):
        six.field(6)


def test_rules_that_rank_alike_share_fields(tmp_path: Path) -> None:
    mine = house(tmp_path, "settlement.waters.front.trips = 30\n")
    assert mine.default_objective() == "expected"
    assert not mine.field().same_stakes
    trips = "2S 2H 2D 3S 3H 3D 9C 9H 4S 4H 4D AC KH"
    worth = mine.arrange(trips)[0].value
    assert worth is not None
    assert worth > (lipai.game("shisanshui").arrange(trips)[0].value or 0) + 20
    assert mine.arrange_many(np.array([lipai.parse_cards(trips)], np.uint8), objective="expected").values[0] == worth


def house(folder: Path, more: str, base: str = "shisanshui", **options: bool) -> lipai.PileGame:
    path = folder / "house.toml"
    path.write_text(f'extends = "{base}"\nid = "house"\nname = "家规"\n{more}', encoding="utf-8")
    game: lipai.PileGame = lipai.game(path, **options)
    return game


OTHERS = [
    lipai.game("baishisan"),
    lipai.game("biji"),
    lipai.game("shisanshui", wheel="low"),
    lipai.game("shisanshui", gun="plus_one"),
]


@pytest.mark.parametrize("game", OTHERS, ids=repr)
def test_the_field_of_another_game_is_refused(game: lipai.PileGame) -> None:
    """Also one whose hands are as large, and one of other stakes, whose values would be wrong."""
    field = lipai.game("shisanshui").field()
    hand = bytes(game.deck[: game.hand_size])
    rows = np.frombuffer(hand, np.uint8).reshape(1, -1)
    for objective in (None, "expected", "simulate"):
        with pytest.raises(lipai.FieldError, match=f"loaded for another game than {game.id}"):
            game.arrange(hand, objective=objective, field=field)
    with pytest.raises(lipai.FieldError, match="loaded for another game"):
        game.arrange_many(rows, field=field)


def test_a_field_serves_every_instruction_set_and_one_table() -> None:
    game = lipai.game("shisanshui")
    field = game.field(3)
    assert game.with_isa("scalar").arrange(HAND, field=field) == game.arrange(HAND, field=field)
    assert repr(field) == "<lipai.Field: 3 players, 8192 hands, 24 rounds, seed 1>"
    with pytest.raises(lipai.FieldError, match="for 3 players, not 4"):
        game.arrange(HAND, field=field, players=4)
    banker = lipai.game("baishisan")
    with pytest.raises(lipai.FieldError, match="against the banker, not for the banker"):
        banker.arrange(PLAIN, field=banker.field(role="player"), role="banker")
    with pytest.raises(TypeError, match="a Field, which load_field makes"):
        game.arrange(HAND, field="shisanshui-3.bin")  # type: ignore[arg-type]


def test_fields_of_ones_own_come_first() -> None:
    game = lipai.game("biji52")
    laid_out = strongest(game, hands_of(game, 64, seed=3))
    own = field_of(game, laid_out, 3, seed=77)
    theirs = game.with_fields(own, field_of(game, laid_out, 2, seed=78))
    assert [theirs.field(players).seed for players in (2, 3, 4)] == [78, 77, 1]
    assert [pickle.loads(pickle.dumps(theirs)).field(players).seed for players in (2, 3, 4)] == [78, 77, 1]
    assert theirs == game
    assert lipai.game("biji").with_fields(own).field(3).seed == 1
    with pytest.raises(lipai.FieldError, match="no field"):
        game.with_fields(b"nonsense" * 20)


@pytest.mark.parametrize("fault", ["empty", "short", "long", "magic", "flipped", "players"])
def test_damaged_fields_are_refused(fault: str) -> None:
    game = lipai.game("biji52")
    data = bytearray((expected._files.DATA / "biji52-4.bin").read_bytes())
    if fault == "empty":
        data = bytearray()
    elif fault == "short":
        del data[-8:]
    elif fault == "long":
        data += bytes(8)
    elif fault == "magic":
        data[0] ^= 1
    elif fault == "flipped":
        data[HEADER + 100] ^= 1
    else:
        data[10] = 9
    with pytest.raises(lipai.FieldError):
        game.load_field(bytes(data))


def test_every_byte_counts() -> None:
    game = lipai.game("biji52")
    field_bytes = _tiny_bytes(game)
    game.load_field(field_bytes)
    for at in range(len(field_bytes)):
        damaged = bytearray(field_bytes)
        damaged[at] ^= 0x40
        with pytest.raises(lipai.FieldError):
            game.load_field(bytes(damaged))


def _tiny_bytes(game: lipai.PileGame) -> bytes:
    return field_of(game, strongest(game, hands_of(game, 4, seed=1)), 2)


# ---- hands that nobody lays out in time


def test_random_placements_are_legal_and_uniform() -> None:
    game = lipai.game("biji52")
    assert game.place_at_random(NINE, 3) == game.place_at_random(" ".join(reversed(NINE.split())), 3)
    seen: dict[tuple[str, ...], int] = {}
    for seed in range(3_000):
        placed = game.place_at_random(NINE, seed)
        assert game.check(placed.text).legal
        seen[tuple(" ".join(sorted(pile.split())) for pile in placed.text)] = seen.get(placed.text, 0) + 1
    assert len(seen) > 270  # of 280 splits


def test_time_out_is_strongest_where_the_rules_say_so() -> None:
    game = lipai.game("shisanshui")
    assert game.place_at_random(HAND, 1) == game.arrange(HAND, objective="strongest")[0]
