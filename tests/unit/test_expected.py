"""Expected value: against the oracle over every tuple of a tiny field, and what the API makes of it."""

from __future__ import annotations

import itertools
import pickle

import numpy as np
import pytest

import lipai
from lipai._native.expected import HEADER
from lipai.piles import expected
from tests.dealing import deal
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
    engine = expected.Engine(game)
    laid_out = np.frombuffer(engine.strongest(hands_of(game, hands, seed=3).tobytes()), dtype=np.uint8)
    number = expected.ROLES.index(role)
    data = engine.pack(players, number, engine.entries(laid_out.tobytes(), None), seed=5, rounds=0)
    return game.load_field(data), laid_out.reshape(hands, -1)


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


@pytest.mark.parametrize("name", lipai.games())
def test_every_option_has_fields(name: str) -> None:
    """For every table size and every single value of an option that the game has; told where it is made for others."""
    rules = lipai.game(name).rules
    hand = NINE if lipai.game(name).hand_size == 9 else PLAIN
    for option, about in rules["options"].items():
        for value in (about or {}).get("values", ()):
            game = lipai.game(name, **{option: value})
            for players in range(game.players[0], game.players[1] + 1):
                (best,) = game.arrange(hand, players=players)
                assert best.value is not None
                field = game.field(players)
                default = lipai.game(name).options[option] == value
                assert field.same_stakes or (not default and option in APPROXIMATE), (option, value, players)


APPROXIMATE = {"gun", "double_full_house"}


def test_a_field_of_other_stakes_is_an_approximation() -> None:
    game = lipai.game("shisanshui", gun="plus_one")
    assert not game.field().same_stakes
    assert game.arrange(HAND) == game.arrange(HAND, objective="expected")
    assert game.arrange(HAND)[0].value != lipai.game("shisanshui").arrange(HAND)[0].value


def test_a_field_of_another_ranking_is_refused() -> None:
    game = lipai.game("shisanshui", wheel="low")
    with pytest.raises(lipai.FieldError, match="ranks piles in another way"):
        game.load_field((expected._files.DATA / "shisanshui-4.bin").read_bytes())


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
        ({"objective": "expected", "players": 5}, "2 to 4 players"),
        ({"objective": "expected", "top": 0}, "top"),
        ({"objective": "simulate", "deals": 1}, "deals"),
        ({"objective": "simulate", "precision": 0}, "precision"),
        ({"objective": "simulate", "seed": -1}, "seed"),
        ({"objective": "expected", "utilities": [[0], [0], [0]]}, "takes no utilities"),
    ],
)
def test_bad_arguments(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        lipai.game("shisanshui").arrange(HAND, **arguments)  # type: ignore[arg-type]


def test_bad_hands() -> None:
    game = lipai.game("shisanshui")
    for objective in ("expected", "simulate"):
        with pytest.raises(lipai.HandSizeError):
            game.arrange("AS KS", objective=objective)
        with pytest.raises(lipai.DuplicateCardError):
            game.arrange(HAND.replace("KS", "AS"), objective=objective)


# ---- fields


def test_every_shipped_field_fits_its_game() -> None:
    from lipai.field import DATA, heads

    assert heads()
    for head in heads():
        stem, _, end = head.name.rpartition("-")
        game_id, *chosen = stem.split("+")
        options = dict(one.split(".") for one in chosen)
        game = lipai.game(game_id, **{name: _value(value) for name, value in options.items()})
        data = (DATA / f"{head.name}.bin").read_bytes()
        assert len(data) <= 200_000
        field = game.load_field(data)
        assert field.same_stakes
        assert str(field.players if field.role is None else field.role) == end
        assert (field.players, field.role) == (head.players, head.role)
        assert field.exploitability is not None
        gain, error = field.exploitability
        assert (
            0 < 3 * error < gain < (0.05 if game_id == "shisanshui" else 0.02 if game_id.startswith("biji") else 0.005)
        )
        assert expected._files.file_name(game_id, field.players, field.role, options) == f"{head.name}.bin"


def _value(text: str) -> str | int | bool:
    return {"true": True, "false": False}.get(text, int(text) if text.isdecimal() and text != "13" else text)


def test_fields_are_loaded_once() -> None:
    game = lipai.game("shisanshui")
    assert game.field() is game.field(4)
    assert game.field(2).players == 2
    assert pickle.loads(pickle.dumps(game)).arrange(HAND) == game.arrange(HAND)


def test_a_field_of_another_game_is_refused() -> None:
    game = lipai.game("baishisan")
    with pytest.raises(lipai.FieldError, match="ranks piles in another way"):
        game.load_field((expected._files.DATA / "biji-4.bin").read_bytes())


def test_fields_are_found_by_what_they_were_made_for(tmp_path: object) -> None:
    """A rule file of another name has the fields of the game that it ranks and settles like, or none."""
    house = lipai.game(_house(tmp_path))
    assert house.arrange(HAND) == lipai.game("shisanshui").arrange(HAND)
    other = lipai.game(_house(tmp_path, '[ranking]\nwheel = "none"\n[options]\nwheel = false\n'))
    with pytest.raises(lipai.FieldError, match=r"no field is shipped for house with 4 players under these rules"):
        other.field(4)
    assert other.arrange(HAND)[0].value is None


def _house(folder: object, more: str = "") -> str:
    from pathlib import Path

    path = Path(str(folder)) / "house.toml"
    path.write_text('extends = "shisanshui"\nid = "house"\nname = "家规"\n' + more, encoding="utf-8")
    return str(path)


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
    engine = expected.Engine(game)
    return engine.pack(2, 0, engine.entries(engine.strongest(engine.deal(1, 0, 4)), None), seed=1, rounds=0)


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
