"""One request in, one answer out: the format that the JSON-lines pipe and the HTTP service share.

``Requests().answer(b'{"game": "shisanshui", "op": "rank", "cards": "AS KS QS JS TS"}')`` returns the answer's bytes;
``answer_value`` takes and returns dictionaries. Neither raises for a bad request: the answer then says what is wrong.
The functions of ``lipai.requests.ranking`` and its like do the same operations for callers that hold a game already.
"""

from __future__ import annotations

from lipai.requests.answer import Job, Requests, encode, failed
from lipai.requests.failure import Fault, RequestError
from lipai.requests.schema import Answer, Failure

__all__ = ["Answer", "Failure", "Fault", "Job", "RequestError", "Requests", "encode", "failed"]
