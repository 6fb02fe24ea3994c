/// The listener that a connection has come by, which decides what is to be had there.
public enum Door: String, CaseIterable, Sendable {
    /// The page, the game and its answers.
    case front = "public"
    /// Leads those who come without TLS to the front door, and proves to an authority for
    /// certificates whose name it is.
    case redirect
    /// Figures for a monitor.
    case metrics
    /// The operator's own, a socket in the data folder.
    case control

    /// Whether anybody may come by it: then it is counted who does, and how often.
    @inlinable public var isPublic: Bool { self == .front || self == .redirect }
}
