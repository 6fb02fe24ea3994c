/// The rules of one kind of log: what its people make of it together. A game is the first kind.
/// Everything that keeps, orders, sends and repeats ops and events is the same for all kinds, and
/// written over this.
///
/// The same type stands on the server and on every phone. `decide` turns an op into an event or
/// refuses it, `apply` carries an event out; a document is the fold of its events, and a client's
/// optimistic view is the server's last word with its own waiting ops decided on top.
///
///     op ── decide ──▸ event ── apply ──▸ document
///             │
///             └─────▸ Refusal
public protocol Document: Hashable, Sendable {
    /// A request of a client.
    associatedtype Command: Hashable, Sendable
    /// A fact that an event adds to the document, with all that is needed to carry it out.
    associatedtype Change: Hashable, Sendable

    /// The name of the kind, as it stands in `hello`.
    static var kind: DocumentKind { get }

    var id: LobbyID { get }
    /// The history that the document belongs to; set by whoever holds the log, not by events.
    var epoch: Epoch { get set }
    /// The number of the last event applied.
    var seq: Seq { get }

    /// The event that makes the document, by member 1, if `op` may do that: only its author may
    /// have made the id (`LobbyID.init(maker:nonce:)`), or anybody could take anybody's lobby.
    ///
    /// - Parameter code: the code that finds the lobby from now on.
    static func create(
        _ id: LobbyID, _ op: DocumentOp<Command>, by author: Author, received: WallTime,
        code: JoinCode?
    ) throws(Refusal) -> DocumentEvent<Change>

    /// Makes the document from its first event; nil if that event makes none.
    init?(id: LobbyID, epoch: Epoch, first change: Change)

    /// The event that `op` leads to; throws the reason if it leads to none.
    ///
    /// - Parameter received: the server's time at receipt (a client predicting its own op passes
    ///   its estimate).
    func decide(
        _ op: DocumentOp<Command>, by author: Author, received: WallTime
    ) throws(Refusal) -> DocumentEvent<Change>

    /// Carries out the event that follows: `event.seq == seq + 1`. An event is a fact, so nothing
    /// is checked against the rules. Only `seq` and `change` may count: whoever hears of an event
    /// isn't told who caused it, when, and by which op.
    mutating func apply(_ event: DocumentEvent<Change>)
}

extension Document {
    /// `decide`, as long as the log has room for one event more.
    public func decision(
        on op: DocumentOp<Command>, by author: Author, received: WallTime
    ) throws(Refusal) -> DocumentEvent<Change> {
        guard seq < DocumentLimits.eventsMax else { throw .logFull }
        return try decide(op, by: author, received: received)
    }

    public typealias Op = DocumentOp<Command>
    public typealias Event = DocumentEvent<Change>

    /// The event that carries a change by the server itself.
    public func event(_ change: Change, received: WallTime) -> DocumentEvent<Change> {
        DocumentEvent(
            seq: seq + 1, by: MemberNumber(0), received: received, origin: nil, change: change)
    }
}

/// The name of a kind of document: a few lower-case letters.
public struct DocumentKind: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// Reads a kind's name; nil if it can't be one.
    public init?(_ name: String) {
        let isName = name.utf8.allSatisfy { (0x61...0x7A).contains($0) }
        guard isName, (1...DocumentLimits.kindBytesMax).contains(name.utf8.count) else {
            return nil
        }
        description = name
    }

    private init(known name: StaticString) { description = name.description }

    /// The kind of a client that says nothing of it.
    public static let game = DocumentKind(known: "game")
    public static let notebook = DocumentKind(known: "notebook")
    /// A kind that no document is of.
    public static let nobodys = DocumentKind(known: "")
}
