"""Do two orders over the same piles agree?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def assert_same_order(ours: NDArray[np.integer], theirs: NDArray[np.integer]) -> None:
    """Piles that one order holds equal are equal in the other, and both ascend together."""
    order = np.argsort(theirs, kind="stable")
    new_class = np.diff(theirs[order]) != 0
    step = np.diff(ours[order].astype(np.int64))
    assert (step[new_class] > 0).all()
    assert (step[~new_class] == 0).all()
