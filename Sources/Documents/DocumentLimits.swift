/// The limits on what people put into any log together. Protocol.md lists them all.
public enum DocumentLimits {
    public static let membersMax = 200
    public static let replicasPerPersonMax = 8
    /// Beyond the first of each member, together.
    public static let replicasMax = 64
    /// Refusals kept with a replica's row: as many as one message can bring.
    public static let refusalsKeptMax = 64
    /// Those who ask to be let in, at a time.
    public static let knocksMax = 8
    /// Whatever the share of whoever causes them; the owner's have no other limit.
    public static let eventsMax: Seq = 100_000
    /// Of each other member, and beyond that together.
    public static let eventsShare = 200
    public static let eventsPoolMax = 50_000
    /// Signs of the name of a kind of document.
    public static let kindBytesMax = 16
}
