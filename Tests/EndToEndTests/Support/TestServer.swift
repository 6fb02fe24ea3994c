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
    private(set) var port: UInt16 = 0
    private var child: Child?

    /// - Parameter descriptorsMax: how many file descriptors it may have, if not the system's
    ///   default.
    init(
        _ options: [String] = [], folder: TemporaryFolder? = nil,
        environment: [String: String] = [:], descriptorsMax: Int? = nil
    ) throws {
        self.folder = try folder ?? TemporaryFolder()
        self.options = options
        self.environment = environment
        self.descriptorsMax = descriptorsMax
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

    private func launch(_ arguments: [String]) throws -> Child {
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
    func stop() -> Output? {
        child?.kill(SIGTERM)
        defer { child = nil }
        return child?.wait()
    }

    private static func port(in line: String) -> UInt16? {
        guard let range = line.range(of: #"http://[^ ,]*:(\d+)"#, options: .regularExpression)
        else { return nil }
        return UInt16(line[range].split(separator: ":").last ?? "")
    }

    /// Runs folfd for a task of maintenance, such as `verify`.
    func run(_ arguments: [String]) throws -> Output {
        try Child("folfd", arguments + ["--data", data]).wait()
    }
}
