package import HTTP

/// What takes too long for a turn of the loop, and is done elsewhere meanwhile.
package enum Work: Hashable, Sendable {
    /// Draws a link as an SVG.
    case qrCode(String)
    /// Reads and prepares a file of the page's folder, such as "/card.js".
    case file(String)
}

/// How `work` was answered.
package enum WorkAnswer: Sendable {
    /// Nil if it can't be drawn.
    case picture([UInt8]?)
    /// Nil if there is none.
    case file(PageFile?)
    /// As much is waiting as may be.
    case busy
}
