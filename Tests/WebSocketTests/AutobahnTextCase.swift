@testable import WebSocket

/// Section 6: text as hexadecimal UTF-8, valid or not. Sections 6.6 to 6.23 follow Markus Kuhn's
/// stress test.
extension AutobahnCase {
    static let texts: [AutobahnCase] = textFragments + textVectors

    private static let textFragments: [AutobahnCase] = {
        let greeting = utf8("Hello-µ@ßöäüàá-UTF-8!!")
        let broken = hex("cebae1bdb9cf83cebcceb5eda080656469746564")
        func split(_ payload: [UInt8], _ sizes: [Int]) -> [RawFrame] {
            var rest = payload[...]
            return sizes.enumerated().map { index, size in
                defer { rest = rest.dropFirst(size) }
                return RawFrame(
                    index == 0 ? 1 : 0, Array(rest.prefix(size)),
                    isFinal: index == sizes.count - 1)
            }
        }
        let ones = [Int](repeating: 1, count: greeting.count)
        return [
            AutobahnCase("6.1.1", split([], [0]), [.text([])]),
            AutobahnCase("6.1.2", split([], [0, 0, 0]), [.text([])]),
            AutobahnCase("6.1.3", split(utf8("middle"), [0, 6, 0]), [.text(utf8("middle"))]),
            AutobahnCase("6.2.1", split(greeting, [greeting.count]), [.text(greeting)]),
            AutobahnCase("6.2.2", split(greeting, [13, greeting.count - 13]), [.text(greeting)]),
            AutobahnCase("6.2.3", split(greeting, ones), [.text(greeting)]),
            AutobahnCase(
                "6.2.4", split(hex("cebae1bdb9cf83cebcceb5"), .init(repeating: 1, count: 11)),
                [.text(hex("cebae1bdb9cf83cebcceb5"))]),
            .failing("6.3.1", split(broken, [broken.count]), .invalidPayload),
            .failing("6.3.2", split(broken, .init(repeating: 1, count: 20)), .invalidPayload),
            .failing(
                "6.4.1", split(hex("cebae1bdb9cf83cebcceb5f4908080656469746564"), [11, 4, 6]),
                .invalidPayload),
            .failing(
                "6.4.2", split(hex("cebae1bdb9cf83cebcceb5f4908080656469746564"), [12, 1, 8]),
                .invalidPayload),
        ]
    }()

    private static let textVectors: [AutobahnCase] =
        valid.flatMap { section, vectors in
            vectors.enumerated().map { index, vector in
                AutobahnCase(
                    "\(section).\(index + 1) \(vector)", [RawFrame(1, hex(vector))],
                    [.text(hex(vector))])
            }
        }
        + invalid.flatMap { section, vectors in
            vectors.enumerated().map { index, vector in
                .failing(
                    "\(section).\(index + 1) \(vector)", [RawFrame(1, hex(vector))], .invalidPayload
                )
            }
        }

    private static let valid: [(String, [String])] = [
        (
            "6.5",
            [
                "48656c6c6f2dc2b540c39fc3b6c3a4c3bcc3a0c3a12d5554462d382121",
                "cebae1bdb9cf83cebcceb5",
            ]
        ),
        (
            "6.6 whole",
            [
                "ceba", "cebae1bdb9", "cebae1bdb9cf83", "cebae1bdb9cf83cebc",
                "cebae1bdb9cf83cebcceb5",
            ]
        ),
        ("6.7", ["00", "c280", "e0a080", "f0908080"]),
        ("6.9", ["7f", "dfbf", "efbfbf", "f48fbfbf"]),
        ("6.11", ["ed9fbf", "ee8080", "efbfbd", "f48fbfbf"]),
        (
            "6.22",
            [
                "efbfbe", "efbfbf", "f09fbfbe", "f09fbfbf", "f0afbfbe", "f0afbfbf", "f0bfbfbe",
                "f0bfbfbf",
                "f18fbfbe", "f18fbfbf", "f19fbfbe", "f19fbfbf", "f1afbfbe", "f1afbfbf", "f1bfbfbe",
                "f1bfbfbf",
                "f28fbfbe", "f28fbfbf", "f29fbfbe", "f29fbfbf", "f2afbfbe", "f2afbfbf", "f2bfbfbe",
                "f2bfbfbf",
                "f38fbfbe", "f38fbfbf", "f39fbfbe", "f39fbfbf", "f3afbfbe", "f3afbfbf", "f3bfbfbe",
                "f3bfbfbf",
                "f48fbfbe", "f48fbfbf",
            ]
        ),
        ("6.23", ["efbfb9", "efbfba", "efbfbb", "efbfbc", "efbfbd", "efbfbe", "efbfbf"]),
    ]

    private static let invalid: [(String, [String])] = [
        (
            "6.6 cut",
            [
                "ce", "cebae1", "cebae1bd", "cebae1bdb9cf", "cebae1bdb9cf83ce",
                "cebae1bdb9cf83cebcce",
            ]
        ),
        ("6.8", ["f888808080", "fc8480808080"]),
        ("6.10", ["f7bfbfbf", "fbbfbfbfbf", "fdbfbfbfbfbf"]),
        ("6.11 above", ["f4908080"]),
        (
            "6.12",
            [
                "80", "bf", "80bf", "80bf80", "80bf80bf", "80bf80bf80", "80bf80bf80bf",
                "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f"
                    + "a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbe",
            ]
        ),
        (
            "6.13",
            [
                "c020c120c220c320c420c520c620c720df20", "e020e120e220e320ef20",
                "f020f120f220f320f420f520f620f720", "f820f920fa20fb20", "fc20fd20",
            ]
        ),
        (
            "6.14",
            [
                "c0", "e080", "f08080", "f8808080", "fc80808080", "df", "efbf", "f7bfbf",
                "fbbfbfbf",
                "fdbfbfbfbf",
            ]
        ),
        ("6.15", ["c0e080f08080f8808080fc80808080dfefbff7bfbffbbfbfbffdbfbfbfbf"]),
        ("6.16", ["fe", "ff", "fefeffff"]),
        ("6.17", ["c0af", "e080af", "f08080af", "f8808080af", "fc80808080af"]),
        ("6.18", ["c1bf", "e09fbf", "f08fbfbf", "f887bfbfbf", "fc83bfbfbfbf"]),
        ("6.19", ["c080", "e08080", "f0808080", "f880808080", "fc8080808080"]),
        ("6.20", ["eda080", "edadbf", "edae80", "edafbf", "edb080", "edbe80", "edbfbf"]),
        (
            "6.21",
            [
                "eda080edb080", "eda080edbfbf", "edadbfedb080", "edadbfedbfbf", "edae80edb080",
                "edae80edbfbf", "edafbfedb080", "edafbfedbfbf",
            ]
        ),
    ]
}
