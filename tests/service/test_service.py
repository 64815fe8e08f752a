"""The HTTP service, asked as a client asks it."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

import lipai
from lipai.requests import Job, Requests, encode
from lipai.requests.operations import of_family
from lipai.service import Limits, create_app
from lipai.service.limits import Workers

RANK = {"cards": "AS KS QS JS TS"}


def post(client: TestClient, path: str, body: Any) -> tuple[int, Any]:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    response = client.post(path, content=data)
    assert response.headers["content-type"] == "application/json"
    return response.status_code, response.json()


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(create_app()) as found:
        yield found


def test_one_operation(client: TestClient) -> None:
    status, answer = post(client, "/v1/shisanshui/rank", {"id": 7, **RANK})
    assert status == 200
    assert answer == Requests().answer_value({"id": 7, "game": "shisanshui", "op": "rank", **RANK})


@pytest.mark.parametrize(
    ("path", "body", "status", "code", "field"),
    [
        ("/v1/shisanshui/rank", b"{", 400, "bad_json", None),
        ("/v1/shisanshui/rank", b"[]", 400, "bad_request", None),
        ("/v1/shisanshui/rank", b"\xff", 400, "bad_json", None),
        ("/v1/shisanshui/rank", {}, 400, "bad_request", "cards"),
        ("/v1/shisanshui/rank", {"card": 1}, 400, "bad_request", "card"),
        ("/v1/shisanshu/rank", RANK, 404, "unknown_game", "game"),
        ("/v1/shisanshui/rnak", RANK, 404, "unknown_op", "op"),
        ("/v1/shisanshui/rank", {"cards": "AS KS QS JS XX"}, 422, "bad_card", "cards"),
        ("/v1/shisanshui/rank", {"cards": "AS KS QS JS AS"}, 422, "duplicate_card", "cards"),
        ("/v1/shisanshui/rank", {"options": {"wheel": 3}, **RANK}, 422, "unknown_option", "options.wheel"),
        ("/v1/shisanshui/rank", {"game": "biji", **RANK}, 400, "bad_request", "game"),
    ],
)
def test_faults(client: TestClient, path: str, body: Any, status: int, code: str, field: str | None) -> None:
    found, answer = post(client, path, body)
    assert (found, answer["ok"], answer["error"]["code"], answer["error"]["field"]) == (status, False, code, field)


def test_a_batch_answers_each_request(client: TestClient) -> None:
    requests = [{"id": 1, "game": "biji", "op": "rank", "cards": "AS KS QS"}, {"id": 2, "game": "biji", "op": "x"}, 3]
    status, answers = post(client, "/v1/batch", requests)
    own = Requests()
    assert status == 200
    assert answers == [json.loads(own.answer(json.dumps(request).encode())) for request in requests]


ONE = '{"game": "biji", "op": "rank", "cards": "AS KS QS"}'
OTHERS = [
    ONE.replace("AS", "大王"),
    ONE.replace("AS", "1S"),
    ONE.replace("}", ', "id": [1, {"a": "b"}]}'),
    ONE.replace("}", ', "options": {"joker_pair": "highest"}}'),
    ONE.replace("}", ', "options": {"joker_pair": 3}}'),
    ONE.replace("}", ', "piles": 3}'),
    ONE.replace('"AS KS QS"', "[1, 2, 3]"),
    ONE.replace("biji", "shisanshui"),
    ONE.replace("biji", "nothing"),
    ONE.replace("rank", "check"),
    '{"game": "wuzhang", "op": "compare", "a": "AS KS QS JS TS", "b": "AH KH QH JH TH"}',
    "{}",
    "[]",
    '"text"',
]


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("place", [0, 1, 3])
def test_arrays_are_read_as_their_requests_are(other: str, place: int) -> None:
    """Whether they are read in one go or one by one."""
    each = [ONE] * 3
    each.insert(place, other)
    requests = Requests()
    for items in (each, [other] * 3):
        read = requests.read_array(f"[{','.join(items)}]".encode())
        assert isinstance(read, list)
        found = [encode(one.answer() if isinstance(one, Job) else one) for one in read]
        assert found == [requests.answer(item.encode()) for item in items]


def test_an_array_that_is_not_utf8() -> None:
    requests = Requests()
    bad = ONE.encode().replace(b"AS", b"A\xff")
    read = requests.read_array(b"[" + ONE.encode() + b"," + bad + b"]")
    assert isinstance(read, list)
    assert [one.answer().code if isinstance(one, Job) else one.code for one in read] == [None, "bad_json"]


@pytest.mark.parametrize(("body", "code"), [(b"{}", "bad_request"), (b"[", "bad_json"), (b"[1,]", "bad_json")])
def test_a_bad_batch(client: TestClient, body: bytes, code: str) -> None:
    status, answer = post(client, "/v1/batch", body)
    assert (status, answer["error"]["code"]) == (400, code)


def test_paths_and_methods(client: TestClient) -> None:
    assert client.get("/nowhere").json()["error"]["code"] == "not_found"
    wrong = client.get("/v1/biji/rank")
    assert (wrong.status_code, wrong.headers["allow"]) == (405, "POST")
    assert client.get("/health").json()["ok"] is True
    assert client.get("/static/../app.py").status_code == 404


def test_limits_of_size() -> None:
    with TestClient(create_app(limits=Limits(body=200, batch=2))) as client:
        assert post(client, "/v1/biji/rank", {"cards": "AS" * 200})[0] == 413
        chunks = iter([b"[", b"1," * 200, b"1]"])
        assert client.post("/v1/batch", content=chunks).status_code == 413
        status, answer = post(client, "/v1/batch", [1, 2, 3])
        assert (status, answer["error"]["code"]) == (413, "too_large")


def test_work_is_limited(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    operation = of_family("piles")["rank"]
    monkeypatch.setattr(type(operation), "cost", property(lambda _: lambda _game, _request: 20_000_000), raising=False)
    status, answer = post(client, "/v1/biji/rank", {"id": 5, "cards": "AS KS QS"})
    assert (status, answer["id"], answer["error"]["code"]) == (413, 5, "too_large")
    assert "20.0 s of work" in answer["error"]["message"]
    assert post(client, "/v1/batch", [{"game": "biji", "op": "rank", "cards": "AS KS QS"}])[1][0]["ok"] is False


def test_long_work_is_off_the_event_loop_and_its_queue_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    running: list[str] = []

    def slow(self: Job) -> Any:
        import threading

        running.append(threading.current_thread().name)
        time.sleep(0.2)
        return self.refused("too_large", "slow")

    monkeypatch.setattr(Job, "answer", slow)
    app = create_app(limits=Limits(inline=0, threads=1, queue=1))
    with TestClient(app) as client:
        import concurrent.futures

        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            found = list(pool.map(lambda _: client.post("/v1/biji/rank", content=b'{"cards":"AS KS QS"}'), range(6)))
    statuses = sorted(response.status_code for response in found)
    assert statuses[:2] == [413, 413]
    assert statuses[2:] == [503] * (len(statuses) - 2)
    busy = next(response for response in found if response.status_code == 503)
    assert (busy.json()["error"]["code"], busy.headers["retry-after"]) == ("busy", "1")
    assert all(name.startswith("lipai") for name in running)


def test_it_sheds_while_the_event_loop_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    with TestClient(create_app()) as client:
        monkeypatch.setattr(Workers, "late", True)
        assert client.post("/v1/biji/rank", content=b"{}").status_code == 503
        assert client.get("/health").status_code == 503
        monkeypatch.undo()
        assert client.post("/v1/biji/rank", content=b"{}").status_code == 400


def test_the_key() -> None:
    with TestClient(create_app(key="s3cret")) as client:
        path, body = "/v1/biji/rank", b'{"cards":"AS KS QS"}'
        assert client.get("/health").status_code == 200
        for headers in ({}, {"authorization": "Bearer wrong"}, {"authorization": "Basic s3cret"}):
            refused = client.post(path, content=body, headers=headers)
            assert (refused.status_code, refused.json()["error"]["code"]) == (401, "unauthorized")
        assert client.post(path, content=body, headers={"authorization": "Bearer s3cret"}).status_code == 200
        assert client.get("/openapi.json").status_code == 401
        assert client.get("/v1/games").status_code == 401
        assert client.get("/").status_code == 200
        assert client.get("/static/main.js").status_code == 200
        assert client.get("/static/../v1/games").status_code == 401


def test_no_stack_trace(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def broken(self: Job) -> Any:
        raise RuntimeError("kept to ourselves")

    monkeypatch.setattr(Job, "answer", broken)
    with TestClient(create_app(), raise_server_exceptions=False) as client, caplog.at_level(logging.ERROR):
        status, answer = post(client, "/v1/biji/rank", {"cards": "AS KS QS"})
    assert (status, answer["error"]["code"]) == (500, "internal")
    assert "kept to ourselves" not in json.dumps(answer)
    assert "kept to ourselves" in caplog.text


def test_metrics(client: TestClient) -> None:
    post(client, "/v1/biji52/rank", {"cards": "AS KS QS"})
    text = client.get("/metrics").text
    assert 'lipai_answers_total{code="ok",game="biji52",op="rank"} 1.0' in text
    assert 'lipai_answer_seconds_count{op="rank"}' in text


def test_the_interface_is_described(client: TestClient) -> None:
    described = client.get("/openapi.json").json()
    wanted = {f"/v1/{game}/{op}" for game in lipai.games() for op in of_family(lipai.game(game).rules["family"])}
    assert set(described["paths"]) == wanted | {"/v1/batch", "/v1/games"}
    page = client.get("/docs")
    assert "default-src 'self'" in page.headers["content-security-policy"]
    for script in ("/docs/ui/swagger-ui-bundle.js", "/docs/ui/swagger-ui.css", "/static/docs.js"):
        assert script in page.text
        assert client.get(script).status_code == 200
    assert client.get("/docs/ui/..%2f__init__.py").status_code == 404


def test_the_games_are_described(client: TestClient) -> None:
    found = {game["id"]: game for game in client.get("/v1/games").json()["games"]}
    assert tuple(found) == lipai.games()
    for name, described in found.items():
        game = lipai.game(name)
        assert described["operations"] == list(of_family(game.rules["family"]))
        assert {one["name"]: one["default"] for one in described["options"]} == game.options
        assert all(one["default"] in one["values"] for one in described["options"])
        for option in described["options"]:
            for value in option["values"]:
                assert lipai.game(name, **{option["name"]: value}).options[option["name"]] == value
        assert len(described["deck"]) == len(game.deck)
        assert tuple(described["players"]) == game.players
    sizes = [pile["size"] for pile in found["shisanshui"]["piles"]]
    assert (sizes, sum(sizes)) == ([3, 5, 5], found["shisanshui"]["hand_size"])
    assert lipai.parse_cards(found["biji"]["deck"]) == lipai.game("biji").deck


def test_a_rule_file_is_served(tmp_path: Any) -> None:
    rules = tmp_path / "house.toml"
    rules.write_text('extends = "biji"\nid = "house"\nname = "家规"\n', encoding="utf-8")
    with TestClient(create_app(rules=[rules])) as client:
        assert post(client, "/v1/house/rank", {"cards": "AS KS QS"})[0] == 200
        assert client.get("/v1/games").json()["games"][-1]["name"] == "家规"


def test_every_fault_has_a_status() -> None:
    from lipai.service.openapi import status_of
    from tests.codes import CODES

    assert {code: status_of(code) // 100 for code in CODES} == dict.fromkeys(CODES, 4) | {"internal": 5}


def test_our_own_fault_is_answered_and_noted(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def broken(self: object, cards: object) -> object:
        raise RuntimeError("kept to ourselves")

    monkeypatch.setattr(lipai.PileGame, "rank", broken)
    with TestClient(create_app()) as client, caplog.at_level(logging.ERROR):
        status, answer = post(client, "/v1/biji/rank", {"id": 3, "cards": "AS KS QS"})
    assert (status, answer["id"], answer["error"]["code"]) == (500, 3, "internal")
    assert "kept to ourselves" not in json.dumps(answer)
    assert "kept to ourselves" in caplog.text
