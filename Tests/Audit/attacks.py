"""What somebody who keeps score feels while others attack the server, each attack beside calm.

    python Tests/Audit/attacks.py --program .build/release/folfd [--plain] [--seconds 4] [NAME …]

Each attack comes from an address of its own, or from 254 networks of 127.0.0.0/8 where its name says `many`;
the player is at 127.0.0.1, has a seat in a game, and asks the server something a hundred times a
second. All of it is bounded and stays on this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import os
import re
import resource
import socket
import ssl
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "Foreign"))

from folf_client import Client  # noqa: E402
from journal import Journal, encode  # noqa: E402

INTERVAL_SECONDS = 0.01
ANSWER_SECONDS_MAX = 10


class Server:
    """A server of its own with data of its own."""

    def __init__(self, program: str, folder: Path, is_plain: bool, more: list[str]):
        self.is_plain = is_plain
        options = ["--listen", "127.0.0.1:0", "--data", str(folder / "data"), *more]
        if not is_plain:
            make_certificate(folder)
            options += ["--tls-certificate", f"{folder}/c.pem", "--tls-key", f"{folder}/k.pem"]
            os.environ["SSL_CERT_FILE"] = f"{folder}/c.pem"
        log = (folder / "log").open("wb")
        self.process = subprocess.Popen([program, *options], stdout=subprocess.PIPE, stderr=log)
        line = self.process.stdout.readline().decode()
        self.port = int(re.search(r"https?://127\.0\.0\.1:(\d+)", line)[1])

    @property
    def url(self) -> str:
        scheme, host = ("ws", "127.0.0.1") if self.is_plain else ("wss", "localhost")
        return f"{scheme}://{host}:{self.port}/sync"

    def resident_megabytes(self) -> float:
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize() / 1e6

    def cpu_seconds(self) -> float:
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(60)


def make_certificate(folder: Path) -> None:
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-keyout", f"{folder}/k.pem", "-out", f"{folder}/c.pem", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
        check=True, capture_output=True,
    )


# The player


async def play(url: str, folder: Path, orders, answers) -> None:
    """Keeps asking, and tells how long each answer took since the last order."""
    client = Client(url, Journal.host("Anna"))
    await client.create([[3, ""]] * 9)
    await client.connect()
    await client.until_sent()
    times: list[float] = []
    answers.put("ready")
    while True:
        client.received.clear()
        begin = time.perf_counter()
        await client.send(encode({"type": "ping", "t": 1}))
        await client.until(lambda: client.messages("pong"), ANSWER_SECONDS_MAX)
        took = time.perf_counter() - begin
        times.append(took)
        if not orders.empty():
            if orders.get() == "end":
                await client.close()
                return
            answers.put(times)
            times = []
        await asyncio.sleep(max(0, INTERVAL_SECONDS - took))


def player(url: str, folder: Path, orders, answers) -> None:
    asyncio.run(play(url, folder, orders, answers))


# The attackers


class Attack:
    """One attacker: where it is, what it may do, and what it was answered."""

    def __init__(self, server_port: int, is_plain: bool, end: float, number: int):
        self.number = number
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
        not_tls,
    )
}
ONLY_TLS = {"half_handshakes_many", "hellos", "hellos_many", "not_tls"}


def run_attack(name: str, number: int, port: int, is_plain: bool, seconds: float, results) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (8_192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    attack = Attack(port, is_plain, time.monotonic() + seconds, number)
    try:
        ATTACKS[name](attack)
    finally:
        results.put(dict(attack.counts))


# The measurement


def milliseconds(times: list[float]) -> str:
    if not times:
        return "no answer"
    ordered = sorted(times)
    p99 = ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    return f"{statistics.median(ordered) * 1e3:.1f} / {p99 * 1e3:.1f} / {ordered[-1] * 1e3:.0f}"


def measure(server: Server, names: list[str], seconds: float, folder: Path) -> bool:
    context = multiprocessing.get_context("spawn")
    orders, answers, results = context.Queue(), context.Queue(), context.Queue()
    bystander = context.Process(target=player, args=(server.url, folder, orders, answers))
    bystander.start()
    assert answers.get(timeout=60) == "ready"
    print("| attack | the player waits: p50 / p99 / max ms | server's CPU | MB | what the attacker was answered |")
    print("| --- | --- | --- | --- | --- |")
    is_well = True
    for number, name in enumerate(["calm", *names]):
        orders.put("measure")
        answers.get(timeout=60)
        cpu = server.cpu_seconds()
        counts: dict[str, int] = {}
        if name == "calm":
            time.sleep(seconds)
        else:
            attacker = context.Process(
                target=run_attack, args=(name, number, server.port, server.is_plain, seconds, results))
            attacker.start()
            counts = results.get(timeout=seconds + 60)
            attacker.join(60)
        megabytes = server.resident_megabytes()
        orders.put("measure")
        times = answers.get(timeout=60)
        share = (server.cpu_seconds() - cpu) / seconds
        told = ", ".join(f"{count} {word}" for word, count in sorted(counts.items()))
        print(f"| {name} | {milliseconds(times)} | {share:.0%} | {megabytes:.0f} | {told} |", flush=True)
        is_well = is_well and bool(times) and server.process.poll() is None
    orders.put("end")
    bystander.join(60)
    return is_well and bystander.exitcode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--option", action="append", default=[], help="of folfd")
    parser.add_argument("names", nargs="*", choices=[[], *ATTACKS])
    arguments = parser.parse_args()
    names = arguments.names or list(ATTACKS)
    if arguments.plain:
        names = [name for name in names if name not in ONLY_TLS]
    with tempfile.TemporaryDirectory() as folder:
        server = Server(arguments.program, Path(folder), arguments.plain, arguments.option)
        try:
            is_well = measure(server, names, arguments.seconds, Path(folder))
        finally:
            status = server.stop()
    return 0 if is_well and status == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
