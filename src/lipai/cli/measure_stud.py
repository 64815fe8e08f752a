"""What ``lipai bench`` measures of stud: hands and tables in batches, and chances by street."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import lipai
from lipai._native.piles import isas
from lipai.cli import targets
from lipai.cli.sample import deals
from lipai.stud import StudSeat

if TYPE_CHECKING:
    from lipai.cli.measure import Bench, Measured

# Tables by name: what is known of each seat. The last two words of a name are about the hole cards.
TABLES: Final = {
    "2 seats, 3 cards, holes known": (StudSeat("9C KH", hole="8S"), StudSeat("TD QS", hole="JC")),
    "2 seats, 3 cards, holes unknown": (StudSeat("9C KH"), StudSeat("TD QS")),
    "2 seats, 2 cards, holes unknown": (StudSeat("9C"), StudSeat("TD")),
    "3 seats, 2 cards, holes known": (StudSeat("9C", hole="8S"), StudSeat("TD", hole="JC"), StudSeat("QS", hole="AD")),
    "4 seats, 3 cards, holes known": (
        StudSeat("9C KH", hole="8S"),
        StudSeat("TD QS", hole="JC"),
        StudSeat("JS AH", hole="9H"),
        StudSeat("8C AD", hole="QD"),
    ),
}
SAMPLES: Final = 100_000


def cases(bench: Bench) -> Iterator[Measured]:
    """Every case of every stud game, on every instruction set."""
    for name in lipai.games("stud"):
        game = lipai.game(name)
        rows = deals(game.deck, 5, bench.piles)
        tables = deals(game.deck, 20, bench.piles // 10).reshape(-1, 4, 5)
        for isa in isas():
            of_isa = game.with_isa(isa)
            yield _measured(bench, name, "rank_many 5 cards", isa, len(rows), of_isa.rank_many, rows)
            yield _measured(bench, name, "showdown_many 4 seats", isa, len(tables), of_isa.showdown_many, tables)
            for table, seats in TABLES.items():
                count = game.equity(seats).cases
                yield _measured(bench, name, f"equity {table}", isa, count, of_isa.equity, seats)
        sample = partial(game.equity, TABLES["4 seats, 3 cards, holes known"], limit=0, samples=SAMPLES)
        yield bench.time("stud", name, "equity, sampled, 4 seats", "-", SAMPLES, sample)


def _measured(bench: Bench, name: str, case: str, isa: str, items: int, call: Any, argument: object) -> Measured:
    return bench.time("stud", name, case, isa, items, partial(call, argument), target=targets.stud(case, isa))
