/// Why something with accounts wasn't done. Nothing was changed, except after `unavailable`.
package enum ClubFault: Error, Equatable, Sendable {
    case handleTaken
    /// Another account has shown that mail to the address reaches it.
    case emailTaken
    /// There is one of that id already, or it belongs to another account.
    case exists
    case absent
    /// The key was signed out, or the person erased: for ever.
    case retired
    /// What it is based on has changed meanwhile: read again.
    case stale
    case tooMany(ClubLimit)
    /// Rows that are needed aren't as they were written; `folfd verify` names them.
    case damaged
    /// The store can't be written or read at the moment, or a reading took too long. A change may
    /// or may not have been made: it is to be read again, and never repeated blindly.
    case unavailable(full: Bool)
}
