"""The OpenAPI document: what Litestar derives from the types, with every refusal as a problem.

Request bodies are described by msgspec, which decodes them: Litestar leaves out some limits.
"""

from importlib.metadata import version
from typing import Any

import msgspec
from litestar import Litestar, Request
from litestar.openapi import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.routes import HTTPRoute

from sicbo.server.problems import ProblemShape

PROBLEM = "application/problem+json"
REFERENCE = "#/components/schemas/{name}"
METHODS = ("get", "put", "post", "delete")
BAD_REQUEST, NO_CONTENT = "400", "204"
"""Litestar documents an error format of its own for 400, and a body for 204, which has none."""


class OpenApiRenderer(JsonRenderPlugin):
    """Renders the document on the first request for it, so that it does not delay the start of the house."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return the document as it is sent."""
        return self.render_json(request, with_bodies(document_problems(openapi_schema), request.app))


CONFIG = OpenAPIConfig(
    "Sic Bo, the house", version("sicbo"), path="/schema", render_plugins=[OpenApiRenderer()]
)


def other_response(status: int, shape: type[msgspec.Struct] | None, says: str) -> dict[int, ResponseSpec]:
    """Document another successful response of a route."""
    return {status: ResponseSpec(shape, generate_examples=False, description=says)}


def with_bodies(schema: dict[str, Any], app: Litestar) -> dict[str, Any]:
    """Describe the request bodies of all routes by the types that decode them."""
    handlers = [one for route in app.routes if isinstance(route, HTTPRoute) for one in route.route_handlers]
    bodies = [one.parsed_data_field.annotation for one in handlers if one.parsed_data_field]
    _, shapes = msgspec.json.schema_components(bodies, ref_template=REFERENCE)
    schema["components"]["schemas"].update(shapes)
    return schema


def document_problems(schema: dict[str, Any]) -> dict[str, Any]:
    """Document the refusals of every operation as problems; a second call changes nothing."""
    (_,), shapes = msgspec.json.schema_components([ProblemShape], ref_template=REFERENCE)
    schema["components"]["schemas"].update(shapes)
    content = {PROBLEM: {"schema": {"$ref": REFERENCE.format(name=ProblemShape.__name__)}}}
    for item in schema["paths"].values():
        for responses in (item[method]["responses"] for method in METHODS if method in item):
            responses.pop(BAD_REQUEST, None)
            if NO_CONTENT in responses:
                responses[NO_CONTENT] = {"description": "Done"}
            for statuses, says in (("4XX", "Refused"), ("5XX", "Not now: try again")):
                responses[statuses] = {"description": says, "content": content}
    return schema
