/// The reason why a connection is closed (RFC 6455 section 7.4).
public struct CloseCode: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let normal = CloseCode(rawValue: 1000)
    public static let goingAway = CloseCode(rawValue: 1001)
    public static let protocolError = CloseCode(rawValue: 1002)
    public static let unsupportedData = CloseCode(rawValue: 1003)
    public static let invalidPayload = CloseCode(rawValue: 1007)
    public static let messageTooBig = CloseCode(rawValue: 1009)

    /// Whether a close frame may carry the code: one that the RFC or IANA's registry defines for
    /// endpoints, or one of the ranges for libraries (3000…3999) and applications (4000…4999).
    /// 1004, 1005, 1006 and 1015 never travel.
    public var isSendable: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
