import Documents

/// A code that lets an account's owner in once, who has lost everything else: 16 of the signs of
/// join codes, which is 79 bits.
package struct RecoveryCode: Hashable, Sendable, CustomStringConvertible {
    package static let signCount = 16
    private static let groupSigns = 4

    /// The signs alone, in upper case.
    package let signs: String

    /// Reads a code as typed: any letter case, spaces and dashes ignored; nil if it is none.
    package init?(_ typed: some StringProtocol) {
        var signs: [UInt8] = []
        for byte in typed.utf8 where byte != 0x20 && byte != 0x2D {
            let upper = (0x61...0x7A).contains(byte) ? byte - 0x20 : byte
            guard JoinCode.alphabet.contains(upper), signs.count < Self.signCount else {
                return nil
            }
            signs.append(upper)
        }
        guard signs.count == Self.signCount else { return nil }
        self.signs = String(decoding: signs, as: UTF8.self)
    }

    /// A code drawn from `generator` without bias.
    package init(using generator: inout some RandomNumberGenerator) {
        let signs = (0..<Self.signCount).map { _ in
            JoinCode.alphabet.randomElement(using: &generator)!
        }
        self.signs = String(decoding: signs, as: UTF8.self)
    }

    /// The code as it is shown, in groups: `ABCD-EFGH-JKMN-PQRS`.
    package var description: String {
        let bytes = Array(signs.utf8)
        return stride(from: 0, to: bytes.count, by: Self.groupSigns)
            .map { String(decoding: bytes[$0..<$0 + Self.groupSigns], as: UTF8.self) }
            .joined(separator: "-")
    }
}
