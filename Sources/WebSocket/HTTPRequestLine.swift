/// A request's first line: method, target and version with single spaces between (RFC 9112
/// section 3).
struct HTTPRequestLine: Equatable, Sendable {
    let method: HTTPMethod
    let target: String

    init(_ line: [UInt8], limits: HTTPLimits) throws(HTTPRequestFault) {
        let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(\.isTokenByte) else {
            throw HTTPRequestFault(.badRequest)
        }
        try Self.checkVersion(parts[2])
        guard let method = HTTPMethod(rawValue: String(decoding: parts[0], as: UTF8.self)) else {
            throw HTTPRequestFault(.methodNotAllowed)
        }
        try Self.checkTarget(parts[1], limits)
        self.method = method
        target = String(decoding: parts[1], as: UTF8.self)
    }

    private static func checkVersion(_ version: ArraySlice<UInt8>) throws(HTTPRequestFault) {
        let bytes = Array(version)
        guard bytes.count == 8, bytes.starts(with: "HTTP/".utf8), bytes[5].isDigit,
            bytes[6] == 0x2E, bytes[7].isDigit
        else { throw HTTPRequestFault(.badRequest) }
        guard bytes[5] == 0x31, bytes[7] == 0x31 else {
            throw HTTPRequestFault(.httpVersionNotSupported)
        }
    }

    /// Only the origin form: the others are for proxies, `CONNECT` and `OPTIONS`.
    private static func checkTarget(
        _ target: ArraySlice<UInt8>, _ limits: HTTPLimits
    ) throws(HTTPRequestFault) {
        guard target.first == 0x2F, target.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x23 })
        else { throw HTTPRequestFault(.badRequest) }
        guard target.count <= limits.requestTargetBytesMax else {
            throw HTTPRequestFault(.uriTooLong)
        }
    }
}
