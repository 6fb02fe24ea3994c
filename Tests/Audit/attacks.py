"""What somebody who keeps score feels while others attack the server, each attack beside calm.

    python Tests/Audit/attacks.py --program .build/release/folfd [--plain] [--seconds 4] [NAME …]

Each attack comes from an address of its own, or from 254 networks of 127.0.0.0/8 where its name says `many`;
the player is at 127.0.0.1, has a seat in a game, and asks the server something or enters a score
a hundred times a second. All of it is bounded and stays on this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from attackers import ATTACKS, ONLY_TLS, Attack, half_handshakes_many, host

sys.path.insert(0, str(Path(__file__).parent.parent / "Foreign"))

from journal import encode  # noqa: E402

INTERVAL_SECONDS = 0.01
ANSWER_SECONDS_MAX = 10
# The player enters a score instead of asking, each time after so many questions.
QUESTIONS_PER_SCORE = 10
# What 1,000 handshakes that never end may take up.
HALF_HANDSHAKES_MEGABYTES_MAX = 20


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
    """Keeps asking and scoring, and tells how long each answer, and each score until it was kept,
    took since the last order."""
    client = await host(url, "Anna")
    times: tuple[list[float], list[float]] = ([], [])
    answers.put("ready")
    number = 0
    while True:
        number += 1
        client.received.clear()
        begin = time.perf_counter()
        if number % (QUESTIONS_PER_SCORE + 1) == 0:
            await client.score(1, number % 9 + 1, number % 7 + 1)
            await client.until(lambda: client.has_sent_all, ANSWER_SECONDS_MAX)
            took = time.perf_counter() - begin
            times[1].append(took)
        else:
            await client.send(encode({"type": "ping", "t": 1}))
            await client.until(lambda: client.messages("pong"), ANSWER_SECONDS_MAX)
            took = time.perf_counter() - begin
            times[0].append(took)
        if not orders.empty():
            if orders.get() == "end":
                await client.close()
                return
            answers.put(times)
            times = ([], [])
        await asyncio.sleep(max(0, INTERVAL_SECONDS - took))


def player(url: str, folder: Path, orders, answers) -> None:
    asyncio.run(play(url, folder, orders, answers))


def run_attack(
    name: str, number: int, url: str, port: int, is_plain: bool, seconds: float, results
) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (8_192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    attack = Attack(url, port, is_plain, time.monotonic() + seconds, number)
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
    print("| attack | an answer takes: p50 / p99 / max ms | a score, until it is kept "
          "| server's CPU | MB | what the attacker was answered |")
    print("| --- | --- | --- | --- | --- | --- |")
    is_well = True
    megabytes = server.resident_megabytes()
    for number, name in enumerate(["calm", *names]):
        orders.put("measure")
        answers.get(timeout=60)
        cpu = server.cpu_seconds()
        counts: dict[str, int] = {}
        if name == "calm":
            time.sleep(seconds)
        else:
            attacker = context.Process(
                target=run_attack,
                args=(name, number, server.url, server.port, server.is_plain, seconds, results),
            )
            attacker.start()
            counts = results.get(timeout=seconds + 60)
            attacker.join(60)
            is_well = is_well and attacker.exitcode == 0
        megabytes_before, megabytes = megabytes, server.resident_megabytes()
        orders.put("measure")
        times, score_times = answers.get(timeout=60)
        share = (server.cpu_seconds() - cpu) / seconds
        told = ", ".join(f"{count} {word}" for word, count in sorted(counts.items()))
        print(f"| {name} | {milliseconds(times)} | {milliseconds(score_times)} | {share:.0%} "
              f"| {megabytes:.0f} | {told} |", flush=True)
        is_well = is_well and bool(times and score_times) and server.process.poll() is None
        if name == half_handshakes_many.__name__:
            is_well = is_well and megabytes - megabytes_before <= HALF_HANDSHAKES_MEGABYTES_MAX
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
