#!/usr/bin/env python3
"""Switches on one mutant after the other, and says which check caught it.

    hunt.py PROGRAM… [-- NAME…]

PROGRAM is the simulator with all mutants planted in it. Two run at a time. The exit code is 0 if
each mutant was caught, and nothing is violated while none is switched on.
"""

import os
import re
import resource
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from mutant_list import SIMULATOR, Misfit, Mutant, selected

SEEDS_MAX = 200
"""Seeds of the simulator from 1 on. A mutant that none of them finds has survived."""
GREEN_SEEDS = 100
"""Seeds that must find nothing while no mutant is switched on."""
PROCESSOR_SECONDS_MAX = 60
"""What a run of all seeds takes, many times over: a mutant may keep the program busy for ever."""
AT_ONCE = 2

VIOLATION = re.compile(r"^seed (\d+): VIOLATION of “(.+?)”", re.MULTILINE)


class Outcome:
    def __init__(self, name: str, is_caught: bool, text: str) -> None:
        self.name, self.is_caught, self.text = name, is_caught, text

    def __str__(self) -> str:
        return f"{self.name:26} {self.text}"


def simulate(program: list[str], mutant: str, seeds: int) -> tuple[int, str]:
    """The exit code, negative for a signal, and what was printed."""

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS_MAX, PROCESSOR_SECONDS_MAX))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    options = ["--first", "1", "--runs", str(seeds), "--failures", "1", "--no-minimise"]
    # The number of seeds is the limit, however slow the machine is.
    options += ["--seconds", "3600"]
    run = subprocess.run(
        program + options,
        env=os.environ | {"FOLF_MUTANT": mutant, "SWIFT_BACKTRACE": "enable=no"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        preexec_fn=bounded,
        check=False,
    )
    return run.returncode, run.stdout.decode(errors="replace")


def hunt(program: list[str], mutant: Mutant) -> Outcome:
    code, output = simulate(program, mutant.name, SEEDS_MAX)
    violation = VIOLATION.search(output)
    if code == 1 and violation:
        seeds, check = violation.groups()
        return Outcome(mutant.name, True, f"caught by “{check}” after {counted(int(seeds))}")
    if code == 0:
        return Outcome(mutant.name, False, f"SURVIVED {counted(SEEDS_MAX)}")
    if code in (-4, -5, -6, -11):
        reason = output.strip().split("\n")[-1] if "Fatal error" in output else ""
        return Outcome(mutant.name, True, f"caught by a trap of the program {reason}".strip())
    return Outcome(mutant.name, False, f"NOT CAUGHT: exit code {code}\n{output[-2000:]}")


def counted(seeds: int) -> str:
    return f"{seeds} seed" if seeds == 1 else f"{seeds} seeds"


def unmutated(program: list[str]) -> Outcome:
    code, output = simulate(program, "", GREEN_SEEDS)
    if code == 0:
        return Outcome("(none)", True, f"nothing violated in {counted(GREEN_SEEDS)}")
    return Outcome("(none)", False, f"VIOLATED without a mutant: exit code {code}\n{output[-4000:]}")


def main(arguments: list[str]) -> int:
    split = arguments.index("--") if "--" in arguments else len(arguments)
    program, names = arguments[:split], arguments[split + 1 :]
    mutants = [mutant for mutant in selected(names) if mutant.catcher == SIMULATOR]
    start = time.monotonic()
    outcomes = []
    with ThreadPoolExecutor(AT_ONCE) as pool:
        runs = [pool.submit(unmutated, program)]
        runs += [pool.submit(hunt, program, mutant) for mutant in mutants]
        for run in runs:
            outcomes.append(run.result())
            print(outcomes[-1], flush=True)
    caught = sum(outcome.is_caught for outcome in outcomes[1:])
    seconds = time.monotonic() - start
    print(f"mutants: {caught} of {len(mutants)} caught in {seconds:.0f} s")
    return 0 if all(outcome.is_caught for outcome in outcomes) else 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Misfit as misfit:
        print(f"hunt.py: {misfit}", file=sys.stderr)
        sys.exit(2)
