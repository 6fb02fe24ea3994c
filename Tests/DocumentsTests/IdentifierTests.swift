import Documents
import TestSupport
import Testing

struct IdentifierTests {
    @Test("Identifiers are 32 hexadecimal digits, read in either case, written in lower case")
    func identifiers() {
        let text = "0123456789abcdeffedcba9876543210"
        let id = Identifier128(text)
        #expect(id == Identifier128(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210))
        #expect(id?.description == text)
        #expect(Identifier128(text.uppercased()) == id)
        #expect(Identifier128(high: 0, low: 1).description.utf8.count == 32)
    }

    @Test(
        "Other texts are no identifiers",
        arguments: [
            "", "0", String(repeating: "0", count: 31), String(repeating: "0", count: 33),
            String(repeating: "g", count: 32), "0x" + String(repeating: "0", count: 30),
            "-" + String(repeating: "0", count: 31), String(repeating: "é", count: 16),
            String(repeating: "０", count: 32),
        ])
    func notIdentifiers(text: String) {
        #expect(Identifier128(text) == nil)
    }

    @Test("Epochs are 16 hexadecimal digits")
    func epochs() {
        #expect(Epoch("00000000000000fF") == Epoch(255))
        #expect(Epoch("ff") == nil)
        #expect(Epoch(.max).description == "ffffffffffffffff")
        #expect(Epoch(String(repeating: "0", count: 16)) == Epoch.none)
    }

    @Test("Hexadecimal reads what it writes, for every width")
    func hexadecimal() {
        var random = SeededGenerator(seed: 4)
        for digits in 1...16 {
            for _ in 0..<50 {
                let value = random.next() >> UInt64(64 - digits * 4)
                var bytes: [UInt8] = []
                Hexadecimal.append(value, digits: digits, to: &bytes)
                #expect(bytes.count == digits)
                #expect(Hexadecimal.value(bytes) == value)
            }
        }
        #expect(Hexadecimal.value([]) == nil)
        #expect(Hexadecimal.value(Array(repeating: 0x30, count: 17)) == nil)
        for byte in UInt8.min...UInt8.max {
            let isDigit = Character(Unicode.Scalar(byte)).isHexDigit
            #expect((Hexadecimal.value([byte]) != nil) == isDigit)
        }
    }

    @Test("Whatever sign stands in whatever place of an identifier, it is a digit or makes it none")
    func everySign() {
        let digits = Array("0123456789abcdeffedcba9876543210".utf8)
        for place in digits.indices {
            for sign in UInt8.min...UInt8.max {
                var changed = digits
                changed[place] = sign
                let id = Identifier128(digits: changed.span)
                guard let high = Hexadecimal.value(changed.prefix(16)),
                    let low = Hexadecimal.value(changed.suffix(16))
                else {
                    #expect(id == nil)
                    continue
                }
                #expect(id == Identifier128(high: high, low: low))
            }
        }
    }

    @Test("A replica's tag is the first 8 digits of its id")
    func tags() {
        let id = ReplicaID(Identifier128(high: 0x1234_5678_9ABC_DEF0, low: 0))
        #expect(id.tag == ReplicaTag(0x1234_5678))
    }

    @Test("A join code is read as people type it")
    func joinCodes() {
        #expect(JoinCode("abc-2 3d")?.description == "ABC23D")
        #expect(JoinCode("  A B C D E F ")?.description == "ABCDEF")
    }

    @Test(
        "Signs that look alike, other signs and other lengths are no code",
        arguments: [
            "", "ABCDE", "ABCDE0", "ABCDEO", "ABCDE1", "ABCDEI", "ABCDEL", "ABCDEÉ",
            "ABCDE_", "ABCDEFGHJKMNP", "ABCDEF\n",
        ])
    func notJoinCodes(text: String) {
        #expect(JoinCode(text) == nil)
    }

    @Test("Drawn codes use every sign, read back and have the length asked for")
    func drawnCodes() {
        var random = SeededGenerator(seed: 6)
        var seen: Set<UInt8> = []
        for length in JoinCode.lengths {
            for _ in 0..<60 {
                let code = JoinCode(length: length, using: &random)
                #expect(code.description.utf8.count == length)
                #expect(JoinCode(code.description) == code)
                seen.formUnion(code.description.utf8)
            }
        }
        #expect(seen == Set(JoinCode.alphabet))
        #expect(JoinCode.alphabet.count == 31)
    }

    @Test("The rolling hash is FNV-1a over 64 bits, and goes on where it stopped")
    func rollingHash() {
        // Reference values of the FNV authors' test suite.
        #expect(RollingHash.extend(RollingHash.empty, with: []) == 0xCBF2_9CE4_8422_2325)
        #expect(RollingHash.extend(RollingHash.empty, with: "a".utf8) == 0xAF63_DC4C_8601_EC8C)
        let whole = RollingHash.extend(RollingHash.empty, with: "foobar".utf8)
        #expect(whole == 0x8594_4171_F739_67E8)
        let part = RollingHash.extend(RollingHash.empty, with: "foo".utf8)
        #expect(RollingHash.extend(part, with: "bar".utf8) == whole)
        #expect(RollingHash.short(0x8594_4171_F739_67E8) == 0x8594_4171 ^ 0xF739_67E8)
    }

    @Test("The fingerprint is FNV-1a over 32 bits")
    func fingerprint() {
        #expect(Fingerprint32.of([UInt8]().span) == 0x811C_9DC5)
        #expect(Fingerprint32.of(Array("a".utf8).span) == 0xE40C_292C)
        #expect(Fingerprint32.of(Array("foobar".utf8).span) == 0xBF9C_F968)
    }

    @Test("Refusals have names of their own, in the ranges of the protocol")
    func refusals() {
        #expect(Set(Refusal.allCases.map(\.name)).count == Refusal.allCases.count)
        for refusal in Refusal.allCases {
            #expect((200...399).contains(refusal.rawValue))
            #expect(!refusal.sentence.isEmpty)
        }
    }
}
