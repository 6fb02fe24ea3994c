/// The limits on what people put into a lobby. Protocol.md lists them all.
public enum LobbyLimits {
    public static let throwsRange: ClosedRange<Int64> = 1...99
    public static let parRange: ClosedRange<Int64> = 1...20
    public static let holesMax = 72
    public static let roundsMax = 16
    public static let playersMax = 40
    /// Counting columns that were taken off the card again.
    public static let columnsMax = 200
    public static let membersMax = 200
    public static let replicasPerPersonMax = 8
    /// Beyond the first of each member, together.
    public static let replicasMax = 64
    /// Of a cell: one for each replica that there can ever be.
    public static let siblingsMax = membersMax * replicasPerPersonMax
    /// Refusals kept with a replica's row: as many as one message can bring.
    public static let refusalsKeptMax = 64
    /// On the card.
    public static let cellsMax = 10_000
    /// Of rounds and players that aren't there: of each member, and beyond that together.
    public static let cellsOffCardShare = 250
    public static let cellsOffCardMax = 2_000
    public static let cellsEverMax = cellsMax + cellsOffCardMax + membersMax * cellsOffCardShare
    /// Late edits that wait for the host: of each person, and beyond that together.
    public static let quarantineShare = 100
    public static let quarantineMax = 1_000
    public static let quarantineEverMax = quarantineMax + membersMax * quarantineShare
    /// Those who ask the host to be let in, at a time.
    public static let knocksMax = 8
    /// Whatever the share of whoever causes them; the owner's have no other limit.
    public static let eventsMax: Seq = 100_000
    /// Of each other member, and beyond that together.
    public static let eventsShare = 200
    public static let eventsPoolMax = 50_000
    public static let nameBytesMax = 64
    public static let courseBytesMax = 64
    public static let labelBytesMax = 8
    public static let teeBytesMax = 16

    /// How far before the lobby's start an edit may claim to have been made.
    public static let beforeStartMillisecondsMax: Int64 = 5 * 60 * 1_000
    /// How far after its receipt an edit may claim to have been made.
    public static let afterReceiptMillisecondsMax: Int64 = 2_000
    /// How long before its first contact with a server a game may have begun.
    public static let offlineMillisecondsMax: Int64 = 60 * 24 * 3_600 * 1_000
}
