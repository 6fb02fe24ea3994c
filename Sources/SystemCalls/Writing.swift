import Glibc

/// Writes a text as it is, by one `write` if the system takes it whole.
///
/// - Returns: whether it is all written; not if the reader is gone.
package func write(_ text: String, to descriptor: Int32) -> Bool {
    let bytes = Array(text.utf8)
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
