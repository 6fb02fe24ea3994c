/// Why a message can't be read. `at` is a byte offset into it.
public enum WireError: Error, Hashable, Sendable {
    /// Not JSON.
    case syntax(at: Int)
    /// A string of JSON that no text can be made of: it holds half a surrogate pair.
    case notText(at: Int)
    /// JSON, but not what belongs in this place.
    case unexpected(at: Int)
    /// More than this place may hold.
    case tooMany(at: Int)
    /// Nested deeper than values may be.
    case tooDeep(at: Int)
    /// A field that must be there isn't.
    case missing(field: String)
    /// No message of this type is known.
    case unknownType(String)
}
