import Foundation

/// The constants that a source file declares one to a line, `static let name: Type = value` or
/// `var name = value`, with their values as written. So that none can be forgotten in the document.
package struct SourceConstants {
    package private(set) var values: [String: String] = [:]

    /// Reads the constants of a source file.
    ///
    /// - Parameter path: relative to the checkout's root.
    package init(of path: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        let pattern =
            /^    (?:public |package )(?:static let|var) (\w+)(?:: [\w<>]+)?(?: =(?: (.+))?)?$/
        for line in text.split(separator: "\n") {
            guard let match = try pattern.wholeMatch(in: line) else { continue }
            values[String(match.1)] = match.2.map(String.init) ?? ""
        }
    }
}
