/// SHA-256 (FIPS 180-4), for names that only their owner can make: a person's and a lobby's.
public enum SHA256 {
    private typealias State = InlineArray<8, UInt32>
    private static let blockBytes = 64

    /// The first 128 bits of the hash of `message`.
    public static func half(of message: [UInt8]) -> Identifier128 {
        let hash = state(of: message)
        return Identifier128(
            high: UInt64(hash[0]) << 32 | UInt64(hash[1]),
            low: UInt64(hash[2]) << 32 | UInt64(hash[3]))
    }

    /// All 32 bytes of the hash of `message`.
    public static func whole(of message: [UInt8]) -> [UInt8] {
        let hash = state(of: message)
        return hash.indices.flatMap { index in
            stride(from: UInt32(24), through: 0, by: -8).map { shift in
                UInt8(truncatingIfNeeded: hash[index] >> shift)
            }
        }
    }

    private static func state(of message: [UInt8]) -> State {
        // Section 5.1.1: a one bit, zeros, and the length in bits, up to the end of a block.
        var bytes = message
        bytes.append(0x80)
        while bytes.count % blockBytes != blockBytes - 8 { bytes.append(0) }
        let bitCount = UInt64(message.count) * 8
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: bitCount >> shift))
        }
        var hash: State = [
            0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C,
            0x1F83_D9AB, 0x5BE0_CD19,
        ]
        for start in stride(from: 0, to: bytes.count, by: blockBytes) {
            absorb(bytes.span.extracting(start..<start + blockBytes), into: &hash)
        }
        return hash
    }

    /// Takes one block of 64 bytes into the hash (section 6.2.2).
    private static func absorb(_ block: Span<UInt8>, into hash: inout State) {
        var words = InlineArray<64, UInt32>(repeating: 0)
        for place in block.indices {
            words[place / 4] = words[place / 4] << 8 | UInt32(block[place])
        }
        for index in 16..<64 {
            let (early, late) = (words[index - 15], words[index - 2])
            let mixed = early.turned(7) ^ early.turned(18) ^ early >> 3
            let other = late.turned(17) ^ late.turned(19) ^ late >> 10
            words[index] = words[index - 16] &+ mixed &+ words[index - 7] &+ other
        }
        var state = hash
        for index in 0..<64 {
            let (a, b, c) = (state[0], state[1], state[2])
            let (e, f, g) = (state[4], state[5], state[6])
            let chosen = e & f ^ ~e & g
            let first =
                state[7] &+ (e.turned(6) ^ e.turned(11) ^ e.turned(25)) &+ chosen
                &+ constants[index] &+ words[index]
            let second =
                (a.turned(2) ^ a.turned(13) ^ a.turned(22)) &+ (a & b ^ a & c ^ b & c)
            state = [first &+ second, a, b, c, state[3] &+ first, e, f, g]
        }
        for index in state.indices { hash[index] &+= state[index] }
    }

    /// The first bits behind the point of the cube roots of the first 64 primes (section 4.2.2).
    private static let constants: InlineArray<64, UInt32> = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1,
        0x923F_82A4, 0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3,
        0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786,
        0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147,
        0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13,
        0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
        0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A,
        0x5B9C_CA4F, 0x682E_6FF3, 0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208,
        0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]
}

extension UInt32 {
    fileprivate func turned(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}
