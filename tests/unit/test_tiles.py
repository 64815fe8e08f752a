"""Tiles in all their forms (N-6, N-7)."""

from __future__ import annotations

import random

import numpy as np
import pytest

import lipai
from lipai.tiles import TILE_NAMES
from tests.seeds_data import Row, rows

CODES = (0, 8, 9, 17, 18, 26, 27, 30, 31, 33, 34, 41)
TEXT = "19m19p19s1457z18f"


@pytest.mark.parametrize(
    "tiles",
    [
        TEXT,
        TEXT.upper(),
        bytes(CODES),
        bytearray(CODES),
        list(CODES),
        CODES,
        np.array(CODES, dtype=np.uint8),
        ["1m", 8, "一筒", np.uint8(17), "一条", "9索", "东", "北風", "白", "紅中", "春", "菊"],
        "一九万 一九饼,一九條，东风、北　白板 中\n春\t菊",
        "1萬9万1筒9餅1条9索東4z5z7z1f8f",
    ],
    ids=lambda tiles: type(tiles).__name__,
)
def test_every_form(tiles: lipai.TileInput) -> None:
    assert lipai.parse_tiles(tiles) == CODES
    assert lipai.format_tiles(tiles) == TEXT


def test_all_names() -> None:
    assert lipai.parse_tiles("".join(TILE_NAMES)) == tuple(range(42))
    assert lipai.parse_tiles(list(TILE_NAMES)) == tuple(range(42))
    pairs = [("東南西北", "东南西北"), ("發財白板紅中", "发财白红中"), ("南風西风", "南风西風"), ("蘭發", "兰发")]
    for other, usual in pairs:
        assert lipai.parse_tiles(other) == lipai.parse_tiles(usual)


def test_round_trip() -> None:
    chance = random.Random(6)
    whole = [tile for tile in range(34) for _ in range(4)] + list(range(34, 42))
    assert lipai.parse_tiles(lipai.format_tiles(whole)) == tuple(whole)
    for _ in range(500):
        tiles = chance.sample(whole, chance.randrange(20))
        text = lipai.format_tiles(tiles)
        assert lipai.parse_tiles(text) == tuple(tiles)
        assert lipai.format_tiles(text) == text
        assert lipai.parse_tiles([lipai.format_tiles([tile]) for tile in tiles]) == tuple(tiles)


@pytest.mark.parametrize(
    ("tiles", "error", "value", "position"),
    [
        ("123", lipai.CardError, "123", 0),
        ("1m 23 4p", lipai.CardError, "23", 3),
        ("m", lipai.CardError, "m", 0),
        ("0m", lipai.CardError, "0m", 0),
        ("105m", lipai.CardError, "105m", 0),
        ("18z", lipai.CardError, "8z", 1),
        ("89z", lipai.CardError, "8", 0),
        ("9f", lipai.CardError, "9f", 0),
        ("东 龙", lipai.CardError, "龙", 2),
        ("东风 一", lipai.CardError, "一", 3),
        ("1m\ud800", lipai.CardError, "\ud800", 2),
        ("1m \x00", lipai.CardError, "\x00", 3),
        ("1111m 一万", lipai.DuplicateCardError, "1m", 6),
        ("东1111z", lipai.DuplicateCardError, "1z", 4),
        ("梅 5f", lipai.DuplicateCardError, "5f", 2),
        ([27] * 5, lipai.DuplicateCardError, "1z", 4),
        (bytes([34, 34]), lipai.DuplicateCardError, "1f", 1),
        ([0, 42], lipai.CardError, 42, 1),
        ([0, -1], lipai.CardError, -1, 1),
        ([10**30], lipai.CardError, 10**30, 0),
        (bytes([0, 255]), lipai.CardError, 255, 1),
        (["1m", "2m3m"], lipai.CardError, "2m3m", 1),
        (["1m", ""], lipai.CardError, "", 1),
    ],
)
def test_refused(tiles: lipai.TileInput, error: type[lipai.LipaiError], value: object, position: int) -> None:
    for call in (lipai.parse_tiles, lipai.format_tiles):
        with pytest.raises(error) as refused:
            call(tiles)
        assert (refused.value.value, refused.value.position) == (value, position)
        assert type(refused.value) is error


@pytest.mark.parametrize("tiles", [None, 5, {"1m": 1}, {1}, [True], [1.0], [None], [b"1m"]])
def test_wrong_types(tiles: object) -> None:
    with pytest.raises(TypeError, match="tiles must be a text"):
        lipai.parse_tiles(tiles)  # type: ignore[arg-type]


def test_too_many_are_refused_by_the_tile() -> None:
    whole = [tile for tile in range(34) for _ in range(4)] + list(range(34, 42))
    text = lipai.format_tiles(whole)
    with pytest.raises(lipai.DuplicateCardError):
        lipai.parse_tiles(text + "1m")


@pytest.mark.parametrize("row", rows("tiles", "notation"), ids=lambda row: row.id)
def test_seeds(row: Row) -> None:
    assert list(lipai.parse_tiles(row.data["text"])) == row.data["codes"]
    assert lipai.format_tiles(row.data["codes"]) == row.data["canonical"]


@pytest.mark.parametrize("row", rows("tiles_error", "notation"), ids=lambda row: row.id)
def test_seeds_refused(row: Row) -> None:
    with pytest.raises(lipai.LipaiError) as refused:
        lipai.parse_tiles(row.data["text"])
    assert (refused.value.code, refused.value.position) == (row.data["kind"], row.data["position"])
