"""A proxy to PostgreSQL that can cut a connection around a commit, go silent, or hold back notices."""

import re
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum

from psycopg.conninfo import conninfo_to_dict, make_conninfo

COMMIT, LISTENS = b"INSERT INTO record", b"LISTEN "
SYNC = b"S\x00\x00\x00\x04"
PREPARED = re.compile(rb"_pg3_\d+\0")
READY = b"Z\x00\x00\x00\x05I"


class Cut(Enum):
    """When the connection is cut."""

    BEFORE = "the commit never reaches the server"
    AT_ONCE = "the commit reaches the server, and no client waits for the answer"
    ANSWER = "the server has committed, its answer is lost"
    LAST_WORD = "all of the answer arrives but its last message"
    AFTERWARDS = "all of the answer arrives, and nothing after it"


@dataclass
class ProxiedConnection:
    """One connection through the proxy: where it is cut, and whether it listens for notices."""

    client: socket.socket
    server: socket.socket
    lost: Cut | None = None
    listens: bool = False
    prepared: bytes = COMMIT
    """How a commit is recognised: by its text, or by the name of the server's prepared statement."""

    def commits(self, said: bytes) -> bool:
        """Return whether these bytes ask for a commit."""
        words, there, _ = said.partition(COMMIT)
        if there and (named := PREPARED.findall(words)):
            self.prepared = named[-1]
        return bool(there) or self.prepared in said


class PostgresProxy:
    """A proxy that forwards both directions; after `cut` the next commit loses its connection.

    While `flows` is clear nothing is forwarded and nothing is closed. While `hears` is clear no notice is
    forwarded. While `takes` is clear no new connection is accepted.
    """

    def __init__(self, url: str) -> None:
        given = conninfo_to_dict(url)
        self._server = (str(given["host"]), int(given["port"] or 5432))
        self._listening = socket.create_server(("127.0.0.1", 0))
        port = self._listening.getsockname()[1]
        self.url = make_conninfo(url, host="127.0.0.1", port=port, sslmode="disable")
        self.cuts = 0
        self.held = 0
        self.flows, self.hears, self.takes = threading.Event(), threading.Event(), threading.Event()
        for passes in (self.flows, self.hears, self.takes):
            passes.set()
        self._cut: Cut | None = None
        self._then: Callable[[], object] = int
        self._sockets: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._start(self._accept)

    def cut_next_commit(self, where: Cut, then: Callable[[], object] = int) -> None:
        """Cut the next commit, and do something before the client notices."""
        self._cut, self._then = where, then

    def cancel_cut(self) -> None:
        """Do not cut a commit after all."""
        self._cut = None

    def drop_connections(self) -> None:
        """Drop every connection, and accept none until `takes` is set again."""
        self.takes.clear()
        for one in list(self._sockets):
            _drop(one)

    def refuse_connections(self) -> None:
        """Accept no new connections, and drop the open ones."""
        _drop(self._listening)
        self.drop_connections()

    def close(self) -> None:
        """Close all sockets."""
        self.refuse_connections()
        self.flows.set()
        self.hears.set()
        for thread in self._threads:
            thread.join()
        for one in (self._listening, *self._sockets):
            one.close()

    def _start(self, work: Callable[..., None], *values: object) -> None:
        thread = threading.Thread(target=work, args=values)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            try:
                if not self.takes.is_set():
                    raise ConnectionRefusedError
                server = socket.create_connection(self._server)
            except OSError:
                client.close()
                continue
            self._sockets += [client, server]
            call = ProxiedConnection(client, server)
            self._start(self._forward_requests, call)
            self._start(self._forward_answers, call)

    def _forward_requests(self, call: ProxiedConnection) -> None:
        """Forward from client to server, until the commit that is to be cut."""
        while said := _receive(call.client):
            self.flows.wait()
            call.listens |= LISTENS in said
            if call.commits(said) and self._cut is not None:
                call.lost, self._cut = self._cut, None
                self.cuts += 1
            if call.lost is Cut.BEFORE:
                break
            _say(call.server, said)
            if call.lost is Cut.AT_ONCE and said.endswith(SYNC):
                break
        if call.lost in (Cut.BEFORE, Cut.AT_ONCE):
            self._then()
        _drop(call.client)
        _drop(call.server)

    def _forward_answers(self, call: ProxiedConnection) -> None:
        """Forward from server to client, until the answer that is to be lost."""
        while said := _receive(call.server):
            self.held += not (self.hears if call.listens else self.flows).is_set()
            self.flows.wait()
            if call.listens:
                self.hears.wait()
            if call.lost is None:
                _say(call.client, said)
            elif said.endswith(READY):
                if call.lost in (Cut.LAST_WORD, Cut.AFTERWARDS):
                    _say(call.client, said if call.lost is Cut.AFTERWARDS else said.removesuffix(READY))
                if call.lost in (Cut.ANSWER, Cut.LAST_WORD):
                    self._then()
                break
        _drop(call.client)
        _drop(call.server)


def _receive(one: socket.socket) -> bytes:
    try:
        return one.recv(1 << 20)
    except OSError:
        return b""


def _say(one: socket.socket, said: bytes) -> None:
    with suppress(OSError):
        one.sendall(said)


def _drop(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
