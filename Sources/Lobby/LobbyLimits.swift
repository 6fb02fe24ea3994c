import Documents

/// The limits on what people put into a game, beside `DocumentLimits`. Protocol.md lists them all.
public enum LobbyLimits {
    public static let throwsRange: ClosedRange<Int64> = 1...99
    public static let parRange: ClosedRange<Int64> = 1...20
    public static let holesMax = 72
    public static let roundsMax = 16
    public static let playersMax = 40
    /// Columns of a card, with those that were taken off it again.
    public static let columnsMax = 200
    /// Siblings of a cell: one for each replica that there can ever be.
    public static let siblingsMax =
        DocumentLimits.membersMax * DocumentLimits.replicasPerPersonMax
    /// Cells on the card.
    public static let cellsMax = 10_000
    /// Cells of rounds and players that aren't there: those of each member. `cellsOffCardMax` are
    /// for all of them together, beyond that.
    public static let cellsOffCardShare = 250
    public static let cellsOffCardMax = 2_000
    public static let cellsEverMax =
        cellsMax + cellsOffCardMax + DocumentLimits.membersMax * cellsOffCardShare
    /// Late edits that wait for the host: those of each person. `quarantineMax` are for all
    /// together, beyond that.
    public static let quarantineShare = 100
    public static let quarantineMax = 1_000
    public static let quarantineEverMax =
        quarantineMax + DocumentLimits.membersMax * quarantineShare
    public static let nameBytesMax = 64
    public static let courseBytesMax = 64
    public static let labelBytesMax = 8
    public static let teeBytesMax = 16
    /// Tees of a layout.
    public static let teesMax = 8
    public static let layoutNameBytesMax = 64
    /// A layout, as it stands in an op.
    public static let layoutBytesMax = 12 * 1_024
    public static let lengthMetresRange: ClosedRange<Int32> = 1...2_000
    /// How far a tee or basket may be from its layout's position, in units of 10⁻⁶ degree.
    public static let offsetE6Range: ClosedRange<Int32> = -500_000...500_000
    public static let utcMinutesRange: ClosedRange<Int32> = -720...840
    /// People who must have entered the same score.
    public static let trustNeedMax = 40
    /// People who keep a card of everybody.
    public static let scorersMax = 40
    /// How often it can be changed how strict a game is.
    public static let trustChangesMax: UInt16 = 1_000
    /// Games that are played with the scores of a card at the same time.
    public static let gamesMax = 8
    /// The settings of such a game, as they stand in an op.
    public static let gameBytesMax = 4 * 1_024
    /// A word or an id in these settings.
    public static let gameIDBytesMax = 16
    /// How often the settings of such a game can be given.
    public static let gameChangesMax: UInt16 = 1_000
    public static let handicapTenthsRange: ClosedRange<Int64> = -990...990
    public static let ratingRange: ClosedRange<Int64> = 1...1_200
    public static let puttsRange: ClosedRange<Int64> = 0...99
    /// How often something that costs throws happens on a hole.
    public static let penaltyCountRange: ClosedRange<Int64> = 0...9
    public static let tagRange: ClosedRange<Int64> = 1...99_999
    /// Ids of games, and kinds of awards, in the key of a cell.
    public static let idMax: UInt32 = 255
    public static let noteBytesMax = 64
    public static let pressBytesMax = 24
    /// A column's content as it is signed: three signs for each hole, and the card's penalties.
    public static let signedBytesMax = 256
    /// How often a game's course can be exchanged.
    public static let exchangesMax: UInt8 = 50

    /// The longest time before the lobby's start at which an edit may claim to have been made.
    public static let beforeStartMillisecondsMax: Int64 = 5 * 60 * 1_000
    /// The longest time after its receipt at which an edit may claim to have been made.
    public static let afterReceiptMillisecondsMax: Int64 = 2_000
    /// The time for which a deleted game can be restored; then a server erases it.
    public static let deletedMillisecondsMax: Int64 = 30 * 24 * 3_600 * 1_000
    /// The longest time before its first contact with a server at which a game may have begun.
    public static let offlineMillisecondsMax: Int64 = 60 * 24 * 3_600 * 1_000
}
