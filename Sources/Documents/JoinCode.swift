/// A code that people type to find a lobby, of signs that can't be taken for one another.
public struct JoinCode: Hashable, Sendable, CustomStringConvertible {
    /// The 31 signs; 0 and O, 1, I and L are left out.
    public static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTUVWXYZ".utf8)
    public static let lengthDefault = 6
    public static let lengths = 6...12

    /// The code in upper case.
    public let description: String

    /// Reads a code as typed: any letter case, spaces and dashes ignored. Nil if a sign can't
    /// be part of a code or the length is outside `lengths`.
    public init?(_ typed: some StringProtocol) {
        var signs: [UInt8] = []
        for byte in typed.utf8 where byte != 0x20 && byte != 0x2D {
            let upper = (0x61...0x7A).contains(byte) ? byte - 0x20 : byte
            guard Self.alphabet.contains(upper), signs.count < Self.lengths.upperBound else {
                return nil
            }
            signs.append(upper)
        }
        guard signs.count >= Self.lengths.lowerBound else { return nil }
        description = String(decoding: signs, as: UTF8.self)
    }

    /// A code of `length` signs drawn from `generator` without bias.
    public init(length: Int, using generator: inout some RandomNumberGenerator) {
        precondition(Self.lengths.contains(length))
        let signs = (0..<length).map { _ in Self.alphabet.randomElement(using: &generator)! }
        description = String(decoding: signs, as: UTF8.self)
    }
}
