package import Foundation

/// The folder of the built programs: the test runner's, unless Scripts/test says otherwise.
package enum Programs {
    package static let folder: URL = {
        if let folder = ProcessInfo.processInfo.environment["FOLF_TEST_PROGRAMS"] {
            return URL(fileURLWithPath: folder)
        }
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return own.deletingLastPathComponent()
    }()

    /// The path of a program: of one of ours by its name, of any other as it is given.
    package static func url(_ name: String) -> URL {
        name.hasPrefix("/") ? URL(fileURLWithPath: name) : folder.appendingPathComponent(name)
    }
}
