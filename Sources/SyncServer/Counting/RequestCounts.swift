package import API
package import HTTP
package import Metrics

/// What is asked for over HTTP, as far as metrics tell it apart.
package enum RequestTarget: Hashable, Sendable {
    case sync
    case health
    case readiness
    case qrCode
    case page
    /// A file of the page.
    case file
    case echo
    case challenge
    case redirect
    case metrics
    case control
    case api(APIOperation)
    /// None of these, or a request that couldn't be read.
    case none

    /// The target as it is shown; it never changes its meaning.
    package var label: String {
        switch self {
        case .sync: "/sync"
        case .health: "/healthz"
        case .readiness: "/readyz"
        case .qrCode: "/qr"
        case .page: "page"
        case .file: "file"
        case .echo: "/echo"
        case .challenge: "challenge"
        case .redirect: "redirect"
        case .metrics: "/metrics"
        case .control: "control"
        case .api(let operation): operation.rawValue
        case .none: "none"
        }
    }
}

/// Counts of requests that were answered, and of the time from a request's head to its answer.
package struct RequestCounts: Sendable {
    private struct Count {
        let target: RequestTarget
        let status: HTTPStatus
        var number: UInt64
    }

    /// One for each answer of those that were given; there are few.
    private var counts: [Count] = []
    private var times: [RequestTarget: Histogram] = [:]

    package init() {}

    mutating func count(_ target: RequestTarget, _ status: HTTPStatus, microseconds: UInt64) {
        add(Count(target: target, status: status, number: 1))
        times[target, default: Histogram(.seconds)].record(microseconds)
    }

    package subscript(target: RequestTarget, status: HTTPStatus) -> UInt64 {
        counts.first { $0.target == target && $0.status == status }?.number ?? 0
    }

    private mutating func add(_ count: Count) {
        for place in counts.indices
        where counts[place].target == count.target && counts[place].status == count.status {
            counts[place].number &+= count.number
            return
        }
        counts.append(count)
    }

    package func microseconds(of target: RequestTarget) -> Histogram {
        times[target] ?? Histogram(.seconds)
    }

    package static func += (sum: inout RequestCounts, other: RequestCounts) {
        for count in other.counts { sum.add(count) }
        for (target, times) in other.times {
            sum.times[target, default: Histogram(.seconds)] += times
        }
    }

    /// The answers that were given, in an order that doesn't change; the status as its number.
    package var answered: [(target: RequestTarget, status: Int, count: UInt64)] {
        counts.map { ($0.target, $0.status.rawValue, $0.number) }
            .sorted { ($0.target.label, $0.status) < ($1.target.label, $1.status) }
    }

    /// The targets that somebody has asked for, in an order that doesn't change.
    package var targets: [RequestTarget] { times.keys.sorted { $0.label < $1.label } }
}
