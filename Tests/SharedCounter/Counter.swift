package import Documents

/// The smallest kind of document that people can share: a number to which everyone adds. It shows
/// that what is promised of every kind holds for one that is no game.
///
/// What an event says is the new total, so an addition that counts twice, or not at all, can be
/// told from the log alone.
package struct Counter: Document {
    package enum Command: Hashable, Sendable {
        case create(nonce: Identifier128, invitation: Identifier128, watch: Identifier128)
        case add(Int64)
    }

    package enum Change: Hashable, Sendable {
        case created(PersonID, watch: Identifier128, Door)
        case joined(MemberNumber, PersonID)
        case added(Addition)
        case invited(Door)
    }

    /// What lets people in; spectators aren't told.
    package struct Door: Hashable, Sendable {
        package var code: JoinCode?
        package var invitation: Identifier128?

        package static let unknown = Door(code: nil, invitation: nil)
    }

    package struct Addition: Hashable, Sendable {
        /// With it.
        package var total: Int64
        package var member: MemberNumber
        package var replica: ReplicaTag
    }

    package static let kind = DocumentKind("counter")!
    /// Reached in many a run, so that additions are refused which seemed possible to their authors.
    package static let totalMax: Int64 = 200

    package let id: LobbyID
    package var epoch: Epoch
    package internal(set) var seq: Seq
    var last: Addition?
    var door: Door
    let watch: Identifier128
    /// In the order of their numbers; the first one made it, and all stay.
    var members: [PersonID]

    package static func create(
        _ id: LobbyID, _ op: Op, by author: Author, received: WallTime, code: JoinCode?
    ) throws(Refusal) -> Event {
        guard case .create(let nonce, let invitation, let watch) = op.command else {
            throw .noLobby
        }
        guard id == LobbyID(maker: author.person, nonce: nonce) else { throw .malformed }
        let door = Door(code: code, invitation: invitation)
        return Event(
            seq: 1, by: MemberNumber(1), received: received,
            origin: Origin(replica: author.replica, number: op.number, seen: 0),
            change: .created(author.person, watch: watch, door))
    }

    package init?(id: LobbyID, epoch: Epoch, first change: Change) {
        guard case .created(let maker, let watch, let door) = change else { return nil }
        self.init(
            id: id, epoch: epoch, seq: 1, door: door, watch: watch, members: [maker])
    }

    init(
        id: LobbyID, epoch: Epoch, seq: Seq, last: Addition? = nil, door: Door,
        watch: Identifier128, members: [PersonID]
    ) {
        self.id = id
        self.epoch = epoch
        self.seq = seq
        self.last = last
        self.door = door
        self.watch = watch
        self.members = members
    }

    package func decide(
        _ op: Op, by author: Author, received: WallTime
    ) throws(Refusal) -> Event {
        guard let member = number(of: author.person) else { throw .notMember }
        guard case .add(let amount) = op.command else { throw .lobbyExists }
        guard amount > 0 else { throw .malformed }
        guard amount <= Self.totalMax - total else { throw .logFull }
        let seen = op.seenEpoch == epoch ? min(op.seenVersion, seq) : 0
        return Event(
            seq: seq + 1, by: member, received: received,
            origin: Origin(replica: author.replica, number: op.number, seen: seen),
            change: .added(
                Addition(total: total + amount, member: member, replica: author.replica)))
    }

    package mutating func apply(_ event: Event) {
        seq = event.seq
        switch event.change {
        case .created: break
        case .joined(_, let person): members.append(person)
        case .added(let addition): last = addition
        case .invited(let new): door = new
        }
    }

    package var total: Int64 { last?.total ?? 0 }

    package func number(of person: PersonID) -> MemberNumber? {
        members.firstIndex(of: person).map { MemberNumber(UInt16($0 + 1)) }
    }
}
