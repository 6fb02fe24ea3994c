#!/usr/bin/env python3
"""Plants all mutants in a copy of the sources, each with a switch.

    plant.py check        whether each mutant's text is still there exactly once
    plant.py plant DIR    copy what is built to DIR, with all mutants in it

In the copy the environment variable FOLF_MUTANT names the mutant that is switched on. The sources
themselves know nothing of mutants.
"""

import os
import re
import sys
from pathlib import Path

from mutant_list import ROOT, Misfit, Mutant, misfits, read_list

# Folders that no build reads.
MADE_HERE = (".venv", ".venv-browser", "__pycache__")

SWITCH = """import Glibc

/// The switches of the mutants planted here.
enum Mutant {
%s
    private static func isOn(_ name: String) -> Bool {
        guard let value = unsafe getenv("FOLF_MUTANT") else { return false }
        return unsafe String(cString: value) == name
    }
}
"""


def check() -> int:
    mutants = read_list()
    found = [line for mutant in mutants for line in misfits(mutant)]
    for line in found:
        print(line)
    print(f"{len(mutants)} mutants, {len(found)} texts that don't fit")
    return 1 if found else 0


def plant(target: Path) -> int:
    mutants = read_list()
    found = [line for mutant in mutants for line in misfits(mutant)]
    if found:
        raise Misfit("\n".join(found))
    files = originals()
    files["Package.swift"] = manifest(files["Package.swift"].decode(), mutants).encode()
    for path, changes in changes_by_file(mutants).items():
        files[path] = mutated(path, files[path].decode(), changes).encode()
    files.update(switches(mutants))
    write(files, target)
    print(f"{len(mutants)} mutants planted in {target}")
    return 0


def originals() -> dict[str, bytes]:
    """The files that are built, by path."""
    paths = [ROOT / "Package.swift"]
    for top in ("Sources", "Tests"):
        # Some targets share their helpers by a link to a folder.
        for folder, folders, names in os.walk(ROOT / top, followlinks=True):
            folders[:] = [each for each in folders if each not in MADE_HERE]
            paths += [Path(folder, name) for name in names]
    return {str(path.relative_to(ROOT)): path.read_bytes() for path in paths}


def manifest(text: str, mutants: list[Mutant]) -> str:
    """With only the tests that are asked for; and a mutant may be code that warns."""
    wanted = {test_target(suite) for mutant in mutants for suite in mutant.suites}

    def kept(match: re.Match) -> str:
        return match[0] if match[1] in wanted else ""

    text = re.sub(r'tests\(\s*"([\w-]+)",\s*\[[^\]]*\]\),', kept, text)
    return text.replace(".treatAllWarnings(as: .error),", "")


def test_target(suite: str) -> str:
    """The target that a suite of tests belongs to."""
    tests = ROOT / "Tests"
    files = [file for depth in ("*", "*/*") for file in tests.glob(f"{depth}/{suite}.swift")]
    if len(files) != 1:
        raise Misfit(f"{len(files)} suites are called {suite}")
    return files[0].relative_to(tests).parts[0]


def changes_by_file(mutants: list[Mutant]) -> dict[str, list[tuple[str, str, str]]]:
    changes: dict[str, list[tuple[str, str, str]]] = {}
    for mutant in mutants:
        for change in mutant.changes:
            with_switch = change.replacement.replace("MUTANT", f"Mutant.{mutant.name}")
            changes.setdefault(change.path, []).append(
                (mutant.name, change.original, with_switch)
            )
    return changes


def mutated(path: str, text: str, changes: list[tuple[str, str, str]]) -> str:
    """All changes are made to the original, from its end on, so none meets another's text."""
    places = sorted((text.index(old), len(old), new, name) for name, old, new in changes)
    for (place, length, _, name), (next_place, _, _, other) in zip(places, places[1:]):
        if place + length > next_place:
            raise Misfit(f"{name} and {other} want the same text of {path}")
    for place, length, new, _ in reversed(places):
        text = text[:place] + new + text[place + length :]
    return text


def switches(mutants: list[Mutant]) -> dict[str, bytes]:
    """A file with its switches for each target that has mutants."""
    names: dict[str, set[str]] = {}
    for mutant in mutants:
        for change in mutant.changes:
            names.setdefault(change.path.split("/")[1], set()).add(mutant.name)
    return {
        f"Sources/{target}/Mutant.swift": (
            SWITCH % "".join(f'    static let {name} = isOn("{name}")\n' for name in sorted(own))
        ).encode()
        for target, own in names.items()
    }


def write(files: dict[str, bytes], target: Path) -> None:
    """Write the files that have changed and no others, so that a second build is short."""
    for path in target.rglob("*") if target.exists() else []:
        name = path.relative_to(target)
        if path.is_file() and str(name) not in files:
            path.unlink()
    for name, content in files.items():
        path = target / name
        if path.exists() and path.read_bytes() == content:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def main(arguments: list[str]) -> int:
    match arguments:
        case ["check"]:
            return check()
        case ["plant", target]:
            return plant(Path(target))
        case _:
            print(__doc__.strip(), file=sys.stderr)
            return 2


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Misfit as misfit:
        print(f"plant.py: {misfit}", file=sys.stderr)
        sys.exit(1)
