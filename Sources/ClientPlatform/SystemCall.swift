import CLinux
import Glibc

/// Why a system call failed: an `errno` value.
struct SystemError: Error, Hashable {
    var code: Int32

    /// As `strerror` has it, such as "Connection refused".
    var text: String {
        var buffer = [CChar](repeating: 0, count: 128)
        guard unsafe strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
        return String(
            decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// Makes a call that answers -1 and `errno`, again if a signal interrupted it.
func systemCall<Number: SignedInteger>(
    _ call: () -> Number
) throws(SystemError) -> Number {
    while true {
        let result = call()
        if result >= 0 { return result }
        if errno != EINTR { throw SystemError(code: errno) }
    }
}

/// An open file or socket that is closed with its owner.
struct Descriptor: ~Copyable {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    deinit { _ = close(number) }

    /// Hands the open file over to the caller.
    consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }
}

/// Milliseconds since the system started, those in which it slept included.
func monotonicMilliseconds() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
}
