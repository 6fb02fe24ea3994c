/// Where connections become WebSockets, and what else the paths of the server mean.
package enum ServerPaths {
    package static let sync = "/sync"
    /// For conformance tests; only if the configuration says so.
    package static let echo = "/echo"
    /// Those tests send larger messages than any client of ours.
    package static let echoMessageBytesMax = 16 * 1024 * 1024
    /// Bytes of a host and port that go into a QR code: those of the longest name (RFC 1035
    /// section 2.3.4), a colon and a port.
    package static let qrHostBytesMax = 259
}
