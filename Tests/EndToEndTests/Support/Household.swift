import Foundation
import TestSupport
import Testing

/// Devices with a terminal, each with a home folder of its own, and the server that they speak
/// with.
final class Household: Sendable {
    static let password = "seven rusty chains sing"

    let server: TestServer
    private let folder: TemporaryFolder
    private let address: String
    private let environment: [String: String]

    /// - Parameters:
    ///   - address: how the devices call the server; nil: as it is.
    ///   - environment: of the devices.
    init(
        _ server: TestServer? = nil, address: String? = nil, environment: [String: String] = [:]
    ) throws {
        self.server = try server ?? TestServer()
        self.address = address ?? "http://127.0.0.1:\(self.server.port)"
        self.environment = environment
        folder = try TemporaryFolder()
        try Data((Self.password + "\n").utf8).write(to: URL(filePath: passwordFile))
    }

    var passwordFile: String { path("password") }

    func path(_ name: String) -> String { folder.path + "/" + name }

    /// What folf finds in a device's environment.
    func variables(of device: String) -> [String: String] {
        environment.merging(["FOLF_HOME": path(device), "FOLF_SERVER": address]) { $1 }
    }

    /// Runs folf on a device.
    ///
    /// - Parameter lines: what is on standard input.
    func run(
        _ device: String, _ arguments: [String], typing lines: [String] = []
    ) throws -> Child.Output {
        let child = try Child("folf", arguments, environment: variables(of: device))
        for line in lines { child.write(line) }
        child.endInput()
        return child.wait()
    }

    /// Runs folf on a device, which has to go well.
    @discardableResult
    func done(
        _ device: String, _ arguments: [String], typing lines: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        let output = try run(device, arguments, typing: lines)
        #expect(
            output.status == 0, "\(arguments): \(output.errors)\(output.text)",
            sourceLocation: sourceLocation)
        return output.text
    }

    /// Makes an account on a device.
    func signUp(_ device: String, as handle: String) throws {
        try done(
            device, ["sign-up", handle, "--age", "13", "--password-file", passwordFile])
    }

    func logIn(_ device: String, as handle: String, _ options: [String] = []) throws -> String {
        try done(device, ["login", handle, "--password-file", passwordFile] + options)
    }

    /// Begins a game on a device.
    ///
    /// - Returns: its code.
    func host(_ device: String, _ options: [String] = []) throws -> String {
        let text = try done(device, ["host"] + options)
        return try #require(text.split(whereSeparator: \.isWhitespace).dropFirst().first)
            .description
    }
}
