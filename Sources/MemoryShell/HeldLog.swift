package import Log

/// A log that holds its requests until whoever plays the log answers them.
package struct HeldLog: EventLog, Sendable {
    package var requests: [LogRequest] = []

    package init() {}

    package mutating func ask(_ request: LogRequest) { requests.append(request) }

    /// Takes the requests that came since the last time.
    package mutating func takeRequests() -> [LogRequest] {
        defer { requests = [] }
        return requests
    }
}
