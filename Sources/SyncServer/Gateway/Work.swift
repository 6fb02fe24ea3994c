package import HTTP

/// A task that takes too long for a turn of the loop, and is done elsewhere meanwhile.
package enum Work: Hashable, Sendable {
    /// Draws a link as an SVG.
    case qrCode(String)
    /// Reads and prepares a file of the page's folder, such as "/card.js".
    case file(String)
}

/// An answer to `work`.
package enum WorkAnswer: Sendable {
    /// The picture; nil if it can't be drawn.
    case picture([UInt8]?)
    /// The file; nil if there is none.
    case file(PageFile?)
    /// The work isn't done, as no more may wait.
    case busy
}
