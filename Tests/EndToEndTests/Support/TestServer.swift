import Foundation
import Glibc
import TestSupport
import Testing

/// A real folfd on a free port of the loopback address, with a data folder of its own.
final class TestServer: @unchecked Sendable {
    struct StartFailure: Error {
        var status: Int32
        var errors: String
    }

    let folder: TemporaryFolder
    private let options: [String]
    private let environment: [String: String]
    private let descriptorsMax: Int?
    private let held: HeldSocket?
    private(set) var port: UInt16 = 0
    private var child: Child?

    /// - Parameters:
    ///   - descriptorsMax: how many file descriptors it may have, if not the system's default.
    ///   - held: the socket that it listens on, if it isn't one of its own.
    init(
        _ options: [String] = [], folder: TemporaryFolder? = nil,
        environment: [String: String] = [:], descriptorsMax: Int? = nil, held: HeldSocket? = nil
    ) throws {
        self.folder = try folder ?? TemporaryFolder()
        self.options = options
        self.environment = environment
        self.descriptorsMax = descriptorsMax
        self.held = held
        try start()
    }

    deinit { child?.kill(SIGKILL) }

    var data: String { folder.url.appendingPathComponent("data").path }
    var errorText: String { child?.errorText ?? "" }
    var identifier: Int32 { child?.identifier ?? 0 }

    /// Starts it, on the same port as before if there was one.
    func start() throws {
        let child = try launch(["--listen", "127.0.0.1:\(port)", "--data", data] + options)
        guard let line = child.readLine(), let port = Self.port(in: line) else {
            let output = child.wait()
            throw StartFailure(status: output.status, errors: output.errors)
        }
        self.port = port
        self.child = child
    }

    /// Has it read its files anew, and waits until it has said what became of that.
    func reload() throws {
        let lineCount = errorText.count(where: \.isNewline)
        child?.kill(SIGHUP)
        let end = ContinuousClock.now + .seconds(120)
        while errorText.count(where: \.isNewline) < lineCount + 2 {
            guard ContinuousClock.now < end else {
                throw StartFailure(status: 0, errors: errorText)
            }
            usleep(10_000)
        }
    }

    private func launch(_ arguments: [String]) throws -> Child {
        if let held { return try held.launch(arguments, environment) }
        guard let descriptorsMax else {
            return try Child("folfd", arguments, environment: environment)
        }
        let command = "ulimit -n \(descriptorsMax) && exec \"$0\" \"$@\""
        return try Child(
            "/bin/sh", ["-c", command, Programs.url("folfd").path] + arguments,
            environment: environment)
    }

    /// `kill -9`: nothing is flushed, nobody is told.
    func crash() {
        child?.kill(SIGKILL)
        child?.wait()
        child = nil
    }

    /// A clean stop; its exit code and what it said.
    @discardableResult
    func stop() -> Child.Output? {
        child?.kill(SIGTERM)
        defer { child = nil }
        return child?.wait()
    }

    /// The next line that it has written, behind the first; nil if there is none any more.
    func readLine() -> String? { child?.readLine() }

    static func port(in line: String) -> UInt16? {
        guard let range = line.range(of: #"https?://[^ ,]*:(\d+)"#, options: .regularExpression)
        else { return nil }
        return UInt16(line[range].split(separator: ":").last ?? "")
    }

    /// Runs folfd for a task of maintenance, such as `verify`.
    func run(_ arguments: [String]) throws -> Child.Output {
        try Child("folfd", arguments + ["--data", data]).wait()
    }
}
