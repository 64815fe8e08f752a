"""The HTTP service: the operations of the request format over HTTP and JSON, and the web page.

``create_app`` makes an ASGI application of Starlette; ``lipai serve`` runs it. Needs the extra ``service``.
"""

from __future__ import annotations

from lipai.service.app import create_app
from lipai.service.limits import Limits

__all__ = ["Limits", "create_app"]
