import CLinux
import Glibc
import SystemCalls

/// Calls on non-blocking sockets.
enum SocketCall {
    enum Outcome {
        /// The number of bytes; 0 of a receive is the peer's end.
        case done(Int)
        case wouldBlock
        case failed(SystemError)
    }

    /// Begins to connect.
    ///
    /// - Parameter source: where to call a loopback address from; nil: the kernel chooses.
    static func connect(
        host: String, port: UInt16, source: String?
    ) throws(LoadError) -> Int32 {
        let isLoopback = host.hasPrefix("127.")
        let number =
            if isLoopback, let source { unsafe clinux_connect_from(source, host, port) } else {
                unsafe clinux_connect(host, port)
            }
        guard number >= 0 else { throw .system(SystemError(code: errno, call: "connect")) }
        return number
    }

    static func receive(_ descriptor: Int32, into buffer: inout [UInt8]) -> Outcome {
        run("recv") {
            unsafe buffer.withUnsafeMutableBytes {
                unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
            }
        }
    }

    /// Sends the bytes behind the first `start`.
    static func send(_ descriptor: Int32, _ bytes: [UInt8], from start: Int = 0) -> Outcome {
        run("send") {
            unsafe bytes.withUnsafeBytes {
                let part = unsafe UnsafeRawBufferPointer(rebasing: $0[start...])
                return unsafe Glibc.send(
                    descriptor, part.baseAddress, part.count, Int32(MSG_NOSIGNAL))
            }
        }
    }

    /// The outcome of the attempt to connect: 0 or an `errno` value.
    static func connectError(_ descriptor: Int32) -> Int32 {
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
        return code
    }

    private static func run(_ name: String, _ call: () -> Int) -> Outcome {
        while true {
            let answer = call()
            if answer >= 0 { return .done(answer) }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .wouldBlock
            default: return .failed(SystemError(code: errno, call: name))
            }
        }
    }
}

/// Nanoseconds of the clock that never jumps.
func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Takes as many descriptors as the system lets us have, and returns how many that are.
func raiseDescriptorLimit() -> Int {
    var limit = rlimit()
    let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard unsafe getrlimit(descriptors, &limit) == 0 else { return 0 }
    limit.rlim_cur = limit.rlim_max
    _ = unsafe setrlimit(descriptors, &limit)
    return Int(clamping: limit.rlim_cur)
}
