/// A file descriptor with one owner, closed when the owner is done with it.
struct Descriptor: ~Copyable, Sendable {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    deinit { SystemCall.close(number) }
}
