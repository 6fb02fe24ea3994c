package import Documents
package import Log
package import SyncClient
package import SyncServer

/// A kind of document that can be played in a simulated world. What holds for every kind is the
/// world's to watch: what is on the disk and what is told of it, what becomes of each op, and that
/// all see the same. A kind says how people use it, and has its own rules written down a second
/// time.
package protocol SimulatedKind: ServedDocument, ClientDocument {
    /// What lets people in who are told of it; nil for spectators.
    var invitation: Identifier128? { get }
    /// Also of those who are out; nil for somebody who never took part.
    func number(of person: PersonID) -> MemberNumber?
    /// Whether those who are here are told how long the host may stay away.
    func awaitsHost(present: [MemberNumber]) -> Bool
    /// Whether somebody who took part still has a name here, and not only a number.
    func isNamed(_ person: PersonID) -> Bool
    /// The texts that take the place of those in which somebody is named, by their event.
    static func texts(without person: PersonID, in stored: StoredLobby) -> [Seq: [UInt8]]

    // What people do.

    static func beginning(
        of game: Plan.Game, using random: inout SeededRandom
    ) -> Beginning<Command>
    /// What somebody makes of what they see; nil if there is no such thing to do here.
    static func intent(
        _ edit: Action.Edit, with client: ClientCore<Self>, seeing document: Self,
        using random: inout SeededRandom
    ) -> Intent<Command>?
    /// Takes back the last own edit; nil if there is nothing to take back.
    static func undo(
        _ client: inout ClientCore<Self>, now: ClientTime
    ) throws(Refusal) -> OpNumber?
    /// Whether its author, right after typing it, sees it.
    func shows(_ command: Command, of replica: ReplicaTag) -> Bool

    // What becomes of it.

    /// Whether the change can be what became of the command.
    static func fits(_ change: Change, _ command: Command) -> Bool
    /// What speaks against the event that follows, which is of the server's own making.
    func faultOfServer(_ event: Event, isSomebody: (PersonID) -> Bool) -> Fault?
    /// What speaks against the event that follows, if its author typed `op`.
    func fault(in event: Event, _ origin: Origin, of op: Op) -> Fault?

    /// What of this document isn't what the changes of its whole log come to, counted anew.
    func fault(after changes: [Change]) -> Fault?

    /// Whether both changes are in one place, where one could hide the other.
    static func meet(_ first: Change, _ second: Change) -> Bool
    /// How this document differs from another in the place of a change, but for the order of the
    /// events that led there; nil if it doesn't.
    func difference(from other: Self, where change: Change) -> String?

    /// - Parameter change: the last one; nil to measure everything, however long that takes.
    func bounds(after change: Change?, replicaCount: Int) -> [Bound]

    /// Nil if the kind has none.
    static func companion() -> (any Companion<Self>)?
}

extension SimulatedKind {
    package static func undo(
        _ client: inout ClientCore<Self>, now: ClientTime
    ) throws(Refusal) -> OpNumber? { nil }

    package static func companion() -> (any Companion<Self>)? { nil }

    package func isNamed(_ person: PersonID) -> Bool { false }

    package func fault(after changes: [Change]) -> Fault? { nil }

    package static func texts(
        without person: PersonID, in stored: StoredLobby
    ) -> [Seq: [UInt8]] { [:] }
}

/// How a lobby comes into being, and what people tell each other about it.
package struct Beginning<Command: Sendable>: Sendable {
    let nonce: Identifier128
    /// With the nonce.
    let command: Command
    let invitation: Identifier128
    /// The secret for watching.
    let watch: Identifier128

    package init(
        nonce: Identifier128, command: Command, invitation: Identifier128, watch: Identifier128
    ) {
        self.nonce = nonce
        self.command = command
        self.invitation = invitation
        self.watch = watch
    }
}

/// What somebody is about to type.
package struct Intent<Command: Sendable>: Sendable {
    let command: Command
    /// Nil: what is there when it is typed.
    let seen: SeenVersion?

    package init(_ command: Command, seen: SeenVersion? = nil) {
        self.command = command
        self.seen = seen
    }
}

/// What is wrong, and which promise that breaks.
package struct Fault {
    let check: Check
    let text: String

    package init(_ text: String, _ check: Check = .rules) {
        self.check = check
        self.text = text
    }
}

/// Something that grows, and how far it may.
package struct Bound {
    let name: String
    let count: Int
    let max: Int

    package init(_ name: String, _ count: Int, max: Int) {
        self.name = name
        self.count = count
        self.max = max
    }
}
