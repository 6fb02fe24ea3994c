/// The other side of a passkey: makes credentials and signs with them as an authenticator behind a
/// browser does. Everything it says can be changed before it says it.
package struct SoftAuthenticator {
    /// What a browser sends of a new credential.
    package struct Creation {
        package var clientData: [UInt8]
        package var attestation: [UInt8]

        package init(clientData: [UInt8], attestation: [UInt8]) {
            self.clientData = clientData
            self.attestation = attestation
        }
    }

    /// What a browser sends of a credential that is used.
    package struct Use {
        package var clientData: [UInt8]
        package var authenticatorData: [UInt8]
        package var signature: [UInt8]
    }

    package let key: SigningKey
    package var credential: [UInt8] = Array(1...32)
    package var relyingParty = "folf.example"
    package var origin = "https://folf.example"
    /// Further members of the client data, each with a comma in front.
    package var members = ",\"crossOrigin\":false"
    /// Present, verified, backup eligible and backed up.
    package var flags: UInt8 = 0x1D
    package var counter: UInt32 = 0
    /// As CBOR; none if empty.
    package var extensions: [UInt8] = []
    package var format = "none"
    /// As CBOR.
    package var statement = CBOR.map([])
    /// As CBOR; the key itself if nil.
    package var publicKey: [UInt8]?

    package init(_ algorithm: SigningKey.Algorithm = .es256) throws {
        key = try SigningKey(algorithm)
    }

    package func create(_ challenge: String, type: String = "webauthn.create") -> Creation {
        let count =
            [UInt8(truncatingIfNeeded: credential.count >> 8)]
            + [UInt8(truncatingIfNeeded: credential.count)]
        let new = [UInt8](repeating: 0, count: 16) + count + credential + (publicKey ?? key.cose)
        let attestation = CBOR.map([
            (CBOR.text("fmt"), CBOR.text(format)), (CBOR.text("attStmt"), statement),
            (CBOR.text("authData"), CBOR.bytes(data(0x40, new))),
        ])
        return Creation(clientData: clientData(type, challenge), attestation: attestation)
    }

    package func use(_ challenge: String, type: String = "webauthn.get") -> Use {
        let (clientData, data) = (clientData(type, challenge), data(0, []))
        return Use(
            clientData: clientData, authenticatorData: data,
            signature: key.sign(data + SigningKey.sha256(clientData)))
    }

    private func clientData(_ type: String, _ challenge: String) -> [UInt8] {
        let fields = "\"type\":\"\(type)\",\"challenge\":\"\(challenge)\""
        return Array("{\(fields),\"origin\":\"\(origin)\"\(members)}".utf8)
    }

    private func data(_ flag: UInt8, _ credential: [UInt8]) -> [UInt8] {
        let flags = flags | flag | (extensions.isEmpty ? 0 : 0x80)
        let count = (0..<4).map { UInt8(truncatingIfNeeded: counter >> (24 - 8 * $0)) }
        return SigningKey.sha256(Array(relyingParty.utf8)) + [flags] + count + credential
            + extensions
    }
}

/// Writes CBOR (RFC 8949) in its shortest form.
package enum CBOR {
    package static func integer(_ number: Int) -> [UInt8] {
        number < 0 ? head(1, -1 - number) : head(0, number)
    }
    package static func bytes(_ bytes: [UInt8]) -> [UInt8] { head(2, bytes.count) + bytes }
    package static func text(_ text: String) -> [UInt8] {
        head(3, text.utf8.count) + Array(text.utf8)
    }
    package static func array(_ elements: [[UInt8]]) -> [UInt8] {
        head(4, elements.count) + elements.joined()
    }
    package static func map(_ pairs: [([UInt8], [UInt8])]) -> [UInt8] {
        head(5, pairs.count) + pairs.flatMap { $0 + $1 }
    }

    private static func head(_ kind: UInt8, _ number: Int) -> [UInt8] {
        switch number {
        case 0..<24: [kind << 5 | UInt8(number)]
        case 24..<256: [kind << 5 | 24, UInt8(number)]
        default: [kind << 5 | 25, UInt8(number >> 8), UInt8(number & 0xFF)]
        }
    }
}
