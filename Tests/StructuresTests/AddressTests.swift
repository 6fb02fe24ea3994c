import Structures
import Testing

@Suite("Addresses and blocks of them")
struct AddressTests {
    @Test(
        "An address is read as it is written",
        arguments: [
            ("192.0.2.7", 0, 0xFFFF_C000_0207), ("0.0.0.0", 0, 0xFFFF_0000_0000),
            ("::ffff:192.0.2.7", 0, 0xFFFF_C000_0207), ("::", 0, 0), ("::1", 0, 1),
            ("2001:db8::7", 0x2001_0DB8_0000_0000, 7), ("1::", 0x0001_0000_0000_0000, 0),
            ("1:2:3:4:5:6:7:8", 0x0001_0002_0003_0004, 0x0005_0006_0007_0008),
            ("1:2:3:4:5:6:7::", 0x0001_0002_0003_0004, 0x0005_0006_0007_0000),
            ("::2:3:4:5:6:7:8", 0x0000_0002_0003_0004, 0x0005_0006_0007_0008),
            ("FE80::ABcd", 0xFE80_0000_0000_0000, 0xABCD),
            ("1:2:3:4:5:6:1.2.3.4", 0x0001_0002_0003_0004, 0x0005_0006_0102_0304),
        ] as [(String, UInt64, UInt64)])
    func good(text: String, high: UInt64, low: UInt64) {
        #expect(PeerAddress(text) == PeerAddress(high: high, low: low))
    }

    @Test(
        "What is no address is none",
        arguments: [
            "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.-4", "+1.2.3.4", "1..2.3",
            ":", ":::", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "12345::", "g::", "::+1",
            "1:2:3:4:5:6:7:8::", "fe80::1%eth0", "[::1]", "::1 ", "localhost", "1.2.3.4:5",
            "1.2.3.4::", "::1.2.3", "1:2:3:4:5:6:7:1.2.3.4", "１.2.3.4",
            String(repeating: "0:", count: 40),
        ])
    func bad(text: String) { #expect(PeerAddress(text) == nil) }

    @Test(
        "A block holds the addresses that begin with its bits, and no others",
        arguments: [
            ("10.0.0.0/8", ["10.0.0.0", "10.255.255.255"], ["11.0.0.0", "9.255.255.255", "::10"]),
            ("192.0.2.7", ["192.0.2.7", "::ffff:192.0.2.7"], ["192.0.2.6", "192.0.2.8"]),
            ("0.0.0.0/0", ["1.2.3.4"], ["::1", "2001:db8::1"]),
            ("::/0", ["1.2.3.4", "2001:db8::1"], []),
            ("2001:db8::/32", ["2001:db8:ffff::1"], ["2001:db9::", "2001:db7:ffff::"]),
            ("2001:db8::/64", ["2001:db8::ffff:0:0:1"], ["2001:db8:0:1::"]),
            ("2001:db8::8/125", ["2001:db8::f"], ["2001:db8::10", "2001:db8::7"]),
            ("127.0.0.0/8", ["127.0.0.1"], ["::1", "128.0.0.1"]),
        ])
    func blocks(text: String, inside: [String], outside: [String]) throws {
        let block = try #require(AddressBlock(text))
        for address in inside { #expect(block.contains(try #require(PeerAddress(address)))) }
        for address in outside { #expect(!block.contains(try #require(PeerAddress(address)))) }
    }

    @Test(
        "What isn't written as a block is none, nor one with bits behind its prefix",
        arguments: [
            "", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.1/8", "::1/127",
            "::/129", "10.0.0.0/8/8", "10/8", "10.0.0.0/+8x",
        ])
    func noBlocks(text: String) { #expect(AddressBlock(text) == nil) }
}

extension AddressTests {
    @Test(
        "An address of one's own machine, network or link is private, and no other is",
        arguments: [
            ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("::", true),
            ("10.0.0.1", true), ("172.16.0.1", true), ("172.31.255.255", true),
            ("192.168.255.1", true), ("169.254.1.1", true), ("fd00::1", true), ("fe80::1", true),
            ("::ffff:10.0.0.1", true), ("172.32.0.1", false), ("172.15.0.1", false),
            ("192.169.0.1", false), ("11.0.0.1", false), ("100.64.0.1", false), ("::2", false),
            ("2001:db8::1", false), ("fec0::1", false), ("fe00::1", false), ("0.0.0.0", false),
        ])
    func isPrivate(text: String, isPrivate: Bool) throws {
        #expect(try #require(PeerAddress(text)).isPrivate == isPrivate)
    }
}
