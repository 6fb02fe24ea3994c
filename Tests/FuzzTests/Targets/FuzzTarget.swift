/// A target that a fuzzer can throw bytes at. Each reads its input in the way its `run` says, and
/// throws if one of its promises is broken; a trap of the product is a finding by itself.
public enum FuzzTarget: String, CaseIterable, Sendable {
    case request
    case response
    case frames
    case json
    case clientmessage
    case servermessage
    case session
    case client
    case journal
    case log
    case tls
    case proxies
    case acme
    case passkeys
    case api
    case courses
    case notebook

    public func run(_ input: [UInt8]) throws(Finding) {
        switch self {
        case .request: try RequestTarget.run(input)
        case .response: try ResponseTarget.run(input)
        case .frames: try FramesTarget.run(input)
        case .json: try JSONTarget.run(input)
        case .clientmessage: try ClientMessageTarget.run(input)
        case .servermessage: try ServerMessageTarget.run(input)
        case .session: try SessionTarget.run(input)
        case .client: try ClientTarget.run(input)
        case .journal: try JournalTarget.run(input)
        case .log: try LogTarget.run(input)
        case .tls: try TLSTarget.run(input)
        case .proxies: try ProxiesTarget.run(input)
        case .acme: try ACMETarget.run(input)
        case .passkeys: try PasskeysTarget.run(input)
        case .api: try APITarget.run(input)
        case .courses: try CoursesTarget.run(input)
        case .notebook: try NotebookTarget.run(input)
        }
    }
}

/// A broken promise.
public struct Finding: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}

func expect(_ isKept: Bool, _ promise: @autoclosure () -> String) throws(Finding) {
    if !isKept { throw Finding(promise()) }
}
