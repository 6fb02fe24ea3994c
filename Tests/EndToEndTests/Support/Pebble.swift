import Foundation
import Glibc
import Synchronization
import TestSupport

/// An authority for certificates on loopback, of the protocol of Let's Encrypt: Debian's pebble.
final class Pebble: @unchecked Sendable {
    static let isAvailable = ["pebble", "curl"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }

    /// What a pebble is told to be.
    struct Settings {
        /// Where it looks for answers to its challenges.
        var httpPort = Pebble.freePort()
        var validSeconds = 86_400
        /// The part of good nonces that it refuses.
        var refusedNoncesPercent = 0
        var blockedNames: [String] = []
    }

    let settings: Settings
    private let port = Pebble.freePort()
    private let managementPort = Pebble.freePort()
    private let folder: TemporaryFolder
    private var child: Child?

    init(_ settings: Settings = Settings()) throws {
        self.settings = settings
        folder = try TemporaryFolder()
    }

    deinit { stop() }

    var directory: String { "https://localhost:\(port)/dir" }
    /// How folfd calls it in its log and its files.
    var label: String { "localhost_\(port)" }

    /// What has others believe that it is who it is.
    static func trust() throws -> [String: String] {
        let path = try TestAuthority.shared.get().certificatePath
        return ["SSL_CERT_FILE": path, "CURL_CA_BUNDLE": path, "REQUESTS_CA_BUNDLE": path]
    }

    /// Starts it, and waits until it answers.
    func start() throws {
        let identity = try TestAuthority.shared.get().identity("pebble")
        let file = folder.url.appendingPathComponent("pebble.json")
        let own: [String: Any] = [
            "listenAddress": "127.0.0.1:\(port)",
            "managementListenAddress": "127.0.0.1:\(managementPort)",
            "certificate": identity.certificatePath, "privateKey": identity.keyPath,
            "httpPort": Int(settings.httpPort), "tlsPort": Int(Self.freePort()),
            "certificateValidityPeriod": settings.validSeconds,
            "domainBlocklist": settings.blockedNames,
        ]
        try JSONSerialization.data(withJSONObject: ["pebble": own]).write(to: file)
        child = try Child(
            "/bin/sh", ["-c", "exec /usr/bin/pebble -config \"$0\" >/dev/null", file.path],
            environment: [
                "PEBBLE_VA_NOSLEEP": "1",
                "PEBBLE_WFE_NONCEREJECT": "\(settings.refusedNoncesPercent)",
            ])
        try wait(for: "pebble") { Self.isTaken(port) && Self.isTaken(managementPort) }
    }

    func stop() {
        child?.kill(SIGTERM)
        child?.wait()
        child = nil
    }

    /// The certificate of what it vouches with; another one after each start.
    func root() throws -> [UInt8] {
        let url = "https://localhost:\(managementPort)/roots/0"
        let output = try Child(
            "/usr/bin/curl", ["--silent", "--fail", url], environment: Self.trust()
        ).wait()
        return Array(output.text.utf8)
    }

    private static let ports = Mutex(UInt16.random(in: 20_000..<30_000))

    /// A port that nobody has, from those that the system gives to nobody by itself; another one
    /// each time.
    static func freePort() -> UInt16 {
        ports.withLock { last in
            repeat { last = last < 32_000 ? last + 1 : 20_000 } while isTaken(last)
            return last
        }
    }

    private static func isTaken(_ port: UInt16) -> Bool {
        guard let connection = try? Loopback.connect(to: port) else { return false }
        close(connection)
        return true
    }
}

/// Something didn't come within two minutes.
struct NeverCame: Error {
    var what: String
}

/// Waits until something is so.
func wait(
    for what: @autoclosure () -> String, everyMilliseconds pause: UInt32 = 20,
    _ isSo: () throws -> Bool
) throws {
    let end = ContinuousClock.now + .seconds(300)
    while try !isSo() {
        guard ContinuousClock.now < end else { throw NeverCame(what: what()) }
        usleep(pause * 1_000)
    }
}

extension TestServer {
    /// Waits until a line of the log begins so, behind time and level, for the `count`th time.
    func waitUntilSaid(_ event: String, count: Int = 1) throws {
        try wait(for: "\(event) in \(errorText)") { said(event) >= count }
    }

    func said(_ event: String) -> Int {
        errorText.split(separator: "\n").count {
            $0.split(separator: " ", maxSplits: 2).last?.hasPrefix(event) == true
        }
    }
}
