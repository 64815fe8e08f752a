from typing import Final, final

from lipai._native.climb import ClimbTables, Reading

MOST_HANDS: Final[int]

@final
class Solver:
    def __new__(
        cls,
        tables: ClimbTables,
        hands: tuple[int, ...],
        landlord: int,
        turn: int,
        over: Reading | None,
        passes: int,
        memory: int,
    ) -> Solver: ...
    def run(self, nodes: int) -> tuple[bool | None, Reading | None, bool, bool, int, int]: ...
