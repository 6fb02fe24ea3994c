import API
import HTTP
import Structures
import WebSocket
import Wire

struct HTTPAnswer: Sendable {
    var status = HTTPStatus.ok
    var headers: [HTTPHeader]
    /// The body; nil for a status that has none.
    var body: [UInt8]?
    /// Whether the connection ends with it in any case.
    var isLast = false
}

/// Whether the server is well, in the words of "/healthz" and "/readyz".
enum ServerHealth: String, Sendable {
    case ok
    case readOnly = "read_only"
    /// Read-only, because the disk is full.
    case full
    case draining
}

/// A table of the server's paths at one door, with what it answers there. It has no state of its
/// own.
struct ServerRoutes: Sendable {
    enum Reply: Sendable {
        case answer(HTTPAnswer)
        case problem(HTTPProblem, [HTTPHeader] = [], retryMilliseconds: UInt64? = nil)
        case upgrade(Session.Phase, response: [UInt8])
        /// Work that is to be done first.
        case work(Work)
    }

    /// Too much waits to be done.
    static let busy = Reply.problem(.busy, retryMilliseconds: retryMilliseconds)
    private static let retryMilliseconds: UInt64 = 1_000

    /// A request that has its route.
    struct Call: Sendable {
        let request: HTTPRequest
        fileprivate let place: Int
        let parameters: PathParameters
        let bodyBytesMax: Int
        let target: RequestTarget
        /// Monotonic milliseconds at which the request's head was there.
        let askedAt: UInt64
    }

    enum Match: Sendable {
        case call(Call)
        case reply(Reply)
    }

    enum Endpoint: Sendable {
        case upgrade(Session.Phase)
        case health
        case readiness
        case metrics
        case control(ControlEndpoint)
        case qrCode
        /// Draws the link that a page sends.
        case qrCodeOfLink
        case robots
        case sitemap
        /// A document that has an address of its own, by the path of its file.
        case document(String)
        case file(PageFile)
        /// A file of the page's folder.
        case folder
        case echo
        case challenge
        case api(APIOperation)
        /// The front door is where this is to be had.
        case redirect(Redirect)
    }

    /// The page, which reads the path itself.
    private static let index = Endpoint.document("/index.html")
    private static let echoBody = Route.Body(
        bytesMax: 64 * 1024, types: ["application/octet-stream"])

    /// The routes that every server has at its front door. Whatever comes behind a letter is for
    /// the page to understand.
    private static let basics: [(route: Route, endpoint: Endpoint)] =
        [
            (Route(upgradeAt: PathPattern(ServerPaths.sync)), .upgrade(.greeting)),
            (Route(.get, at: "/qr/{link}.svg"), .qrCode),
            (Route(.post, at: "/qr", takes: linkBody), .qrCodeOfLink),
            (Route(.get, at: "/robots.txt"), .robots), (Route(.get, at: "/sitemap.xml"), .sitemap),
        ]
        + states
        + [
            "/", "/new", "/j/*", "/w/*", "/g/*", "/r/*", "/a", "/a/*", "/p/*", "/courses",
            "/courses/new", "/c/*",
        ].map { (Route(.get, at: PathPattern($0)), index) }
        + Leaflet.all.map { (Route(.get, at: PathPattern($0.path)), .document($0.file)) } + api
    /// How the server is, at each door but the one that only leads to another.
    private static let states: [(route: Route, endpoint: Endpoint)] = [
        (Route(.get, at: "/healthz"), .health), (Route(.get, at: "/readyz"), .readiness),
    ]
    private static let basicTable = RouteTable(basics.map(\.route))
    private static let basicEndpoints = basics.map(\.endpoint)

    private static let metrics = states + [(Route(.get, at: "/metrics"), .metrics)]
    private static let metricsTable = RouteTable(metrics.map(\.route))
    private static let metricsEndpoints = metrics.map(\.endpoint)
    private static let controlTable = RouteTable((states + control).map(\.route))
    private static let controlEndpoints = (states + control).map(\.endpoint)

    let configuration: ServerConfiguration
    private var table = RouteTable([])
    private var endpoints: [Endpoint] = []

    init(_ configuration: ServerConfiguration, at door: Door) {
        self.configuration = configuration
        switch door {
        case .front: addFront()
        case .redirect: addRedirect()
        case .metrics: (table, endpoints) = (Self.metricsTable, Self.metricsEndpoints)
        case .control: (table, endpoints) = (Self.controlTable, Self.controlEndpoints)
        }
    }

    private mutating func addFront() {
        table = Self.basicTable
        endpoints = Self.basicEndpoints
        if configuration.opensEcho {
            let path = PathPattern(ServerPaths.echo)
            add(Route(upgradeAt: path), .upgrade(.echoing))
            add(Route(.post, at: path, takes: Self.echoBody), .echo)
        }
        switch configuration.site {
        case .files(let files):
            for (path, file) in files { add(Route(.get, at: PathPattern(path)), .file(file)) }
        case .folder: add(Route(.get, at: "/*"), .folder)
        }
    }

    private mutating func addRedirect() {
        add(Route(.get, at: PathPattern(ServerPaths.challenge)), .challenge)
        if let redirect = configuration.redirect {
            add(Route(.get, at: PathPattern("/*")), .redirect(redirect))
        }
    }

    private mutating func add(_ route: Route, _ endpoint: Endpoint) {
        table.add(route)
        endpoints.append(endpoint)
    }

    /// Finds the route of a request whose head has come.
    ///
    /// - Parameter now: monotonic milliseconds.
    func match(_ request: HTTPRequest, now: UInt64) -> Match {
        switch table.match(request) {
        case .route(let place, let parameters):
            return .call(
                Call(
                    request: request, place: place, parameters: parameters,
                    bodyBytesMax: table[place].body?.bytesMax ?? 0,
                    target: endpoints[place].target, askedAt: now))
        case .options(let allowed, of: let places):
            let headers = [HTTPHeader.allow(allowed)] + Self.precautions
            let leave = leave(to: request, allowed, places.map { endpoints[$0] })
            return .reply(.answer(HTTPAnswer(status: .noContent, headers: headers + leave)))
        case .problem(let problem, let allowed):
            return .reply(.problem(problem, allowed.isEmpty ? [] : [.allow(allowed)]))
        }
    }

    /// Answers a request that is whole.
    func reply(to call: Call, body: [UInt8], from caller: Caller, health: ServerHealth) -> Reply {
        do throws(HTTPProblem) {
            let request = call.request
            switch endpoints[call.place] {
            case .upgrade(let phase): return upgrade(request, to: phase, health)
            case .health: return .answer(Self.answer(health, .ok))
            case .readiness where health != .ok:
                return .answer(Self.answer(health, .serviceUnavailable))
            case .readiness: return .work(.readiness)
            case .metrics: return .work(.metrics)
            case .control(let endpoint):
                return .work(try work(for: endpoint, call, body: body))
            case .qrCode: return .work(.qrCode(try link(call.parameters, for: request)))
            case .qrCodeOfLink: return .work(.qrCode(try Self.link(body, for: request)))
            case .file(let file): return .answer(try answer(request, with: file))
            case .document(let path): return try document(path, for: request)
            case .folder: return .work(.file(request.path))
            case .robots: return .answer(robots(for: request))
            case .sitemap: return .answer(sitemap(for: request))
            case .challenge: return .work(.challenge(try challenge(call.parameters)))
            case .redirect(let redirect): return .answer(redirect.answer(to: request))
            case .api(let operation):
                return .work(.api(self.call(operation, call, body: body, from: caller)))
            case .echo:
                let type = HTTPHeader("Content-Type", Self.echoBody.types[0])
                return .answer(HTTPAnswer(headers: [type] + Self.precautions, body: body))
            }
        } catch {
            return .problem(error)
        }
    }

    private func document(
        _ path: String, for request: HTTPRequest
    ) throws(HTTPProblem) -> Reply {
        switch configuration.site {
        case .files(let files): .answer(try answer(request, with: files[path]))
        case .folder: .work(.file(path))
        }
    }

    /// Answers a request whose work is done.
    func reply(to call: Call, with answer: WorkAnswer) -> Reply {
        do throws(HTTPProblem) {
            switch answer {
            case .picture(let picture):
                return .answer(try self.answer(call.request, with: picture))
            case .file(let file): return .answer(try self.answer(call.request, with: file))
            case .challenge(let text): return .answer(try Self.answer(withChallenge: text))
            case .readiness(let readiness): return .answer(Self.answer(readiness))
            case .metrics(let text): return .answer(Self.answer(withMetrics: text))
            case .control(let answer): return .answer(try Self.answer(answer))
            case .api(let answer): return .answer(self.answer(call, with: answer))
            case .busy: return Self.busy
            }
        } catch {
            return .problem(error)
        }
    }

    private func upgrade(
        _ request: HTTPRequest, to phase: Session.Phase, _ health: ServerHealth
    ) -> Reply {
        guard health != .draining else {
            return .problem(.draining, retryMilliseconds: Self.retryMilliseconds)
        }
        let allowed = configuration.originsAllowed
        let subprotocol = phase == .echoing ? nil : WireLimits.subprotocol
        let outcome = WebSocketHandshake.accept(request, subprotocol: subprotocol) { origin, host in
            allowed.contains(origin) || origin == "http://" + host || origin == "https://" + host
        }
        switch outcome {
        case .accepted(let response): return .upgrade(phase, response: response)
        case .refused(let problem):
            let demands = problem == .upgradeRequired ? WebSocketHandshake.demands : []
            return .problem(problem, demands)
        }
    }
}

extension ServerRoutes.Endpoint {
    fileprivate var target: RequestTarget {
        switch self {
        case .upgrade(.echoing), .echo: .echo
        case .upgrade: .sync
        case .health: .health
        case .readiness: .readiness
        case .metrics: .metrics
        case .control: .control
        case .qrCode, .qrCodeOfLink: .qrCode
        case .document: .page
        case .file, .folder, .robots, .sitemap: .file
        case .challenge: .challenge
        case .api(let operation): .api(operation)
        case .redirect: .redirect
        }
    }
}
