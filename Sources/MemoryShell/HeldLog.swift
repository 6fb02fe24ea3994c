package import Log

/// Holds what is asked, for whoever plays the log to answer.
package struct HeldLog: EventLog, Sendable {
    package var requests: [LogRequest] = []

    package init() {}

    package mutating func ask(_ request: LogRequest) { requests.append(request) }

    /// What was asked since the last time.
    package mutating func takeRequests() -> [LogRequest] {
        defer { requests = [] }
        return requests
    }
}
