import Foundation
import Glibc
import TestSupport

/// A listening socket that a test holds as a service manager does, and passes to one server after
/// the other.
final class HeldSocket: Sendable {
    let port: UInt16
    private let descriptor: Int32

    init() throws { (descriptor, port) = try Loopback.listen() }

    deinit { close(descriptor) }

    /// Starts folfd with the socket as descriptor 3, as sd_listen_fds(3) says.
    func launch(_ arguments: [String], _ environment: [String: String]) throws -> Child {
        let command = "export LISTEN_PID=$$ && exec \"$0\" \"$@\" 3<&0 0</dev/null"
        return try Child(
            "/bin/sh", ["-c", command, Programs.url("folfd").path] + arguments,
            environment: ["LISTEN_FDS": "1", "LISTEN_FDNAMES": "public"]
                .merging(environment) { $1 },
            standardInput: descriptor)
    }
}
