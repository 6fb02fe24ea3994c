import CWebPage
import Compression
package import HTTP

/// The web page, ready to be sent.
///
/// The service worker gets a first line that names the version, a digest of all files, and the
/// paths of all others: `const VERSION = "…"; const FILES = ["/ui/app.js", …];`. So its bytes
/// change with any file, and a browser that looks for a new version finds it.
package enum WebPage {
    /// The files that are part of the program, joined to few, each prepared once; modules and style
    /// sheets without what only their authors need.
    package static func embedded() -> [String: PageFile] {
        let sources = embeddedSources()
        let joined = JoinedPage(sources)
        let files = joined.paths.compactMap { path -> (String, PageFile)? in
            guard let part = joined.part(path) else { return nil }
            let isWorker = path == PageName.serviceWorker
            let line = isWorker ? workerLine(sources, served: joined.paths) : []
            return prepare(path, part, workerLine: line).map { (path, $0) }
        }
        return Dictionary(uniqueKeysWithValues: files)
    }

    /// A file of a folder as it is now; nil if there is none.
    package static func file(_ path: String, in folder: PageFolder) -> PageFile? {
        guard let bytes = folder.bytes(of: path) else { return nil }
        guard path == PageName.serviceWorker else {
            return prepare(path, JoinedPage.Part(bytes), workerLine: [])
        }
        let sources = folder.paths.map { ($0, folder.bytes(of: $0) ?? []) }
        let line = workerLine(sources, served: folder.paths)
        return prepare(path, JoinedPage.Part(bytes), workerLine: line)
    }

    /// The path and the bytes of each file that is part of the program.
    package static func embeddedSources() -> [(path: String, bytes: [UInt8])] {
        (0..<cwebpage_count()).map { (embeddedPath($0), embeddedBytes($0)) }
    }

    private static func embeddedPath(_ place: Int) -> String {
        unsafe String(cString: cwebpage_path(place))
    }

    private static func embeddedBytes(_ place: Int) -> [UInt8] {
        unsafe Array(
            UnsafeBufferPointer(start: cwebpage_bytes(place), count: cwebpage_size(place)))
    }

    private static func prepare(
        _ path: String, _ part: JoinedPage.Part, workerLine: [UInt8]
    ) -> PageFile? {
        guard let type = PageName.contentType(of: path) else { return nil }
        let body = path == PageName.serviceWorker ? workerLine + part.bytes : part.bytes
        var digest = Digest()
        digest.add(body)
        return PageFile(
            contentType: type, tag: digest.text, body: body, compressed: Gzip.compress(body),
            hasPolicy: PageName.hasPolicy(path), scriptHashes: part.scriptHashes,
            styleHashes: part.styleHashes)
    }

    private static func workerLine(
        _ sources: [(path: String, bytes: [UInt8])], served: [String]
    ) -> [UInt8] {
        let sorted = sources.sorted { $0.path < $1.path }
        var version = Digest()
        for (path, bytes) in sorted {
            version.add(Array(path.utf8))
            version.add(bytes)
        }
        let paths = served.sorted().filter { $0 != PageName.serviceWorker }
        let list = paths.map { "\"\($0)\"" }.joined(separator: ", ")
        return Array("const VERSION = \"\(version.text)\"; const FILES = [\(list)];\n".utf8)
    }
}
