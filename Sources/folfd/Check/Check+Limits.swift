import Glibc
import SystemCalls

extension Check {
    /// Descriptors that aren't connections: the database, sockets, epoll sets.
    static let ownDescriptors = 100
    /// What a connection takes at most, with TLS and in the kernel.
    static let connectionBytes = 24 << 10

    static func judgeLimits(_ options: Options, _ units: ServiceUnits?) -> [Finding] {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard unsafe getrlimit(kind, &limit) == 0 else {
            return [.warning("descriptors", SystemError(code: errno).text)]
        }
        let descriptors = units?.descriptorsMax ?? Int(clamping: limit.rlim_max)
        return [
            judge(descriptors: descriptors, connections: options.connectionsMax),
            judge(memoryBytes: availableMemory(), connections: options.connectionsMax),
        ]
    }

    static func judge(descriptors: Int, connections: Int) -> Finding {
        guard descriptors < connections + ownDescriptors else {
            return .ok("descriptors", "enough for \(connections) connections")
        }
        return .warning(
            "descriptors",
            "\(descriptors) are allowed, and \(connections) connections may come: "
                + "raise LimitNOFILE= or lower --connections")
    }

    /// - Parameter memoryBytes: nil if it can't be told.
    static func judge(memoryBytes: Int?, connections: Int) -> Finding {
        guard let memoryBytes else {
            return .warning("memory", "it can't be told how much is free")
        }
        let room = memoryBytes / connectionBytes
        guard room < connections else {
            return .ok("memory", "enough for \(connections) connections")
        }
        return .warning(
            "memory",
            "\(memoryBytes >> 20) MiB are free, enough for \(room) connections, and "
                + "\(connections) may come: lower --connections")
    }

    /// Bytes that programs can still have (proc_meminfo(5)).
    private static func availableMemory() -> Int? {
        let number = unsafe open("/proc/meminfo", O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return nil }
        let file = Descriptor(number)
        var bytes = [UInt8](repeating: 0, count: 4 << 10)
        let count = unsafe read(file.number, &bytes, bytes.count)
        let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(
            separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix("MemAvailable:") }) else { return nil }
        return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
    }
}
