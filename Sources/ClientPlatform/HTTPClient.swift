package import HTTP
package import SyncClient

/// The limits of one exchange with a web server.
package struct HTTPClientLimits: Hashable, Sendable {
    /// The time for the connection and its handshake; looking up a name comes on top.
    package var openMillisecondsMax = SocketLimits.openMillisecondsMax
    /// The time in which nothing at all goes on, there or back.
    package var silenceMillisecondsMax: Int64 = 15_000
    /// The time from the first byte of the request to the last of the response.
    package var exchangeMillisecondsMax: Int64 = 120_000
    package var head = HTTPLimits()
    package var bodyBytesMax = 1 << 20

    package init() {}
}

/// The reason why a request has brought no response, with a sentence for the person who waits.
package enum HTTPClientError: Error, Hashable, Sendable {
    /// Nothing was asked.
    case unreachable(String)
    /// What was asked for may have been done all the same.
    case lost(String)
    /// What came isn't a response that one could use.
    case unusable(String)

    package var sentence: String {
        switch self {
        case .unreachable(let sentence), .lost(let sentence), .unusable(let sentence): sentence
        }
    }
}

/// Asks web servers (RFC 9112), waiting for the response on the caller's thread. Each request has a
/// connection of its own; what is encrypted, and whom that proves, is as for a game's connection.
package struct HTTPClient: Sendable {
    package struct Request: Sendable {
        package var method: HTTPMethod
        /// The path and the query.
        package var target: String
        package var headers: [HTTPHeader]
        package var body: [UInt8]?

        package init(
            _ method: HTTPMethod, _ target: String, headers: [HTTPHeader] = [],
            body: [UInt8]? = nil
        ) {
            precondition(target.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "it is one word")
            self.method = method
            self.target = target
            self.headers = headers
            self.body = body
        }
    }

    private let limits: HTTPClientLimits

    package init(limits: HTTPClientLimits = HTTPClientLimits()) { self.limits = limits }

    package func send(
        _ request: Request, to server: ServerAddress
    ) throws(HTTPClientError) -> HTTPReceivedResponse {
        let exchange: HTTPExchange
        do throws(TransportError) {
            exchange = try HTTPExchange(with: server, limits)
        } catch {
            throw .unreachable(error.sentence)
        }
        do throws(TransportError) {
            try exchange.send(request.bytes(host: server.authority))
        } catch {
            throw .lost(error.sentence)
        }
        return try exchange.receive()
    }
}

extension HTTPClient.Request {
    /// The request as it is sent.
    fileprivate func bytes(host: String) -> [UInt8] {
        var fields = [HTTPHeader("Host", host), HTTPHeader("Connection", "close")] + headers
        if let body { fields.append(HTTPHeader("Content-Length", String(body.count))) }
        let head = fields.reduce("\(method.rawValue) \(target) HTTP/1.1\r\n") { head, field in
            head + "\(field.name): \(field.value)\r\n"
        }
        return Array((head + "\r\n").utf8) + (body ?? [])
    }
}
