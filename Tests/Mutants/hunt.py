#!/usr/bin/env python3
"""Switches on one mutant after the other, and says which check caught it.

    hunt.py [--share N] TESTS SIMULATOR… [-- NAME…]

TESTS is the program of the tests, SIMULATOR that of the simulator, both with all mutants planted
in them. Two run at a time. With --share only each Nth mutant, from one on that the day decides, so
that all have had their turn within N days. The exit code is 0 if each mutant was caught, and all is
green while none is switched on.
"""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from mutant_list import SIMULATOR, Misfit, Mutant, selected

SEEDS_MAX = 100
"""Seeds of the simulator from 1 on. A mutant that none of them finds has survived it."""
PROCESSOR_SECONDS_MAX = 120
"""Many times what a run takes: a mutant may keep a program busy for ever."""
CLOCK_SECONDS_MAX = 900
"""Or let it wait for ever."""
AT_ONCE = 2
SECONDS_PER_DAY = 86_400

VIOLATION = re.compile(r"^seed (\d+): VIOLATION of “(.+?)”", re.MULTILINE)
ISSUE = re.compile(r"^✘ Test (.+?) recorded an issue", re.MULTILINE)
TESTS_RUN = re.compile(r"Test run with (\d+) tests? in \d+ suites? passed", re.MULTILINE)
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
TRAPS = (-4, -5, -6, -11)
"""SIGILL, SIGTRAP, SIGABRT and SIGSEGV, as the exit code of a child."""


@dataclass
class Outcome:
    name: str
    is_caught: bool
    text: str

    def __str__(self) -> str:
        return f"{self.name:25} {self.text}"


class Programs:
    def __init__(self, tests: str, simulator: list[str]) -> None:
        self.tests, self.simulator = tests, simulator

    def simulate(self, mutant: str) -> tuple[int, str]:
        """Seeds from 1 on, up to the first that finds something."""
        options = ["--first", "1", "--runs", str(SEEDS_MAX), "--failures", "1", "--no-minimise"]
        # The number of seeds is the limit, however slow the machine is.
        return run([*self.simulator, *options, "--seconds", "3600"], mutant)

    def test(self, suites: list[str], mutant: str) -> tuple[int, str]:
        """One suite with a mutant ends with its first issue."""
        suite = "|".join(f"\\.{suite}/" for suite in suites)
        command = [self.tests, "--testing-library", "swift-testing", "--filter", suite]
        return run(command, mutant, until=ISSUE if mutant else None, shares=len(suites))


def run(
    command: list[str], mutant: str, until: re.Pattern[str] | None = None, shares: int = 1
) -> tuple[int, str]:
    """The exit code, negative for a signal, and what was printed. A line that fits `until` says
    enough: then it is ended, and the code is 1."""
    limits = f'ulimit -t {PROCESSOR_SECONDS_MAX * shares}; ulimit -c 0; exec "$@"'
    environment = os.environ | {"FOLF_MUTANT": mutant, "SWIFT_BACKTRACE": "enable=no"}
    # The programs of whoever calls this aren't the mutated ones, which lie beside the tests.
    environment.pop("FOLF_TEST_PROGRAMS", None)
    process = subprocess.Popen(
        ["/bin/sh", "-c", limits, "sh", *command],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        # Servers that tests have started end with them.
        start_new_session=True,
    )
    is_late = threading.Event()

    def end() -> None:
        is_late.set()
        os.killpg(process.pid, signal.SIGKILL)

    timer = threading.Timer(CLOCK_SECONDS_MAX, end)
    timer.start()
    lines = []
    with process:
        for line in process.stdout:
            lines.append(COLOURS.sub("", line))
            if until and until.search(lines[-1]):
                os.killpg(process.pid, signal.SIGKILL)
                code = 1
                break
        else:
            # It has closed its output, and ends by itself or by the timer.
            code = process.wait()
        timer.cancel()
    if is_late.is_set():
        return 124, "it never ended"
    return code, "".join(lines)


def hunt(programs: Programs, mutant: Mutant) -> Outcome:
    """Asks one catcher after the other, until one has caught it."""
    survived = []
    for catcher in mutant.catchers:
        if catcher == SIMULATOR:
            code, output = programs.simulate(mutant.name)
            clue = simulators_clue(output)
            survived.append(count(SEEDS_MAX, "seed"))
        else:
            code, output = programs.test([catcher], mutant.name)
            clue = suites_clue(output, catcher)
            survived.append(catcher)
        if code == 1 and clue:
            return Outcome(mutant.name, True, clue)
        if code in TRAPS:
            return Outcome(mutant.name, True, f"a trap of the program {trap(output)}".strip())
        if code != 0:
            return Outcome(mutant.name, False, f"NOT CAUGHT: exit code {code}\n{output[-2000:]}")
    return Outcome(mutant.name, False, f"SURVIVED {', '.join(survived)}")


def simulators_clue(output: str) -> str | None:
    violation = VIOLATION.search(output)
    if not violation:
        return None
    return f"{violation[2]}: {count(int(violation[1]), 'seed')}"


def suites_clue(output: str, suite: str) -> str | None:
    issue = ISSUE.search(output)
    return f"{suite}: {issue[1]}" if issue else None


def trap(output: str) -> str:
    lines = [line for line in output.split("\n") if "Fatal error" in line]
    return f"({lines[-1].split('Fatal error: ')[-1]})" if lines else ""


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def unmutated_simulator(programs: Programs) -> Outcome:
    code, output = programs.simulate("")
    if code == 0:
        return Outcome("(none)", True, f"nothing violated: {count(SEEDS_MAX, 'seed')}")
    return Outcome("(none)", False, f"VIOLATED without a mutant: {code}\n{output[-4000:]}")


def unmutated_tests(programs: Programs, suites: list[str]) -> Outcome:
    code, output = programs.test(suites, "")
    passed = TESTS_RUN.search(output)
    if code == 0 and passed and int(passed[1]) >= len(suites):
        return Outcome("(none)", True, f"{passed[1]} tests passed")
    return Outcome("(none)", False, f"FAILED without a mutant: {code}\n{output[-4000:]}")


def main(arguments: list[str]) -> int:
    share = 1
    if arguments[:1] == ["--share"] and arguments[1:2] and arguments[1].isdecimal():
        share, arguments = max(1, int(arguments[1])), arguments[2:]
    if len(arguments) < 2 or arguments[0].startswith("-"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    split = arguments.index("--") if "--" in arguments else len(arguments)
    programs = Programs(arguments[0], arguments[1:split])
    first = int(time.time()) // SECONDS_PER_DAY % share
    mutants = selected(arguments[split + 1 :])[first::share]
    if not mutants:
        raise Misfit(f"there are fewer than {share} mutants")
    if share > 1:
        print(f"mutants: one of {share}, from number {first + 1} on", flush=True)
    suites = sorted({suite for mutant in mutants for suite in mutant.suites})
    start = time.monotonic()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        green = [pool.submit(unmutated_simulator, programs)]
        if suites:
            green.append(pool.submit(unmutated_tests, programs, suites))
        hunts = [pool.submit(hunt, programs, mutant) for mutant in mutants]
        for each in green + hunts:
            print(each.result(), flush=True)
    caught = sum(each.result().is_caught for each in hunts)
    seconds = time.monotonic() - start
    print(f"mutants: {caught} of {len(mutants)} caught in {seconds:.0f} s")
    return 0 if all(each.result().is_caught for each in green + hunts) else 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Misfit as misfit:
        print(f"hunt.py: {misfit}", file=sys.stderr)
        sys.exit(2)
