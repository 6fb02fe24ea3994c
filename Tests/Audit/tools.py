"""What tools of others say of the server's TLS, and of its patience with those who are slow.

    python Tests/Audit/tools.py --program .build/release/folfd [TOOL …]

The server gets its certificate, with a chain, from an authority on this machine (Debian's pebble),
as it would from Let's Encrypt. What is found above "low" counts, unless `OF_THE_AUTHORITY` says
that only the authority is to blame.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

from attacks import make_certificate

ROOT = Path(__file__).resolve().parents[2]
SSLYZE = ROOT / "Tests/.venv-sslyze/bin/sslyze"
# Only against hanging; testssl.sh takes 80 seconds of a machine that has nothing else to do.
PATIENCE_SECONDS = 600
SERIOUS = {"MEDIUM", "HIGH", "CRITICAL"}
# So many checks are passed at least, or not all were made.
OK_MIN = 30
# What testssl.sh finds amiss in any certificate of pebble's.
OF_THE_AUTHORITY = {
    "cert_revocation": "it has neither CRL nor OCSP",
    "cert_caIssuers": "it isn't known to anybody",
}
SLOW_CONNECTIONS = 300
# A neighbour who asks during a slow test, from another network than who is slow.
NEIGHBOUR = "127.9.9.9"
NEIGHBOUR_INTERVAL_SECONDS = 0.1
# Connections that aren't those of the slow.
FEW = 5


class Missing(Exception):
    """A tool can't be had here, for a reason in words."""


class Unfit(Exception):
    """What was found isn't as it must be."""


def need(program: str) -> str:
    found = shutil.which(program)
    if not found:
        raise Missing(f"there is no {program}")
    return found


def free_port() -> int:
    with socket.socket() as own:
        own.bind(("127.0.0.1", 0))
        return own.getsockname()[1]


def wait_for(what: str, is_so) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        if time.monotonic() > deadline:
            raise Unfit(f"{what} never came")
        time.sleep(0.1)


def listens(port: int) -> bool:
    with contextlib.suppress(OSError):
        socket.create_connection(("127.0.0.1", port)).close()
        return True
    return False


class Authority:
    """Debian's pebble, which vouches for whoever answers at `http_port`."""

    def __init__(self, folder: Path):
        need("pebble")
        need("curl")
        make_certificate(folder)
        self.certificate = folder / "c.pem"
        self.http_port, self.port, self.management_port = free_port(), free_port(), free_port()
        settings = {
            "listenAddress": f"127.0.0.1:{self.port}",
            "managementListenAddress": f"127.0.0.1:{self.management_port}",
            "certificate": str(self.certificate), "privateKey": f"{folder}/k.pem",
            "httpPort": self.http_port, "tlsPort": free_port(),
            # As long as Let's Encrypt's live.
            "certificateValidityPeriod": 64 * 86_400,
        }
        (folder / "pebble.json").write_text(json.dumps({"pebble": settings}))
        self.process = subprocess.Popen(
            ["pebble", "-config", str(folder / "pebble.json")],
            env={**os.environ, "PEBBLE_VA_NOSLEEP": "1", "PEBBLE_WFE_NONCEREJECT": "0"},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        wait_for("pebble", lambda: listens(self.port) and listens(self.management_port))
        self.root = folder / "root.pem"
        context = ssl.create_default_context(cafile=str(self.certificate))
        address = f"https://localhost:{self.management_port}/roots/0"
        with urllib.request.urlopen(address, context=context) as answer:
            self.root.write_bytes(answer.read())

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


class Server:
    """A server that has its certificate from an authority."""

    def __init__(self, program: str, folder: Path, authority: Authority):
        self.log = folder / "log"
        self.root = authority.root
        options = [
            "--listen", "127.0.0.1:0", "--data", str(folder / "data"), "--test-echo",
            "--redirect", f"127.0.0.1:{authority.http_port}", "--acme", "yes",
            "--name", "localhost", "--contact", "anna@folf.example",
            "--acme-directory", f"https://localhost:{authority.port}/dir",
        ]
        trust = {name: str(authority.certificate) for name in ("CURL_CA_BUNDLE", "SSL_CERT_FILE")}
        self.process = subprocess.Popen(
            [program, *options], env={**os.environ, **trust}, stdout=subprocess.PIPE,
            stderr=self.log.open("wb"), text=True,
        )
        self.port = int(re.search(r"https://127\.0\.0\.1:(\d+)", self.process.stdout.readline())[1])
        wait_for("its certificate", lambda: " certificate_taken" in self.log.read_text())

    @property
    def address(self) -> str:
        return f"localhost:{self.port}"

    def open_connections(self) -> int:
        """As the system counts them."""
        own = f":{self.port:04X} "
        lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
        return sum(own in line[:20] and line.split()[3] == "01" for line in lines)

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(60)


class Neighbour:
    """Asks how the server is, again and again: how long it takes, how long others are there."""

    def __init__(self, server: Server):
        self.server = server
        self.times: list[float] = []
        self.failures: list[str] = []
        self.start = self.last_seen = time.monotonic()
        self.has_ended = threading.Event()
        self.thread = threading.Thread(target=self.ask_on)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.has_ended.set()
        self.thread.join()

    def ask_on(self):
        context = ssl.create_default_context(cafile=str(self.server.root))
        while not self.has_ended.wait(NEIGHBOUR_INTERVAL_SECONDS):
            start = time.monotonic()
            try:
                self.ask(context)
            except OSError as error:
                self.failures.append(str(error))
            self.times.append(time.monotonic() - start)
            if self.server.open_connections() > FEW:
                self.last_seen = time.monotonic()

    def ask(self, context: ssl.SSLContext):
        place = ("127.0.0.1", self.server.port)
        with socket.create_connection(place, 10, (NEIGHBOUR, 0)) as plain:
            with context.wrap_socket(plain, server_hostname="localhost") as line:
                line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                if not line.recv(4096).startswith(b"HTTP/1.1 200 "):
                    raise OSError("refused")


def testssl(server: Server, folder: Path) -> str:
    """Not at "/": the page is compressed, which is bad where a page holds secrets; it has none."""
    report = folder / "testssl.json"
    subprocess.run(
        [need("testssl"), "--quiet", "--color", "0", "--warnings", "batch", "--ip", "127.0.0.1",
         "--add-ca", str(server.root), "--jsonfile", str(report),
         f"https://{server.address}/healthz"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE_SECONDS,
    )
    findings = json.loads(report.read_text())
    counts: dict[str, int] = {}
    faults = []
    for finding in findings:
        name, severity = finding["id"].split(" ")[0], finding["severity"]
        counts[severity] = counts.get(severity, 0) + 1
        text = f"{severity} {finding['id']}: {finding['finding']}"
        if severity in SERIOUS | {"FATAL", "LOW"}:
            reason = OF_THE_AUTHORITY.get(name)
            print(f"  {text}{f' (the authority: {reason})' if reason else ''}")
            if severity != "LOW" and not reason:
                faults.append(text)
    told = ", ".join(f"{count} {severity}" for severity, count in sorted(counts.items()))
    if faults or counts.get("OK", 0) < OK_MIN:
        raise Unfit(told)
    return told


def sslyze(server: Server, folder: Path) -> str:
    if not SSLYZE.exists():
        raise Missing("sslyze isn't installed")
    result = subprocess.run(
        [SSLYZE, "--mozilla_config=intermediate", "--certinfo_ca_file", server.root,
         server.address],
        capture_output=True, text=True, timeout=PATIENCE_SECONDS,
    )
    _, _, verdict = result.stdout.partition("COMPLIANCE AGAINST TLS CONFIGURATION")
    lines = [line.strip() for line in verdict.splitlines() if server.address in line]
    if result.returncode != 0 or not any("OK - Compliant" in line for line in lines):
        raise Unfit(verdict.strip() or result.stdout[-2000:])
    return lines[-1]


# What it is told, and for how many seconds: somewhat longer than the server has patience.
SLOW = {
    "slow headers": (["-H", "-i", "5", "-u", "/healthz"], 30),
    "slow body": (
        ["-B", "-i", "5", "-s", "8192", "-f", "application/octet-stream", "-u", "/echo"], 30),
    "slow read": (
        ["-X", "-n", "5", "-z", "32", "-w", "256", "-y", "512", "-u", "/device/game.js"], 200),
}


def slowhttptest(server: Server, folder: Path) -> str:
    program = need("slowhttptest")
    told = []
    for name, (words, seconds) in SLOW.items():
        origin = f"https://{server.address}"
        words = [origin + word if word.startswith("/") else word for word in words]
        words += ["-c", str(SLOW_CONNECTIONS), "-r", "100", "-l", str(seconds), "-p", "3"]
        with Neighbour(server) as neighbour:
            result = subprocess.run(
                [program, *words], capture_output=True, text=True, timeout=PATIENCE_SECONDS)
        said = re.sub(r"\x1b\[[\d;]*m", "", result.stdout)
        last = dict(re.findall(r"^ *([a-z ]+): +(\w+)$", said, re.MULTILINE))
        if neighbour.failures or not neighbour.times or "closed" not in last:
            raise Unfit(f"{name}: {neighbour.failures[:3]} {said[-500:]}{result.stderr}")
        lasted = neighbour.last_seen - neighbour.start
        if lasted > seconds - 5:
            raise Unfit(f"{name}: the server hasn't ended them in {seconds} s")
        told.append(
            f"{name}: {SLOW_CONNECTIONS} of them, ended after {lasted:.0f} s, one more is served: "
            f"{last['service available']}; {len(neighbour.times)} answers to a neighbour, the "
            f"slowest in {max(neighbour.times) * 1e3:.0f} ms")
    return "\n  ".join(told)


def autobahn(server: Server, folder: Path) -> str:
    result = subprocess.run(
        [ROOT / "Scripts/conformance", "secured"], capture_output=True, text=True, cwd=ROOT)
    last = (result.stdout.splitlines() or ["nothing was said"])[-1]
    if result.returncode == 77:
        raise Missing(last)
    if result.returncode != 0:
        raise Unfit(result.stdout[-2000:])
    return last


TOOLS = {tool.__name__: tool for tool in (testssl, sslyze, slowhttptest, autobahn)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("names", nargs="*", choices=[[], *TOOLS])
    arguments = parser.parse_args()
    is_well = True
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            authority = Authority(folder)
        except Missing as reason:
            print(f"audit: skipped: {reason}")
            return 77
        server = Server(arguments.program, folder, authority)
        try:
            for tool in arguments.names or TOOLS:
                start = time.monotonic()
                try:
                    told = f"ok – {tool}: {TOOLS[tool](server, folder)}"
                except Missing as reason:
                    told = f"skipped – {tool}: {reason}"
                except (Unfit, subprocess.TimeoutExpired) as fault:
                    told, is_well = f"not ok – {tool}: {fault}", False
                print(f"{told} ({time.monotonic() - start:.0f} s)", flush=True)
        finally:
            authority.stop()
            status = server.stop()
    return 0 if is_well and status == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
