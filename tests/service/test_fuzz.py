"""A fuzzer reads the service's own description and never gets it to fail."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import status_code_conformance

from lipai.service import Limits, create_app

schema = schemathesis.openapi.from_asgi("/openapi.json", create_app(limits=Limits(lag=60)))


@pytest.mark.filterwarnings("ignore")
@schema.parametrize()
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_makes_it_fail(case: schemathesis.Case) -> None:
    response = case.call()
    assert response.status_code < 500, response.text
    case.validate_response(response, checks=[schemathesis.checks.not_a_server_error, status_code_conformance])
