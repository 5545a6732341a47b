"""Request bodies, decoded strictly: JSON by content type, integers as integers, no conversion."""

from functools import cache
from typing import Any

import msgspec
from litestar import Request
from litestar.datastructures import State

from sicbo.i18n import message
from sicbo.server.problems import Problem, decoding_problem

JSON = "application/json"


class StrictRequest(Request[Any, Any, State]):
    """A request whose body is decoded once, as the exact type that its route takes."""

    async def json(self) -> Any:
        """Return the body, without converting text or fractions to integers."""
        if self.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
            raise Problem("wrong-type", message("server.send-body-as-json", JSON=JSON))
        body_type = self.route_handler.parsed_fn_signature.parameters["data"].annotation
        try:
            return _decoder(body_type).decode(await self.body())
        except msgspec.DecodeError as error:
            raise decoding_problem(error) from None


@cache
def _decoder(body_type: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(body_type)
