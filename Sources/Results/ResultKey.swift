import Courses
public import Documents
import Lobby

/// What results have in common that may be compared in throws: the layout as it was, the tee and
/// the holes; without a layout, a name and what its holes were worth.
public struct ResultKey: Hashable, Sendable {
    /// `l:LAYOUT:SERIES:TEE:HOLES` or `n:NAME:HOLES`. Names are folded as for the search; HOLES is
    /// a hash in eight hexadecimal digits.
    public let text: String

    /// The key of a layout that is known.
    ///
    /// - Parameter tee: the name of the tee; nil if the layout has none.
    init(_ layout: GameLayout, tee: String?, labels: [String]) {
        self.init(
            layout: layout.layout, series: Int64(layout.series), tee: tee, labels: labels)
    }

    /// The same of a layout in a list of courses.
    public init(layout: Identifier128, series: Int64, tee: String?, labels: [String]) {
        let tee = tee.map { SearchName($0).folded } ?? ""
        text = "l:\(layout):\(series):\(tee):\(Self.hash(labels))"
    }

    /// The key of a course of which only the name is known; nil if nothing of that is a letter or a
    /// digit.
    init?(courseName: String, labels: [String], pars: [Int64]) {
        let name = SearchName(courseName).folded
        guard !name.isEmpty else { return nil }
        let holes = zip(labels, pars).map { label, par in "\(label)=\(par)" }
        text = "n:\(name):\(Self.hash(holes))"
    }

    /// FNV-1a over 32 bits of the lines.
    private static func hash(_ lines: [String]) -> String {
        let bytes = Array(lines.joined(separator: "\n").utf8)
        let digits = String(Fingerprint32.of(bytes.span), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
