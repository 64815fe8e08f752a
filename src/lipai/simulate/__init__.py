"""Many deals: what rules and players are worth, with standard errors, on any number of workers.

>>> import lipai
>>> from lipai import simulate
>>> plan = simulate.plan(lipai.game("biji"), 2000, players=3, strategy="strongest", seed=1)
>>> found = simulate.run(plan).tally
>>> found == simulate.run(plan, workers=2).tally
True
>>> sum(seat.total for seat in found.seats)
0
"""

from lipai.simulate.plan import Plan, plan
from lipai.simulate.report import Row, rows
from lipai.simulate.run import Outcome, run
from lipai.simulate.tally import Moments, Tally

__all__ = ["Moments", "Outcome", "Plan", "Row", "Tally", "plan", "rows", "run"]
