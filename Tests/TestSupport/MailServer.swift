import Foundation

/// A mail server on loopback: aiosmtpd, by `Tests/Oracles/mail_server.py`, in a process of its own.
package final class MailServer: Sendable {
    /// A Python with Tests/requirements.txt installed.
    package static let python = ProcessInfo.processInfo.environment["FOLF_TEST_PYTHON"]
    private static let script = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Oracles/mail_server.py")

    package struct NoAnswer: Error { package let errors: String }

    /// What has arrived, as Python's `email` reads it.
    package struct Message: Decodable {
        package let sender: String
        package let recipients: [String]
        /// What the other end says that it is.
        package let host: String
        package let secured: Bool
        package let login: String?
        package let fields: [[String]]
        package let types: [String]
        package let texts: [String]
        package let defects: [String]
        package let ascii: Bool
        package let lineBytesMax: Int
        /// Ends of lines that aren't CR LF.
        package let bareEnds: Int

        /// The values of the fields of a name.
        package func values(of name: String) -> [String] {
            fields.filter { $0[0] == name }.map { $0[1] }
        }
    }

    package let port: Int
    private let child: Child

    /// - Parameter arguments: of the script.
    package init(_ arguments: [String] = []) throws {
        guard let python = Self.python else { throw NoAnswer(errors: "FOLF_TEST_PYTHON") }
        child = try Child(python, ["-B", "-W", "ignore", Self.script.path] + arguments)
        port = try Self.decode([String: Int].self, from: child)["port"] ?? 0
    }

    /// Waits for the next message that was taken.
    package func next() throws -> Message { try Self.decode(Message.self, from: child) }

    /// Waits for the next that was refused or put off.
    package func nextRefusal() throws { _ = child.readLine() }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, from child: Child
    ) throws -> Value {
        guard let line = child.readLine() else { throw NoAnswer(errors: child.wait().errors) }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(type, from: Data(line.utf8))
    }
}
