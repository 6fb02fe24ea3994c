import CWebPage
package import SyncServer
import Threads

/// The web page, ready for `ServerConfiguration.page`.
///
/// The service worker gets a first line that names the version, a digest of all files, and the
/// paths of all others: `const VERSION = "…"; const FILES = ["/card.js", …];`. So its bytes change
/// with any file, and a browser that looks for a new version finds it.
package enum WebPage {
    /// The files that are part of the program, each prepared once, when it is first asked for;
    /// modules and style sheets without what only their authors need.
    package static func embedded() -> @Sendable (_ path: String) -> PageFile? {
        let places = Dictionary(
            uniqueKeysWithValues: (0..<cwebpage_count()).map { (embeddedPath($0), $0) })
        let prepared = Lock<[String: PageFile]>([:])
        return { path in
            guard let place = places[path] else { return nil }
            return prepared.withLock { prepared in
                if let file = prepared[path] { return file }
                let worker = path == PageName.serviceWorker ? workerLine(embeddedSources()) : []
                let file = prepare(path, bare(embeddedBytes(place), of: path), workerLine: worker)
                prepared[path] = file
                return file
            }
        }
    }

    /// The files of a folder, as they are at each request.
    package static func folder(_ folder: PageFolder) -> @Sendable (_ path: String) -> PageFile? {
        { path in
            guard let bytes = folder.bytes(of: path) else { return nil }
            guard path == PageName.serviceWorker else {
                return prepare(path, bytes, workerLine: [])
            }
            let sources = folder.paths.map { ($0, folder.bytes(of: $0) ?? []) }
            return prepare(path, bytes, workerLine: workerLine(sources))
        }
    }

    /// Path and bytes of each file that is part of the program.
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

    private static func bare(_ bytes: [UInt8], of path: String) -> [UInt8] {
        if path.hasSuffix(".js") { return BareModule.bytes(of: bytes) }
        return path.hasSuffix(".css") ? BareStyle.bytes(of: bytes) : bytes
    }

    private static func prepare(
        _ path: String, _ bytes: [UInt8], workerLine: [UInt8]
    ) -> PageFile? {
        guard let type = PageName.contentType(of: path) else { return nil }
        let body = path == PageName.serviceWorker ? workerLine + bytes : bytes
        var digest = Digest()
        digest.add(body)
        return PageFile(
            contentType: type, tag: digest.text, body: body, compressed: Gzip.compress(body),
            hasPolicy: PageName.hasPolicy(path))
    }

    private static func workerLine(_ sources: [(path: String, bytes: [UInt8])]) -> [UInt8] {
        let sorted = sources.sorted { $0.path < $1.path }
        var version = Digest()
        for (path, bytes) in sorted {
            version.add(Array(path.utf8))
            version.add(bytes)
        }
        let paths = sorted.map(\.path).filter { $0 != PageName.serviceWorker }
        let list = paths.map { "\"\($0)\"" }.joined(separator: ", ")
        return Array("const VERSION = \"\(version.text)\"; const FILES = [\(list)];\n".utf8)
    }
}
