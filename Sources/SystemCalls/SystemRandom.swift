import Glibc

/// The system's random numbers, fit for secrets, many by one call (getentropy(3)):
/// `SystemRandomNumberGenerator` makes one for each.
package struct SystemRandom: RandomNumberGenerator, Sendable {
    /// 256 bytes are as many as a call gives.
    private static let count = 256 / MemoryLayout<UInt64>.size

    private var numbers: [UInt64] = []

    package init() {}

    package mutating func next() -> UInt64 {
        if let number = numbers.popLast() { return number }
        numbers = [UInt64](repeating: 0, count: Self.count)
        let bytes = numbers.count * MemoryLayout<UInt64>.size
        let status = unsafe getentropy(&numbers, bytes)
        precondition(status == 0, "without random numbers there are no secrets")
        return numbers.removeLast()
    }
}
