/// The table of all that can be asked for. It decides which route a request is for, and the answer
/// to requests that are for none.
///
/// A path that is written out goes before patterns, and of these the first that fits. Routes whose
/// patterns are written the same share their paths: each answers methods of its own.
package struct RouteTable: Sendable {
    package enum Match: Sendable {
        /// The route's place in the table, and the parts of the path that its pattern has names
        /// for.
        case route(Int, PathParameters)
        /// The methods of the path, for a client that asks for them, and the places of its routes.
        case options([HTTPMethod], of: [Int])
        /// `allowed` is empty unless the problem is the method.
        case problem(HTTPProblem, allowed: [HTTPMethod])
    }

    private var routes: [Route] = []
    private var literals: [String: [Int]] = [:]
    private var patterns: [(pattern: PathPattern, places: [Int])] = []

    package init(_ routes: [Route]) {
        for route in routes { add(route) }
    }

    /// Puts a route at the next place.
    package mutating func add(_ route: Route) {
        let (place, text) = (routes.count, route.pattern.text)
        routes.append(route)
        if route.pattern.isLiteral {
            literals[text, default: []].append(place)
        } else if let known = patterns.firstIndex(where: { $0.pattern.text == text }) {
            patterns[known].places.append(place)
        } else {
            patterns.append((route.pattern, [place]))
        }
    }

    /// The route at a place that `match` gave.
    package subscript(place: Int) -> Route { routes[place] }

    package func match(_ request: HTTPRequest) -> Match {
        let path = request.path
        if let places = literals[path] { return choose(places, request, PathParameters()) }
        let segments = PathPattern.segments(of: path)
        for (pattern, places) in patterns {
            if let parameters = pattern.parameters(of: segments) {
                return choose(places, request, parameters)
            }
        }
        return .problem(.notFound, allowed: [])
    }

    private func choose(
        _ places: [Int], _ request: HTTPRequest, _ parameters: PathParameters
    ) -> Match {
        guard let place = places.first(where: { routes[$0].allowed.contains(request.method) })
        else {
            let own = Set(places.flatMap { routes[$0].allowed })
            let allowed = HTTPMethod.allCases.filter { own.contains($0) || $0 == .options }
            guard request.method == .options else {
                return .problem(.methodNotAllowed, allowed: allowed)
            }
            return request.bodyLength.isBody
                ? .problem(.contentTooLarge, allowed: []) : .options(allowed, of: places)
        }
        if let problem = routes[place].problem(of: request) {
            return .problem(problem, allowed: [])
        }
        return .route(place, parameters)
    }
}

extension HTTPHeader {
    /// The field that lists the methods of a path (RFC 9110 section 10.2.1).
    package static func allow(_ methods: [HTTPMethod]) -> HTTPHeader {
        HTTPHeader("Allow", methods.map(\.rawValue).joined(separator: ", "))
    }
}
