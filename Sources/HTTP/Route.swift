/// A route: the methods for the paths of a pattern, the body that a request for them has to bring,
/// and the kind of answer that it gets.
package struct Route: Sendable {
    /// The body that a request brings.
    package struct Body: Sendable {
        package let bytesMax: Int
        /// The media types that are understood, lower-case and without parameters.
        package let types: [String]

        package init(bytesMax: Int, types: [String]) {
            self.bytesMax = bytesMax
            self.types = types
        }
    }

    package let pattern: PathPattern
    /// The methods, without those that follow from others.
    private let methods: [HTTPMethod]
    /// The body of a request; nil if it has none.
    package let body: Body?
    /// The media type of the answer, where a client may refuse it.
    private let type: String?
    private let isUpgrade: Bool

    package init(
        _ methods: HTTPMethod..., at pattern: PathPattern, takes body: Body? = nil,
        gives type: String? = nil
    ) {
        self.pattern = pattern
        self.methods = methods
        self.body = body
        self.type = type
        isUpgrade = false
    }

    /// A route for a request after which the connection goes on with another protocol.
    package init(upgradeAt pattern: PathPattern) {
        self.pattern = pattern
        methods = [.get]
        body = nil
        type = nil
        isUpgrade = true
    }

    /// All methods. HEAD is answered wherever GET is, but for an upgrade, of which there is no head
    /// alone.
    var allowed: [HTTPMethod] {
        methods.contains(.get) && !isUpgrade ? methods + [.head] : methods
    }

    /// The reason why the request isn't for this route, though method and path are; known from its
    /// head, so that nobody sends a body in vain.
    func problem(of request: HTTPRequest) -> HTTPProblem? {
        if let type, !request.accepts(type: type) { return .notAcceptable }
        guard let body else { return request.bodyLength.isBody ? .contentTooLarge : nil }
        switch request.bodyLength {
        case .unannounced: return .lengthRequired
        case .bytes(let count) where count > body.bytesMax: return .contentTooLarge
        case .bytes, .chunked: return takes(request, body) ? nil : .unsupportedMediaType
        }
    }

    private func takes(_ request: HTTPRequest, _ body: Body) -> Bool {
        let codings = request.values(of: "content-encoding").flatMap(HTTPList.members)
        guard codings.allSatisfy({ $0.lowercased() == "identity" }) else { return false }
        let types = request.values(of: "content-type")
        guard types.count == 1 else { return false }
        return body.types.contains(HTTPList.weighed(types[0][...]).name)
    }
}
