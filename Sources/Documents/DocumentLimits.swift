/// The limits on what people put into any log together. Protocol.md lists them all.
public enum DocumentLimits {
    public static let membersMax = 200
    public static let replicasPerPersonMax = 8
    /// Replicas of all members together, beyond the first of each.
    public static let replicasMax = 64
    /// Refusals kept with a replica's row: as many as one message can bring.
    public static let refusalsKeptMax = 64
    /// People who ask to be let in at a time.
    public static let knocksMax = 8
    /// Events of a lobby. The owner's have no other limit; those of others have their shares, too.
    public static let eventsMax: Seq = 100_000
    /// Events of each member but the owner; `eventsPoolMax` are for all of them together, beyond
    /// that.
    public static let eventsShare = 200
    public static let eventsPoolMax = 50_000
    /// Letters in the name of a kind of document.
    public static let kindBytesMax = 16
}
