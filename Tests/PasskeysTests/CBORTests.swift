import TestSupport
import Testing

@testable import Passkeys

@Suite("CBOR")
struct CBORTests {
    @Test(
        "The examples of RFC 8949 appendix A are read",
        arguments: [
            ([0x00], 0), ([0x17], 23), ([0x18, 0x18], 24), ([0x19, 0x03, 0xE8], 1_000),
            ([0x1B, 0, 0, 0, 0xE8, 0xD4, 0xA5, 0x10, 0x00], 1_000_000_000_000),
            ([0x1B] + [UInt8](repeating: 0xFF, count: 8), .unsigned(.max)),
            ([0x20], -1), ([0x38, 0x63], -100), ([0x39, 0x03, 0xE7], -1_000),
            ([0x3B] + [UInt8](repeating: 0xFF, count: 8), .negative(.max)),
            ([0x40], .bytes([])), ([0x44, 1, 2, 3, 4], .bytes([1, 2, 3, 4])),
            ([0x60], ""), ([0x62, 0xC3, 0xBC], "\u{FC}"),
            ([0x80], .array([])), ([0x83, 1, 2, 3], .array([1, 2, 3])),
            ([0x82, 0x01, 0x82, 0x02, 0x03], .array([1, .array([2, 3])])),
            ([0xA0], .map([:])), ([0xA2, 1, 2, 3, 4], .map([1: 2, 3: 4])),
            (
                [0xA2, 0x61, 0x61, 0x01, 0x61, 0x62, 0x82, 0x02, 0x03],
                .map(["a": 1, "b": .array([2, 3])])
            ),
            ([0xF4], .other(0xF4, 20)), ([0xF9, 0x3C, 0x00], .other(0xF9, 0x3C00)),
        ] as [([UInt8], CBORValue)])
    func examples(bytes: [UInt8], value: CBORValue) throws {
        #expect(try CBORValue(bytes) == value)
    }

    @Test("A form that isn't the shortest is read too")
    func longForms() throws {
        #expect(try CBORValue([0x1B, 0, 0, 0, 0, 0, 0, 0, 1]) == 1)
        #expect(try CBORValue([0x59, 0, 1, 7]) == .bytes([7]))
        #expect(try CBORValue([0xA2, 3, 4, 1, 2]) == .map([1: 2, 3: 4]))
    }

    @Test(
        "What is cut off, has no end in front, is tagged, stands twice or behind the end isn't",
        arguments: [
            [], [0x18], [0x1B, 0, 0, 0], [0x41], [0x61], [0x81], [0xA1, 1], [0x62, 0x61],
            [0x5F, 0x41, 0, 0xFF], [0x9F, 0xFF], [0xBF, 0xFF], [0x7F, 0xFF], [0xFF],
            [0x1C], [0xFC], [0xC0, 0x60], [0xD8, 0x18, 0x40], [0xA2, 1, 2, 1, 3],
            [0xA2, 1, 2, 0x18, 1, 3], [0x61, 0xFF], [0x00, 0x00],
        ] as [[UInt8]])
    func refused(bytes: [UInt8]) {
        #expect(throws: PasskeyFault.form) { try CBORValue(bytes) }
    }

    @Test("Lengths beyond all memory cost none", arguments: [0x5B, 0x7B, 0x9B, 0xBB] as [UInt8])
    func lengths(head: UInt8) {
        for length in [[0xFF, 0xFF], [0x7F, 0xFF], [0, 0]] as [[UInt8]] {
            let bytes = [head] + length + [UInt8](repeating: 0xFF, count: 6) + [0, 0, 0]
            #expect(throws: PasskeyFault.form) { try CBORValue(bytes) }
        }
    }

    @Test("Values lie eight deep in each other, not deeper", arguments: [[0x81], [0xA1, 0]])
    func depth(nest: [UInt8]) throws {
        func nested(_ depth: Int) -> [UInt8] {
            (0..<depth).flatMap { _ in nest } + [0]
        }
        #expect(throws: Never.self) { try CBORValue(nested(CBORReader.depthMax)) }
        for depth in [CBORReader.depthMax + 1, 30_000] {
            #expect(throws: PasskeyFault.form) { try CBORValue(nested(depth)) }
        }
    }

    @Test("Authenticator data are cut off nowhere")
    func cuts() throws {
        let authenticator = try SoftAuthenticator.make {
            $0.extensions = CBOR.map([(CBOR.text("credProtect"), CBOR.integer(2))])
        }
        let attestation = try CBORValue(authenticator.create(Ceremony.challenge).attestation)
        let data = try #require(attestation["authData"]?.bytes)
        #expect(throws: Never.self) { try AuthenticatorData(data) }
        for count in data.indices {
            #expect(throws: PasskeyFault.self) { try AuthenticatorData(Array(data[..<count])) }
        }
    }
}
