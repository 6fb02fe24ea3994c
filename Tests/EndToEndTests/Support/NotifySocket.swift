import CLinux
import Foundation
import Glibc
import TestSupport

/// A service manager's socket for messages (sd_notify(3)), read by a test. Its calls wait; use it
/// on a thread of its own (`onOwnThread`).
final class NotifySocket: Sendable {
    struct Unusable: Error { var code: Int32 }
    struct Silence: Error {}

    private static let patienceSeconds = 180
    /// Messages after which a test has waited long enough for another one.
    private static let messagesMax = 200

    /// The value of NOTIFY_SOCKET.
    let address: String
    private let descriptor: Int32
    private let folder: TemporaryFolder

    init(isAbstract: Bool = false) throws {
        folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("notify").path
        address = isAbstract ? "@" + path : path
        let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_UNIX, type, 0)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(address.utf8)
        if isAbstract { bytes[0] = 0 }
        unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let answer = unsafe withUnsafePointer(to: &name) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(descriptor, address, length)
            }
        }
        guard answer == 0 else { throw Unusable(code: errno) }
        var wait = timeval(tv_sec: Self.patienceSeconds, tv_usec: 0)
        unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// The next message, as its lines.
    func next() throws -> [String] {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { throw Silence() }
        return String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n")
            .map(String.init)
    }

    /// Passes over the messages that have come.
    func passOver() {
        var byte: UInt8 = 0
        while unsafe recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) >= 0 {}
    }

    /// The messages up to one with a line that begins so, that one included.
    func messages(until beginning: String) throws -> [[String]] {
        var messages: [[String]] = []
        repeat {
            guard messages.count < Self.messagesMax else { throw Silence() }
            messages.append(try next())
        } while !messages[messages.count - 1].contains { $0.hasPrefix(beginning) }
        return messages
    }
}
