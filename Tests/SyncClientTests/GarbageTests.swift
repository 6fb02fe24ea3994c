import Documents
import Lobby
import SyncClient
import TestSupport
import Testing
import Wire

/// A server that says anything. The client may hang up, it must not trap, and its journal stays
/// readable.
struct GarbageTests {
    private static let replies: [ServerMessage<Lobby>] = {
        let (phone, server) = try! SyncTests.playing()
        let lobby = server.lobby!
        var other = lobby
        other.epoch = Epoch(5)
        return [
            .snapshot(lobby, proof: PositionProof(hash: 1, seal: 0)),
            .snapshot(other, proof: PositionProof(hash: 2, seal: 0)),
            .events(first: 1, proof: PositionProof(hash: 3, seal: 0), server.changes),
            .events(
                first: lobby.seq + 1, proof: PositionProof(hash: 4, seal: 0),
                [.lateJoin(true), .stage(Stage(.locked, round: 16))]),
            .events(
                first: lobby.seq + 1, proof: PositionProof(hash: 4, seal: 0),
                [.cell(CellKey(round: 250, hole: 200, field: .par), Cell())]),
            .events(
                first: 1 << 53, proof: PositionProof(hash: 4, seal: 0),
                [.host(MemberNumber(0), owner: MemberNumber(9_999))]),
            .events(
                first: 0, proof: PositionProof(hash: 4, seal: 0),
                [.standing(MemberNumber(65_535), .kicked)]),
            .ack(number: 0, seq: 0), .ack(number: 2, seq: 1 << 53), .ack(number: 1 << 53, seq: 1),
            .reject(number: 2, .stale), .reject(number: 1 << 53, .stale),
            .gap(expected: 0), .gap(expected: 1), .gap(expected: 3), .gap(expected: 1 << 53),
            .presence(
                Presence(
                    members: [MemberNumber(77)], spectatorCount: -4,
                    hostPassesInMilliseconds: -(1 << 53))),
            .presence(Presence(members: [], spectatorCount: 0, hostPassesInMilliseconds: 1 << 53)),
            .moved(url: "not an address"), .draining(milliseconds: -1),
            .draining(milliseconds: 1 << 53),
            .pong(time: -(1 << 53), now: WallTime(milliseconds: 1 << 53)),
            .pong(time: 0, now: WallTime(milliseconds: -(1 << 53))),
            .error(ErrorNotice(SessionError.storage, retryMilliseconds: 1 << 53)),
            .error(ErrorNotice(Refusal.unknownLobby)),
            .error(ErrorNotice(SessionError.draining, retryMilliseconds: -5)),
        ]
    }()

    private func welcome(_ generator: inout SeededGenerator) -> ServerMessage<Lobby> {
        let numbers: [UInt64] = [0, 1, 2, 3, 50, 1 << 53]
        let admissions: [Welcome.Admission] = [
            .member(MemberNumber(1)), .creator, .outsider, .spectator,
        ]
        return .welcome(
            Welcome(
                admission: admissions.randomElement(using: &generator)!,
                person: Phone.owner(1).person, lobby: Phone.lobby,
                ticket: nil, epoch: Epoch([0xE1, 5].randomElement(using: &generator)!),
                top: numbers.randomElement(using: &generator)!,
                lastNumber: numbers.randomElement(using: &generator)!,
                fingerprint: 0,
                now: WallTime(
                    milliseconds: Int64.random(in: -(1 << 53)...1 << 53, using: &generator)),
                pingMilliseconds: -1, pongMilliseconds: 1 << 53))
    }

    private func garble(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        guard Int.random(in: 0..<3, using: &generator) == 0 else { return bytes }
        for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
            let place = Int.random(in: bytes.indices, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(UInt8(ascii: "9"), at: place)
            default: bytes.removeSubrange(place...)
            }
        }
        return bytes
    }

    @Test("Whatever a server says, the client goes on and keeps its entries", arguments: 0..<12)
    func anything(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var (phone, _) = try SyncTests.playing()
        try phone.edit(.score(1, 3))
        for _ in 0..<600 {
            switch phone.core.connectionState {
            case .waiting(let until):
                phone.tick(after: max(until, phone.milliseconds) - phone.milliseconds)
            case .connecting:
                phone.core.connected(now: phone.now)
                phone.settle()
                phone.receive(welcome(&generator))
            case .offline, .stopped: phone.core.start(now: phone.now)
            case .live: break
            }
            let reply = Self.replies.randomElement(using: &generator)!.encode()
            phone.receive(bytes: garble(reply, &generator))
            phone.tick(after: UInt64.random(in: 0...20_000, using: &generator))
            _ = phone.core.view
            if Int.random(in: 0..<20, using: &generator) == 0 { try? phone.edit(.score(2, 4)) }
            if Int.random(in: 0..<50, using: &generator) == 0 {
                #expect(try phone.restart().damagedLineCount == 0)
            }
        }
    }
}
