package import HTTP

/// The web page that a server has.
package enum Site: Sendable {
    /// Prepared once, by their paths, such as "/card.js".
    case files([String: PageFile])
    /// Read anew at each request.
    case folder
}
