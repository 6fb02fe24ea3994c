import Documents
import Lobby
public import Log
import Scoring

/// A game as JSON for people and other programs: every event with its author, its time and its op,
/// the lobby that the events add up to, and the card.
public enum ExportCoding {
    public static func encode(_ stored: StoredLobby) throws(WireError) -> [UInt8] {
        var events = ElementWriter()
        events.json.beginArray()
        let lobby = try LogCoding<Lobby>.document(stored) { event, _, _ in events.exported(event) }
        events.json.endArray()

        var writer = ElementWriter()
        writer.json.beginObject()
        writer.json.key("epoch")
        writer.epoch(lobby.epoch)
        writer.json.key("seq")
        writer.json.integer(lobby.seq)
        writer.json.key("lobby")
        writer.lobby(lobby)
        writer.json.key("card")
        writer.card(Scorecard(lobby))
        writer.json.key("events")
        writer.json.raw(events.json.take())
        writer.json.endObject()
        return writer.json.take()
    }
}

extension ElementWriter {
    fileprivate mutating func exported(_ event: Event) {
        json.beginObject()
        json.key("seq")
        json.integer(event.seq)
        json.key("by")
        json.integer(event.by.value)
        json.key("received")
        json.integer(event.received.milliseconds)
        if let origin = event.origin {
            json.key("replica")
            json.integer(origin.replica.value)
            json.key("n")
            json.integer(origin.number)
            json.key("seen")
            json.integer(origin.seen)
        }
        json.key("event")
        change(event.change)
        json.endObject()
    }

    fileprivate mutating func card(_ card: Scorecard) {
        json.beginObject()
        json.key("round")
        json.integer(card.round)
        json.key("labels")
        json.beginArray()
        for label in card.labels { json.string(label) }
        json.endArray()
        json.key("pars")
        json.beginArray()
        for par in card.pars { json.integer(par) }
        json.endArray()
        json.key("lines")
        json.beginArray()
        for line in card.lines { self.line(line, of: card) }
        json.endArray()
        json.endObject()
    }

    private mutating func line(_ line: Scorecard.Line, of card: Scorecard) {
        json.beginObject()
        json.key("player")
        json.integer(line.player.value)
        json.key("name")
        json.string(line.name)
        json.key("throws")
        json.beginArray()
        for count in line.throws {
            if let count { json.integer(count) } else { json.null() }
        }
        json.endArray()
        if line.pars != card.pars {
            json.key("pars")
            json.beginArray()
            for par in line.pars { json.integer(par) }
            json.endArray()
        }
        json.key("total")
        json.integer(line.total)
        json.key("over_par")
        json.integer(line.overPar)
        json.key("holes_scored")
        json.integer(line.holesScored)
        json.endObject()
    }
}
