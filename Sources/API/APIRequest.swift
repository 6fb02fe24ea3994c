package import Documents
package import HTTP

/// A call as the front door passes it on: nothing of it is read but where it goes.
package struct APIRequest: Hashable, Sendable {
    package let operation: APIOperation
    /// The parts of the path that have names.
    package let parameters: PathParameters
    /// The target behind the "?", not decoded.
    package let query: String
    package let body: [UInt8]
    /// The values of `Authorization`; never to be written down anywhere.
    package let authorization: [String]
    /// The values of `If-Match`.
    package let ifMatch: [String]
    /// The values of `If-None-Match`.
    package let ifNoneMatch: [String]
    /// The values of `Accept-Language`, the first one first.
    package let languages: [String]
    /// The network that the client is in: an IPv4 address as `::ffff:a.b.c.d`, or an IPv6 /64.
    package let network: Identifier128
    /// Whether nobody in between can read along: by https, or from a private address.
    package let isPrivate: Bool

    package init(
        _ operation: APIOperation, parameters: PathParameters = PathParameters(),
        query: String = "", body: [UInt8] = [], authorization: [String] = [],
        ifMatch: [String] = [], ifNoneMatch: [String] = [], languages: [String] = [],
        network: Identifier128, isPrivate: Bool
    ) {
        self.operation = operation
        self.parameters = parameters
        self.query = query
        self.body = body
        self.authorization = authorization
        self.ifMatch = ifMatch
        self.ifNoneMatch = ifNoneMatch
        self.languages = languages
        self.network = network
        self.isPrivate = isPrivate
    }
}
