import Documents

/// The limits on what people put into a game, beside `DocumentLimits`. Protocol.md lists them all.
public enum LobbyLimits {
    public static let throwsRange: ClosedRange<Int64> = 1...99
    public static let parRange: ClosedRange<Int64> = 1...20
    public static let holesMax = 72
    public static let roundsMax = 16
    public static let playersMax = 40
    /// Counting columns that were taken off the card again.
    public static let columnsMax = 200
    /// Of a cell: one for each replica that there can ever be.
    public static let siblingsMax =
        DocumentLimits.membersMax * DocumentLimits.replicasPerPersonMax
    /// On the card.
    public static let cellsMax = 10_000
    /// Of rounds and players that aren't there: of each member, and beyond that together.
    public static let cellsOffCardShare = 250
    public static let cellsOffCardMax = 2_000
    public static let cellsEverMax =
        cellsMax + cellsOffCardMax + DocumentLimits.membersMax * cellsOffCardShare
    /// Late edits that wait for the host: of each person, and beyond that together.
    public static let quarantineShare = 100
    public static let quarantineMax = 1_000
    public static let quarantineEverMax =
        quarantineMax + DocumentLimits.membersMax * quarantineShare
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
