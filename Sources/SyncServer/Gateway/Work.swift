package import API
package import HTTP

/// A task that takes too long for a turn of the loop, and is done elsewhere meanwhile.
package enum Work: Hashable, Sendable {
    /// Draws a link as an SVG.
    case qrCode(String)
    /// Reads and prepares a file of the page's folder, such as "/card.js".
    case file(String)
    /// Reads the answer to a challenge of an authority for certificates, by its token.
    case challenge(String)
    /// Finds out whether a commit would succeed now.
    case readiness
    /// Adds up the figures of all loops, and writes them down.
    case metrics
    /// Does what an operator asks for, or tells what they ask about.
    case control(ControlRequest, ControlForm)
    /// Answers a call of the API.
    case api(APIRequest)
}

/// Whether a commit would succeed now.
package enum Readiness: Sendable {
    case ready
    /// The disk is full.
    case full
    /// For another reason; what is there can be read.
    case readOnly
}

/// An answer to `work`.
package enum WorkAnswer: Sendable {
    /// The picture; nil if it can't be drawn.
    case picture([UInt8]?)
    /// The file; nil if there is none.
    case file(PageFile?)
    /// The answer to the challenge; nil if there is none.
    case challenge([UInt8]?)
    case readiness(Readiness)
    /// The text of all metrics.
    case metrics([UInt8])
    case control(ControlAnswer)
    case api(APIAnswer)
    /// The work isn't done, as no more may wait.
    case busy
}
