import Foundation
import Glibc
import TestSupport

/// A file system of one megabyte in memory, on a folder of its own; only root can make one.
final class SmallDisk {
    struct MountFailure: Error { var code: Int32 }

    static let bytes = 1 << 20

    let folder: TemporaryFolder
    /// The folder at which it is mounted: the data folder of a `TestServer` in `folder`.
    let path: String

    /// Whether this process may mount file systems.
    static let isAvailable: Bool = (try? SmallDisk()) != nil

    init() throws {
        folder = try TemporaryFolder()
        path = folder.url.appendingPathComponent("data").path
        _ = unsafe mkdir(path, 0o700)
        guard unsafe mount("tmpfs", path, "tmpfs", 0, "size=\(Self.bytes)") == 0 else {
            throw MountFailure(code: errno)
        }
    }

    deinit { _ = unsafe umount2(path, Int32(MNT_DETACH)) }

    private var filler: String { "\(path)/filler" }

    /// Leaves not a byte.
    func fill() {
        let descriptor = unsafe open(filler, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        for count in [64 * 1024, 1] {
            let bytes = [UInt8](repeating: 0, count: count)
            while unsafe write(descriptor, bytes, count) > 0 {}
        }
    }

    func free() { _ = unsafe unlink(filler) }
}
