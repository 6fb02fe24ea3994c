import Glibc
import SystemCalls

/// The answer of a non-blocking system call.
enum SystemResult {
    case done(Int)
    case wouldBlock
    case failed(SystemError)
}

/// The system calls of this module, and the only place that looks at `errno`.
///
/// An interrupted call is repeated; "would block" is a value and not an error; a bad descriptor or
/// a bad pointer is a mistake of ours, and going on would touch a stranger's connection, so it ends
/// the program.
enum SystemCall {
    /// - Parameter interrupted: the answer of a call that isn't to be repeated.
    static func run(
        _ name: StaticString, interrupted: Int? = nil, _ call: () -> Int
    ) -> SystemResult {
        while true {
            let answer = call()
            if answer >= 0 { return .done(answer) }
            switch errno {
            case EINTR:
                if let interrupted { return .done(interrupted) }
            case EAGAIN: return .wouldBlock
            case EBADF, EFAULT, ENOTSOCK: fatalError("\(name): errno \(errno)")
            default: return .failed(SystemError(code: errno, call: "\(name)"))
            }
        }
    }

    /// Runs a call that can't block, and returns its value.
    static func require(_ name: StaticString, _ call: () -> Int32) throws(SystemError) -> Int32 {
        switch run(name, { Int(call()) }) {
        case .done(let value): return Int32(truncatingIfNeeded: value)
        case .wouldBlock: throw SystemError(code: EAGAIN, call: "\(name)")
        case .failed(let error): throw error
        }
    }

    /// Sends what fits into the socket's buffer; a peer that is gone is an error, not a signal.
    static func send(_ descriptor: Int32, _ bytes: Span<UInt8>) -> SystemResult {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            run("send") {
                unsafe Glibc.send(
                    descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
            }
        }
    }

    /// Receives at most as many bytes as the buffer is long; 0 is the peer's end of stream.
    static func receive(_ descriptor: Int32, into buffer: inout [UInt8]) -> SystemResult {
        unsafe buffer.withUnsafeMutableBytes { bytes in
            run("recv") { unsafe recv(descriptor, bytes.baseAddress, bytes.count, 0) }
        }
    }
}
