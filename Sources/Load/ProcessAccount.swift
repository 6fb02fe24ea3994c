import Glibc

/// The use of a thread's time so far (proc(5), schedstat).
package struct ThreadTime: Equatable, Sendable {
    package var name: String
    /// The time on a core.
    package var ranNanoseconds: UInt64
    /// The time in which it was ready to run, and no core was free.
    package var queuedNanoseconds: UInt64

    package init(name: String, ranNanoseconds: UInt64 = 0, queuedNanoseconds: UInt64 = 0) {
        self.name = name
        self.ranNanoseconds = ranNanoseconds
        self.queuedNanoseconds = queuedNanoseconds
    }

    mutating func add(_ other: ThreadTime) {
        ranNanoseconds += other.ranNanoseconds
        queuedNanoseconds += other.queuedNanoseconds
    }

    mutating func subtract(_ other: ThreadTime) {
        ranNanoseconds -= other.ranNanoseconds
        queuedNanoseconds -= other.queuedNanoseconds
    }
}

/// The kernel's account of a process (proc(5)).
package struct ProcessAccount: Sendable {
    let process: Int32

    package init(process: Int32) { self.process = process }

    /// CPU time of all its threads so far: nanoseconds from their schedstat, or, where the kernel
    /// keeps none, clock ticks from stat.
    package func processorNanoseconds() throws(LoadError) -> UInt64 {
        let sum = try threads().values.reduce(0) { $0 + $1.ranNanoseconds }
        return sum > 0 ? sum : try ticksNanoseconds()
    }

    /// Its threads, by number; none where the kernel keeps no schedstat.
    package func threads() throws(LoadError) -> [Int: ThreadTime] {
        let folder = "/proc/\(process)/task"
        var threads: [Int: ThreadTime] = [:]
        for number in try Self.names(in: folder) {
            // A thread may end between the looks.
            guard let text = Self.text(of: "\(folder)/\(number)/schedstat"),
                let name = Self.text(of: "\(folder)/\(number)/comm")
            else { continue }
            let fields = text.split(separator: " ")
            guard fields.count == 3, let key = Int(number), let ran = UInt64(fields[0]),
                let queued = UInt64(fields[1])
            else { continue }
            threads[key] = ThreadTime(
                name: String(name.dropLast()), ranNanoseconds: ran, queuedNanoseconds: queued)
        }
        return threads
    }

    /// Resident memory, from smaps_rollup, which counts page by page.
    package func residentBytes() throws(LoadError) -> Int {
        guard let text = Self.text(of: "/proc/\(process)/smaps_rollup"),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("Rss:") }),
            let field = line.split(separator: " ").dropFirst().first, let kibibytes = Int(field)
        else { throw .stuck("The memory of process \(process) can't be read.") }
        return kibibytes * 1_024
    }

    /// Whether all its threads are being traced.
    package func isTraced() throws(LoadError) -> Bool {
        let folder = "/proc/\(process)/task"
        return try Self.names(in: folder).allSatisfy { thread in
            Self.text(of: "\(folder)/\(thread)/status")?.contains("\nTracerPid:\t0\n") != true
        }
    }

    private func ticksNanoseconds() throws(LoadError) -> UInt64 {
        // The name stands in parentheses and may hold anything; times are fields 14 and 15.
        guard let text = Self.text(of: "/proc/\(process)/stat"),
            let name = text.lastIndex(of: ")")
        else { throw .stuck("There is no process \(process).") }
        let fields = text[text.index(after: name)...].split(separator: " ")
        guard fields.count > 12, let user = UInt64(fields[11]), let system = UInt64(fields[12])
        else { throw .stuck("The time of process \(process) can't be read.") }
        let ticksPerSecond = UInt64(max(1, sysconf(Int32(_SC_CLK_TCK))))
        return (user + system) * 1_000_000_000 / ticksPerSecond
    }

    private static func names(in folder: String) throws(LoadError) -> [String] {
        guard let directory = unsafe opendir(folder) else {
            throw .stuck("There is no process behind \(folder).")
        }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if Int(name) != nil { names.append(name) }
        }
        return names
    }

    private static func text(of path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
