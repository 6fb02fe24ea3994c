/// A reason why a message can't be read. `at` is a byte offset into it.
public enum WireError: Error, Hashable, Sendable {
    /// This is not JSON.
    case syntax(at: Int)
    /// No text can be made of this string of JSON: it holds half a surrogate pair.
    case notText(at: Int)
    /// This is JSON, but doesn't belong in this place.
    case unexpected(at: Int)
    /// There is more than this place may hold.
    case tooMany(at: Int)
    /// Values are nested deeper than they may be.
    case tooDeep(at: Int)
    /// A field that must be there isn't.
    case missing(field: String)
    /// No message of this type is known.
    case unknownType(String)
}
