import Glibc
import TestSupport
import Threads

/// A web server on the loopback address that serves one connection after another as it was told,
/// whatever it is asked.
final class ScriptedServer: Sendable {
    /// What it does on one connection, once a request has come.
    struct Scene: Sendable {
        var bytes: [UInt8]
        /// Sends each byte by itself, and waits a little before the next.
        var isSlow = false
        /// Keeps silent afterwards, until the client goes.
        var staysOpen = false

        init(_ text: String, isSlow: Bool = false, staysOpen: Bool = false) {
            bytes = Array(text.utf8)
            self.isSlow = isSlow
            self.staysOpen = staysOpen
        }

        static func json(_ body: String, status: String = "200 OK") -> Scene {
            answer(body, type: "application/json", status: status)
        }

        static func problem(_ body: String, status: String) -> Scene {
            answer(body, type: "application/problem+json", status: status)
        }

        static func answer(_ body: String, type: String, status: String) -> Scene {
            Scene(
                "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        }
    }

    let port: UInt16
    private let listener: Int32
    private let thread: WorkerThread
    private let notes = Notes()

    private final class Notes: Sendable {
        let requests = Lock([String]())
    }

    /// Serves a connection for each scene, and then no more.
    init(_ scenes: Scene...) throws {
        let (listener, port) = try Loopback.listen()
        (self.listener, self.port) = (listener, port)
        let notes = notes
        thread = try WorkerThread(named: "scripted") {
            for scene in scenes {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                let request = Self.readRequest(connection)
                notes.requests.withLock { $0.append(request) }
                Self.play(scene, connection)
                close(connection)
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        thread.join()
        close(listener)
    }

    /// The requests that have come, each with its body.
    var requests: [String] { notes.requests.withLock { $0 } }

    private static func readRequest(_ connection: Int32) -> String {
        var text = ""
        while true {
            if isWhole(text) { return text }
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = unsafe recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return text }
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
    }

    private static func isWhole(_ request: String) -> Bool {
        guard let end = request.firstRange(of: "\r\n\r\n") else { return false }
        guard let length = request.firstRange(of: "Content-Length: ") else { return true }
        let digits = request[length.upperBound...].prefix { $0.isNumber }
        return request[end.upperBound...].utf8.count >= Int(digits) ?? 0
    }

    private static func play(_ scene: Scene, _ connection: Int32) {
        let pieces = scene.isSlow ? scene.bytes.map { [$0] } : [scene.bytes]
        for piece in pieces {
            if scene.isSlow { usleep(5_000) }
            guard unsafe send(connection, piece, piece.count, Int32(MSG_NOSIGNAL)) == piece.count
            else { return }
        }
        guard scene.staysOpen else { return }
        var byte: UInt8 = 0
        while unsafe recv(connection, &byte, 1, 0) > 0 {}
    }
}
