import Glibc

/// A file descriptor with one owner, closed when the owner is done with it.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    deinit { Self.close(number) }

    /// Hands the open descriptor over to the caller.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// Linux gives the descriptor back even if `close` is interrupted, so it is never repeated.
    package static func close(_ number: Int32) {
        if Glibc.close(number) != 0 { precondition(errno != EBADF, "closed twice") }
    }
}
