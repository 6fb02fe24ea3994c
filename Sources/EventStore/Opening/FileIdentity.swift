import CLinux
import Glibc
import SystemCalls

/// The identity of a file, by which it is told from its copies: device, inode and time of birth, as
/// text that is only compared.
///
/// A renamed or written file keeps its identity; one that was copied or restored has another. A
/// device that gets another number (a disk in another slot) looks like a copy too: that costs
/// each client one snapshot and loses nothing.
struct FileIdentity: Equatable {
    var bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    init(path: String) throws(StoreError) {
        var identity = clinux_file_identity()
        guard unsafe clinux_file_identity_of(path, &identity) == 0 else {
            throw .cannotOpen(path: path, reason: SystemError(code: errno).text)
        }
        let parts = [
            "\(identity.device_major):\(identity.device_minor)", "\(identity.inode)",
            "\(identity.birth_seconds).\(identity.birth_nanoseconds)",
        ]
        bytes = Array(parts.joined(separator: "/").utf8)
    }
}
