"""The golden files of Tests/Vectors, read by a client that knows nothing but Protocol.md."""

from __future__ import annotations

import json
import unittest
from pathlib import Path

from card import Card, Cell, Message, Sibling, TooOld
from folf_client import Client
from journal import Journal, fingerprint, op_message

VECTORS = Path(__file__).parent.parent / "Vectors"


def vectors(name: str) -> list[Message]:
    return json.loads((VECTORS / f"{name}.json").read_text())


def write(siblings: tuple[Sibling, ...], new: Sibling, seen: int, strict: bool) -> Cell:
    """The merge of §12: what was seen, and what the replica itself wrote, is replaced; if it is
    strict, of what was seen only the author's own."""

    def goes(old: Sibling) -> bool:
        return old.tag == new.tag or (
            old.seq <= seen and (old.member == new.member or not strict)
        )

    left = [old for old in siblings if not goes(old)]
    order = sorted([*left, new], key=lambda one: (one.rank, one.at, one.tag), reverse=True)
    return Cell(new.seq, tuple(order))


class MergeTests(unittest.TestCase):
    def test_merges_lead_to_what_the_vectors_say(self) -> None:
        for vector in vectors("merge"):
            with self.subTest(vector["name"]):
                before, after = (Cell.read(0, vector[key]).siblings for key in ("before", "after"))
                new = Sibling(*vector["write"][0])
                cell = write(before, new, vector["seen"], vector["strict"])
                self.assertEqual(cell, Cell(vector["version"], after))
                self.assertEqual(cell.shown, vector["shown"])
                self.assertEqual(cell.disputed, vector["disputed"])


class ResultTests(unittest.TestCase):
    def test_totals_are_what_the_vectors_say(self) -> None:
        for vector in vectors("results"):
            cards = [Card.read(lobby) for lobby in vector["lobbies"]]
            for result in vector["results"]:
                with self.subTest(vector["name"], player=result["name"]):
                    card, player = cards[result["game"]], result["player"]
                    self.assertEqual(card.name(player), result["name"])
                    self.assertEqual(card.total(player), result["total"])
                    self.assertEqual(card.over_par(player), result["over_par"])


class MessageTests(unittest.TestCase):
    """Server messages can be read by a thin client; client messages have known fields."""

    def messages(self, direction: str) -> list[tuple[str, Message]]:
        found = [
            (vector["name"], json.loads(vector["text"]))
            for vector in vectors("messages")
            if vector["direction"] == direction
        ]
        self.assertTrue(found)
        return found

    def test_every_event_can_be_applied(self) -> None:
        snapshot = next(m for _, m in self.messages("server to client") if m["type"] == "snapshot")
        kinds = set()
        for name, message in self.messages("server to client"):
            if message["type"] != "events":
                continue
            with self.subTest(name):
                card = Card.read(snapshot["lobby"])
                for seq, event in enumerate(message["e"], start=message["s"]):
                    # A game without a layout ends before its place.
                    none = [None] if event[0] == "new" and len(event) < 12 else []
                    card.apply(seq, [*event, *none, "a place of a later version"])
                    kinds.add(event[0])
        self.assertEqual(len(kinds), 19)

    def test_an_event_of_a_later_version_stops_the_client(self) -> None:
        with self.assertRaises(TooOld):
            Card("").apply(1, ["weather", "rain"])

    def test_an_event_is_applied_once_and_none_is_left_out(self) -> None:
        client = Client("", Journal.host("Anna"))
        new = ["new", 0, "ABCDEF", "", None, [["1", 3]], False, "", "Anna", 1]
        guest = ["add", 7, 0, "Eva", 0]
        client.follow(1, "0b", [new])
        client.follow(1, "0c", [new, guest])
        client.follow(1, "0b", [new])
        self.assertEqual([player[0] for player in client.card.players], [1, 7])
        self.assertEqual((client.journal.seq, client.journal.proof), (2, "0c"))
        with self.assertRaises(ConnectionError):
            client.follow(4, "0e", [guest])

    def test_a_snapshot_comes_out_as_it_went_in(self) -> None:
        for name, message in self.messages("server to client"):
            if message["type"] == "snapshot":
                with self.subTest(name):
                    lobby = message["lobby"]
                    self.assertEqual(Card.read(lobby | {"weather": "rain"}).lobby(), lobby)

    def test_ops_travel_byte_for_byte(self) -> None:
        for vector in vectors("messages"):
            if not vector["text"].startswith('{"type":"op"'):
                continue
            with self.subTest(vector["name"]):
                inside = vector["text"].removeprefix(op_message([])[:-2]).removesuffix("]}")
                self.assertEqual(op_message([inside]), vector["text"])
                self.assertIsInstance(json.loads(inside), dict)


class FingerprintTests(unittest.TestCase):
    def test_fingerprints_are_those_of_the_document(self) -> None:
        table = {
            "": 2166136261,
            "a": 3826002220,
            "foobar": 3214735720,
            '{"n":1,"at":1760000000000,"op":"leave"}': 803583221,
        }
        self.assertEqual({line: fingerprint(line) for line in table}, table)


if __name__ == "__main__":
    unittest.main()
