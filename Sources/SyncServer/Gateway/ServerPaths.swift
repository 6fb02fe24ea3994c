/// The paths of the server: those where connections become WebSockets, and others.
package enum ServerPaths {
    package static let sync = "/sync"
    /// The path for conformance tests; only open if the configuration says so.
    package static let echo = "/echo"
    /// Bytes of a message there: the tests send larger ones than any client of ours.
    package static let echoMessageBytesMax = 16 * 1024 * 1024
    /// Bytes of what an operator says to all.
    static let announcementBytesMax = 240
    /// Bytes of one course that an operator imports: 50 layouts of 8 KiB, written at length.
    package static let importedBytesMax = 2 * 1024 * 1024
    /// Bytes of a host and port that go into a QR code: those of the longest name (RFC 1035
    /// section 2.3.4), a colon and a port.
    package static let qrHostBytesMax = 259
    /// The answers to an authority for certificates (RFC 8555 section 8.3).
    static let challenge = "/.well-known/acme-challenge/{token}"
}
