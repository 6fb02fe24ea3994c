package import HTTP

/// The web page that a server has.
package enum Site: Sendable {
    /// Files that were prepared once, by their paths, such as "/card.js".
    case files([String: PageFile])
    /// A folder, read anew at each request.
    case folder
}
