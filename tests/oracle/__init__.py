"""The oracle: the clauses of seeds/ in slow, obvious Python, for the library to be checked against.

Nothing here imports the library, and nothing here was written from it: the clauses are the only source.
"""

from .piles import (
    GAMES,
    all_arrangements,
    best_by_utility,
    category,
    is_legal,
    pareto,
    rank_key,
    reading_order,
    strongest,
)
from .text import OracleError, format, parse

__all__ = [
    "GAMES",
    "OracleError",
    "all_arrangements",
    "best_by_utility",
    "category",
    "format",
    "is_legal",
    "pareto",
    "parse",
    "rank_key",
    "reading_order",
    "strongest",
]
