import Glibc

/// Writes a text as it is, by one `write` if the system takes it whole.
///
/// - Returns: whether it is all written; not if the reader is gone.
package func write(_ text: String, to descriptor: Int32) -> Bool {
    write(Array(text.utf8), to: descriptor)
}

/// Writes bytes, by one `write` if the system takes them whole.
///
/// - Returns: whether all are written; else `errno` says why not.
package func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var start = 0
    while start < bytes.count {
        let count = unsafe bytes[start...].withUnsafeBytes { part in
            unsafe Glibc.write(descriptor, part.baseAddress, part.count)
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        start += count
    }
    return true
}
