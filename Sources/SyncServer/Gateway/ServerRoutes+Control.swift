import Club
import Documents
import HTTP
import Structures

/// The operator's own door: a socket in the data folder, which a browser reaches through a tunnel.
extension ServerRoutes {
    static let controlBody = Route.Body(
        bytesMax: 4 * 1024, types: ["application/x-www-form-urlencoded"])

    static let coursesBody = Route.Body(
        bytesMax: ServerPaths.importedBytesMax, types: ["application/json"])

    static let control: [(route: Route, endpoint: Endpoint)] = [
        (Route(.get, at: "/"), .control(.overview)),
        (Route(.get, at: "/status"), .control(.status)),
        (Route(.get, at: "/lobbies"), .control(.lobbies)),
        (Route(.get, at: "/lobbies/{lobby}"), .control(.lobby)),
        (Route(.post, at: "/announcement", takes: controlBody), .control(.announce)),
        (Route(.post, at: "/lobbies/{lobby}/close", takes: controlBody), .control(.close)),
        (Route(.post, at: "/lobbies/{lobby}/lock", takes: controlBody), .control(.lock)),
        (Route(.post, at: "/lobbies/{lobby}/delete", takes: controlBody), .control(.delete)),
        (Route(.post, at: "/lobbies/{lobby}/undelete", takes: controlBody), .control(.undelete)),
        (Route(.post, at: "/lobbies/{lobby}/kick", takes: controlBody), .control(.kick)),
        (
            Route(.post, at: "/lobbies/{lobby}/disconnect", takes: controlBody),
            .control(.disconnect)
        ),
        (Route(.get, at: "/accounts"), .control(.accounts)),
        (Route(.post, at: "/accounts/{handle}/reset", takes: controlBody), .control(.letIn)),
        (Route(.get, at: "/suggestions"), .control(.suggestions)),
        (Route(.post, at: "/courses", takes: coursesBody), .control(.importCourses)),
        (Route(.get, at: "/changes"), .control(.courseChanges)),
        (Route(.post, at: "/changes/{change}/accept", takes: controlBody), .control(.accept)),
        (Route(.post, at: "/changes/{change}/refuse", takes: controlBody), .control(.refuse)),
        (Route(.post, at: "/changes/{change}/undo", takes: controlBody), .control(.undo)),
        (Route(.get, at: "/comments"), .control(.courseComments)),
        (Route(.post, at: "/comments/{comment}/keep", takes: controlBody), .control(.keep)),
        (Route(.post, at: "/comments/{comment}/remove", takes: controlBody), .control(.remove)),
        (
            Route(.post, at: "/courses/{course}/stewards/{handle}", takes: controlBody),
            .control(.steward)
        ),
        (
            Route(.post, at: "/courses/{course}/dismissed/{handle}", takes: controlBody),
            .control(.dismiss)
        ),
    ]

    enum ControlEndpoint: Sendable {
        /// The status in a browser's words, with all lobbies.
        case overview
        case status
        case lobbies
        case lobby
        case announce
        case close
        case lock
        case delete
        case undelete
        case kick
        case disconnect
        case accounts
        case letIn
        case suggestions
        case importCourses
        case courseChanges
        case accept
        case refuse
        case undo
        case courseComments
        case keep
        case remove
        case steward
        case dismiss
    }

    func work(
        for endpoint: ControlEndpoint, _ call: Call, body: [UInt8]
    ) throws(HTTPProblem) -> Work {
        try Self.requireLocal(call.request)
        let form = Self.form(for: call.request)
        func act(_ action: OperatorAction) throws(HTTPProblem) -> Work {
            .control(.act(action, on: try Self.lobby(call)), form)
        }
        func fields() throws(HTTPProblem) -> HTTPQuery { try HTTPQuery(form: body) }
        func decide(_ action: CourseAction) throws(HTTPProblem) -> Work {
            let change = try call.parameters.value("change") { Identifier128($0) }
            let reason = try fields().text("reason")
            guard reason.map(Self.canBeSaid) ?? true else { throw .badRequest }
            return .control(.decide(action, change: change, reason: reason), form)
        }
        func judge(_ action: CommentAction) throws(HTTPProblem) -> Work {
            let comment = try call.parameters.value("comment") { Identifier128($0) }
            return .control(.judge(action, comment: comment), form)
        }
        func steward(_ isSteward: Bool) throws(HTTPProblem) -> Work {
            let handle = try call.parameters.value("handle") { try? Handle($0) }
            let course = try call.parameters.value("course") { Identifier128($0) }
            return .control(.steward(handle, course: course, isSteward: isSteward), form)
        }
        switch endpoint {
        case .overview: return .control(.lobbies, .page)
        case .status: return .control(.status, form)
        case .lobbies: return .control(.lobbies, form)
        case .lobby: return .control(.lobby(try Self.lobby(call)), form)
        case .announce:
            guard let text = try fields().text("text"), Self.canBeSaid(text) else {
                throw .badRequest
            }
            return .control(.announce(text), form)
        case .close: return try act(.close)
        case .lock: return try act(.lock)
        case .delete: return try act(.delete)
        case .undelete: return try act(.undelete)
        case .kick:
            guard let number = try fields().number("member", in: 1...Int(UInt16.max)) else {
                throw .badRequest
            }
            return try act(.kick(MemberNumber(UInt16(clamping: number))))
        case .disconnect:
            guard let number = try fields().number("session", in: 1...Int.max) else {
                throw .badRequest
            }
            return try act(.disconnect(SessionID(rawValue: UInt64(number))))
        case .accounts: return .control(.accounts, form)
        case .letIn:
            let handle = try call.parameters.value("handle") { try? Handle($0) }
            return .control(.letIn(handle), form)
        case .suggestions: return .control(.suggestions, form)
        case .importCourses: return .control(.importCourses(body), form)
        case .courseChanges: return .control(.courseChanges, form)
        case .accept: return try decide(.accept)
        case .refuse: return try decide(.refuse)
        case .undo: return try decide(.undo)
        case .courseComments: return .control(.courseComments, form)
        case .keep: return try judge(.keep)
        case .remove: return try judge(.remove)
        case .steward: return try steward(true)
        case .dismiss: return try steward(false)
        }
    }

    /// A page from elsewhere that a browser shows beside may neither read nor do anything here,
    /// whatever name it gives this address.
    private static func requireLocal(_ request: HTTPRequest) throws(HTTPProblem) {
        let names = ["localhost", "127.0.0.1", "[::1]"]
        let isLocal = names.contains { name in
            request.host == name || request.host.hasPrefix(name + ":")
        }
        let origins = request.values(of: "origin")
        guard isLocal, origins.allSatisfy({ $0 == "http://" + request.host }) else {
            throw .forbidden
        }
    }

    private static func form(for request: HTTPRequest) -> ControlForm {
        if request.asks(forType: "text/html") { return .page }
        return request.asks(forType: "text/plain") ? .text : .json
    }

    /// Whether the text is short, and has something to be seen and nothing else.
    private static func canBeSaid(_ text: String) -> Bool {
        (1...ServerPaths.announcementBytesMax).contains(text.utf8.count)
            && text.unicodeScalars.contains { !$0.properties.isWhitespace }
            && !text.unicodeScalars.contains { sign in
                switch sign.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator, .format: true
                default: false
                }
            }
    }

    private static func lobby(_ call: Call) throws(HTTPProblem) -> LobbyID {
        try call.parameters.value("lobby") { Identifier128($0).map(LobbyID.init) }
    }

    static func answer(_ answer: ControlAnswer) throws(HTTPProblem) -> HTTPAnswer {
        switch answer {
        case .failed(.absent): throw .notFound
        case .failed(.refused): throw .preconditionFailed
        case .failed(.busy): throw .busy
        case .done(.page):
            return HTTPAnswer(
                status: .seeOther, headers: [HTTPHeader("Location", "/")] + precautions, body: [],
                isLast: true)
        case .done(let form): return told(Array("done\n".utf8), form == .json ? .text : form)
        case .told(let body, let form): return told(body, form)
        }
    }

    private static func told(_ body: [UInt8], _ form: ControlForm) -> HTTPAnswer {
        let type =
            switch form {
            case .json: "application/json"
            case .text: "text/plain; charset=utf-8"
            case .page: "text/html; charset=utf-8"
            }
        let policy = "default-src 'none'; form-action 'self'; frame-ancestors 'none'"
        let headers = [
            HTTPHeader("Content-Type", type), HTTPHeader("Cache-Control", "no-store"),
            HTTPHeader("Content-Security-Policy", policy),
        ]
        // Without a referrer a browser hides the origin of a form too, and we refuse that.
        let referrer = form == .page ? "same-origin" : "no-referrer"
        return HTTPAnswer(
            headers: headers + precautions(referrer: referrer), body: body, isLast: true)
    }
}
