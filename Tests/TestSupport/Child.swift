import CLinux
import Foundation
import Glibc
import Threads

/// A program as a child process, spoken to through its standard streams. It ends with its owner.
///
/// This is posix_spawn(3) and not Foundation's `Process`, which reads past the end of a directory's
/// entry when it looks for open descriptors, and so ends the tests now and then
/// (swift-corelibs-foundation 5472).
package final class Child: Sendable {
    /// What a program that has ended leaves.
    package struct Output: Sendable {
        /// Its exit code, or as shells say it, 128 and the signal that has ended it.
        package var status: Int32
        package var text: String
        package var errors: String
    }

    package struct NotStarted: Error { package var code: Int32 }

    package let identifier: Int32
    private let input: Stream
    private let output: Stream
    private let errors: URL
    private let folder: TemporaryFolder
    /// How it has ended; nil until somebody has asked and it had.
    private let status = Lock<Int32?>(nil)

    /// - Parameters:
    ///   - program: one of ours by its name, any other by its path.
    ///   - environment: what it finds besides ours.
    ///   - standardInput: a descriptor that it gets; nil for what `write` says.
    package init(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
        standardInput: Int32? = nil
    ) throws {
        folder = try TemporaryFolder()
        errors = folder.url.appendingPathComponent("errors")
        let (inputEnd, outputEnd): (Int32, Int32)
        (inputEnd, input) = try Stream.toChild()
        defer { close(inputEnd) }
        (outputEnd, output) = try Stream.fromChild()
        defer { close(outputEnd) }

        var files = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&files)
        defer { unsafe posix_spawn_file_actions_destroy(&files) }
        unsafe posix_spawn_file_actions_adddup2(&files, standardInput ?? inputEnd, 0)
        unsafe posix_spawn_file_actions_adddup2(&files, outputEnd, 1)
        unsafe posix_spawn_file_actions_addopen(
            &files, 2, errors.path, O_WRONLY | O_CREAT, 0o600)
        // Whatever other tests have open stays theirs: a copy would keep it open behind their back.
        unsafe posix_spawn_file_actions_addclosefrom_np(&files, 3)
        var attributes = posix_spawnattr_t()
        Self.clearSignals(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        let path = Programs.url(program).path
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let argumentList = unsafe Self.list([path] + arguments)
        defer { unsafe Self.free(argumentList) }
        let variableList = unsafe Self.list(variables.map { "\($0)=\($1)" })
        defer { unsafe Self.free(variableList) }
        var identifier: Int32 = 0
        let code = unsafe posix_spawn(
            &identifier, path, &files, &attributes, argumentList, variableList)
        guard code == 0 else { throw NotStarted(code: code) }
        self.identifier = identifier
    }

    deinit {
        kill(SIGKILL)
        reap(waiting: true)
    }

    /// A child takes signals as if nobody had changed that; a pipe without a reader isn't our end.
    private static func clearSignals(_ attributes: inout posix_spawnattr_t) {
        signal(SIGPIPE, SIG_IGN)
        var (none, all) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_init(&attributes)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    }

    /// Strings as C has lists of them.
    private static func list(_ strings: [String]) -> [UnsafeMutablePointer<CChar>?] {
        unsafe strings.map { unsafe strdup($0) } + [nil]
    }

    private static func free(_ list: [UnsafeMutablePointer<CChar>?]) {
        for place in unsafe list.indices { unsafe Glibc.free(list[place]) }
    }

    package var isRunning: Bool { reap(waiting: false) == nil }
    package var errorText: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

    /// Reads the next line of standard output, without its end; nil at the end of the stream.
    package func readLine() -> String? {
        var line: [UInt8] = []
        while let byte = output.read(bytesMax: 1).first {
            guard byte != UInt8(ascii: "\n") else { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }

    package func write(_ line: String) { input.write(Array((line + "\n").utf8)) }

    package func endInput() { input.end() }

    /// Sends a signal, unless it has ended.
    package func kill(_ signal: Int32) {
        status.withLock { if $0 == nil { _ = Glibc.kill(identifier, signal) } }
    }

    /// Waits for the end; reads what is left of standard output first.
    @discardableResult
    package func wait() -> Output {
        var rest: [UInt8] = []
        while case let bytes = output.read(bytesMax: 64 * 1024), !bytes.isEmpty { rest += bytes }
        let status = reap(waiting: true) ?? -1
        return Output(
            status: status, text: String(decoding: rest, as: UTF8.self), errors: errorText)
    }

    /// How it has ended; nil if it runs.
    @discardableResult
    private func reap(waiting isWaiting: Bool) -> Int32? {
        if isWaiting, status.withLock({ $0 }) == nil {
            // Others may send signals meanwhile, and so its number stays its own until the lock.
            var information = unsafe siginfo_t()
            while unsafe waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) < 0,
                errno == EINTR
            {}
        }
        return status.withLock { status in
            var code: Int32 = 0
            if status == nil, unsafe waitpid(identifier, &code, WNOHANG) == identifier {
                status = code & 0x7F == 0 ? code >> 8 & 0xFF : 128 + code & 0x7F
            }
            return status
        }
    }
}

/// Our end of a pipe to or from a child.
private final class Stream: Sendable {
    private let descriptor: Lock<Int32>

    private init(_ descriptor: Int32) { self.descriptor = Lock(descriptor) }

    deinit { end() }

    static func toChild() throws -> (childs: Int32, ours: Stream) {
        let ends = try pipe()
        return (ends.reading, Stream(ends.writing))
    }

    static func fromChild() throws -> (childs: Int32, ours: Stream) {
        let ends = try pipe()
        return (ends.writing, Stream(ends.reading))
    }

    private static func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard unsafe Glibc.pipe(&ends) == 0 else { throw Child.NotStarted(code: errno) }
        return (ends[0], ends[1])
    }

    /// Waits for bytes; empty at the end.
    func read(bytesMax: Int) -> [UInt8] {
        let number = descriptor.withLock { $0 }
        var buffer = [UInt8](repeating: 0, count: bytesMax)
        while true {
            let count = unsafe Glibc.read(number, &buffer, bytesMax)
            if count < 0, errno == EINTR { continue }
            return Array(buffer.prefix(max(count, 0)))
        }
    }

    func write(_ bytes: [UInt8]) {
        let number = descriptor.withLock { $0 }
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes[written...].withUnsafeBytes {
                unsafe Glibc.write(number, $0.baseAddress, $0.count)
            }
            guard count > 0 else { return }
            written += count
        }
    }

    func end() {
        descriptor.withLock { number in
            if number >= 0 { close(number) }
            number = -1
        }
    }
}
