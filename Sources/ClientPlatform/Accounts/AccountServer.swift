import API
import Documents
import HTTP
package import SyncClient
package import Wire

/// A server's accounts, as a device asks for them through the API. Each call waits for its answer,
/// on the caller's thread. It is made once more if that was lost: all that is asked for here may
/// be asked for twice.
package struct AccountServer: Sendable {
    package let address: ServerAddress
    /// The device's token, which shows who asks.
    package let token: Token
    private let limits: HTTPClientLimits

    /// The size of what is kept about an account, with the games of a long life.
    private static let exportBytesMax = 64 << 20

    /// - Parameter limits: of all calls but exports, which may be longer.
    package init(
        _ address: ServerAddress, token: Token, limits: HTTPClientLimits = HTTPClientLimits()
    ) {
        self.address = address
        self.token = token
        self.limits = limits
    }

    /// Asks for something in JSON.
    ///
    /// - Parameter names: what stands in the path's braces, in its order.
    func answer(
        to operation: APIOperation, _ names: [String] = [], query: [String: String] = [:],
        body: JSONObject? = nil
    ) throws(AccountError) -> AccountAnswer {
        let response = try response(to: request(operation, names, query, body), limits)
        guard response.isOf(type: "application/json"), let value = try? JSONValue(response.body)
        else { throw .otherServer(address) }
        return AccountAnswer(value: value, server: address)
    }

    /// Asks for something to be done.
    func perform(
        _ operation: APIOperation, _ names: [String] = [], body: JSONObject? = nil
    ) throws(AccountError) {
        _ = try response(to: request(operation, names, [:], body), limits)
    }

    /// Asks for something that is handed on as it comes.
    func content(of operation: APIOperation, type: String) throws(AccountError) -> [UInt8] {
        var limits = limits
        limits.bodyBytesMax = Self.exportBytesMax
        let response = try response(to: request(operation, [], [:], nil), limits)
        guard response.isOf(type: type) else { throw .otherServer(address) }
        return response.body
    }

    private func request(
        _ operation: APIOperation, _ names: [String], _ query: [String: String],
        _ body: JSONObject?
    ) -> HTTPClient.Request {
        let route = APITable.route(operation)
        var headers = [HTTPHeader("Authorization", "Bearer \(token)")]
        if body != nil { headers.append(HTTPHeader("Content-Type", "application/json")) }
        let pairs = query.sorted { $0.key < $1.key }.map { name, value in
            "\(PercentCoding.encode(name))=\(PercentCoding.encode(value))"
        }
        let query = pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
        return HTTPClient.Request(
            route.method, route.path(names) + query, headers: headers,
            body: body.map { JSONValue.object($0).bytes })
    }

    private func response(
        to request: HTTPClient.Request, _ limits: HTTPClientLimits
    ) throws(AccountError) -> HTTPReceivedResponse {
        let client = HTTPClient(limits: limits)
        let response: HTTPReceivedResponse
        do throws(HTTPClientError) {
            response = try client.send(request, to: address)
        } catch {
            guard case .lost = error else { throw .connection(error) }
            do throws(HTTPClientError) {
                response = try client.send(request, to: address)
            } catch {
                throw .connection(error)
            }
        }
        try check(response)
        return response
    }

    private func check(_ response: HTTPReceivedResponse) throws(AccountError) {
        if (200...299).contains(response.status) { return }
        if response.isOf(type: "application/problem+json"),
            let problem = AccountProblem(response.body)
        {
            throw .problem(problem)
        }
        let place = response.fields.values(of: "location").first
        guard let place, (300...399).contains(response.status) else {
            let sentence = "\(address.authority) answers with HTTP status \(response.status)."
            throw .connection(.unusable(sentence))
        }
        throw .connection(.unusable("\(address.authority) is elsewhere now: \(place)"))
    }
}

extension HTTPReceivedResponse {
    /// Whether the body is of this type, whatever its parameters.
    fileprivate func isOf(type: String) -> Bool {
        let types = fields.values(of: "content-type")
        return types.count == 1 && types[0].prefix { $0 != ";" && $0 != " " }.lowercased() == type
    }
}

extension APIRoute {
    /// The path with `names` in the place of its braces.
    fileprivate func path(_ names: [String]) -> String {
        var names = names[...]
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            guard part.first == "{" else { return String(part) }
            return PercentCoding.encode(names.removeFirst())
                + part.drop { $0 != "}" }.dropFirst()
        }
        return parts.joined(separator: "/")
    }
}

/// An answer in JSON, whose fields are read one by one. Those that nobody asks for may be whatever
/// a later server has to say.
struct AccountAnswer {
    let value: JSONValue
    let server: ServerAddress

    func value<Value>(
        _ name: String, _ read: (JSONValue) -> Value?
    ) throws(AccountError) -> Value {
        guard let value = value[name].flatMap(read) else { throw .otherServer(server) }
        return value
    }

    func list<Item>(
        _ name: String, _ read: (JSONValue) -> Item?
    ) throws(AccountError) -> [Item] {
        let items = try value(name, \.elements)
        let read = items.compactMap(read)
        guard read.count == items.count else { throw .otherServer(server) }
        return read
    }
}
