"""The list in mutants.txt, read and held against the sources."""

import re
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SIMULATOR = "simulator"

HEAD = re.compile(r"(\w+), caught by (\w+)(?: or (\w+))?")


@dataclass
class Change:
    path: str
    original: str
    replacement: str


@dataclass
class Mutant:
    name: str
    catchers: list[str]
    """SIMULATOR or suites of tests, in the order in which they are asked."""
    sentence: str
    changes: list[Change] = field(default_factory=list)

    @property
    def suites(self) -> list[str]:
        return [catcher for catcher in self.catchers if catcher != SIMULATOR]


class Misfit(Exception):
    """The list can't be read, or doesn't fit the sources."""


def read_list() -> list[Mutant]:
    """The mutants in their order."""
    text = (HERE / "mutants.txt").read_text()
    blocks = [block for block in text.split("\n\n") if HEAD.fullmatch(block.split("\n")[0])]
    mutants = [read(block.strip("\n").split("\n")) for block in blocks]
    names = [mutant.name for mutant in mutants]
    if not names or len(set(names)) < len(names):
        raise Misfit("mutants.txt is empty, or names a mutant twice")
    return mutants


def read(lines: list[str]) -> Mutant:
    name, *catchers = HEAD.fullmatch(lines[0]).groups()
    rest = lines[2:]
    if not rest or len(rest) % 3:
        raise Misfit(f"{name}: a mutant is a sentence, then a file, a text and its replacement")
    mutant = Mutant(name, [each for each in catchers if each], lines[1])
    for path, minus, plus in zip(rest[::3], rest[1::3], rest[2::3]):
        if minus[:2] != "- " or plus[:2] != "+ " or "MUTANT" not in plus:
            raise Misfit(f"{name}: the text follows “- ”, its replacement with MUTANT “+ ”")
        mutant.changes.append(Change(path, minus[2:], plus[2:]))
    return mutant


def misfits(mutant: Mutant, root: Path = ROOT) -> list[str]:
    """Why the mutant can't be planted any more."""
    found = []
    for change in mutant.changes:
        count = (root / change.path).read_text().count(change.original)
        if count != 1:
            found.append(f"{mutant.name}: {count} times in {change.path}: {change.original}")
    return found


def selected(names: list[str]) -> list[Mutant]:
    """Those named, or all."""
    mutants = read_list()
    unknown = set(names) - {mutant.name for mutant in mutants}
    if unknown:
        raise Misfit(f"no such mutant: {', '.join(sorted(unknown))}")
    return [mutant for mutant in mutants if not names or mutant.name in names]
