import Glibc
import Reactor
import SystemCalls

/// What the system knows of this process, by the names that every program's metrics have.
struct ProcessFigures {
    /// The moment from which the process counts as started.
    struct Origin: Sendable {
        let milliseconds = WallClock.milliseconds()
    }

    let startedAtMilliseconds: Int64
    let cpuMicroseconds: UInt64
    let residentBytes: UInt64
    let openDescriptorCount: Int
    let descriptorsMax: UInt64

    init(_ origin: Origin) {
        startedAtMilliseconds = origin.milliseconds
        cpuMicroseconds = UInt64(clamping: microseconds(on: CLOCK_PROCESS_CPUTIME_ID))
        residentBytes = Self.residentPages() &* UInt64(sysconf(Int32(_SC_PAGESIZE)))
        openDescriptorCount = Self.entryCount(of: "/proc/self/fd")
        var limit = rlimit()
        let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        descriptorsMax = unsafe getrlimit(descriptors, &limit) == 0 ? UInt64(limit.rlim_cur) : 0
    }

    /// The second number of `statm` (proc(5)).
    private static func residentPages() -> UInt64 {
        let descriptor = unsafe open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        bytes.removeLast(bytes.count - max(0, count))
        let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        return numbers.count > 1 ? UInt64(numbers[1]) ?? 0 : 0
    }

    /// The entries of a folder, without itself, its parent and the descriptor that reads it.
    private static func entryCount(of folder: String) -> Int {
        guard let stream = unsafe opendir(folder) else { return 0 }
        defer { unsafe closedir(stream) }
        var count = 0
        while unsafe readdir(stream) != nil { count += 1 }
        return max(0, count - 3)
    }
}
