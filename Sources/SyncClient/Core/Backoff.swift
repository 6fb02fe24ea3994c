/// The time until the next attempt to connect: full jitter, so that phones which lost the same
/// server don't all come back at once. The delay is uniform between 0 and a bound that doubles with
/// each attempt.
struct Backoff: Sendable {
    private(set) var attempt = 0

    /// The bound of the next delay, in milliseconds.
    var bound: UInt64 {
        let doublings = min(attempt, 16)
        return min(
            ClientLimits.backoffMillisecondsMax, ClientLimits.backoffMillisecondsMin << doublings)
    }

    mutating func nextDelay(using generator: inout some RandomNumberGenerator) -> UInt64 {
        let delay = UInt64.random(in: 0...bound, using: &generator)
        if attempt < 16 { attempt += 1 }
        return delay
    }

    mutating func reset() { attempt = 0 }
}
