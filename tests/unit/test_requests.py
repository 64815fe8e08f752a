"""Requests: what each operation answers, and what is said of a request that is not in order."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest

import lipai
from lipai.requests import Requests
from lipai.requests.answer import GAMES_KEPT, LONGEST_KEPT
from lipai.requests.failure import LONGEST_MESSAGE, clip
from tests.codes import CODES

HANDS = {
    "biji": "AS KS QS 7H 7D 7C 2C 3D RJ",
    "biji52": "AS KS QS 7H 7D 7C 2C 3D 9H",
    "shisanshui": "AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D RJ",
    "baishisan": "AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D 7S",
    "shisanzhang": "AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D 7S",
}
RANK = {"game": "shisanshui", "op": "rank", "cards": "AS KS QS JS TS"}
ARRANGE = {"game": "shisanshui", "op": "arrange", "hand": HANDS["shisanshui"]}
CHECK = {"game": "shisanshui", "op": "check", "piles": ["2S 3S 5H", "9S 9H 9D 4C 4D", "AS KS QS JS TS"]}
COMPARE = {"game": "shisanshui", "op": "compare", "a": "AS AH 2C", "b": "KS KH 3D"}


@pytest.fixture(scope="module")
def requests() -> Requests:
    return Requests()


def ask(requests: Requests, request: Any, **outside: str) -> dict[str, Any]:
    data = request if isinstance(request, bytes) else json.dumps(request).encode()
    answer: dict[str, Any] = json.loads(requests.answer(data, **outside))
    assert set(answer) == {"id", "ok", "result" if answer["ok"] else "error"}
    if not answer["ok"]:
        assert set(answer["error"]) == {"code", "message", "field", "position"}
        assert answer["error"]["code"] in CODES
        assert answer["error"]["message"]
    return answer


def result(requests: Requests, request: Any, **outside: str) -> Any:
    answer = ask(requests, request, **outside)
    assert answer["ok"], answer
    return answer["result"]


def error(requests: Requests, request: Any, **outside: str) -> dict[str, Any]:
    answer = ask(requests, request, **outside)
    assert not answer["ok"], answer
    found: dict[str, Any] = answer["error"]
    return found


# ---- what operations answer


def test_rank(requests: Requests) -> None:
    found = result(requests, {**RANK, "cards": "TS QS KS JS AS"})
    assert found == {
        "category": "straight_flush",
        "strength": lipai.game("shisanshui").rank("AS KS QS JS TS").strength,
        "name": "同花顺",
        "cards": "AS KS QS JS TS",
    }


def test_a_list_of_cards_is_a_pile_too(requests: Requests) -> None:
    listed = {**RANK, "cards": ["9S", "♥9", "方块9", "4C", "4D"]}
    assert result(requests, listed) == result(requests, {**RANK, "cards": "9S 9H 9D 4C 4D"})


@pytest.mark.parametrize(("a", "b", "sign"), [("AS AH 2C", "KS KH 3D", 1), ("KS KH 3D", "AS AH 2C", -1)])
def test_compare(requests: Requests, a: str, b: str, sign: int) -> None:
    assert result(requests, {**COMPARE, "a": a, "b": b}) == {"result": sign}


def test_compare_equal_piles_and_piles_of_two_sizes(requests: Requests) -> None:
    assert result(requests, {**COMPARE, "a": "AS AH 2C", "b": "AD AC 2S"}) == {"result": 0}
    assert result(requests, {**COMPARE, "a": "AS AH 2C", "b": "AD AC 2S 3S 4D"}) == {"result": -1}


def test_check_of_a_legal_arrangement(requests: Requests) -> None:
    found = result(requests, CHECK)
    assert found["legal"] is True
    assert found["reason"] is None
    assert found["categories"] == ["high_card", "full_house", "straight_flush"]
    assert found["strengths"] == sorted(found["strengths"])


def test_a_foul_is_an_answer_with_its_clause(requests: Requests) -> None:
    found = result(requests, {**CHECK, "piles": CHECK["piles"][:1] + CHECK["piles"][:0:-1]})
    assert found["legal"] is False
    assert "SSS-6" in found["reason"]
    assert found["categories"] == ["high_card", "straight_flush", "full_house"]


@pytest.mark.parametrize("name", HANDS)
def test_arrange_expected_is_the_default(requests: Requests, name: str) -> None:
    request = {"game": name, "op": "arrange", "hand": HANDS[name], "top": 3}
    found = result(requests, request)
    assert found == result(requests, {**request, "objective": "expected"})
    values = [each["value"] for each in found["arrangements"]]
    assert values == sorted(values, reverse=True)
    for each in found["arrangements"]:
        assert each["special"] is None
        for odds in each["odds"]:
            assert sum(odds) == pytest.approx(1)


def test_arrange_names_a_special(requests: Requests) -> None:
    hand = "2C 3D 4H 5S 6C 7D 8H 9S TC JD QH KS AC"
    (best,) = result(requests, {"game": "shisanshui", "op": "arrange", "hand": hand, "players": 2})["arrangements"]
    assert best["special"] == "dragon"
    assert best["value"] > 25
    assert "odds" not in best


def test_arrange_roles(requests: Requests) -> None:
    request = {"game": "baishisan", "op": "arrange", "hand": HANDS["baishisan"]}
    player, banker = (result(requests, {**request, "role": role}) for role in ("player", "banker"))
    assert player == result(requests, request)
    assert player != banker


def test_arrange_simulates(requests: Requests) -> None:
    request = {**ARRANGE, "objective": "simulate", "deals": 100, "seed": 3, "top": 2}
    found = result(requests, request)
    assert (found["objective"], found["note"]) == ("simulate", None)
    assert [each["value"] for each in found["arrangements"]] == sorted(
        (each["value"] for each in found["arrangements"]), reverse=True
    )
    assert all(each["error"] > 0 for each in found["arrangements"])
    assert found == result(requests, request) != result(requests, {**request, "seed": 4})
    game = lipai.game("shisanshui")
    best = game.arrange(HANDS["shisanshui"], objective="simulate", deals=100, seed=3, top=2)[0]
    assert found["arrangements"][0]["value"] == best.value
    (closer,) = result(requests, {**ARRANGE, "objective": "simulate", "precision": 0.5})["arrangements"]
    assert closer["error"] <= 0.5


def test_arrange_says_what_it_was_by(requests: Requests) -> None:
    assert result(requests, ARRANGE)["objective"] == "expected"
    strongest = result(requests, {**ARRANGE, "objective": "strongest"})
    assert (strongest["objective"], strongest["note"]) == ("strongest", None)
    other = result(requests, {**ARRANGE, "options": {"gun": "plus_one"}})
    assert other["objective"] == "expected"
    assert "shisanshui-4, which was made under other stakes" in other["note"]


def test_arrange_says_that_it_keeps_no_more_by_value(requests: Requests) -> None:
    few, many, all_ = (result(requests, {**ARRANGE, "top": top}) for top in (64, 65, 1000))
    assert few["note"] is None
    assert len(few["arrangements"]) == len(many["arrangements"]) == len(all_["arrangements"]) == 64
    assert many["note"] == "with a value there are the best 64 arrangements, not 65"
    assert result(requests, {**ARRANGE, "objective": "strongest", "top": 1000})["note"] is None
    both = result(requests, {**ARRANGE, "options": {"gun": "plus_one"}, "top": 100})["note"]
    assert "other stakes" in both
    assert "best 64" in both


@pytest.mark.parametrize("name", HANDS)
def test_arrange_every_game(requests: Requests, name: str) -> None:
    (best,) = result(requests, {"game": name, "op": "arrange", "hand": HANDS[name], "objective": "strongest"})[
        "arrangements"
    ]
    assert best["value"] is None
    assert best["special"] is None
    assert sorted(" ".join(best["piles"]).split()) == sorted(HANDS[name].split())
    checked = result(requests, {"game": name, "op": "check", "piles": best["piles"]})
    assert checked["legal"] is True
    assert (checked["categories"], checked["strengths"]) == (best["categories"], best["strengths"])
    for pile, category, shown in zip(best["piles"], best["categories"], best["names"], strict=True):
        ranked = result(requests, {"game": name, "op": "rank", "cards": pile})
        assert (ranked["cards"], ranked["category"], ranked["name"]) == (pile, category, shown)


def test_top_arrangements_differ_and_go_down(requests: Requests) -> None:
    found = result(requests, {**ARRANGE, "objective": "strongest", "top": 5})["arrangements"]
    keys = [tuple(reversed(one["strengths"])) for one in found]
    assert len(set(keys)) == 5
    assert keys == sorted(keys, reverse=True)


def test_options_change_the_answer(requests: Requests) -> None:
    wheel = {**COMPARE, "a": "AS 2H 3S 4S 5S", "b": "9S TH JS QS KS"}
    assert result(requests, wheel) == {"result": 1}
    assert result(requests, {**wheel, "options": {"wheel": "low"}}) == {"result": -1}
    assert result(requests, {**wheel, "options": {}}) == {"result": 1}


def test_names_stay_utf8(requests: Requests) -> None:
    assert "同花顺".encode() in requests.answer(json.dumps(RANK).encode())


# ---- the id


@pytest.mark.parametrize(
    "text", ["7", "null", '"七"', "-1.5e3", "true", "123456789012345678901234567890", '{"a": [1, {"b": null}]}', "[]"]
)
def test_the_id_comes_back(requests: Requests, text: str) -> None:
    good = json.dumps(RANK, ensure_ascii=False)
    for line in (good, good.replace("AS", "ZZ"), good.replace("rank", "drink"), good.replace('"rank"', "5")):
        answer = requests.answer(f'{{"id": {text}, {line[1:]}'.encode())
        assert answer.startswith(f'{{"id":{text},'.encode()), answer


def test_no_id_is_null(requests: Requests) -> None:
    assert ask(requests, RANK)["id"] is None
    assert ask(requests, b'{"id": 5, "game":')["id"] is None


# ---- faults


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"rank",
        b'{"id": 1} x',
        b'{"id": NaN}',
        b'{"game": "shisanshui", "op": "rank", "cards": Infinity}',
        b"{'id': 1}",
        b'{"id": 01}',
        b'{"id": 1, "game": 5, ',
        b'{"id": "\xff", "game": "shisanshui", "op": "rank", "cards": "AS KS QS"}',
        b'{"id": 1, "game": "shisanshui", "op": "rank", "cards": "AS KS \xe7"}',
        b'{"id": 1, "zzz": "\xff"}',
        b'{"id": ' + b"[" * 200_000,
        b'{"id": ' + b"[" * 200_000 + b"]" * 200_000 + b"}",
        b'{"game": "shisanshui", "op": "rank", "options": ' + b'{"a":' * 100_000 + b"1" + b"}" * 100_000 + b"}",
        b"[" * 200_000 + b"]" * 200_000,
        b"[1, ",
    ],
    ids=lambda line: line[:40].decode(errors="replace"),
)
def test_bad_json(requests: Requests, line: bytes) -> None:
    assert error(requests, line)["code"] == "bad_json"


@pytest.mark.parametrize("line", [b"[]", b"1", b'"rank"', b"null", b"[{}]"])
def test_a_request_is_an_object(requests: Requests, line: bytes) -> None:
    found = error(requests, line)
    assert found["code"] == "bad_request"
    assert "object" in found["message"]


FAULTS: list[tuple[dict[str, Any], str, str | None, int | None]] = [
    # the request
    ({"op": "rank", "cards": "AS"}, "bad_request", "game", None),
    ({"game": "shisanshui", "cards": "AS"}, "bad_request", "op", None),
    ({**RANK, "game": 5}, "bad_request", "game", None),
    ({**RANK, "op": ["rank"]}, "bad_request", "op", None),
    ({**RANK, "game": "shisanshu"}, "unknown_game", "game", None),
    ({**RANK, "game": "/etc/passwd"}, "unknown_game", "game", None),
    ({**RANK, "game": "rules.toml"}, "unknown_game", "game", None),
    ({**RANK, "op": "drink"}, "unknown_op", "op", None),
    ({"game": "shisanshui", "op": "rank"}, "bad_request", "cards", None),
    ({**RANK, "card": "AS"}, "bad_request", "card", None),
    ({**RANK, "top": 1}, "bad_request", "top", None),
    ({**RANK, "cards": 5}, "bad_request", "cards", None),
    ({**RANK, "cards": None}, "bad_request", "cards", None),
    ({**RANK, "cards": ["AS", "KS", 7]}, "bad_request", "cards", 2),
    # options
    ({**RANK, "options": 3}, "bad_request", "options", None),
    ({**RANK, "options": None}, "bad_request", "options", None),
    ({**RANK, "options": {"wheel": ["low"]}}, "unknown_option", "options.wheel", None),
    ({**RANK, "options": {"whel": "low"}}, "unknown_option", "options.whel", None),
    ({**RANK, "options": {"source": "x"}}, "unknown_option", "options.source", None),
    ({**RANK, "options": {"jokers": 0, "wheel": "high"}}, "unknown_option", "options.wheel", None),
    ({**RANK, "options": {"jokers": False}}, "unknown_option", "options.jokers", None),
    # cards
    ({**RANK, "cards": "AS KS QS JS ZZ"}, "bad_card", "cards", 12),
    ({**RANK, "cards": ["AS", "KS", "QS", "JS", "ZZ"]}, "bad_card", "cards", 4),
    ({**RANK, "cards": "AS KS QS JS AS"}, "duplicate_card", "cards", 12),
    ({**RANK, "cards": "AS KS QS RJ TS", "options": {"jokers": 0}}, "not_in_deck", "cards", 9),
    ({**RANK, "cards": "AS KS QS JS"}, "wrong_count", "cards", None),
    ({**RANK, "cards": ""}, "wrong_count", "cards", None),
    ({**COMPARE, "a": "AS AH"}, "wrong_count", "a", None),
    ({**COMPARE, "b": "AS AH ZZ"}, "bad_card", "b", 6),
    ({**CHECK, "piles": ["2S 3S 5H", "9S 9H 9D 4C 4D"]}, "bad_request", "piles", None),
    ({**CHECK, "piles": "2S 3S 5H"}, "bad_request", "piles", None),
    ({**CHECK, "piles": ["2S 3S 5H", "9S 9H 9D 4C 4D", 7]}, "bad_request", "piles", 2),
    ({**CHECK, "piles": ["2S 3S 5H", ["9S", 9], "AS KS QS JS TS"]}, "bad_request", "piles[1]", 1),
    ({**CHECK, "piles": ["2S 3S 5H", "9S 9H 9D 4C ZZ", "AS KS QS JS TS"]}, "bad_card", "piles[1]", 12),
    ({**CHECK, "piles": ["2S 3S 5H", "9S 9H 9D 4C 4D", "AS KS QS JS"]}, "wrong_count", "piles[2]", None),
    ({**CHECK, "piles": ["2S 3S 5H 7H 8D", "9S 9H 9D 4C 4D", "AS KS QS JS TS"]}, "wrong_count", "piles[0]", 9),
    ({**CHECK, "piles": ["2S 3S 5H", "9S 9H 9D 4C 4D", "A♠ KS QS JS 9H"]}, "duplicate_card", "piles[2]", 12),
    # arrange
    ({**ARRANGE, "hand": "AS KS"}, "wrong_count", "hand", None),
    ({**ARRANGE, "hand": HANDS["shisanshui"] + " 7H 8H"}, "wrong_count", "hand", 39),
    ({**ARRANGE, "hand": HANDS["shisanshui"].replace("RJ", "AS")}, "duplicate_card", "hand", 36),
    ({**ARRANGE, "top": 0}, "bad_request", "top", None),
    ({**ARRANGE, "top": 1001}, "bad_request", "top", None),
    ({**ARRANGE, "top": True}, "bad_request", "top", None),
    ({**ARRANGE, "top": "1"}, "bad_request", "top", None),
    ({**ARRANGE, "top": 10**30}, "bad_request", "top", None),
    ({**ARRANGE, "deals": 100}, "bad_request", "deals", None),
    ({**ARRANGE, "objective": "expected", "seed": 1}, "bad_request", "seed", None),
    ({**ARRANGE, "objective": "simulate", "deals": 1}, "bad_request", "deals", None),
    ({**ARRANGE, "objective": "simulate", "precision": 0}, "bad_request", "precision", None),
    ({**ARRANGE, "objective": "simulate", "precision": "fine"}, "bad_request", "precision", None),
    ({**ARRANGE, "objective": "simulate", "seed": -1}, "bad_request", "seed", None),
    ({**ARRANGE, "role": "player"}, "bad_request", "role", None),
    ({**ARRANGE, "game": "baishisan", "role": "dealer"}, "bad_request", "role", None),
    ({**ARRANGE, "objective": "best"}, "bad_request", "objective", None),
    ({**ARRANGE, "players": 1}, "bad_request", "players", None),
    ({**ARRANGE, "players": 5}, "bad_request", "players", None),
    ({**ARRANGE, "players": 2.5}, "bad_request", "players", None),
]


@pytest.mark.parametrize(("request_", "code", "field", "position"), FAULTS, ids=lambda v: str(v)[-60:])
def test_faults(
    requests: Requests, request_: dict[str, Any], code: str, field: str | None, position: int | None
) -> None:
    answer = ask(requests, {"id": "mine", **request_})
    assert answer["id"] == "mine"
    found = answer["error"]
    assert (found["code"], found["field"], found["position"]) == (code, field, position), found


def test_messages_name_the_fault(requests: Requests) -> None:
    assert "ZZ" in error(requests, {**RANK, "cards": "AS KS QS JS ZZ"})["message"]
    assert "'shisanshui'" in error(requests, {**RANK, "game": "shisanshu"})["message"]
    assert "'cards'" in error(requests, {"game": "shisanshui", "op": "rank", "card": "AS"})["message"]
    assert "strongest" in error(requests, {**ARRANGE, "objective": "best"})["message"]
    assert "1 to 1000" in error(requests, {**ARRANGE, "top": 0})["message"]
    assert "2 to 4" in error(requests, {**ARRANGE, "players": 9})["message"]
    assert "rank, compare, check, arrange" in error(requests, {**RANK, "op": "drink"})["message"]


def test_a_long_fault_is_told_briefly(requests: Requests) -> None:
    for bad in ({"game": "x" * 10_000}, {"op": "x" * 10_000}, {"cards": "AS" + "x" * 10_000}, {"x" * 10_000: 1}):
        found = error(requests, {**RANK, **bad})
        assert len(found["message"]) <= LONGEST_MESSAGE + 10
    assert clip("x" * LONGEST_MESSAGE) == "x" * LONGEST_MESSAGE


def test_players_in_range_are_taken(requests: Requests) -> None:
    assert result(requests, {**ARRANGE, "players": 4}) == result(requests, ARRANGE)


# ---- game and operation from outside, as a service has them in its paths


def test_game_and_op_from_outside(requests: Requests) -> None:
    body = {"cards": RANK["cards"]}
    assert result(requests, body, game="shisanshui", op="rank") == result(requests, RANK)
    assert result(requests, RANK, game="shisanshui", op="rank") == result(requests, RANK)
    assert error(requests, RANK, game="biji", op="rank")["field"] == "game"
    assert error(requests, body, game="shisanshui", op="drink")["code"] == "unknown_op"
    assert error(requests, body, game="chess", op="rank")["code"] == "unknown_game"


def test_dictionaries_in_and_out(requests: Requests) -> None:
    assert requests.answer_value({"id": 1, **RANK})["result"]["category"] == "straight_flush"
    assert requests.answer_value({"id": 1, "game": "chess"})["error"]["code"] == "unknown_game"


# ---- what is kept


def test_games_are_kept_and_their_number_bounded() -> None:
    requests = Requests()
    line = json.dumps(RANK)[:-1]
    for i in range(GAMES_KEPT + 50):
        assert json.loads(requests.answer(f'{line}, "options": {{{" " * i}}}}}'.encode()))["ok"]
    assert len(requests._tables) == GAMES_KEPT
    assert json.loads(requests.answer(f'{line}, "options": {{{" " * LONGEST_KEPT}}}}}'.encode()))["ok"]
    assert max(len(options) for _, options in requests._tables) <= LONGEST_KEPT


def test_a_rule_file_of_the_owner_is_served(tmp_path: Any) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "shisanshui"\nid = "mine"\nname = "我的"\n[ranking]\nwheel = "low"\n', encoding="utf-8")
    requests = Requests([path])
    wheel = {"op": "compare", "a": "AS 2H 3S 4S 5S", "b": "9S TH JS QS KS"}
    assert result(requests, {**wheel, "game": "mine"}) == {"result": -1}
    assert result(requests, {**wheel, "game": "shisanshui"}) == {"result": 1}
    assert "mine" in requests.games


def test_threads_share_requests() -> None:
    requests = Requests()
    request = {**ARRANGE, "objective": "strongest"}
    expected = requests.answer(json.dumps(request).encode())
    found: list[bytes] = []

    def work(number: int) -> None:
        for i in range(50):
            options = {"options": {"gun": "plus_one"}} if (i + number) % 2 else {}
            found.append(requests.answer(json.dumps({**request, **options}).encode()))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 400
    assert set(found) == {expected}
