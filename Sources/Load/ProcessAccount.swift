import Glibc

/// What the kernel has written down about a process (proc(5)).
package struct ProcessAccount: Sendable {
    let process: Int32

    package init(process: Int32) { self.process = process }

    /// CPU time of all its threads so far: nanoseconds from their schedstat, or, where the kernel
    /// keeps none, clock ticks from stat.
    package func processorNanoseconds() throws(LoadError) -> UInt64 {
        let folder = "/proc/\(process)/task"
        var sum: UInt64 = 0
        for thread in try Self.names(in: folder) {
            // A thread may end between the two looks.
            guard let text = Self.text(of: "\(folder)/\(thread)/schedstat"),
                let field = text.split(separator: " ").first, let time = UInt64(field)
            else { continue }
            sum += time
        }
        return sum > 0 ? sum : try ticksNanoseconds()
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
