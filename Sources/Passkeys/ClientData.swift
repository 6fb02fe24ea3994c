import Documents

/// What a browser says of a ceremony, and has the authenticator sign (WebAuthn Level 3 section
/// 5.8.1). It is read as JSON and never compared with a template: browsers add members.
package struct ClientData {
    /// Bytes at most; browsers make some two hundred.
    package static let bytesMax = 4 * 1024

    enum Ceremony: String {
        case create = "webauthn.create"
        case get = "webauthn.get"
    }

    private let value: JSONValue

    init(_ bytes: [UInt8]) throws(PasskeyFault) {
        guard bytes.count <= Self.bytesMax else { throw .tooLong }
        guard let value = try? JSONValue(bytes), case .object = value else { throw .clientData }
        self.value = value
    }

    /// The challenge that some client data answer, unverified; nil if there is none to be read.
    package static func challenge(in bytes: [UInt8]) -> String? {
        (try? ClientData(bytes))?.value["challenge"]?.string
    }

    /// Sections 7.1 and 7.2, each the steps that are about these data.
    func check(
        _ ceremony: Ceremony, for party: RelyingParty, challenge: String
    ) throws(PasskeyFault) {
        guard value["type"]?.string == ceremony.rawValue else { throw .type }
        guard value["challenge"]?.string == challenge else { throw .challenge }
        guard let origin = value["origin"]?.string, party.origins.contains(origin) else {
            throw .origin
        }
        // The page of somebody else may not hold ours and have a passkey asked for.
        guard (value["crossOrigin"] ?? false) == false, value["topOrigin"] == nil else {
            throw .crossOrigin
        }
    }
}
