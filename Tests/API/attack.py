"""Has tools of others read the API's document and attack a server of its own by it.

    python Tests/API/attack.py --program .build/debug/folfd [--seed N]

openapi-spec-validator says whether the document is one. Then schemathesis makes calls of it, good ones
and bad ones, follows its links, and looks at each answer. Afterwards the server has to be alive, to
have answered nothing with 5xx, to have done each thing at least once, and to have written nothing of
what it was told into its log.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import requests
from openapi_spec_validator import OpenAPIV31SpecValidator

HERE = Path(__file__).parent
# Nobody here has an authenticator, as PasskeysTests have, nor a locked game with guests, as ColumnTests.
NEVER_DONE = {"addPasskey", "offerColumns", "offeredColumns", "claimColumns", "releaseColumn"}
# Shorter ones, and rows of one sign, stand in a log by chance.
NOTE_SIGNS_MIN = 8
NOTE_KINDS_MIN = 4
WALK_SECONDS = 40
SECONDS_MAX = 900


class Mail:
    """A mail server, whose letters are in a file."""

    def __init__(self, folder: Path):
        self.letters = folder / "letters"
        self.process = subprocess.Popen(
            [sys.executable, HERE.parent / "Oracles" / "mail_server.py"],
            stdout=self.letters.open("wb"))
        self.port = wait_for(self.letters, r'"port": (\d+)')


class Server:
    """A server of its own with data of its own, behind a proxy that is this program."""

    def __init__(self, program: str, folder: Path, mail: Mail):
        self.log, output = folder / "log", folder / "output"
        self.process = subprocess.Popen(
            [program, "--listen", "127.0.0.1:0", "--data", folder / "data", "--metrics",
             "127.0.0.1:0", "--log-level", "debug", "--sign-up", "open", "--trusted-proxy",
             "127.0.0.1", "--name", "folf.example", "--mail", f"smtp+plain://127.0.0.1:{mail.port}",
             "--mail-from", "folf@folf.example"],
            stdout=output.open("wb"), stderr=self.log.open("wb"))
        self.url = wait_for(output, r"listens on (http://127\.0\.0\.1:\d+)")
        self.metrics = wait_for(output, r"(http://127\.0\.0\.1:\d+/metrics)")

        import_course(program, folder)

    def answers(self) -> Counter[tuple[str, int]]:
        """How often each operation was answered with each status."""
        text = requests.get(self.metrics, timeout=10).text
        line = r'^folf_http_requests_total\{route="(\w+)",status="(\d+)"\} (\d+)$'
        return Counter({(route, int(status)): int(count)
                        for route, status, count in re.findall(line, text, re.MULTILINE)})


def import_course(program: str, folder: Path) -> None:
    """Has the running server's list hold a course."""
    file = folder / "courses.json"
    file.write_text(json.dumps({
        "format": "folf.courses", "version": 1,
        "courses": [{"id": "barn", "name": "Barn", "country": "IS",
                     "layouts": [{"id": "1", "name": "1", "holes": [{"label": "1", "par": 3}]}]}]}))
    subprocess.run([program, "import", "courses", file, "--data", folder / "data"], check=True,
                   stdout=subprocess.DEVNULL)


def wait_for(file: Path, pattern: str) -> str:
    for _ in range(600):
        if found := re.search(pattern, file.read_text() if file.exists() else ""):
            return found[1]
        time.sleep(0.05)
    raise SystemExit(f"api-tests: nothing like {pattern} in {file}")


def attack(server: Server, mail: Mail, folder: Path, seed: int) -> bool:
    environment = os.environ | {
        "FOLF_API_URL": server.url, "FOLF_API_NOTES": str(folder / "notes"),
        "FOLF_API_LETTERS": str(mail.letters), "SCHEMATHESIS_HOOKS": "hooks",
        "PYTHONPATH": str(HERE), "PYTHONDONTWRITEBYTECODE": "1",
    }
    is_good = True
    # Walks along the links begin anew until their time is over: what the server answers is never
    # quite the same, and then a walk ends.
    for phases in [["examples,coverage,fuzzing"], ["stateful", "--max-time", str(WALK_SECONDS)]]:
        done = subprocess.run(
            [Path(sys.executable).parent / "schemathesis", "--config-file",
             HERE / "schemathesis.toml", "run", f"{server.url}/api/v1/openapi.json", "--url",
             server.url, "--checks", "all", "--seed", str(seed), "--generation-database", "none",
             "--no-color", "--warnings", "off", "--phases", *phases],
            env=environment | {"FOLF_API_RUN": phases[0]}, cwd=folder, timeout=SECONDS_MAX)
        is_good = is_good and done.returncode == 0
    return is_good


def is_log_silent(log: str, notes: Path) -> bool:
    told = {json.loads(line) for line in notes.read_text().splitlines()}
    told = {text for text in told
            if len(text) >= NOTE_SIGNS_MIN and len(set(text)) >= NOTE_KINDS_MIN}
    found = {text for text in told if text in log}
    print(f"log: {len(log.splitlines())} lines, and none of {len(told)} texts that were sent"
          if not found else f"log: these stand in it, and were sent: {sorted(found)[:10]}")
    return not found


def is_well(server: Server, operations: set[str], notes: Path) -> bool:
    """Whether the server is as before, and was asked what there is to be asked."""
    problems = []
    if server.process.poll() is not None:
        return print("the server has died", file=sys.stderr) or False
    if requests.get(f"{server.url}/readyz", timeout=10).status_code != 200:
        problems.append("it isn't ready")
    answers = server.answers()
    kinds = Counter()
    for (_, status), count in answers.items():
        kinds[f"{status // 100}xx" if status != 429 else "429"] += count
    print("answers: " + ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())))
    failed = sorted({f"{route} {status}" for route, status in answers if status >= 500})
    if failed:
        problems.append(f"answered so: {', '.join(failed)}")
    idle = {operation for operation in operations
            if not any(answers[operation, status] for status in (200, 201, 202, 204))}
    if idle - NEVER_DONE:
        problems.append(f"never done: {', '.join(sorted(idle - NEVER_DONE))}")
    if not is_log_silent(server.log.read_text(errors="replace"), notes):
        problems.append("the log tells what it was told")
    for problem in problems:
        print(f"api-tests: {problem}", file=sys.stderr)
    return not problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--seed", type=int, default=16)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        mail = Mail(folder)
        server = Server(options.program, folder, mail)
        try:
            document = requests.get(f"{server.url}/api/v1/openapi.json", timeout=10).json()
            OpenAPIV31SpecValidator(document).validate()
            operations = {operation["operationId"] for path in document["paths"].values()
                          for operation in path.values()}
            print(f"document: valid, {len(operations)} operations", flush=True)
            is_good = attack(server, mail, folder, options.seed)
            is_good = is_well(server, operations, folder / "notes") and is_good
        finally:
            server.process.terminate()
            mail.process.terminate()
        if server.process.wait(60) != 0:
            print("api-tests: the server didn't end as it should", file=sys.stderr)
            is_good = False
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
