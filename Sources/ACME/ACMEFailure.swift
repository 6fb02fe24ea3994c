import Documents

/// Why there is no certificate, in words for an operator.
package enum ACMEFailure: Error, Equatable, Sendable {
    /// The authority says what is wrong.
    case problem(ACMEProblem)
    /// The authority doesn't answer as RFC 8555 says; what it was asked for.
    case unexpected(String)
    /// It takes more questions than it may.
    case endless
    /// Nobody could be asked; why.
    case unreachable(String)
    /// Something can't be done on this machine.
    case here(String)

    /// The time that the authority wants to be left alone for.
    package var retryAfterSeconds: Int? {
        guard case .problem(let problem) = self else { return nil }
        return problem.retryAfterSeconds
    }

    /// Whether something is wrong here, so that it is of no use to ask another authority.
    package var isOurs: Bool {
        guard case .problem(let problem) = self else {
            if case .here = self { return true }
            return false
        }
        return !["", "serverInternal", "rateLimited", "badNonce"].contains(problem.name)
    }
}

extension ACMEFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .problem(let problem):
            "the authority says: \(problem)"
                + (problem.isAboutTheWay ? "; does the name lead to port 80 of this machine?" : "")
        case .unexpected(let what): "the authority gives no proper answer about \(what)"
        case .endless: "the authority comes to no end"
        case .unreachable(let reason): "the authority can't be asked: \(reason)"
        case .here(let reason): reason
        }
    }
}

/// An authority's words for what is wrong (RFC 9457, RFC 8555 section 6.7).
package struct ACMEProblem: Equatable, Sendable {
    private static let prefix = "urn:ietf:params:acme:error:"
    private static let wordsMax = 500

    /// The last part of its type, such as `rateLimited`.
    let name: String
    let detail: String
    var retryAfterSeconds: Int?

    /// - Parameter value: a problem document; anything else is told by its status alone.
    init(_ value: JSONValue?, status: Int? = nil, retryAfterSeconds: Int? = nil) {
        let type = value?["type"]?.string ?? ""
        let known = type.hasPrefix(Self.prefix) ? type.dropFirst(Self.prefix.count) : type[...]
        name = String(known.prefix(Self.wordsMax))
        let words = value?["detail"]?.string ?? status.map { "status \($0)" } ?? "it is invalid"
        detail = String(words.prefix(Self.wordsMax))
        self.retryAfterSeconds = retryAfterSeconds
    }
}

extension ACMEProblem {
    /// Whether the authority hasn't come through to where the name leads (RFC 8555 section 6.7).
    var isAboutTheWay: Bool { ["dns", "connection"].contains(name) }
}

extension ACMEProblem: CustomStringConvertible {
    package var description: String { name.isEmpty ? detail : "\(detail) (\(name))" }
}
