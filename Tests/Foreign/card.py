"""The scorecard as a thin client keeps it: a lobby (§10) to which events (§8) are applied."""

from __future__ import annotations

import copy
import dataclasses
from typing import Any, NamedTuple

Message = dict[str, Any]
Value = int | str | None
Key = tuple[int, int, int, int]
"""Round, player, hole, field (§9)."""

THROWS, NAME, PAR, COURSE, TEE = range(5)
PENALTY = 64
"""The field of the first penalty."""

# What each penalty costs beside the holes; of some the first is only a warning.
COSTS = [int(cost) for cost in "11111001111111122111122123200022212212212"]
WARNINGS = {17, 18, 19, 20, 36}

# Fields of the lobby object that are there only in some games (§10).
OPTIONAL = {"deleted", "games", "last_game", "layout", "played", "trust"}


def small(text: str) -> str:
    """Each code point by itself in lower case (§9)."""
    return "".join(sign.lower() for sign in text)


class Sibling(NamedTuple):
    """A write to a cell that no other write has replaced (§4)."""

    seq: int
    value: Value
    member: int
    tag: int
    at: int
    """Milliseconds since the lobby's start."""
    rank: int


class Cell(NamedTuple):
    """A version and its siblings, the shown one first (§9)."""

    version: int = 0
    siblings: tuple[Sibling, ...] = ()

    @classmethod
    def read(cls, version: int, siblings: list[list[Any]]) -> Cell:
        return cls(version, tuple(Sibling(*places[:6]) for places in siblings))

    @property
    def shown(self) -> Value:
        return self.siblings[0].value if self.siblings else None

    @property
    def disputed(self) -> bool:
        """Whether different people wrote different values without knowing of each other (§12)."""
        first, *others = self.siblings or (None,)
        return any(other.value != first.value for other in others) and any(
            other.member != first.member for other in others
        )


class TooOld(Exception):
    """The log holds an event that this client doesn't know (§8)."""


@dataclasses.dataclass
class Card:
    """The lobby as in §10, kept current by events; positional arrays stay as they travel."""

    id: str
    start: int = 0
    code: str | None = None
    invitation: str | None = ""
    watch: str | None = None
    course: str | None = None
    holes: list[list[Any]] = dataclasses.field(default_factory=list)
    stage: list[Any] = dataclasses.field(default_factory=lambda: ["setup", 0])
    late_join: bool = False
    host: int = 0
    owner: int = 0
    members: list[list[Any]] = dataclasses.field(default_factory=list)
    players: list[list[Any]] = dataclasses.field(default_factory=list)
    cells: dict[Key, Cell] = dataclasses.field(default_factory=dict)
    late: list[list[Any]] = dataclasses.field(default_factory=list)
    # Since when the game is deleted; absent from the object unless it is.
    deleted: int | None = None
    # What is known of the course given at `create`, and what is played instead of it: a number,
    # name, holes and layout. Absent unless there is such a thing.
    layout: Message | None = None
    played: list[Any] | None = None
    # How strict the game is; absent unless it was ever changed.
    trust: list[Any] | None = None
    # What is played besides, by id, and the greatest id; absent unless there ever was such a game.
    games: list[list[Any]] | None = None
    last_game: int | None = None

    @classmethod
    def read(cls, lobby: Message) -> Card:
        """A card from the lobby object of a snapshot; fields it doesn't know are ignored."""
        names = {field.name for field in dataclasses.fields(cls)} - OPTIONAL
        known = {name: lobby[name] for name in names}
        known |= {name: lobby.get(name) for name in OPTIONAL}
        known["cells"] = {tuple(cell[:4]): Cell.read(cell[4], cell[5]) for cell in lobby["cells"]}
        return cls(**copy.deepcopy(known))

    def lobby(self) -> Message:
        """The lobby object again: equal cards give equal objects."""
        known = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        known["cells"] = [
            [*key, cell.version, [list(sibling) for sibling in cell.siblings]]
            for key, cell in sorted(self.cells.items())
        ]
        for name in OPTIONAL:
            if known[name] is None:
                del known[name]
        return copy.deepcopy(known)

    def apply(self, seq: int, event: list[Any]) -> None:
        """Carries an event out (§8); places that a later version adds are ignored."""
        match event:
            case ["new", start, code, invitation, course, holes, late_join, *host]:
                self.start, self.code, self.invitation = start, code, invitation
                self.course, self.holes, self.late_join = course, holes, late_join
                self.host = self.owner = 1
                person, name, player, *more = host
                self.watch = more[0] if more else None
                self.layout = more[1] if len(more) > 1 else None
                self._join([1, person, 0, 0, player, name])
            case ["layout", number, course, holes, layout, *_]:
                self.played, self.layout = [number, course, holes, layout], None
            case ["cell", round, player, hole, field, siblings, *_]:
                self.cells[round, player, hole, field] = Cell.read(seq, siblings)
            case ["join", *member]:
                self._join(member[:6])
            case ["standing", member, standing, *_]:
                self.members[member - 1][3] = standing
                if standing != 0 and self.stage[0] == "setup":
                    self._mark_removed(self.members[member - 1][4], 1)
            case ["add", *player]:
                self.players.append(player[:4])
            case ["remove", player, *_]:
                self._mark_removed(player, 1)
            case ["place", player, before, *_]:
                self._place(player, before)
            case ["stage", stage, *_]:
                self.stage = stage[:2]
                if stage[0] == "locked":
                    self.code = None
            case ["host", host, owner, *_]:
                self.host, self.owner = host, owner
            case ["role", member, role, *_]:
                self.members[member - 1][2] = role
            case ["late_join", allowed, *_]:
                self.late_join = allowed
            case ["trust", number, need, scorers, blind, *_]:
                self.trust = [number, seq, need, scorers, blind]
            case ["game", id, number, settings, *_]:
                others = [game for game in self.games or [] if game[0] != id]
                new = [] if settings is None else [[id, number, settings]]
                self.games = sorted([*others, *new], key=lambda game: game[0])
                self.last_game = max(self.last_game or 0, id)
            case ["invite", code, invitation, *_]:
                self.code, self.invitation = code, invitation
            case ["claim", member, player, *_]:
                self._claim(member, player)
            case ["late", *edit]:
                self.late.append(edit[:10])
            case ["settle", late, round, player, hole, field, siblings, *_]:
                self.late = [edit for edit in self.late if edit[0] != late]
                if siblings is not None:
                    self.cells[round, player, hole, field] = Cell.read(seq, siblings)
            case ["deleted", since, *_]:
                self.deleted = since
            case _:
                raise TooOld(event)

    def _join(self, member: list[Any]) -> None:
        number, _, _, _, player, name = member
        self.members[number - 1 : number] = [member]
        if all(column[0] != player for column in self.players) and player != 0:
            self.players.append([player, number, name, 0])
        self._mark_removed(player, 0)

    def _claim(self, member: int, player: int) -> None:
        former = self.members[member - 1][4]
        if former != player:
            self._mark_removed(former, 1)
        self.members[member - 1][4] = player
        for column in self.players:
            if column[0] == player:
                column[1] = member

    def _place(self, player: int, before: int) -> None:
        ids = [column[0] for column in self.players]
        if player == before or player not in ids:
            return
        column = self.players.pop(ids.index(player))
        ids.remove(player)
        place = ids.index(before) if before in ids else len(ids)
        self.players.insert(place, column)

    def _mark_removed(self, player: int, removed: int) -> None:
        for column in self.players:
            if column[0] == player:
                column[3] = removed

    def cell(self, key: Key) -> Cell:
        return self.cells.get(key, Cell())

    def throws(self, player: int, hole: int, round: int | None = None) -> Value:
        """The shown score, in the current round unless told; None: not scored."""
        return self.cell((round or self.stage[1], player, hole, THROWS)).shown

    def course_played(self) -> tuple[int, list[list[Any]], Message | None]:
        """The number of the course, its holes, and what is known of it."""
        if self.played is None:
            return 0, self.holes, self.layout
        number, _, holes, layout = self.played[:4]
        return number, holes, layout

    def tee(self, player: int) -> int | None:
        """The place of the tee that counts for a player among the layout's (§9)."""
        _, _, layout = self.course_played()
        names = [tee[0] for tee in (layout or {}).get("tees") or []]
        if not names:
            return None
        own = self.cell((0, player, 0, TEE)).shown
        if own in names:
            return names.index(own)
        alike = [place for place, name in enumerate(names) if own and small(name) == small(own)]
        return alike[0] if alike else names.index(layout.get("default_tee") or names[0])

    def par(self, hole: int, player: int | None = None) -> int:
        """What a hole is worth: to a player, or to those whose tee has no par of its own."""
        number, holes, layout = self.course_played()
        tee = self.tee(player) if player is not None else None
        if tee is not None:
            starts = layout["holes"][hole - 1][1][tee]
            if starts and starts[0]:
                return starts[0]
        cell = self.cell((number, 0, hole, PAR))
        return cell.shown if cell.siblings else holes[hole - 1][1]

    def name(self, player: int) -> str:
        cell = self.cell((0, player, 0, NAME))
        return cell.shown if cell.siblings else next(p[2] for p in self.players if p[0] == player)

    def total(self, player: int) -> int:
        """The sum of the shown throws of all rounds that have begun, and of penalties (§9)."""
        return sum(throws for _, throws in self._scored(player)) + self.penalties(player)

    def over_par(self, player: int) -> int:
        """Throws − par over the scored holes (§9)."""
        over = sum(throws - self.par(hole, player) for hole, throws in self._scored(player))
        return over + self.penalties(player)

    def penalties(self, player: int) -> int:
        """Throws that belong to no hole, of all rounds that have begun (§9)."""
        return sum(
            COSTS[field - PENALTY] * max(0, cell.shown - (field - PENALTY in WARNINGS))
            for (round, column, hole, field), cell in self.cells.items()
            if column == player and field >= PENALTY and hole == 0 and cell.shown
            and round <= self.stage[1]
        )

    def _scored(self, player: int) -> list[tuple[int, int]]:
        return [
            (hole, cell.shown)
            for (round, column, hole, field), cell in self.cells.items()
            if column == player and field == THROWS and cell.shown is not None
            and hole <= len(self.course_played()[1])
            # A lobby that was put back may hold scores of rounds that it doesn't know.
            and round <= self.stage[1]
        ]

    def disputes(self) -> list[Key]:
        return sorted(key for key, cell in self.cells.items() if cell.disputed)

    def player(self, name: str) -> int:
        """The id of the column still on the card that bears this name."""
        return next(p[0] for p in self.players if p[3] == 0 and self.name(p[0]) == name)
