import HTTP
import Structures

/// The connections that speak HTTP, from their first byte to the last of an answer, or to the
/// WebSocket that begins.
///
/// One request of a connection is dealt with at a time, and answered before the next is read, also
/// where the answer takes some work that is done elsewhere:
///
///     head ──> body ──> work ──> answer ──> head …
///       └───────┴─────────┴────────┴─> the end
///
/// The server bounds all that a connection may take of it: the time to its first message, to a body
/// and between two requests, the number of requests, the bytes that answer requests which came at
/// once, and those that wait behind work. A connection that is over a bound is told so by the last
/// answer, or hears nothing more.
struct Gateway: Sendable {
    /// An action that a connection needs.
    enum Step: Sendable {
        /// Send an answer; the last one ends the connection, which is forgotten here.
        case answer(head: [UInt8], body: [UInt8], isLast: Bool)
        /// Send this before the body that it allows.
        case goOn([UInt8])
        /// Send the handshake's answer; what follows is WebSocket, and no more of the gateway's.
        case upgrade(Upgrade)
        /// Do this work; the answer is for `worked`.
        case work(Work)
        /// End the connection without a word; it is forgotten here.
        case hangUp
    }

    struct Upgrade: Sendable {
        let response: [UInt8]
        let phase: Session.Phase
        let network: ClientNetwork
        /// The time by which its first message has to be there.
        let deadline: UInt64
    }

    /// The state that time has brought a connection to.
    enum Look {
        case isDue(at: UInt64)
        /// It is over, and forgotten here.
        case isOver
    }

    private struct Connection: Sendable {
        let id: SessionID
        var caller: Caller
        let door: Door
        var parser = HTTPRequestParser()
        /// The time by which it has to have asked for something more.
        var deadline: UInt64
        /// The number of requests that have been answered.
        var requestCount = 0
        /// The bytes of answers to requests that came at once.
        var answeredBytes = 0
        /// The request whose body is being read, or whose work is being done.
        var call = Boxed<ServerRoutes.Call>()
        /// Bytes that have come meanwhile; nil unless work is being done.
        var unread: [UInt8]?

        /// Reads on in a request, and returns how far it has come; nil while it waits for work.
        mutating func receive(
            _ bytes: Span<UInt8>, cursor: inout Int
        ) -> HTTPRequestParser.Progress? {
            unread == nil ? parser.receive(bytes, cursor: &cursor) : nil
        }
    }

    /// A request as it is counted once it is answered; nil if none could be read.
    private struct Asked {
        let request: HTTPRequest?
        let target: RequestTarget
        /// Monotonic milliseconds at which its head was there.
        let at: UInt64

        init(_ request: HTTPRequest?, now: UInt64) {
            self.request = request
            target = .none
            at = now
        }

        init(_ call: ServerRoutes.Call) {
            request = call.request
            target = call.target
            at = call.askedAt
        }
    }

    /// Whether browsers trust the certificate that the front door shows.
    var isTrusted = false
    private let configuration: ServerConfiguration
    private let routes: DoorRoutes
    /// Counts of what was answered so far.
    private(set) var counts = RequestCounts()
    /// The connections, side by side without gaps.
    private var connections: [Connection] = []
    /// The place where a connection may lie, by its slot: it does if that one has its id.
    private var places: [UInt32] = []
    /// The addresses for which work was asked that isn't answered, whether or not anybody still
    /// waits for it, and how much for each.
    private var workNetworks: [SessionID: ClientNetwork] = [:]
    private var workCounts: [ClientNetwork: Int] = [:]
    private static let placesAtOnce = 32

    init(_ configuration: ServerConfiguration) {
        self.configuration = configuration
        routes = DoorRoutes(configuration)
    }

    var count: Int { connections.count }

    func contains(_ id: SessionID) -> Bool { place(of: id) != nil }

    mutating func open(
        _ id: SessionID, from address: PeerAddress, by door: Door, now: UInt64
    ) {
        while places.count <= id.slot {
            places += repeatElement(0, count: Self.placesAtOnce)
        }
        places[id.slot] = UInt32(truncatingIfNeeded: connections.count)
        let deadline = now + configuration.helloMilliseconds
        connections.append(
            Connection(
                id: id,
                caller: Caller(
                    at: address, isTrusted: configuration.trustedProxies.contains(address)),
                door: door, deadline: deadline))
    }

    /// Forgets a connection; false if it is none of the gateway's.
    mutating func close(_ id: SessionID) -> Bool {
        guard let place = place(of: id) else { return false }
        _ = remove(at: place)
        return true
    }

    /// Ends the connections that have had an answer and wait for nothing.
    mutating func drain() -> [SessionID] {
        let idle = connections.filter { $0.requestCount > 0 && $0.call.isEmpty }.map(\.id)
        for id in idle { _ = close(id) }
        return idle
    }

    mutating func look(at id: SessionID, now: UInt64) -> Look {
        guard let place = place(of: id) else { return .isOver }
        let deadline = connections[place].deadline
        guard now >= deadline else { return .isDue(at: deadline) }
        _ = remove(at: place)
        return .isOver
    }

    /// Notes that bytes have come: the answers to them are counted anew.
    mutating func beginReading(_ id: SessionID) {
        if let place = place(of: id) { connections[place].answeredBytes = 0 }
    }

    /// Reads on until there is something to do; nil if more bytes have to come first.
    mutating func read(
        _ bytes: Span<UInt8>, cursor: inout Int, from id: SessionID,
        health: ServerHealth, now: UInt64
    ) -> Step? {
        guard let place = place(of: id) else { return nil }
        let door = connections[place].door
        while true {
            switch connections[place].receive(bytes, cursor: &cursor) {
            case nil: return hold(bytes, cursor: &cursor, at: place)
            case .needMore: return nil
            case .failed(let problem):
                return end(place, with: problem, to: Asked(nil, now: now), now)
            case .body(let body):
                guard let call = connections[place].call.take() else { return nil }
                return begin(call, body: body, at: place, health, now)
            case .request(let request):
                if let wait = admit(request, at: place, now: now) {
                    return end(
                        place, with: .tooManyRequests, retryMilliseconds: wait,
                        to: Asked(request, now: now), now)
                }
                switch routes[door].match(request, now: now) {
                case .reply(let reply):
                    return perform(reply, for: Asked(request, now: now), at: place, health, now)
                case .call(let call) where request.bodyLength.isBody:
                    awaitBody(call, at: place, now)
                    let isWaiting = request.expectsContinue && cursor == bytes.count
                    if isWaiting { return .goOn(HTTPResponse.goOn) }
                case .call(let call):
                    return begin(call, body: [], at: place, health, now)
                }
            }
        }
    }

    /// Answers a connection whose work is done. Also gives the bytes that came of it meanwhile, to
    /// be read on; nil if nobody waits for it any more.
    mutating func worked(
        _ answer: WorkAnswer, for id: SessionID, health: ServerHealth, now: UInt64
    ) -> (step: Step?, unread: [UInt8])? {
        endWork(for: id)
        guard let place = place(of: id), let unread = connections[place].unread,
            let call = connections[place].call.take()
        else { return nil }
        connections[place].unread = nil
        let reply = routes[connections[place].door].reply(to: call, with: answer)
        return (perform(reply, for: Asked(call), at: place, health, now), unread)
    }
}

extension Gateway {
    private func place(of id: SessionID) -> Int? {
        guard id.slot < places.count else { return nil }
        let place = Int(places[id.slot])
        return place < connections.count && connections[place].id == id ? place : nil
    }

    /// Takes a connection out; the last one moves into its place.
    private mutating func remove(at place: Int) -> Connection {
        connections.swapAt(place, connections.count - 1)
        places[connections[place].id.slot] = UInt32(truncatingIfNeeded: place)
        return connections.removeLast()
    }

    /// Counts a request for the address that it comes from.
    ///
    /// - Returns: how long that has to wait, in milliseconds; nil if it needn't.
    private mutating func admit(
        _ request: HTTPRequest, at place: Int, now: UInt64
    ) -> UInt64? {
        connections[place].caller.read(request, by: configuration.trustedProxies)
        guard connections[place].door.isPublic else { return nil }
        let network = connections[place].caller.network
        return configuration.askDoorkeeper { $0.visits.countRequest(network, now: now) }
    }

    /// Keeps bytes that come behind a request which is being worked on.
    private mutating func hold(
        _ bytes: Span<UInt8>, cursor: inout Int, at place: Int
    ) -> Step? {
        let rest = bytes.extracting(cursor...)
        let unreadCount = connections[place].unread?.count ?? 0
        guard unreadCount + rest.count <= configuration.unreadBytesMax else {
            _ = remove(at: place)
            return .hangUp
        }
        connections[place].unread?.append(contentsOf: rest)
        cursor = bytes.count
        return nil
    }

    private mutating func awaitBody(_ call: ServerRoutes.Call, at place: Int, _ now: UInt64) {
        connections[place].call = Boxed(call)
        connections[place].parser.takeBody(bytesMax: call.bodyBytesMax)
        connections[place].deadline = now + configuration.bodyMilliseconds
    }

    /// Answers a request that is whole, or has the work for that done.
    private mutating func begin(
        _ call: ServerRoutes.Call, body: [UInt8], at place: Int, _ health: ServerHealth,
        _ now: UInt64
    ) -> Step? {
        let (door, caller) = (connections[place].door, connections[place].caller)
        let reply = routes[door].reply(to: call, body: body, from: caller, health: health)
        guard case .work(let work) = reply else {
            return perform(reply, for: Asked(call), at: place, health, now)
        }
        let network = caller.network
        guard workCounts[network, default: 0] < configuration.workPerNetworkMax else {
            return perform(ServerRoutes.busy, for: Asked(call), at: place, health, now)
        }
        workNetworks[connections[place].id] = network
        workCounts[network, default: 0] += 1
        connections[place].call = Boxed(call)
        connections[place].unread = []
        connections[place].deadline = now + configuration.requestIdleMilliseconds
        return .work(work)
    }

    /// The work is out of the line.
    private mutating func endWork(for id: SessionID) {
        guard let network = workNetworks.removeValue(forKey: id) else { return }
        let count = workCounts[network, default: 1] - 1
        workCounts[network] = count > 0 ? count : nil
    }

    private mutating func perform(
        _ reply: ServerRoutes.Reply, for asked: Asked, at place: Int,
        _ health: ServerHealth, _ now: UInt64
    ) -> Step? {
        switch reply {
        case .problem(let problem, let headers, let wait):
            end(place, with: problem, headers, retryMilliseconds: wait, to: asked, now)
        case .upgrade(let phase, let response): upgrade(place, to: phase, response, asked, now)
        case .answer(let answer): self.answer(place, answer, to: asked, health, now)
        case .work: nil
        }
    }

    private mutating func count(_ asked: Asked, _ status: HTTPStatus, _ now: UInt64) {
        counts.count(asked.target, status, microseconds: (now - min(now, asked.at)) * 1_000)
    }

    private mutating func answer(
        _ place: Int, _ answer: HTTPAnswer, to asked: Asked,
        _ health: ServerHealth, _ now: UInt64
    ) -> Step? {
        count(asked, answer.status, now)
        countAnswer(answer, at: place, now)
        let body = asked.request?.method == .head ? [] : answer.body ?? []
        let answeredBefore = connections[place].answeredBytes
        let isTooMuch = answeredBefore + body.count > configuration.answeredBytesPerReadMax
        let isLast =
            answer.isLast || asked.request?.endsConnection ?? true || health == .draining
            || answeredBefore > 0 && isTooMuch
            || connections[place].requestCount + 1 >= configuration.requestsPerConnectionMax
        let head = HTTPResponse.head(
            answer.status, headers: answer.headers + strictness(at: place),
            bodyBytes: answer.body?.count, ends: isLast)
        if isLast {
            _ = remove(at: place)
        } else {
            connections[place].answeredBytes += body.count
            awaitRequest(place, bytes: body.count, now)
        }
        return .answer(head: head, body: body, isLast: isLast)
    }

    /// Counts the bytes of an answer for the address that it goes to.
    private func countAnswer(_ answer: HTTPAnswer, at place: Int, _ now: UInt64) {
        guard connections[place].door.isPublic, let body = answer.body else { return }
        let network = connections[place].caller.network
        configuration.askDoorkeeper {
            $0.visits.countAnswer(network, bytes: body.count, now: now)
        }
    }

    /// Tells browsers never to come without https again. Said only where it is true: whoever has
    /// heard it can't come any other way, and asks at the usual port.
    private func strictness(at place: Int) -> [HTTPHeader] {
        guard isTrusted, connections[place].door == .front, configuration.isAtUsualPort else {
            return []
        }
        let seconds = Redirect.strictSeconds
        return [HTTPHeader("Strict-Transport-Security", "max-age=\(seconds)")]
    }

    /// Waits for another request. The time that an answer of `bytes` takes on a slow line isn't
    /// idle.
    private mutating func awaitRequest(_ place: Int, bytes: Int, _ now: UInt64) {
        let line = UInt64(bytes) * 1_000 / configuration.slowestLineBytesPerSecond
        connections[place].requestCount += 1
        connections[place].deadline =
            now + configuration.requestIdleMilliseconds
            + min(line, configuration.catchUpMillisecondsMax)
    }

    private mutating func upgrade(
        _ place: Int, to phase: Session.Phase, _ response: [UInt8], _ asked: Asked,
        _ now: UInt64
    ) -> Step? {
        let network = connections[place].caller.network
        guard configuration.askCensus({ $0.admit(network) }) ?? true else {
            return end(
                place, with: .tooManyRequests, retryMilliseconds: SocketCensus.retryMilliseconds,
                to: asked, now)
        }
        count(asked, .switchingProtocols, now)
        let connection = remove(at: place)
        // The time of a connection that begins with it runs since it was opened.
        let deadline =
            connection.requestCount > 0
            ? now + configuration.helloMilliseconds : connection.deadline
        return .upgrade(
            Upgrade(
                response: response, phase: phase, network: network,
                deadline: deadline))
    }

    private mutating func end(
        _ place: Int, with problem: HTTPProblem, _ headers: [HTTPHeader] = [],
        retryMilliseconds: UInt64? = nil, to asked: Asked, _ now: UInt64
    ) -> Step? {
        count(asked, problem.status, now)
        let routes = routes[connections[place].door]
        _ = remove(at: place)
        var all = headers + ServerRoutes.precautions
        if let request = asked.request {
            all += ServerRoutes.policy(for: request.host)
            all += routes.secrecy(of: asked.target, to: request)
        }
        let whole = HTTPResponse.problem(
            problem, to: asked.request, headers: all, retryMilliseconds: retryMilliseconds)
        return .answer(head: whole, body: [], isLast: true)
    }
}
