"""Plays the Autobahn test suite against one of our two roles, and judges its report.

Usage: conformance.py ROLE PROGRAMS PYTHON2 PACKAGES

ROLE is `server` (folfd's echo route), `secured` (the same over TLS) or `client` (echo-client; needs
a network namespace of its own, because the fuzzing server binds every address). The last line sums the role up; the exit code
is 0 only if every case is as it must be.
"""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SECTIONS = ["1.*", "2.*", "3.*", "4.*", "5.*", "6.*", "7.*", "9.*", "10.*"]
CASES = 301
# Cases without a right answer, which are always rated so.
INFORMATIONAL = {"7.1.6", "7.13.1", "7.13.2"}
# The suite gives many cases a second of real time, which a busy machine may not have. A fault of
# ours is there each time.
RUNS_MAX = 3
PORT = 9001
# Only against hanging.
PATIENCE_SECONDS = 900
# Autobahn's packages and no others.
WSTEST = """
import runpy, site, sys
site.addsitedir(sys.argv.pop(1))
runpy.run_module("autobahntestsuite.wstest", run_name="__main__", alter_sys=True)
"""

Report = dict[str, dict[str, str]]


class Unfit(Exception):
    """The suite could not be played."""


class Suite:
    """Autobahn, and what it is to play against."""

    def __init__(self, programs: Path, python: str, packages: str, folder: Path):
        self.programs = programs
        self.folder = folder
        self._wstest = [python, "-S", "-u", "-c", WSTEST, packages]

    def play(self, role: str, cases: list[str]) -> Report:
        """Play these cases, and return what the suite reports about them."""
        reports = Path(tempfile.mkdtemp(dir=self.folder))
        with open(reports / "log", "w") as log:
            if role == "client":
                self._play_server(cases, reports, log)
            else:
                self._play_client(cases, reports, log, is_secured=role == "secured")
        try:
            with open(reports / "index.json") as file:
                return json.load(file)["folf"]
        except (OSError, KeyError, ValueError):
            raise Unfit(f"there is no report:\n{(reports / 'log').read_text()[-2000:]}")

    def _command(self, mode: str, cases: list[str], reports: Path, **more: object) -> list[str]:
        spec = reports / "spec.json"
        spec.write_text(json.dumps({
            "outdir": str(reports), "cases": cases, "exclude-cases": [],
            "exclude-agent-cases": {}, **more}))
        return [*self._wstest, "-m", mode, "-s", str(spec), "-u", "0"]

    def _play_client(self, cases: list[str], reports: Path, log, is_secured: bool) -> None:
        with self._folfd(log, is_secured) as port:
            scheme = "wss" if is_secured else "ws"
            server = {"agent": "folf", "url": f"{scheme}://127.0.0.1:{port}/echo"}
            command = self._command("fuzzingclient", cases, reports, servers=[server])
            subprocess.run(
                command, cwd=reports, stdout=log, stderr=log, timeout=PATIENCE_SECONDS)

    def _play_server(self, cases: list[str], reports: Path, log) -> None:
        command = self._command(
            "fuzzingserver", cases, reports, url=f"ws://127.0.0.1:{PORT}")
        with running(subprocess.Popen(command, cwd=reports, stdout=log, stderr=log)) as server:
            wait_for_listener(server)
            subprocess.run(
                [self.programs / "echo-client", str(PORT), "folf"], stdout=log, stderr=log,
                timeout=PATIENCE_SECONDS)

    @contextmanager
    def _folfd(self, log, is_secured: bool) -> Iterator[int]:
        data = tempfile.mkdtemp(dir=self.folder)
        command = [
            self.programs / "folfd", "--test-echo", "--listen", "127.0.0.1:0", "--data", data]
        if is_secured:
            command += self._certificate()
        with running(subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=log, text=True
        )) as process:
            line = process.stdout.readline()
            found = re.search(r"listens on https?://[^ ,]*:(\d+)", line)
            if not found:
                raise Unfit(f"folfd doesn't start: {line!r}")
            yield int(found[1])

    def _certificate(self) -> list[str | Path]:
        """The options of a server that has one; the suite believes any."""
        key, certificate = self.folder / "key.pem", self.folder / "certificate.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-keyout", key, "-out", certificate, "-subj", "/CN=127.0.0.1"],
            check=True, capture_output=True)
        return ["--tls-certificate", certificate, "--tls-key", key]


@contextmanager
def running(process: subprocess.Popen) -> Iterator[subprocess.Popen]:
    """Ends the process at the end."""
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def wait_for_listener(server: subprocess.Popen) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", PORT)).close()
            return
        except OSError:
            time.sleep(0.05)
    raise Unfit("the fuzzing server doesn't listen")


def bad_cases(report: Report) -> list[str]:
    """The cases that are not as they must be, in order."""
    def is_good(name: str, case: dict[str, str]) -> bool:
        wanted = {"INFORMATIONAL"} if name in INFORMATIONAL else {"OK"}
        return case["behavior"] in wanted and case["behaviorClose"] in {"OK", *wanted}
    return sorted((name for name, case in report.items() if not is_good(name, case)), key=place)


def place(name: str) -> list[int]:
    return [int(part) for part in name.split(".")]


def play_with_patience(suite: Suite, role: str) -> tuple[Report, list[str]]:
    """The last verdict on each case, and which were played more than once."""
    report = suite.play(role, SECTIONS)
    repeated: list[str] = []
    for _ in range(1, RUNS_MAX):
        bad = bad_cases(report)
        if not bad:
            break
        for name in bad:
            say(role, f"{name} {verdict(report[name])}, once more")
        repeated += [name for name in bad if name not in repeated]
        report |= suite.play(role, bad)
    return report, repeated


def verdict(case: dict[str, str]) -> str:
    return f"{case['behavior']}, close {case['behaviorClose']}"


def say(role: str, text: str) -> None:
    print(f"conformance: {role} role: {text}", flush=True)


def judge(role: str, report: Report, repeated: list[str]) -> bool:
    """Prints the summary; whether all is as it must be."""
    bad = bad_cases(report)
    for name in bad:
        say(role, f"{name} {verdict(report[name])}")
    if len(report) != CASES:
        say(role, f"only {len(report)} of {CASES} cases were played")
    verdicts = [
        "INFORMATIONAL" if name in INFORMATIONAL and name not in bad
        else "NON-STRICT" if "NON-STRICT" in (case["behavior"], case["behaviorClose"])
        else "FAILED" if name in bad else "OK"
        for name, case in report.items()]
    informational = ", ".join(sorted(INFORMATIONAL & report.keys() - set(bad), key=place))
    say(role, (
        f"{len(report)} cases, {verdicts.count('OK')} OK, "
        f"{verdicts.count('INFORMATIONAL')} informational ({informational or 'none'}), "
        f"{verdicts.count('NON-STRICT')} non-strict, {verdicts.count('FAILED')} failed"
        + (f", {len(repeated)} played again" if repeated else "")))
    return not bad and len(report) == CASES


def main() -> int:
    role, programs, python, packages = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        suite = Suite(Path(programs).resolve(), python, str(Path(packages).resolve()), Path(folder))
        try:
            report, repeated = play_with_patience(suite, role)
        except (Unfit, subprocess.TimeoutExpired) as error:
            say(role, str(error))
            say(role, "not played to the end; this counts as failed")
            return 1
        return 0 if judge(role, report, repeated) else 1


if __name__ == "__main__":
    sys.exit(main())
