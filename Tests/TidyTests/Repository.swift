import Foundation
import TestSupport

/// The checkout that these tests were built from.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The tracked files that exist, relative to the root; outside of a git checkout all files.
    static let paths: [String] = {
        let isCheckout = exists(".git")
        return (isCheckout ? trackedPaths() : walkedPaths()).filter(exists).sorted()
    }()

    /// A file as text; nil if it is none.
    static func text(of path: String) -> String? {
        try? String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }

    private static func trackedPaths() -> [String] {
        // A checkout that belongs to another user is read all the same.
        let arguments = ["git", "-c", "safe.directory=*", "-C", root.path, "ls-files", "-z"]
        guard let git = try? Child("/usr/bin/env", arguments) else { return [] }
        return git.wait().text.split(separator: "\0").map(String.init)
    }

    private static func walkedPaths() -> [String] {
        let enumerator = FileManager.default.enumerator(atPath: root.path)
        return (enumerator?.compactMap { $0 as? String } ?? []).filter { path in
            let parts = path.split(separator: "/")
            return !parts.contains { $0.hasPrefix(".") || $0 == "__pycache__" }
                && parts[0] != "data"
                && !isFolder(path)
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: root.appending(path: path).path))?[.type]
            as? FileAttributeType == .typeDirectory
    }
}
