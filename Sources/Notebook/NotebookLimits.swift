/// The limits on what a person keeps in their notebook. Protocol.md lists them.
package enum NotebookLimits {
    package static let keyBytesMax = 96
    package static let valueBytesMax = 10 * 1024
    /// Keys, with those whose value was taken out: these are remembered, lest what a device without
    /// signal entered before puts it back.
    package static let keysMax = 20_000
    /// Bytes of all keys and values together: were each escaped, which takes six, a snapshot would
    /// still be under what a message may have.
    package static let bytesMax = 1024 * 1024
    /// How far an entry's time may be ahead of the server's.
    package static let aheadMillisecondsMax: Int64 = 2_000
}
