/// Decides which files of Sources/WebClient are for a browser, and with which content type.
package enum PageName {
    /// Folders that hold modules besides the top one.
    package static let folders = ["core", "device", "ui", "ui/parts", "ui/screens", "ui/state"]
    static let serviceWorker = "/service-worker.js"

    private static let types = [
        "html": "text/html; charset=utf-8",
        "js": "text/javascript; charset=utf-8",
        "css": "text/css; charset=utf-8",
        "svg": "image/svg+xml",
        "png": "image/png",
        "webmanifest": "application/manifest+json",
    ]

    /// The content type of the file at a path such as "/ui/parts/dom.js"; nil if it isn't served.
    package static func contentType(of path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 1, parts.first == "", let name = parts.last, isPlain(name) else {
            return nil
        }
        let ending = name.split(separator: ".").last.map(String.init) ?? ""
        if parts.count == 2 { return types[ending] }
        let folder = parts.dropFirst().dropLast().joined(separator: "/")
        return folders.contains(folder) && ending == "js" ? types[ending] : nil
    }

    /// Whether a file needs a policy of its own. Scripts and style sheets are only ever part of a
    /// page, but for the one that works alone.
    static func hasPolicy(_ path: String) -> Bool {
        path == serviceWorker || !path.hasSuffix(".js") && !path.hasSuffix(".css")
    }

    private static func isPlain(_ name: Substring) -> Bool {
        guard let first = name.utf8.first, first != UInt8(ascii: ".") else { return false }
        return name.utf8.allSatisfy { sign in
            switch sign {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
            default: false
            }
        }
    }
}
