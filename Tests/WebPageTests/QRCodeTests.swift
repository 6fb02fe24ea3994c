import CQREncode
import Testing
import WebPage

@Suite("QR codes")
struct QRCodeTests {
    private static let link = "https://folf.example/j/K7MPQX"

    /// The squares of an SVG, true for the dark ones, found by drawing its strokes.
    private func squares(_ svg: [UInt8]) throws -> [[Bool]] {
        let text = String(decoding: svg, as: UTF8.self)
        let box = try #require(text.firstMatch(of: /viewBox="0 0 (\d+) (\d+)"/))
        let side = try #require(Int(box.1))
        #expect(box.1 == box.2)
        var squares = Array(repeating: Array(repeating: false, count: side), count: side)
        let path = try #require(text.firstMatch(of: /stroke="#000" d="([^"]*)"/)).1
        #expect(path.wholeMatch(of: /(M\d+ \d+\.5h\d+)*/) != nil)
        for stroke in path.matches(of: /M(\d+) (\d+)\.5h(\d+)/) {
            let (left, row) = (try #require(Int(stroke.1)), try #require(Int(stroke.2)))
            for column in left..<left + (try #require(Int(stroke.3))) {
                #expect(!squares[row][column], "drawn once")
                squares[row][column] = true
            }
        }
        return squares
    }

    /// The squares that the library makes of a text.
    private func modules(_ text: String) -> [[Bool]] {
        let bytes = Array(text.utf8)
        guard let code = unsafe QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M)
        else { return [] }
        defer { unsafe QRcode_free(code) }
        let width = Int(unsafe code.pointee.width)
        return (0..<width).map { row in
            (0..<width).map { unsafe code.pointee.data[row * width + $0] & 1 == 1 }
        }
    }

    @Test(
        "The picture is the code with four modules of white around it",
        arguments: ["a", link, String(repeating: "x", count: QRCode.textBytesMax)])
    func drawn(text: String) throws {
        let squares = try squares(try #require(QRCode.svg(of: text)))
        let modules = modules(text)
        #expect(modules.count >= 21)
        #expect(squares.count == modules.count + 8)
        #expect(squares[4..<squares.count - 4].map { Array($0[4..<squares.count - 4]) } == modules)
        #expect(squares.joined().count { $0 } == modules.joined().count { $0 })
    }

    @Test("Three of its corners have the pattern by which a code is found, the fourth hasn't")
    func corners() throws {
        let squares = try squares(try #require(QRCode.svg(of: Self.link)))
        let pattern = [
            "1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111",
        ]
        func corner(_ top: Int, _ left: Int) -> [String] {
            squares[top..<top + 7].map { row in
                row[left..<left + 7].map { $0 ? "1" : "0" }.joined()
            }
        }
        let far = squares.count - 4 - 7
        #expect(corner(4, 4) == pattern)
        #expect(corner(4, far) == pattern)
        #expect(corner(far, 4) == pattern)
        #expect(corner(far, far) != pattern)
    }

    @Test("It has a white background of its own")
    func background() throws {
        let text = String(decoding: try #require(QRCode.svg(of: Self.link)), as: UTF8.self)
        let side = try #require(text.firstMatch(of: /viewBox="0 0 (\d+)/)).1
        #expect(text.contains("<path fill=\"#fff\" d=\"M0 0h\(side)v\(side)H0z\"/>"))
        #expect(text.utf8.count < 5_000)
    }

    @Test("A text that is empty or too long has no code")
    func bounds() {
        #expect(QRCode.svg(of: "") == nil)
        #expect(QRCode.svg(of: String(repeating: "x", count: QRCode.textBytesMax + 1)) == nil)
    }
}
