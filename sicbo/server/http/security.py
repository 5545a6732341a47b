"""Security middleware: checks host, origin and size of requests, and adds headers to responses."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from functools import lru_cache
from ipaddress import IPv6Address
from typing import Any
from urllib.parse import urlsplit

from sicbo.i18n import message
from sicbo.server.access.authentication import ENCRYPTED
from sicbo.server.access.sessions import token_hash
from sicbo.server.access.sign_in.known_browsers import network_of
from sicbo.server.http.rate_limits import SOURCE_FACTOR, RateLimits
from sicbo.server.logs import begin_trace, log
from sicbo.server.problems import Problem
from sicbo.server.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = Mapping[bytes, bytes]
Application = Callable[[Any, Any, Any], Awaitable[None]]

LARGEST_BODY, BODY_SECONDS = 65_536, 10.0
LARGEST_NUMBER = 2**53 - 1
LONG_NUMBER = re.compile(rb"[0-9]{16}")
HOST = re.compile(rb"(?P<name>[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:(?P<port>[0-9]{0,5}))?")
LARGEST_PORT = 65_535
SAFE = ("GET", "HEAD", "OPTIONS")
LOCAL = ("localhost", "127.0.0.1", "::1")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "media-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
NO_STORE = (b"cache-control", b"no-store")
TLS_HEADER = (b"strict-transport-security", b"max-age=31536000; includeSubDomains")


class SecurityMiddleware:
    """The middleware around the whole application."""

    def __init__(self, app: Application, settings: Settings) -> None:
        self.app, self._settings = app, settings
        self._rates = RateLimits(settings.rate)
        ours = (urlsplit(one).hostname or "" for one in settings.origins)
        self._hosts = {*LOCAL, settings.host, *settings.hosts, *ours} - {""}
        self._proxy_is_named = bool(settings.proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request that is not for this house, and pass on any other with a limit on its body."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        begin_trace(headers.get(b"traceparent"))
        if b"x-forwarded-for" in headers and not self._proxy_is_named:
            self._proxy_is_named = True
            log.warning("proxy-not-named", extra={"do": "Give its address in SICBO_PROXIES."})
        problem = self._problem(scope, headers)
        if problem is not None:
            if problem.status in (400, 403, 421):
                log.info("refused", extra={"code": problem.code, "path": scope["path"]})
            await self._refuse(problem, scope, send)
        elif scope["type"] == "websocket":
            await self.app(scope, receive, send)
        else:
            await self.app(scope, _LimitedBody(receive, scope["method"]), _send_with_headers(scope, send))

    def _problem(self, scope: Scope, headers: Headers) -> Problem | None:
        host, sent = headers.get(b"host", b""), scope["headers"]
        repeated = len(headers) < len(sent) and sum(name == b"host" for name, _ in sent) > 1
        if repeated or not self._is_own_host(host):
            return Problem("wrong-host", message("requests.other-house"))
        unsafe = scope["type"] == "websocket" or scope["method"] not in SAFE
        if unsafe and not self._is_own_origin(headers, host):
            return Problem("wrong-origin", message("requests.other-site"))
        length = headers.get(b"content-length", b"0")
        if length and (not length.isdigit() or int(length) > LARGEST_BODY):
            return Problem("too-large", message("requests.too-large", most=LARGEST_BODY))
        if scope["path"].startswith("/api/") and self._is_too_frequent(scope, headers):
            return Problem("too-many", message("requests.too-many"), retry_after=1)
        return None

    def _is_own_host(self, host: bytes) -> bool:
        return host_name(host) in self._hosts

    def _is_own_origin(self, headers: Headers, host: bytes) -> bool:
        given = headers.get(b"origin")
        if given is None:
            return headers.get(b"sec-fetch-site", b"none") in (b"none", b"same-origin")
        origin = given.decode("latin-1")
        here = host != b"" and origin.partition("://")[2] == host.decode("latin-1")
        return here or origin in self._settings.origins

    def _is_too_frequent(self, scope: Scope, headers: Headers) -> bool:
        client = scope["client"]
        if self._rates.is_exceeded(f"from {network_of(client[0]) if client else ''}", SOURCE_FACTOR):
            return True
        cookie = headers.get(b"cookie", b"")
        return bool(cookie) and self._rates.is_exceeded(token_hash(cookie.decode("latin-1")))

    async def _refuse(self, problem: Problem, scope: Scope, send: Send) -> None:
        kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
        if kind.startswith("websocket") and kind not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008, "reason": problem.code})
            return
        retry = [(b"retry-after", str(problem.retry_after).encode())] if problem.retry_after else []
        dress = [(b"content-type", b"application/problem+json"), NO_STORE, *_response_headers(scope), *retry]
        await send({"type": f"{kind}.start", "status": problem.status, "headers": dress})
        await send({"type": f"{kind}.body", "body": problem.body(scope["path"])})


@lru_cache(1_000)
def host_name(host: bytes) -> str:
    """Return the host of a `Host` header without its port, or an empty string if it is not valid."""
    found = HOST.fullmatch(host)
    if found is None or int(found["port"] or 0) > LARGEST_PORT:
        return ""
    name = found["name"].decode().lower()
    if name[0] != "[":
        return name
    try:
        return IPv6Address(name[1:-1]).compressed
    except ValueError:
        return ""


class _LimitedBody:
    """A body with a limit on its size and on the time in which all of it must arrive."""

    def __init__(self, receive: Receive, method: str) -> None:
        self._receive, self._method, self._is_complete = receive, method, False
        self._deadline = 0.0
        self._body = b""

    async def __call__(self) -> Message:
        if self._is_complete:
            return await self._receive()
        received = await self._receive_in_time()
        if received["type"] == "http.disconnect" and self._method not in SAFE:
            raise Problem("bad-request", message("requests.incomplete"))
        if received["type"] == "http.request":
            self._body += received.get("body", b"")
            self._is_complete = not received.get("more_body", False)
            if len(self._body) > LARGEST_BODY:
                raise Problem("too-large", message("requests.too-large", most=LARGEST_BODY))
            if self._is_complete:
                refuse_if_ambiguous(self._body)
        return received

    async def _receive_in_time(self) -> Message:
        """Return the next message, or raise `too-slow`; a plain timer costs less than `asyncio.timeout`."""
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        self._deadline = self._deadline or loop.time() + BODY_SECONDS
        assert task is not None
        timer = loop.call_at(self._deadline, task.cancel)
        try:
            return await self._receive()
        except asyncio.CancelledError:
            if loop.time() < self._deadline or task.uncancel() > 0:
                raise
            raise Problem("too-slow", message("requests.too-slow")) from None
        finally:
            timer.cancel()


def refuse_if_ambiguous(body: bytes) -> None:
    """Refuse a body that readers could interpret differently: a repeated name, or a number above 2^53."""
    try:
        (EXACT if LONG_NUMBER.search(body) else QUICK).decode(body.decode())
    except UnicodeDecodeError:
        raise Problem("bad-request", message("requests.not-utf8")) from None
    except (ValueError, RecursionError):
        return


def _refuse_large_number(digits: str) -> None:
    if len(digits) > len(str(LARGEST_NUMBER)) or abs(int(digits)) > LARGEST_NUMBER:
        raise Problem("bad-request", message("requests.number-too-large", most=LARGEST_NUMBER))


def _refuse_repeated_name(pairs: list[tuple[str, Any]]) -> None:
    if len(dict(pairs)) != len(pairs):
        raise Problem("bad-request", message("requests.repeated-name"))


QUICK = json.JSONDecoder(object_pairs_hook=_refuse_repeated_name)
EXACT = json.JSONDecoder(object_pairs_hook=_refuse_repeated_name, parse_int=_refuse_large_number)


def _response_headers(scope: Scope) -> tuple[tuple[bytes, bytes], ...]:
    """Return the headers of every response; over TLS they also forbid plain HTTP."""
    return (*HEADERS, TLS_HEADER) if scope.get("scheme") in ENCRYPTED else HEADERS


def _send_with_headers(scope: Scope, send: Send) -> Send:
    """Return a `send` that adds the headers of every response."""

    async def send_message(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [*message["headers"], *_response_headers(scope)]
            if scope["path"].startswith("/api/") and b"cache-control" not in dict(headers):
                headers.append(NO_STORE)
            message["headers"] = headers
        await send(message)

    return send_message
