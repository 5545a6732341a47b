"""The witness over real HTTP: every status of C2SP, hostile requests, crashes, and the house's side."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import pytest

from sicbo.errors import BadInput, StorageBroken
from sicbo.house.witness.http import WitnessServer, ask_witness, read_body, write_body
from sicbo.house.witness.witness import Conflict, Cosigned, Witness, WitnessAnswer, WitnessRefusal
from sicbo.journal.notes import COSIGNATURE, SigningKey, read_checkpoint, verify_note
from tests.house.logs import Log, new_log

INSPECTOR = SigningKey.new("inspector.example", COSIGNATURE)
C2SP_BODY = """old 20852014
PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=
jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=
5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=
/6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=

example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
""" + (
    "\n— example.com/behind-the-sofa "
    "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
)


@pytest.fixture
def log() -> Log:
    """Return a house and its log."""
    return new_log()


@contextlib.contextmanager
def serve_in_thread(witness: Witness, most: int = 64, seconds: float = 60) -> Iterator[WitnessServer]:
    """Run a server in a thread, on a free port."""
    with WitnessServer(("127.0.0.1", 0), witness, most, seconds) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def witness(tmp_path: Path, log: Log) -> Iterator[Witness]:
    """Return a witness that trusts that house."""
    with contextlib.closing(Witness(tmp_path / "witness", INSPECTOR, [log.key.vkey], lambda: 1700)) as made:
        yield made


@pytest.fixture
def server(witness: Witness) -> Iterator[WitnessServer]:
    """Run the witness on a free port."""
    with serve_in_thread(witness) as made:
        yield made


def show_step(server: WitnessServer, log: Log, old: int, new: int) -> WitnessAnswer:
    """Submit an honest step, and return the answer."""
    return ask_witness(server.url, old, log.proof(old, new), log.note(new))


def connect(server: WitnessServer) -> socket.socket:
    """Open a connection to the server."""
    return socket.create_connection(("127.0.0.1", server.server_port), timeout=10)


def raw_answer(server: WitnessServer, request: bytes) -> bytes:
    """Send exactly these bytes, and return everything that is received until the connection ends."""
    with connect(server) as connection:
        connection.sendall(request)
        return b"".join(iter(lambda: connection.recv(1 << 16), b""))


def post_request(body: bytes, *more: str, path: str = "/add-checkpoint") -> bytes:
    """Return a request with this body."""
    lines = (
        f"POST {path} HTTP/1.1",
        "Host: witness",
        f"Content-Length: {len(body)}",
        "Connection: close",
        *more,
    )
    return "\r\n".join([*lines, "", ""]).encode() + body


def test_the_example_request_of_c2sp_is_read_and_written() -> None:
    """It has an old size, four hashes, and the checkpoint."""
    old, proof, note = read_body(C2SP_BODY.encode())

    assert (old, len(proof), read_checkpoint(note).size) == (20852014, 4, 20852163)
    assert write_body(old, proof, note) == C2SP_BODY.encode()


def test_a_round_trip(server: WitnessServer, log: Log) -> None:
    """The checkpoint is cosigned, the size reported, and the next one cosigned."""
    first = show_step(server, log, 0, 7)

    assert isinstance(first, Cosigned)
    assert verify_note(log.note(7) + first.lines, [INSPECTOR.vkey])[0].time == 1700
    assert show_step(server, log, 3, 9) == Conflict(7)
    assert isinstance(show_step(server, log, 7, 100), Cosigned)
    assert [read_checkpoint(note).size for note in server.witness.export()] == [7, 100]


def test_each_no_has_the_status_of_c2sp(server: WitnessServer, log: Log) -> None:
    """Unknown log, unknown key, bad proof, old size beyond, malformed, another history."""
    show_step(server, log, 0, 7)
    stranger = log._replace(origin="other.example/T1")
    thief = log._replace(key=SigningKey.new("sicbo.example"))
    said = [
        ask_witness(server.url, 0, [], stranger.note(5)),
        ask_witness(server.url, 7, [], thief.note(9)),
        ask_witness(server.url, 7, [bytes(32)], log.note(9)),
        ask_witness(server.url, 9, [], log.note(7)),
        ask_witness(server.url, 7, [], "rubbish"),
    ]

    assert [one.status for one in said if isinstance(one, WitnessRefusal)] == [404, 403, 422, 400, 400]
    assert show_step(server, log.fork(3), 7, 7) == Conflict(7)


def test_a_conflict_has_the_media_type_and_the_size(server: WitnessServer, log: Log) -> None:
    """It is byte for byte what tlog-witness defines, and so is a cosignature."""
    good = raw_answer(server, post_request(write_body(0, [], log.note(7))))
    wrong = raw_answer(server, post_request(write_body(0, [], log.note(9))))
    line = next(iter(server.witness.export())).partition("\n\n")[2].split("\n")[1]

    assert wrong.startswith(b"HTTP/1.1 409 Conflict\r\n")
    assert b"\r\nContent-Type: text/x.tlog.size\r\n" in wrong
    assert wrong.endswith(b"\r\n\r\n7\n")
    assert good.startswith(b"HTTP/1.1 200 OK\r\n")
    assert good.endswith(f"\r\n\r\n{line}\n".encode())
    assert line.startswith("— inspector.example ")


def test_a_connection_may_be_used_again(server: WitnessServer, log: Log) -> None:
    """Two requests on one connection have two separate answers."""
    body = write_body(0, [], log.note(7))
    first = post_request(body).replace(b"Connection: close\r\n", b"")
    both = raw_answer(server, first + post_request(write_body(7, log.proof(7, 9), log.note(9))))

    assert both.count(b"HTTP/1.1 200 OK") == 2


NOTE = new_log().note(5).encode()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"old 0",
        b"old 0\n",
        b"old 0\n\n",
        b"old 0\n" + NOTE,
        b"old  0\n\n" + NOTE,
        b"Old 0\n\n" + NOTE,
        b"old 00\n\n" + NOTE,
        b"old -1\n\n" + NOTE,
        b"old 1e3\n\n" + NOTE,
        b"old 99999999999999999999\n\n" + NOTE,
        b"old 0\nrubbish\n\n" + NOTE,
        b"old 0\n" + b"AAAA\n" * 64 + b"\n" + NOTE,
        b"old 0\n\n\n" + NOTE,
        b"old 0\r\n\r\n" + NOTE,
        b"\xff\xfe\n\n",
        b"\x00" * 1000,
    ],
)
def test_a_malformed_request_is_refused_and_changes_nothing(server: WitnessServer, body: bytes) -> None:
    """The answer is 400 with one sentence."""
    answer = raw_answer(server, post_request(body))

    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.endswith(b".\n")
    assert list(server.witness.export()) == []


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (post_request(b"", path="/other"), 404),
        (b"POST /add-checkpoint HTTP/1.1\r\nHost: w\r\n\r\n", 411),
        (b"POST /add-checkpoint HTTP/1.1\r\nHost: w\r\nContent-Length: -5\r\n\r\n", 411),
        (b"POST /add-checkpoint HTTP/1.1\r\nHost: w\r\nContent-Length: 0x10\r\n\r\n", 411),
        (post_request(b"x" * 10, "Transfer-Encoding: chunked"), 411),
        (b"POST /add-checkpoint HTTP/1.1\r\nHost: w\r\nContent-Length: 65537\r\n\r\n", 413),
        (b"POST /add-checkpoint HTTP/1.1\r\nHost: w\r\nContent-Length: 9999999999999999999\r\n\r\n", 413),
        (b"GET /add-checkpoint HTTP/1.1\r\nHost: w\r\nConnection: close\r\n\r\n", 501),
        (b"POST /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n", 414),
        (b"POST / HTTP/1.1\r\n" + b"X: y\r\n" * 200 + b"\r\n", 431),
        (b"rubbish\r\n\r\n", 400),
    ],
)
def test_a_hostile_request_is_answered_and_the_connection_ends(
    server: WitnessServer, log: Log, request_bytes: bytes, status: int
) -> None:
    """The witness serves the next request."""
    answer = raw_answer(server, request_bytes)

    assert answer.startswith(f"HTTP/1.1 {status} ".encode()) or f"Error code: {status}".encode() in answer
    assert isinstance(show_step(server, log, 0, 5), Cosigned)


def test_a_body_of_64_kib_is_still_read(server: WitnessServer) -> None:
    """The limit is exact."""
    assert raw_answer(server, post_request(b"x" * (64 << 10))).startswith(b"HTTP/1.1 400 ")


def test_who_speaks_slowly_is_cut_off(witness: Witness, log: Log) -> None:
    """After half a request and then nothing, the connection is soon free for another client."""
    with (
        serve_in_thread(witness, most=1, seconds=0.2) as server,
        connect(server) as slow,
    ):
        slow.sendall(b"POST /add-checkpoint HTTP/1.1\r\nContent-")

        assert slow.recv(100) == b""
        answer: WitnessAnswer = WitnessRefusal(HTTPStatus.GATEWAY_TIMEOUT, "")
        while isinstance(answer, WitnessRefusal):
            answer = show_step(server, log, 0, 5)
        assert isinstance(answer, Cosigned)


def test_more_connections_than_places_are_closed_at_once(witness: Witness, log: Log) -> None:
    """They do not wait for a thread, and open connections stay open."""
    with (
        serve_in_thread(witness, most=1) as server,
        connect(server) as first,
    ):
        body = post_request(write_body(0, [], log.note(5)))
        first.sendall(body[:20])
        with connect(server) as second:
            assert second.recv(100) == b""
        assert isinstance(show_step(server, log, 0, 5), WitnessRefusal)
        first.sendall(body[20:])
        assert first.recv(100).startswith(b"HTTP/1.1 200 OK")


def test_a_client_that_hangs_up_early_disturbs_no_other(server: WitnessServer, log: Log) -> None:
    """The client resets the connection in the middle of the body."""
    for _ in range(5):
        with connect(server) as rude:
            rude.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
            rude.sendall(post_request(b"x" * 5000)[:-10])
    assert isinstance(show_step(server, log, 0, 5), Cosigned)


class FullDisk(Witness):
    """A witness that cannot store."""

    def add(self, *asked: object) -> WitnessAnswer:
        """Fail, because nothing is answered that is not stored."""
        raise StorageBroken("The witness cannot store (disk full): check the disk, then start it again.")


def test_a_witness_that_cannot_store_says_so(tmp_path: Path, log: Log) -> None:
    """The answer is 503, without a signature."""
    with (
        contextlib.closing(FullDisk(tmp_path, INSPECTOR, [log.key.vkey])) as broken,
        serve_in_thread(broken) as server,
    ):
        answer = show_step(server, log, 0, 5)

    assert isinstance(answer, WitnessRefusal)
    assert answer.status == HTTPStatus.SERVICE_UNAVAILABLE
    assert "check the disk" in answer.says


def test_a_witness_that_cannot_be_heard_is_a_no() -> None:
    """The port is closed, or a server of another protocol answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    answer = ask_witness(f"http://127.0.0.1:{port}/", 0, [], "note\n", seconds=5)

    assert isinstance(answer, WitnessRefusal)
    assert "cannot be read" in answer.says
    with pytest.raises(BadInput, match="begins with http"):
        ask_witness("file:///etc/passwd", 0, [], "note\n")


@pytest.mark.parametrize("place", ["kim:S3CRET@127.0.0.1:1", "kim:S3CRET@127.0.0.1:1/log", "kim:S3/CRET@h"])
def test_21_a_password_in_the_address_of_a_witness_is_never_said(place: str) -> None:
    """A problem with a witness is in `/readyz`, which anyone may read."""
    with pytest.raises(BadInput, match="cannot have a user or a password") as refused:
        ask_witness(f"http://{place}", 0, [], "note\n", seconds=5)
    answer = ask_witness("http://127.0.0.1:1/?password=S3CRET", 0, [], "note\n", seconds=5)

    assert isinstance(answer, WitnessRefusal)
    assert "S3" not in f"{refused.value} {answer.says}" and "password=…" in answer.says


@pytest.mark.parametrize(
    "answer",
    [
        b"rubbish\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n\xff\xfe",
        b"HTTP/1.1 409 Conflict\r\nContent-Length: 5\r\n\r\nmany\n",
        b"HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n",
    ],
)
def test_a_witness_that_answers_rubbish_is_a_no(answer: bytes) -> None:
    """It never raises an exception that would stop the house."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.recv(1 << 16)
                connection.sendall(answer)

        thread = threading.Thread(target=serve)
        thread.start()
        said = ask_witness(f"http://127.0.0.1:{listening.getsockname()[1]}", 0, [], "note\n", seconds=5)
        thread.join()

    assert isinstance(said, WitnessRefusal)


DYING = """
import os, signal, sys
from pathlib import Path
from sicbo.house.witness.witness import Witness
from sicbo.house.witness.http import WitnessHandler, WitnessServer
from sicbo.journal.notes import SigningKey, read_vkey

WitnessHandler._answer = lambda self, answer: os.kill(os.getpid(), signal.SIGKILL)
witness = Witness(Path(sys.argv[1]), SigningKey.load(Path(sys.argv[2])), [read_vkey(sys.argv[3])])
server = WitnessServer(("127.0.0.1", 0), witness)
print(server.url, flush=True)
server.serve_forever()
"""


def test_a_crash_between_storing_and_answering_loses_nothing(tmp_path: Path, log: Log) -> None:
    """The process is killed before it answers: the checkpoint is known, and can be requested again."""
    INSPECTOR.save(tmp_path / "witness.key")
    arguments = [str(tmp_path / "store"), str(tmp_path / "witness.key"), str(log.key.vkey)]
    command = [sys.executable, "-c", DYING, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=dict(os.environ)) as process:
        assert process.stdout
        url = process.stdout.readline().strip()
        lost = ask_witness(url, 0, [], log.note(7))
    with contextlib.closing(Witness(tmp_path / "store", INSPECTOR, [log.key.vkey], lambda: 1700)) as again:
        known = [read_checkpoint(note).size for note in again.export()]
        told = again.add(0, [], log.note(9))
        had = again.add(7, [], log.note(7))
        other = again.add(0, [], log.fork(3).note(7))

    assert process.returncode == -signal.SIGKILL
    assert isinstance(lost, WitnessRefusal)
    assert known == [7]
    assert told == Conflict(7)
    assert isinstance(had, Cosigned)
    assert other == Conflict(7)
