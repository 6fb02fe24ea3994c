"""The journal of one lobby on a device (§17): ops as bytes, who it is, how far it has come."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import secrets
from pathlib import Path
from typing import Any

from card import Message

NO_EPOCH = "0" * 16


def encode(value: Any) -> str:
    """JSON without blanks, texts as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def fingerprint(line: str) -> int:
    """FNV-1a, 32 bits, of an op's bytes as sent (§17)."""
    result = 0x811C9DC5
    for byte in line.encode():
        result = ((result ^ byte) * 0x01000193) % 2**32
    return result


def first_half_of_hash(digits: str) -> str:
    """The first 128 bits of the SHA-256 of what the digits say (§5, §25)."""
    return hashlib.sha256(bytes.fromhex(digits)).hexdigest()[:32]


def person_of(token: str) -> str:
    return first_half_of_hash(token)


@dataclasses.dataclass
class Journal:
    """The journal of one lobby on a device. With a path, each change is on disk before the next."""

    name: str
    token: str = dataclasses.field(default_factory=lambda: secrets.token_hex(32))
    rid: str = dataclasses.field(default_factory=lambda: secrets.token_hex(16))
    lobby: str | None = None
    creator: bool = False
    code: str | None = None
    nonce: str | None = None
    ticket: str | None = None
    epoch: str = NO_EPOCH
    seq: int = 0
    proof: str = ""
    acknowledged: int = 0
    refused: list[list[int]] = dataclasses.field(default_factory=list)
    """Number and error of each op that the server refused, in order."""
    ops: list[str] = dataclasses.field(default_factory=list)
    """Op `n` at place `n` − 1, as it was first written."""
    card: Message | None = None
    path: Path | None = None

    @classmethod
    def host(cls, name: str, path: Path | None = None) -> Journal:
        """The journal of a device that makes a game; its first op is to be `create`."""
        journal = cls(name, creator=True, nonce=secrets.token_hex(16), path=path)
        journal.lobby = first_half_of_hash(journal.person + journal.nonce)
        return journal

    @classmethod
    def load(cls, path: Path) -> Journal:
        return cls(**json.loads(path.read_text()), path=path)

    def save(self) -> None:
        """Replaces the file as a whole, so that a dying battery leaves the old or the new one."""
        if self.path is None:
            return
        kept = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        del kept["path"]
        draft = self.path.with_suffix(".new")
        with draft.open("w") as file:
            file.write(encode(kept))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self.path)

    @property
    def person(self) -> str:
        return person_of(self.token)

    @property
    def tag(self) -> int:
        return int(self.rid[:8], 16)

    def append(self, op: Message) -> int:
        number = len(self.ops) + 1
        self.ops.append(encode({"n": number, **op}))
        self.save()
        return number

    def batch(self, ops_max: int, bytes_max: int) -> list[str]:
        """The next unacknowledged ops that fit into one message (§16)."""
        lines: list[str] = []
        bytes_left = bytes_max - len(op_message([]))
        for line in self.ops[self.acknowledged : self.acknowledged + ops_max]:
            bytes_left -= len(line.encode()) + 1
            if bytes_left < 0:
                break
            lines.append(line)
        return lines

    def refuse(self, number: int, code: int) -> None:
        """Notes that the server refused an op; to be saved before the next is sent (§16)."""
        if number not in (known for known, _ in self.refused):
            self.refused.append([number, code])

    def is_forked(self, last_n: int, last_f: int) -> bool:
        """Whether the server took ops under this `rid` that aren't here (§17)."""
        if last_n > len(self.ops):
            return True
        return last_n > 0 and last_f != fingerprint(self.ops[last_n - 1])

    def fork(self) -> None:
        """A new replica; what wasn't acknowledged is numbered anew (§17)."""
        waiting = [json.loads(line) for line in self.ops[self.acknowledged :]]
        self.rid, self.ops, self.acknowledged = secrets.token_hex(16), [], 0
        self.refused = []
        for op in waiting:
            del op["n"]
            self.append(op)
        self.save()

    def hello(self, wish: str | None) -> Message:
        """The first message (§5). `wish` is `player`, `spectator` or None: only resume."""
        hello: Message = {"type": "hello", "v": 1, "client": "foreign 1.0", "rid": self.rid}
        hello |= {"person": self.person, "token": self.token}
        if self.creator and self.acknowledged == 0:
            hello |= {"lobby": self.lobby, "create": True}
        elif self.ticket is not None:
            hello |= {"lobby": self.lobby, "ticket": self.ticket, "name": self.name}
        else:
            hello |= {"code": self.code, "name": self.name}
        if wish is not None:
            hello["as"] = wish
        if self.seq > 0:
            hello |= {"epoch": self.epoch, "seq": self.seq, "hash": self.proof}
        if self.refused:
            hello["heard"] = self.refused[-1][0]
        return hello | {"n": len(self.ops)}


def op_message(lines: list[str]) -> str:
    """An `op` message that carries lines of the journal byte for byte (§5)."""
    return '{"type":"op","ops":[' + ",".join(lines) + "]}"
