"""The ways in which `attacks.py` wears a server out, each from an address of its own."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import re
import secrets
import socket
import ssl
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "Foreign"))

from folf_client import Client, Refused  # noqa: E402
from journal import Journal, encode  # noqa: E402

HOLES = [[str(hole), 3] for hole in range(1, 10)]


async def host(url: str, name: str, **options) -> Client:
    """The host of a game of one player, which has begun."""
    client = Client(url, Journal.host(name), **options)
    await client.create(HOLES)
    await client.connect()
    await client.write("move", {"from": ["setup", 0], "to": ["playing", 1]})
    await client.until_sent()
    assert client.card.stage == ["playing", 1], client.error
    return client


class Attack:
    """One attacker: where it is, what it may do, and what it was answered."""

    def __init__(self, url: str, server_port: int, is_plain: bool, end: float, number: int):
        self.url, self.number = url, number
        self.port, self.is_plain, self.end = server_port, is_plain, end
        self.counts: Counter[str] = Counter()
        self.context = ssl.create_default_context()
        self.context.check_hostname, self.context.verify_mode = False, ssl.CERT_NONE

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self.end

    def raw(self, place: int = 0) -> socket.socket:
        """A connection; from another network for each place but 0."""
        connection = socket.socket()
        connection.settimeout(3)
        connection.setsockopt(socket.SOL_IP, 24, 1)  # IP_BIND_ADDRESS_NO_PORT
        connection.bind((f"127.{1 + place // 254}.{1 + place % 254}.2" if place else f"127.0.{self.number}.2", 0))
        connection.connect(("127.0.0.1", self.port))
        self.counts["connected"] += 1
        return connection

    def open(self, place: int = 0) -> socket.socket:
        connection = self.raw(place)
        if self.is_plain:
            return connection
        return self.context.wrap_socket(connection, server_hostname="localhost")

    def upgraded(self, place: int = 0) -> socket.socket:
        connection = self.open(place)
        connection.sendall(
            b"GET /sync HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            b"Sec-WebSocket-Protocol: folf.sync.v1\r\n\r\n"
        )
        answer = connection.recv(4096)
        self.counts[answer[9:12].decode() or "hung up"] += 1
        if not answer.startswith(b"HTTP/1.1 101"):
            raise ConnectionError
        return connection

    def say(self, connection: socket.socket, text: bytes) -> None:
        """A text frame, masked with nothing, and what is answered."""
        length = len(text)
        head = bytes([0x81, 0x80 | length]) if length < 126 else (
            bytes([0x81, 0x80 | 126]) + length.to_bytes(2, "big"))
        connection.sendall(head + b"\0\0\0\0" + text)
        with contextlib.suppress(TimeoutError):
            answer = connection.recv(4096)
            found = re.search(rb'"name":"(\w+)"', answer)
            self.counts[found[1].decode() if found else "answered" if answer else "hung up"] += 1

    def repeat(self, act, count: int = 10**9) -> None:
        done = 0
        while self.goes_on and done < count:
            done += 1
            try:
                act(done)
            except (OSError, ssl.SSLError):
                self.counts["cut"] += 1
                time.sleep(0.0005)


def client_hello() -> bytes:
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    context = ssl.create_default_context()
    with contextlib.suppress(ssl.SSLWantReadError):
        context.wrap_bio(incoming, outgoing, server_hostname="localhost").do_handshake()
    return outgoing.read()


def connections(attack: Attack) -> None:
    attack.repeat(lambda _: attack.raw().close())


def silence_many(attack: Attack) -> None:
    held: list[socket.socket] = []
    attack.repeat(lambda n: held.append(attack.raw(n % 254)), 2_000)
    while attack.goes_on:
        time.sleep(0.1)


def half_handshakes_many(attack: Attack) -> None:
    held: list[socket.socket] = []

    def act(n: int) -> None:
        held.append(attack.raw(n % 254))
        held[-1].sendall(client_hello()[:200])

    attack.repeat(act, 1_000)
    while attack.goes_on:
        time.sleep(0.1)


def hellos(attack: Attack, many: bool = False) -> None:
    """First messages of handshakes, 2,000 a second, each on a connection of its own."""
    hello, begin = client_hello(), time.monotonic()

    def act(n: int) -> None:
        connection = attack.raw(n % 254 if many else 0)
        connection.sendall(hello)
        connection.close()
        time.sleep(max(0, begin + n / 2_000 - time.monotonic()))

    attack.repeat(act)


def hellos_many(attack: Attack) -> None:
    hellos(attack, many=True)


def slow_heads(attack: Attack) -> None:
    held: list[socket.socket] = []
    attack.repeat(lambda _: held.append(attack.open()), 300)
    while attack.goes_on:
        for connection in list(held):
            try:
                connection.sendall(b"G")
            except OSError:
                attack.counts["cut"] += 1
                held.remove(connection)
        time.sleep(0.5)


def slow_reads(attack: Attack) -> None:
    held: list[socket.socket] = []

    def act(_: int) -> None:
        connection = attack.open()
        connection.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n" * 90)
        held.append(connection)

    attack.repeat(act, 200)
    while attack.goes_on:
        time.sleep(0.1)


def requests(attack: Attack, path: bytes = b"/") -> None:
    def act(_: int) -> None:
        connection = attack.open()
        for _ in range(90):
            connection.sendall(b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
            answer = connection.recv(65536)
            attack.counts[answer[9:12].decode() if answer.startswith(b"HTTP") else "more"] += 1
            if not answer or answer.startswith(b"HTTP/1.1 4") or not attack.goes_on:
                break
        connection.close()

    attack.repeat(act)


def pictures(attack: Attack) -> None:
    requests(attack, b"/qr/K7MPQX.svg")


def frames(attack: Attack, frame: bytes) -> None:
    def act(_: int) -> None:
        connection = attack.upgraded()
        while attack.goes_on:
            connection.sendall(frame * 2_000)
            attack.counts["frames"] += 2_000
            connection.setblocking(False)
            with contextlib.suppress(ssl.SSLWantReadError, BlockingIOError):
                while connection.recv(65536):
                    pass
            connection.settimeout(3)

    attack.repeat(act)


def pings(attack: Attack) -> None:
    frames(attack, bytes([0x89, 0x80, 0, 0, 0, 0]))


def fragments(attack: Attack) -> None:
    def act(_: int) -> None:
        connection = attack.upgraded()
        connection.sendall(bytes([0x01, 0x80, 0, 0, 0, 0]))
        while attack.goes_on:
            connection.sendall(bytes([0x00, 0x80, 0, 0, 0, 0]) * 2_000)
            attack.counts["frames"] += 2_000

    attack.repeat(act)


def deep_json(attack: Attack) -> None:
    text = b'{"type":"hello","x":' + b"[" * 8_000 + b"]" * 8_000 + b"}"
    attack.repeat(lambda _: attack.say(attack.upgraded(), text))


def giant_json(attack: Attack) -> None:
    text = b'{"type":"hello","x":"' + b"a" * 65_000 + b'"}'
    attack.repeat(lambda _: attack.say(attack.upgraded(), text))


def wishes(attack: Attack, wish) -> None:
    """Greetings of somebody new each time."""
    attack.repeat(lambda n: attack.say(attack.upgraded(), wish(n).encode()))


def codes(attack: Attack) -> None:
    signs = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"

    def wish(n: int) -> str:
        code = "".join(signs[(n * 7919 // 31**place) % 31] for place in range(6))
        return encode(Journal("Mallory", code=code).hello(None))

    wishes(attack, wish)


def creations(attack: Attack) -> None:
    wishes(attack, lambda _: encode(Journal.host("Mallory").hello(None)))


def deaf(attack: Attack) -> None:
    """Players' lines that ask and never read what is answered."""
    held: list[socket.socket] = []
    ping = bytes([0x89, 0x80 | 125, 0, 0, 0, 0]) + b"a" * 125

    def act(_: int) -> None:
        held.append(attack.upgraded())
        held[-1].setblocking(False)

    attack.repeat(act, 100)
    while attack.goes_on and held:
        for connection in list(held):
            try:
                attack.counts["frames"] += connection.send(ping * 100) // len(ping)
            except (BlockingIOError, ssl.SSLWantWriteError):
                attack.counts["waits"] += 1
            except OSError:
                attack.counts["cut"] += 1
                held.remove(connection)
        time.sleep(0.001)


async def own_game(attack: Attack) -> Client:
    return await host(attack.url, "Mallory", local_addr=(f"127.0.{attack.number}.2", 0))


def edits(attack: Attack) -> None:
    """Entries in a game of one's own, as many and as fast as they are taken."""

    async def play() -> None:
        client = await own_game(attack)
        number = 0
        while attack.goes_on:
            try:
                for _ in range(100):
                    number += 1
                    await client.score(1, number % 9 + 1, number % 7 + 1)
                await client.until_sent()
                attack.counts["entered"] += 100
            except Refused as refused:
                attack.counts[(refused.error or {}).get("name", "hung up")] += 1
                with contextlib.suppress(Refused):
                    await client.connect()

    asyncio.run(play())


def replicas(attack: Attack) -> None:
    """One member who comes as another device each time."""

    async def come() -> None:
        own = await own_game(attack)
        while attack.goes_on:
            journal = dataclasses.replace(
                own.journal, rid=secrets.token_hex(16), ops=[], acknowledged=0, creator=False)
            device = Client(attack.url, journal, local_addr=(f"127.0.{attack.number}.2", 0))
            try:
                await device.connect()
                await device.score(1, 1, 3)
                await device.until_sent()
                await device.close()
                attack.counts["welcome"] += 1
            except Refused as refused:
                attack.counts[(refused.error or {}).get("name", "hung up")] += 1

    asyncio.run(come())


def not_tls(attack: Attack) -> None:
    def act(_: int) -> None:
        connection = attack.raw()
        connection.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        attack.counts[connection.recv(4096)[9:12].decode()] += 1
        connection.close()

    attack.repeat(act)


ATTACKS = {
    act.__name__: act
    for act in (
        connections, silence_many, half_handshakes_many, hellos, hellos_many, slow_heads,
        slow_reads, requests, pictures, pings, fragments, deep_json, giant_json, codes, creations,
        deaf, edits, replicas, not_tls,
    )
}
ONLY_TLS = {"half_handshakes_many", "hellos", "hellos_many", "not_tls"}
