import Documents
import SyncClient

/// The reason why a server hasn't done what a device asked for in an account's name.
package enum AccountError: Error, Hashable, Sendable {
    /// There is no answer, or none that can be used.
    case connection(HTTPClientError)
    case problem(AccountProblem)

    /// An answer that no server for this program would give.
    static func otherServer(_ address: ServerAddress) -> AccountError {
        .connection(.unusable("\(address.authority) doesn't answer as a server for folf does."))
    }

    /// The sentence that a player is told. It may hold what the server says.
    package var sentence: String {
        switch self {
        case .connection(let error): error.sentence
        case .problem(let problem): problem.sentence
        }
    }

    /// Whether it is the problem that the API calls so.
    package func isProblem(_ kind: some RawRepresentable<String>) -> Bool {
        guard case .problem(let problem) = self else { return false }
        return problem.name == kind.rawValue
    }
}

/// A server's no, in its own words.
package struct AccountProblem: Hashable, Sendable {
    /// What the API calls it.
    package var name: String
    package var sentence: String
    /// The part of the request that is wrong, if one is.
    package var field: String?
    /// The time after which to try again; nil if that is of no use.
    package var retryMilliseconds: Int64?

    /// Reads a body of the type "application/problem+json"; nil for anything else.
    init?(_ body: [UInt8]) {
        guard let value = try? JSONValue(body), let name = value["name"]?.string,
            let sentence = value["detail"]?.string
        else { return nil }
        self.name = name
        self.sentence = sentence
        field = value["field"]?.string
        retryMilliseconds = value["retry_ms"]?.integer
    }
}
