"""lipai 理牌: ranks, arranges and settles the hands of Chinese table games, by the clause of their rules and fast.

>>> import lipai
>>> game = lipai.game("shisanshui")
>>> game.rank("AS KS QS JS TS").category
'straight_flush'
>>> game.arrange("AS KS QD JH TC 9H 9D 9C 4C 4D 2H 3D RJ")[0].text
('4D 4C 3D', 'AS KS QD JH TC', '9H 9D 9C RJ 2H')

Importing the package loads next to nothing; its parts are loaded when they are used.
"""

from __future__ import annotations

import importlib

TYPE_CHECKING = False  # importing typing would cost more than the rest of this module
if TYPE_CHECKING:
    from typing import Any

    from lipai.cards import CardInput, format_cards, parse_cards
    from lipai.climbing import (
        Auction,
        Classification,
        Classifications,
        ClimbingGame,
        ClimbingSettlement,
        Reading,
        Solution,
        Splits,
    )
    from lipai.errors import (
        CardError,
        DuplicateCardError,
        FieldError,
        HandSizeError,
        IllegalArrangementError,
        IllegalPlayError,
        InstructionSetError,
        LipaiError,
        NotInDeckError,
        RulesError,
        TableError,
        UnknownGameError,
        UnknownOptionError,
    )
    from lipai.mahjong import MahjongGame, Meld
    from lipai.piles import (
        Arrangement,
        Arrangements,
        Check,
        Declared,
        ExpectedArrangements,
        Field,
        HeldSpecials,
        Odds,
        PileGame,
        Rank,
        Settlement,
        Special,
        Utilities,
    )
    from lipai.registry import Game, game, games
    from lipai.stud import Equity, Showdown, StudGame, StudSeat
    from lipai.tiles import TileInput, format_tiles, parse_tiles
    from lipai.transfer import Transfer

__version__ = "0.1.0"

__all__ = [
    "Arrangement",
    "Arrangements",
    "Auction",
    "CardError",
    "CardInput",
    "Check",
    "Classification",
    "Classifications",
    "ClimbingGame",
    "ClimbingSettlement",
    "Declared",
    "DuplicateCardError",
    "Equity",
    "ExpectedArrangements",
    "Field",
    "FieldError",
    "Game",
    "HandSizeError",
    "HeldSpecials",
    "IllegalArrangementError",
    "IllegalPlayError",
    "InstructionSetError",
    "LipaiError",
    "MahjongGame",
    "Meld",
    "NotInDeckError",
    "Odds",
    "PileGame",
    "Rank",
    "Reading",
    "RulesError",
    "Settlement",
    "Showdown",
    "Solution",
    "Special",
    "Splits",
    "StudGame",
    "StudSeat",
    "TableError",
    "TileInput",
    "Transfer",
    "UnknownGameError",
    "UnknownOptionError",
    "Utilities",
    "__version__",
    "format_cards",
    "format_tiles",
    "game",
    "games",
    "parse_cards",
    "parse_tiles",
]

_PARTS = {
    "lipai.cards": ("CardInput", "format_cards", "parse_cards"),
    "lipai.climbing": (
        *("Auction", "Classification", "Classifications", "ClimbingGame", "ClimbingSettlement"),
        *("Reading", "Solution", "Splits"),
    ),
    "lipai.errors": tuple(name for name in __all__ if name.endswith("Error")),
    "lipai.registry": ("Game", "game", "games"),
    "lipai.mahjong": ("MahjongGame", "Meld"),
    "lipai.tiles": ("TileInput", "format_tiles", "parse_tiles"),
    "lipai.transfer": ("Transfer",),
    "lipai.stud": ("Equity", "Showdown", "StudGame", "StudSeat"),
    "lipai.piles": (
        *("Arrangement", "Arrangements", "Check", "Declared", "HeldSpecials", "PileGame", "Rank"),
        *("ExpectedArrangements", "Field", "Odds", "Settlement", "Special", "Utilities"),
    ),
}
_PART_OF = {name: part for part, names in _PARTS.items() for name in names}


def __getattr__(name: str) -> Any:
    part = _PART_OF.get(name)
    if part is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = importlib.import_module(part)
    for each in _PARTS[part]:
        globals()[each] = getattr(module, each)
    return globals()[name]


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
