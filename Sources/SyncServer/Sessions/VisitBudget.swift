import Structures

/// A budget of what each address may ask for: requests over HTTP, the bytes of their answers, and
/// greetings by WebSocket. Generous, because a club may sit behind one address, and each phone that
/// comes takes a dozen requests; small enough that nobody wears the server out from one.
package struct VisitBudget: Sendable {
    /// Requests at once, and a minute, for each connection that an address may have.
    package static let requestsPerConnectionAtOnce: UInt64 = 20
    package static let requestsPerConnectionPerMinute: UInt64 = 10
    /// Greetings at once, and a minute, for each connection that an address may have.
    package static let hellosPerConnectionAtOnce: UInt64 = 4
    package static let hellosPerConnectionPerMinute: UInt64 = 1
    /// KiB of answers at once for each connection that an address may have: the whole page, four
    /// times. In the long run it gets `answeredKilobytesPerMinute`, however many it may have.
    package static let answeredKilobytesPerConnection: UInt64 = 1_024
    package static let answeredKilobytesPerMinute: UInt64 = 60_000

    private static let minute: UInt64 = 60_000

    private var requests: Budgets<ClientNetwork>
    private var hellos: Budgets<ClientNetwork>
    private var kilobytes: Budgets<ClientNetwork>

    package init(connectionsPerAddressMax connections: UInt64) {
        requests = Budgets(
            TokenRate(
                capacity: connections * Self.requestsPerConnectionAtOnce,
                refill: connections * Self.requestsPerConnectionPerMinute,
                intervalMilliseconds: Self.minute))
        hellos = Budgets(
            TokenRate(
                capacity: connections * Self.hellosPerConnectionAtOnce,
                refill: connections * Self.hellosPerConnectionPerMinute,
                intervalMilliseconds: Self.minute))
        kilobytes = Budgets(
            TokenRate(
                capacity: connections * Self.answeredKilobytesPerConnection,
                refill: Self.answeredKilobytesPerMinute, intervalMilliseconds: Self.minute))
    }

    /// Counts a request.
    ///
    /// - Returns: how long its address has to wait before it may ask; nil if it may.
    mutating func countRequest(_ network: ClientNetwork, now: UInt64) -> UInt64? {
        let wait = kilobytes.millisecondsUntilNext(network, now: now)
        if wait > 0 { return wait }
        if requests.take(network, now: now) { return nil }
        return max(1, requests.millisecondsUntilNext(network, now: now))
    }

    /// Counts an answer. One that is larger than what is left is given all the same: the next one
    /// isn't.
    mutating func countAnswer(_ network: ClientNetwork, bytes: Int, now: UInt64) {
        kilobytes.charge(network, UInt64(bytes) / 1_024 + 1, now: now)
    }

    /// Counts a greeting.
    ///
    /// - Returns: how long its address has to wait before it may greet; nil if it may.
    mutating func countHello(_ network: ClientNetwork, now: UInt64) -> UInt64? {
        if hellos.take(network, now: now) { return nil }
        return max(1, hellos.millisecondsUntilNext(network, now: now))
    }
}
