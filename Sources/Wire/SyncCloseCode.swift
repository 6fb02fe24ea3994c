/// The close codes, of the private range (RFC 6455 §7.4.2). After 4000–4499 a client connects
/// again; after 4500–4999 it doesn't, until a person does something about it.
public enum SyncCloseCode {
    public static let again: UInt16 = 4000
    public static let draining: UInt16 = 4001
    public static let storage: UInt16 = 4003
    public static let timeout: UInt16 = 4004
    public static let slowDown: UInt16 = 4005
    public static let protocolError: UInt16 = 4500
    public static let badToken: UInt16 = 4501
    public static let refused: UInt16 = 4502
    public static let kicked: UInt16 = 4503
    public static let left: UInt16 = 4504
    public static let replaced: UInt16 = 4505
    public static let unsupportedVersion: UInt16 = 4506
    public static let lobbyDamaged: UInt16 = 4507
    public static let signedOut: UInt16 = 4508

    /// Whether a client should connect again by itself after this code.
    public static func allowsReconnect(_ code: UInt16) -> Bool { !(4500...4999).contains(code) }
}
