"""The inner loop of a game server: one round of 十三水 at many tables.

Players send their piles as text and ``check`` judges each message as it comes in. Whoever has not answered in time is
arranged by the server, all of them in one batch. Run it with ``python examples/server.py``.
"""

from __future__ import annotations

import numpy as np

import lipai

TABLES = 250
PLAYERS = 4
GAME = lipai.game("shisanshui")


def deal(rng: np.random.Generator) -> np.ndarray:
    """uint8[tables, players, 13]: each table has a deck of its own."""
    decks = np.tile(np.array(GAME.deck, dtype=np.uint8), (TABLES, 1))
    return rng.permuted(decks, axis=1)[:, : PLAYERS * GAME.hand_size].reshape(TABLES, PLAYERS, GAME.hand_size)


def judge(hand: np.ndarray, message: list[str]) -> lipai.Check | str:
    """The piles of one message if the player holds these cards and may lay them so, or what to tell him."""
    try:
        check = GAME.check(message)
    except (lipai.LipaiError, TypeError) as error:
        return f"refused: {error}"
    if sorted(lipai.parse_cards(" ".join(message))) != sorted(hand.tolist()):
        return "refused: these are not your cards"
    return check if check.legal else f"foul: {check.reason}"


def arrange_late(hands: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Piles and strengths of everyone who was too late: (uint8[n, 13], uint16[n, 3])."""
    piles, strengths = GAME.arrange_many(hands)
    return piles, strengths


def main() -> None:
    """One round: half of the players answer, some of them wrongly."""
    rng = np.random.default_rng(7)
    hands = deal(rng).reshape(-1, GAME.hand_size)
    answers = rng.random(len(hands)) < 0.5
    strengths = np.zeros((len(hands), 3), dtype=np.uint16)
    told: dict[str, int] = {}
    for seat in np.flatnonzero(answers).tolist():
        first, middle, last = GAME.arrange(bytes(hands[seat]), objective="strongest")[
            0
        ].text  # stands for what the player sends
        message = [first, last, middle] if seat % 10 == 0 else [first, middle, last]
        verdict = judge(hands[seat], message)
        if isinstance(verdict, str):
            answers[seat] = False  # the server arranges these too
        else:
            strengths[seat] = verdict.strengths
        word = verdict.partition(":")[0] if isinstance(verdict, str) else "legal"
        told[word] = told.get(word, 0) + 1
    late = np.flatnonzero(~answers)
    _, strengths[late] = arrange_late(hands[late])

    by_table = strengths.reshape(TABLES, PLAYERS, 3)
    best = by_table == by_table.max(axis=1, keepdims=True)
    print(f"{len(hands)} hands: {told}, {len(late)} arranged by the server")
    print("piles won or shared, by seat:", best.sum(axis=(0, 2)).tolist())


if __name__ == "__main__":
    main()
