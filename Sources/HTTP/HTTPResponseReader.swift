/// A response as it was received.
package struct HTTPReceivedResponse: Equatable, Sendable {
    /// 200 to 999.
    package let status: Int
    package let fields: HTTPFields
    package let body: [UInt8]
}

/// The reason why bytes aren't taken for a response.
package enum HTTPResponseFault: Error, Hashable, Sendable {
    case malformed
    /// Over a limit of `HTTPLimits`.
    case headTooLarge
    case bodyTooLarge
    /// A body that doesn't begin with its length. If one ended with the connection, nobody could
    /// tell it from one that broke off; chunks aren't understood.
    case unannouncedLength
}

/// Reads the response to a request other than HEAD and CONNECT (RFC 9112 section 6.3): whole, or
/// not at all.
package struct HTTPResponseReader: Sendable {
    private let limits: HTTPLimits
    private let bodyBytesMax: Int
    private var head: HTTPHeadReader
    /// What the head has said; nil until it is complete.
    private var announced: (status: Int, bodyBytes: Int)?
    private var body: [UInt8] = []

    package init(bodyBytesMax: Int, limits: HTTPLimits = HTTPLimits()) {
        self.limits = limits
        self.bodyBytesMax = bodyBytesMax
        head = HTTPHeadReader(limits: limits)
    }

    /// Reads the next bytes. What stands behind the response is passed over.
    ///
    /// - Returns: the response once it is whole.
    package mutating func receive(
        _ bytes: Span<UInt8>
    ) throws(HTTPResponseFault) -> HTTPReceivedResponse? {
        var cursor = 0
        while announced == nil {
            guard try readHead(bytes, &cursor) else { return nil }
            announced = try announcement()
            // Those with 1xx only say that one is to wait on (RFC 9110 section 15.2).
            if announced == nil { head = HTTPHeadReader(limits: limits) }
        }
        guard let announced else { return nil }
        let rest = bytes.extracting(cursor...)
        body.append(contentsOf: rest.extracting(first: announced.bodyBytes - body.count))
        guard body.count == announced.bodyBytes else { return nil }
        return HTTPReceivedResponse(status: announced.status, fields: head.fields, body: body)
    }

    /// - Returns: whether the head is complete.
    private mutating func readHead(
        _ bytes: Span<UInt8>, _ cursor: inout Int
    ) throws(HTTPResponseFault) -> Bool {
        do throws(HTTPHeadFault) {
            while true {
                switch try head.read(bytes, cursor: &cursor) {
                case .needMore: return false
                case .startLine: continue
                case .complete: return true
                }
            }
        } catch {
            switch error {
            case .malformed: throw .malformed
            case .tooLarge: throw .headTooLarge
            }
        }
    }

    /// What a complete head says; nil if another response follows.
    private func announcement() throws(HTTPResponseFault) -> (status: Int, bodyBytes: Int)? {
        guard let status = head.status, status != HTTPStatus.switchingProtocols.rawValue else {
            throw .malformed
        }
        switch status {
        case 100...199: return nil
        case HTTPStatus.noContent.rawValue, HTTPStatus.notModified.rawValue: return (status, 0)
        default: return (status, try bodyBytes())
        }
    }

    private func bodyBytes() throws(HTTPResponseFault) -> Int {
        guard let length = try? HTTPBodyLength(head.fields) else { throw .malformed }
        guard case .bytes(let count) = length else { throw .unannouncedLength }
        guard count <= bodyBytesMax else { throw .bodyTooLarge }
        return count
    }
}

extension HTTPHeadReader {
    /// The status of a response, 100 to 999; nil unless the start line is "HTTP/1.1", a blank,
    /// three digits, and perhaps a blank and a reason (RFC 9112 section 4).
    package var status: Int? {
        guard let line = startLine, line.starts(with: "HTTP/1.1 ".utf8), line.count >= 12,
            line[9..<12].allSatisfy(\.isDigit), line[9] != 0x30,
            line.count == 12 || line[12] == 0x20
        else { return nil }
        return line[9..<12].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
