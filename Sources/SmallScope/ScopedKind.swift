package import Documents
package import SyncClient
package import SyncServer
import Wire

/// A kind of document of which every state of a small scope can be visited. People make entries in
/// one place of it, each a number that nobody else enters.
package protocol ScopedKind: ServedDocument, ClientDocument {
    /// What phone 1 does before entries can be made; the first op creates the lobby.
    static func preparations(
        nonce: Identifier128, invitation: Identifier128, watch: Identifier128
    ) -> [Command]
    static func entry(_ value: Int64) -> Command

    /// Changes the rule by which entries are merged, for the `count`th time.
    static func level(_ count: Int) -> Command?
    /// How often that rule was changed.
    var levelCount: Int { get }

    /// The values that an entry may put an end to.
    var standing: [Int64] { get }
    var ending: Ending { get }
    /// Whether an entry may put an end to what its author hasn't seen.
    static var overwritesUnseen: Bool { get }
    /// Whether the author of an entry, or of a change of the rule, who has heard nothing since,
    /// sees it.
    func shows(_ value: Int64, of replica: ReplicaTag) -> Bool

    /// What the event that follows enters; nil if it is no entry.
    ///
    /// A change of the rule counts as an entry of how often it has been changed.
    func value(enteredBy event: Event) -> Int64?
    /// What is wrong with this as what an entry makes of `before`, by the kind's own rule written
    /// down once more.
    func fault(in event: Event, _ origin: Origin, after before: Self) -> String?

    // The same without documents, to count the endings that there must be.

    static func standing(after log: [History.Entry]) -> [Int64]
    static func ending(after log: [History.Entry]) -> Ending
}

extension ScopedKind {
    package static var overwritesUnseen: Bool { false }
    package static func level(_ count: Int) -> Command? { nil }
    package var levelCount: Int { 0 }

    /// The document of the scope.
    static var lobby: LobbyID {
        let maker = Constants.credentials(0).person
        return isShared
            ? LobbyID(maker: maker, nonce: Constants.nonce) : LobbyID(notebookOf: maker)
    }
}
