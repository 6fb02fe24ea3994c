import Documents
import Lobby
import SyncServer
import Wire

/// Strangers and a member who send anything to the real server, in a game whose host behaves.
/// Each line is a step:
///
/// | line | step |
/// | --- | --- |
/// | `{…` | the chosen connection sends this as a message |
/// | `<…` | it sends these bytes as they are |
/// | `o`, `O` | a new connection, upgraded to WebSocket or not |
/// | `c2` | chooses a connection |
/// | `x`, `l`, `d` | it hangs up, stops reading, reads again |
/// | `+1000` | time passes |
/// | `t` | what follows up to the next `t` is one turn |
/// | `s` | the store answers nothing up to the next `s` |
/// | `!`, `w`, `f` | the next commit fails, fails but was written, fails for a full disk |
/// | `h` | the host enters a score |
///
/// The chosen connection at the beginning is a member's. In messages, `$C`, `$L`, `$I`, `$E`
/// stand for the game's code, id, invitation and epoch; `$P`, `$T`, `$R`, `$K` for the member's
/// person, token, replica and ticket.
enum SessionTarget {
    static func run(_ input: [UInt8]) throws(Finding) {
        var session = try FuzzSession()
        for step in steps(of: input) {
            try session.take(step)
            try session.world.expectBounded()
        }
        try session.end()
    }
}

struct FuzzSession {
    let world: SessionWorld
    private let game: SessionGame
    private let host: Int
    private var known: HostKnowledge
    private var chosen: Int

    /// The host's knowledge of the game.
    private struct HostKnowledge {
        var number: OpNumber
        var lobby: Lobby?
    }

    init() throws(Finding) {
        game = try SessionGame.made.get()
        world = SessionWorld(game)
        host = try world.open()
        _ = try world.greet(host, game.hello(of: game.host))
        known = HostKnowledge(number: game.host.number)
        chosen = try world.open(network: 2)
        _ = try world.greet(chosen, game.hello(of: game.member))
    }

    mutating func take(_ step: ArraySlice<UInt8>) throws(Finding) {
        switch step.first {
        case UInt8(ascii: "{"): try world.say(game.filled(step), on: chosen)
        case UInt8(ascii: "<"): try world.send(Array(step.dropFirst()), on: chosen)
        case UInt8(ascii: "o"): try open(upgrades: true)
        case UInt8(ascii: "O"): try open(upgrades: false)
        case UInt8(ascii: "c"):
            chosen = 1 + Int(step.stepNumber % UInt64(world.wires.count - 1))
        case UInt8(ascii: "x"): try world.hangUp(chosen)
        case UInt8(ascii: "l"): world.change(chosen) { $0.isLagging = true }
        case UInt8(ascii: "d"): try world.drain(chosen)
        case UInt8(ascii: "+"):
            // No time passes within a turn.
            if !world.joinsTurns { try world.wait(min(step.stepNumber, 200_000)) }
        case UInt8(ascii: "t"): try endTurn(joins: !world.joinsTurns)
        case UInt8(ascii: "s"):
            world.holdsStore.toggle()
            try world.answerStore()
        case UInt8(ascii: "!"): world.failures.append(.notWritten)
        case UInt8(ascii: "w"): world.failures.append(.written)
        case UInt8(ascii: "f"): world.failures.append(.full)
        case UInt8(ascii: "h"): try score()
        default: break
        }
        try follow()
    }

    private mutating func open(upgrades: Bool) throws(Finding) {
        guard world.wires.count < SessionWorld.connectionsMax else { return }
        chosen = try world.open(upgrades: upgrades, network: 3)
    }

    private func endTurn(joins: Bool) throws(Finding) {
        world.joinsTurns = joins
        try world.turn()
    }

    /// Has the host score; it says one thing at a time.
    private mutating func score() throws(Finding) {
        guard !world.joinsTurns, !world.holdsStore, !world.wires[host].isGone else { return }
        known.number += 1
        try world.say(ClientMessage<Lobby>.ops(encoding: [OpCoding<Lobby>.encode(op)]), on: host)
    }

    private var op: Op {
        let key = CellKey.score(
            round: 1, player: SessionGame.hostPlayer, hole: UInt8(known.number % 3 + 1))
        return Op(
            number: known.number, at: world.now.wall, seenVersion: 0, seenEpoch: .none,
            command: .set(key, .number(Int64(known.number % 99 + 1)), confirms: false))
    }

    /// Checks that the host learns what has happened, in order and once.
    private mutating func follow() throws(Finding) {
        for message in world.take(host) {
            switch message {
            case .snapshot(let lobby, _): known.lobby = lobby
            case .events(let first, _, let changes):
                guard var lobby = known.lobby else { throw Finding("events from nowhere") }
                try expect(first == lobby.seq + 1, "the host misses events, or has them twice")
                for change in changes {
                    lobby.apply(
                        Event(
                            seq: lobby.seq + 1, by: MemberNumber(0),
                            received: WallTime(milliseconds: 0), origin: nil, change: change))
                }
                known.lobby = lobby
            case .error(let notice):
                try expect(world.hasFailed, "the host is troubled: \(notice)")
            default: break
            }
        }
    }

    /// Checks that the host is as well as before, and the log is what the host sees.
    mutating func end() throws(Finding) {
        try settle()
        if world.wires[host].isGone {
            try expect(world.hasFailed, "the host was sent away")
        } else {
            try scoreOnce()
        }
        try world.expectForgotten()
    }

    private mutating func settle() throws(Finding) {
        world.failures = []
        world.holdsStore = false
        try endTurn(joins: false)
        try world.wait(5_000)
        try follow()
    }

    private mutating func scoreOnce() throws(Finding) {
        known.number += 1
        try world.perform(op.command, number: known.number, on: host)
        try follow()
        guard let stored = world.store.lobbies[SessionGame.lobby],
            let lobby = try? LogCoding<Lobby>.document(stored)
        else { throw Finding("the game's log can't be read") }
        try expect(lobby == known.lobby, "the host sees another game than the log's")
    }
}
