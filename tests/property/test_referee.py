"""Whole deals of every game: they end, settle to zero, hide what is hidden, and refuse without a trace."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

import lipai
from lipai import referee
from lipai._native.expected import deal_rows
from lipai.mahjong import Passed
from lipai.referee.base import Referee
from lipai.referee.stream import Stream

GAMES = lipai.games()
DEALS = range(3)
LONGEST = 1200
BAD = (
    "",
    " ",
    "pass",
    "pass 3",
    "win",
    "stay now",
    "play",
    "play ZZ",
    "play 3 4",
    "play 3333333",
    "play 2222 as bomb",
    "play XD as pair",
    "bid",
    "bid 7",
    "bid 2",
    "bet 0",
    "bet 999999",
    "place",
    "place / /",
    "place AS AS AS / 2C / 3C",
    "place 2C 3C 4C / 5C 6C 7C / 8C 9C TC",
    "place 2C 3C 4C / 5C 6C 7C 8C 9C / TC JC QC KC AC",
    "declare",
    "declare dragon",
    "declare no_such",
    "discard",
    "discard 1f",
    "discard 11m",
    "discard 5z",
    "discard 9x",
    "kong",
    "kong 1111m",
    "kong 123m",
    "chow 123m",
    "pung 555m",
    "嗯",
)


WHITE_IS_WHITE = {"white_as_wild_face": False}
CLAUSE = re.compile(r"(SSS|BJ|BS|WZ|DDZ|GP|SM|WC)-\d+")


def fault(table: Referee[Any], seat: int, action: str) -> ValueError | None:
    """Why an action is refused; None where it is not."""
    try:
        table.apply(seat, action)
    except ValueError as error:
        return error
    return None


def tables(game: str) -> list[Referee[Any]]:
    carry: dict[str, int] = {"chips": 100, "banker": 1} if getattr(lipai.game(game), "has_banker", False) else {}
    if game == "wuzhang":
        return [referee.start(lipai.game(game, bet=2), seed=11, deal=deal, players=4) for deal in DEALS]
    if game == "doudizhu":
        return [referee.start(game, seed=11, deal=deal, carry={"rob": deal % 2}) for deal in DEALS]
    return [referee.start(game, seed=11, deal=deal, carry=carry) for deal in DEALS]


def finish(table: Referee[Any], chance: random.Random, look: Any = None) -> None:
    steps = 0
    while not table.over:
        assert steps < LONGEST, "the deal does not end"
        seat = chance.choice(table.to_act)
        legal = table.legal_actions(seat)
        assert len(legal) > 0
        if look is not None:
            look(table, seat, steps)
        table.apply(seat, legal[chance.randrange(len(legal))])
        steps += 1


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_ends_and_settles_to_zero(game: str) -> None:
    chance = random.Random(1)
    for table in tables(game):
        finish(table, chance)
        result = table.result()
        assert result is not None
        assert sum(result.net) == 0
        net = [0] * table.seats
        for paid in result.transfers:
            net[paid.from_seat] -= paid.amount
            net[paid.to_seat] += paid.amount
        assert tuple(net) == result.net
        assert table.to_act == ()
        assert all(not table.legal_actions(seat) for seat in range(table.seats))
        with pytest.raises(lipai.IllegalPlayError, match="over"):
            table.apply(0, "pass")


@pytest.mark.parametrize("game", GAMES)
def test_saved_and_replayed_it_is_the_same_to_the_byte(game: str) -> None:
    chance = random.Random(2)

    def look(table: Referee[Any], seat: int, step: int) -> None:
        if step % 7 == 0:
            for again in (referee.restore(table.save(), table.game), referee.replay(table.record(), table.game)):
                assert again.save() == table.save()
                assert again.legal_actions(seat) == table.legal_actions(seat)
                assert [again.observe(s) for s in range(table.seats)] == [table.observe(s) for s in range(table.seats)]

    for table in tables(game):
        finish(table, chance, look)
        assert referee.restore(table.save(), table.game).save() == table.save()
        assert referee.replay(table.record(), table.game).save() == table.save()
        json.dumps([table.observe(seat) for seat in range(table.seats)])


@pytest.mark.parametrize("game", GAMES)
def test_a_refused_action_leaves_no_trace(game: str) -> None:
    chance = random.Random(3)
    refused = 0

    def look(table: Referee[Any], seat: int, step: int) -> None:
        nonlocal refused
        if step > 12 and step % 9:
            return
        before = table.save()
        seen = table.observe(seat), list(table.legal_actions(seat))
        for action in BAD:
            if action in seen[1]:
                continue
            why = fault(table, seat, action)
            if why is None:  # legal, though not listed
                table = referee.restore(before, table.game)
                continue
            refused += 1
            assert not isinstance(why, lipai.IllegalPlayError) or CLAUSE.search(str(why)), str(why)
            assert table.save() == before
        for other in set(range(table.seats)) - set(table.to_act):
            with pytest.raises(lipai.IllegalPlayError, match="turn"):
                table.apply(other, seen[1][0])
        assert table.save() == before
        assert (table.observe(seat), list(table.legal_actions(seat))) == seen

    finish(tables(game)[0], chance, look)
    assert refused > 20


@pytest.mark.parametrize("game", GAMES)
def test_every_listed_action_is_accepted(game: str) -> None:
    def look(table: Referee[Any], seat: int, step: int) -> None:
        if step % 10 == 0:
            legal = table.legal_actions(seat)
            for action in random.Random(step).sample(list(legal), min(len(legal), 12)):
                referee.restore(table.save(), table.game).apply(seat, action)

    finish(tables(game)[0], random.Random(4), look)


def hide(table: Referee[Any], seat: int, chance: random.Random) -> Referee[Any]:
    """The same table with all that the seat must not know made otherwise."""
    other: Any = referee.restore(table.save(), table.game)
    state, family = other.state, other.game.rules["family"]
    others = [each for each in range(table.seats) if each != seat]
    if family == "piles":
        unseen = sorted(set(other.game.deck) - set(state.hands[seat]))
        chance.shuffle(unseen)
        for each in others:
            state.hands[each] = [unseen.pop() for _ in state.hands[each]]
            state.placed[each] = state.placed[each] and "declare nothing"
    elif family == "stud":
        places = [(each, 0) for each in others]
        places += [(each, at) for each in range(table.seats) for at in range(state.round, 5)]
        cards = [state.cards[each][at] for each, at in places]
        chance.shuffle(cards)
        for (each, at), card in zip(places, cards, strict=True):
            state.cards[each][at] = card
    elif family == "climbing":
        deck = [13 + card - 52 if card >= 52 else (card // 4 - 1) % 13 for card in other.game.deck]
        ranks = [i for i in range(15) for _ in range(deck.count(i) - (state.hands[seat] >> 4 * i & 7))]
        chance.shuffle(ranks)
        for each in others:
            size = sum(state.hands[each] >> 4 * i & 7 for i in range(15))
            state.hands[each] = sum(1 << 4 * ranks.pop() for _ in range(size))
        if getattr(state, "landlord", 0) is None:
            state.bottom = [0, 1, 2]
    else:
        front, back = state.front, state.back
        tiles = [tile for tile in state.wall[front:back] if tile not in other.game.laid]
        tiles += [tile for each in others for tile in range(34) for _ in range(state.held[each][tile])]
        chance.shuffle(tiles)
        state.wall[front:back] = [tile if tile in other.game.laid else tiles.pop() for tile in state.wall[front:back]]
        for each in others:
            size = sum(state.held[each])
            state.held[each] = [0] * 34
            for _ in range(size):
                state.held[each][tiles.pop()] += 1
            if state.answers[each] is not None:
                state.answers[each] = "win"
            if state.drawn is not None and state.turn == each:
                state.drawn = 0
    return other


@pytest.mark.parametrize("game", GAMES)
def test_nobody_sees_a_hidden_card(game: str) -> None:
    chance = random.Random(5)
    looked = 0

    def look(table: Referee[Any], seat: int, step: int) -> None:
        nonlocal looked
        if step % 3:
            return
        for each in range(table.seats):
            other = hide(table, each, chance)
            assert other.observe(each) == table.observe(each)
            if each in table.to_act:
                assert other.legal_actions(each) == table.legal_actions(each)
            looked += other.save() != table.save()

    finish(tables(game)[0], chance, look)
    assert looked


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["greedy", "best"])
def test_players_play_to_the_end(game: str, name: str) -> None:
    for table in tables(game)[:2]:
        result = referee.play(table, [referee.player(name)] * table.seats)
        assert sum(result.net) == 0
        again = referee.play(referee.start(table.game, **start_of(table)), [referee.player(name)] * table.seats)
        assert again == result


def start_of(table: Referee[Any]) -> dict[str, Any]:
    setup = table.setup
    return {"players": setup.players, "seed": setup.seed, "deal": setup.deal, "base": setup.base, "carry": setup.carry}


@pytest.mark.parametrize("game", GAMES)
def test_the_next_deal_goes_on_from_this_one(game: str) -> None:
    table = tables(game)[0]
    with pytest.raises(lipai.IllegalPlayError):
        table.next()
    finish(table, random.Random(6))
    result = table.result()
    assert result is not None
    after = table.next()
    assert after.setup.deal == table.setup.deal + 1
    assert after.setup.carry == result.carry
    finish(after, random.Random(7))


def dealt_by(folder: Path, dealing: str) -> Referee[Any]:
    path = folder / "house.toml"
    path.write_text(f'extends = "biji52"\nid = "house"\nname = "家规"\n[dealing]\n{dealing}\n', encoding="utf-8")
    return referee.start(lipai.game(path), players=3, seed=5, carry={"first": 1})


@pytest.mark.parametrize(
    ("dealing", "rounds", "order", "after"),
    [
        ("", [1] * 9, (1, 2, 0), 1),  # BJ-21
        ('direction = "clockwise"', [1] * 9, (1, 0, 2), -1),
        ("cards_at_a_time = 3", [3] * 3, (1, 2, 0), 1),
        ("cards_at_a_time = 4", [4, 4, 1], (1, 2, 0), 1),
        ("cards_at_a_time = 20", [9], (1, 2, 0), 1),
        ('next_deal = "random"', [1] * 9, (1, 2, 0), None),
    ],
)
def test_cards_go_round_as_the_rules_say(
    tmp_path: Path, dealing: str, rounds: list[int], order: tuple[int, ...], after: int | None
) -> None:
    table = dealt_by(tmp_path, dealing)
    deck = iter(table.stream.shuffled(table.game.deck))
    hands: list[list[int]] = [[], [], []]
    for cards in rounds:
        for seat in order:
            hands[seat] += [next(deck) for _ in range(cards)]
    assert table.state.hands == [sorted(hand) for hand in hands]
    finish(table, random.Random(1))
    result = table.result()
    assert result is not None
    pots = [t for t in result.transfers if t.why == "pot"]
    assert result.carry == ({} if after is None else {"first": (pots[-1].to_seat + after) % 3})


@pytest.mark.parametrize("game", lipai.games("piles"))
def test_the_deck_is_the_cores(game: str) -> None:
    import numpy as np

    found = lipai.game(game)
    hands = len(found.deck) // found.hand_size
    out = np.empty((5, hands * found.hand_size), dtype=np.uint8)
    deal_rows(found._tables, 2**63 + 9, 40, hands, out, 0, 5)
    for row, cards in enumerate(out.tolist()):
        assert Stream(2**63 + 9, 40 + row).shuffled(found.deck)[: len(cards)] == cards


def test_bad_starts_and_files_are_refused() -> None:
    with pytest.raises(lipai.TableError, match="players must be from"):
        referee.start("biji", players=9)
    with pytest.raises(lipai.TableError, match="carry"):
        referee.start("biji", carry={"dealer": 1})
    with pytest.raises(lipai.TableError, match="from 0 to"):
        referee.start("biji", seed=-1)
    table = referee.start("biji")
    for data in (b"", b"{}", b"[1]", table.record()):
        with pytest.raises(lipai.TableError):
            referee.restore(data)
    with pytest.raises(lipai.TableError, match="restore takes it"):
        referee.replay(table.save())
    with pytest.raises(lipai.TableError, match="other rules"):
        referee.restore(table.save(), lipai.game("biji", joker_pair="none"))
    other = json.loads(table.save())
    other["state"]["hands"][0][0] = 53 - other["state"]["hands"][0][0]
    with pytest.raises(lipai.TableError, match="none that its own actions lead to"):
        referee.restore(json.dumps(other))
    broken = json.loads(table.record())
    broken["history"] = [[0, "place nothing"]]
    with pytest.raises(lipai.TableError, match="action 0 of the record"):
        referee.replay(json.dumps(broken))


def test_biji52_deals_one_at_a_time_from_the_first_seat_and_places_at_random_in_time_out() -> None:
    table: Any = referee.start("biji52", seed=3, carry={"first": 2}, players=4)
    deck = Stream(3, 0).shuffled(table.game.deck)
    assert table.state.hands[2] == sorted(deck[0:36:4])  # BJ-21
    assert table.state.hands[1] == sorted(deck[3:36:4])
    for seat in range(4):
        table.apply(seat, "time_out")  # BJ-22
    result = table.result()
    assert result is not None
    assert set(result.carry) == {"first"}


def test_bets_come_before_the_cards_and_have_a_limit() -> None:
    table: Any = referee.start("baishisan", players=3, carry={"banker": 0, "chips": 3000})
    assert table.observe(1)["hand"] is None
    assert len(table.legal_actions(1)) == 1000  # BS-11, the example of the text
    with pytest.raises(lipai.IllegalPlayError, match="BS-11"):
        table.apply(1, "bet 1001")
    table.apply(1, "bet 1000")
    table.apply(2, "bet 5")
    assert table.observe(1)["hand"] is not None
    with pytest.raises(lipai.TableError, match="BS-11"):
        referee.start("baishisan", players=3, carry={"banker": 0, "chips": 2})


@pytest.mark.skipif("wuzhang" not in GAMES, reason="no stud games")
def test_the_only_one_who_has_not_folded_wins() -> None:
    table = referee.start("wuzhang", players=3)
    while not table.over:
        (seat,) = table.to_act
        table.apply(seat, "stay" if seat == 1 else "fold")
    result = table.result()
    assert result is not None
    assert (result.outcome, result.net) == ("unfolded", (-1, 2, -1))  # WZ-12, WZ-14


@pytest.mark.skipif("doudizhu" not in GAMES, reason="no climbing games")
def test_three_passes_in_the_auction_are_a_new_deal() -> None:
    table = referee.start("doudizhu", seed=8)
    for _ in range(3):
        table.apply(table.to_act[0], "bid 0")
    result = table.result()
    assert result is not None
    assert (result.outcome, result.net) == ("redeal", (0, 0, 0))  # DDZ-2


@pytest.mark.skipif("sanmen" not in GAMES, reason="no mahjong games")
@pytest.mark.parametrize("game", ["sanmen", "wencheng"])
def test_no_tile_is_lost(game: str) -> None:
    def look(table: Referee[Any], seat: int, step: int) -> None:
        state: Any = table.state
        tiles = [*state.wall[state.front : state.back], *state.turned]
        tiles += [tile for held in state.held for tile in range(34) for _ in range(held[tile])]
        tiles += [tile for melds in state.melds for meld in melds for tile in meld.tiles]
        tiles += [tile for laid in state.laid for tile in laid]
        tiles += [tile for river in state.rivers for tile in river]
        assert sorted(tiles) == list(table.game.deck)
        if not state.options:  # SM-1, WC: one tile over at the seat that is to discard
            sizes = [sum(held) + 3 * len(melds) for held, melds in zip(state.held, state.melds, strict=True)]
            assert sizes == [table.game.hand_size - (each != state.turn) for each in range(4)]

    for table in tables(game):
        finish(table, random.Random(9), look)


@pytest.mark.skipif("sanmen" not in GAMES, reason="no mahjong games")
@pytest.mark.parametrize(("game", "options"), [("sanmen", {}), ("wencheng", {}), ("wencheng", WHITE_IS_WHITE)])
def test_everybody_who_has_a_claim_is_asked(game: str, options: dict[str, Any]) -> None:
    asked = 0

    def look(table: Any, seat: int, step: int) -> None:
        nonlocal asked
        state = table.state
        if state.options or step % 2:
            return
        for tile in {tile for tile in range(34) if state.held[seat][tile]}:
            other: Any = referee.restore(table.save(), table.game)
            other.apply(seat, f"discard {lipai.format_tiles([tile])}")
            if other.state.result is not None:
                continue
            last = state.back - state.front - (10 if game == "sanmen" else 0) <= 0
            found = table.game.claims(
                seat,
                tile,
                [None if each == seat else tiles_of(state.held[each]) for each in range(4)],
                melds=[[(meld.kind, bytes(meld.tiles)) for meld in melds] for melds in state.melds],
                passed=[Passed(*each) for each in state.passed],
                last=last,
                wild=state.wild,
            )
            asked += bool(found)
            assert other.state.options == [(claim.seat, claim.action, claim.tiles) for claim in found]

    for deal in range(2):
        finish(referee.start(lipai.game(game, **options), seed=12, deal=deal), random.Random(deal), look)
    assert asked > 50


def tiles_of(held: list[int]) -> bytes:
    return bytes(tile for tile, n in enumerate(held) for _ in range(n))


@pytest.mark.skipif("sanmen" not in GAMES, reason="no mahjong games")
@pytest.mark.parametrize(
    ("claimed", "payer"),
    [
        ([(0, 1), (0, 1), (0, 1)], 1),
        ([(2, 0), (2, 0), (2, 0)], 2),
        ([(0, 1), (0, 1), (2, 0), (2, 0), (2, 0), (0, 1)], 1),
        ([(0, 1), (0, 1), (0, 1), (2, 0), (2, 0), (2, 0)], 2),
        ([(3, 0), (2, 0), (3, 0), (2, 0), (2, 0), (3, 0)], 3),
        ([(0, 1), (0, 1), (0, 2)], None),
    ],
)
def test_who_fed_the_third_meld_last_is_liable(claimed: list[tuple[int, int]], payer: int | None) -> None:
    for dealer in range(4):  # SM-10
        table: Any = referee.start("sanmen", seed=1, carry={"dealer": dealer})
        table.state.claimed = claimed
        won = type("Won", (), {"points": 5, "fan": None})
        net, transfers, _ = table._pay(0, "self", None, won, ())
        assert net[0] == 15
        assert {t.from_seat for t in transfers} == ({1, 2, 3} if payer is None else {payer})


@pytest.mark.skipif("sanmen" not in GAMES, reason="no mahjong games")
def test_tiles_are_dealt_as_the_text_says() -> None:
    for game, dealt in (("sanmen", 53), ("wencheng", 65)):
        table: Any = referee.start(game, seed=4, carry={"dealer": 2})
        wall, order = table.state.wall, [2, 3, 0, 1]
        for turn, seat in enumerate(order):  # SM-11: fours, then the dealer's two with the others' three between them
            fours = range(0, dealt // 16 * 16, 16)
            tiles = [tile for at in fours for tile in wall[at + 4 * turn : at + 4 * turn + 4]]
            last = [48, 52] if game == "sanmen" and turn == 0 else [48 + turn] if game == "sanmen" else [64][turn:]
            tiles += [wall[at] for at in last]
            held = [tile for tile in range(34) for _ in range(table.state.held[seat][tile])]
            for tile in tiles:
                (table.state.laid[seat] if tile in table.game.laid else held).remove(tile)
            # what is left is what replaced the tiles laid open
            assert len(held) <= 8
        assert table.state.front == dealt


@pytest.mark.parametrize("game", GAMES)
def test_time_out_plays_for_a_seat_where_the_rules_say_how(game: str) -> None:
    table = tables(game)[0]
    if table.game.rules["family"] in ("stud", "climbing"):
        with pytest.raises(lipai.IllegalPlayError, match="say nothing of a player whose time is up"):
            table.apply(table.to_act[0], "time_out")
        return
    steps = 0
    while not table.over:
        table.apply(table.to_act[0], "time_out")
        steps += 1
        assert steps < LONGEST
    assert referee.replay(table.record(), table.game).save() == table.save()
