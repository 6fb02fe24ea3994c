/// The page as a browser gets it in few rounds: modules joined, and the script and the style that
/// a document needs at once in itself.
struct JoinedPage {
    /// A file, with the hashes of the scripts and the styles that it holds itself.
    struct Part {
        var bytes: [UInt8]
        var scriptHashes: [String] = []
        var styleHashes: [String] = []

        init(_ bytes: [UInt8]) { self.bytes = bytes }
    }

    /// The marks of a script and of a style sheet that a document is to hold itself.
    private static let scriptMarks = Marks("<script src=\"", "\"></script>", "script")
    private static let styleMarks = Marks("<link rel=\"stylesheet\" href=\"", "\">", "style")

    private let sources: [String: [UInt8]]
    private let modules: JoinedModules
    private let inlined: Set<String>

    init(_ sources: [(path: String, bytes: [UInt8])]) {
        let documents = sources.filter { Self.isDocument($0.path) }
        let sources = Dictionary(uniqueKeysWithValues: sources)
        self.sources = sources
        modules = JoinedModules(sources)
        inlined = documents.reduce(into: []) { paths, document in
            let text = String(decoding: document.bytes, as: UTF8.self)
            for marks in [Self.scriptMarks, Self.styleMarks] {
                paths.formUnion(marks.paths(in: text))
            }
        }
    }

    /// The files that there are, sorted.
    var paths: [String] {
        sources.keys.filter { !modules.isInAnother($0) && !inlined.contains($0) }.sorted()
    }

    /// The file at a path; nil if there is none, or only as a part of another.
    func part(_ path: String) -> Part? {
        guard let source = sources[path], !modules.isInAnother(path), !inlined.contains(path) else {
            return nil
        }
        if Self.isDocument(path) { return document(source) }
        if let joined = modules.text(of: path) { return Part(Array(joined.utf8)) }
        return Part(bare(source, of: path))
    }

    private static func isDocument(_ path: String) -> Bool { path.hasSuffix(".html") }

    private func document(_ source: [UInt8]) -> Part {
        var text = String(decoding: source, as: UTF8.self)
        var part = Part([])
        part.scriptHashes = inline(Self.scriptMarks, in: &text)
        part.styleHashes = inline(Self.styleMarks, in: &text)
        part.bytes = Array(text.utf8)
        return part
    }

    /// Puts the files that the marks name into `text`, and returns the hashes of their contents.
    private func inline(_ marks: Marks, in text: inout String) -> [String] {
        marks.paths(in: text).map { path in
            let content = bare(sources[path] ?? [], of: path)
            let element =
                "<\(marks.tag)>\(String(decoding: content, as: UTF8.self))</\(marks.tag)>"
            text.replace(marks.start + path + marks.end, with: element)
            return Digest.policyHash(of: content)
        }
    }

    private func bare(_ bytes: [UInt8], of path: String) -> [UInt8] {
        if path.hasSuffix(".js") { return BareModule.bytes(of: bytes) }
        return path.hasSuffix(".css") ? BareStyle.bytes(of: bytes) : bytes
    }
}

/// The text around the path of a file in a document, and the tag of the element that takes its
/// place.
private struct Marks {
    let start: String
    let end: String
    let tag: String

    init(_ start: String, _ end: String, _ tag: String) {
        (self.start, self.end, self.tag) = (start, end, tag)
    }

    func paths(in text: String) -> [String] {
        text.ranges(of: start).compactMap { place in
            let rest = text[place.upperBound...]
            guard let end = rest.firstRange(of: end) else { return nil }
            return String(rest[..<end.lowerBound])
        }
    }
}
