import Foundation
import Glibc
import TestSupport

/// The folder of the built programs: the test runner's, unless Scripts/test says otherwise.
enum Programs {
    static let folder: URL = {
        if let folder = ProcessInfo.processInfo.environment["FOLF_TEST_PROGRAMS"] {
            return URL(fileURLWithPath: folder)
        }
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return own.deletingLastPathComponent()
    }()

    /// The path of a program: of one of ours by its name, of any other as it is given.
    static func url(_ name: String) -> URL {
        name.hasPrefix("/") ? URL(fileURLWithPath: name) : folder.appendingPathComponent(name)
    }
}

/// The output of a program that has ended.
struct Output {
    var status: Int32
    var text: String
    var errors: String
}

/// A program of ours as a child process, spoken to through its standard streams.
final class Child: @unchecked Sendable {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let errors: URL
    private let folder: TemporaryFolder

    /// - Parameter standardInput: nil for what `write` says.
    init(
        _ program: String, _ arguments: [String], environment: [String: String] = [:],
        standardInput: FileHandle? = nil
    ) throws {
        folder = try TemporaryFolder()
        errors = folder.url.appendingPathComponent("errors")
        _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
        process.executableURL = Programs.url(program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = standardInput ?? input
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
    }

    deinit { if process.isRunning { kill(SIGKILL) } }

    var identifier: Int32 { process.processIdentifier }
    var isRunning: Bool { process.isRunning }
    var errorText: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

    /// Reads the next line of standard output, without its end; nil at the end of the stream.
    func readLine() -> String? {
        var line: [UInt8] = []
        while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first {
            guard byte != UInt8(ascii: "\n") else { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }

    func write(_ line: String) {
        try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    func endInput() { try? input.fileHandleForWriting.close() }

    func kill(_ signal: Int32) { _ = Glibc.kill(identifier, signal) }

    /// Waits for the end; reads what is left of standard output first.
    @discardableResult
    func wait() -> Output {
        let rest = (try? output.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        return Output(
            status: process.terminationStatus, text: String(decoding: rest, as: UTF8.self),
            errors: errorText)
    }
}
