import CLinux
import Glibc
import SystemCalls

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

/// Milliseconds since the system started, those in which it slept included.
func monotonicMilliseconds() -> Int64 {
    milliseconds(on: CLOCK_BOOTTIME)
}
