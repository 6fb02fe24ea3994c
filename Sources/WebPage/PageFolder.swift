import Glibc
import SystemCalls

/// A folder like Sources/WebClient, read anew each time.
package struct PageFolder: Sendable {
    /// A bound far above the size of any file of the page.
    static let fileBytesMax = 4 * 1024 * 1024

    private let path: String

    package init(_ path: String) { self.path = path }

    /// The paths of all files that are for a browser, sorted.
    package var paths: [String] {
        let folders = [""] + PageName.folders.map { "/" + $0 }
        return folders.flatMap { folder in
            names(in: path + folder).map { folder + "/" + $0 }
        }.filter { PageName.contentType(of: $0) != nil }.sorted()
    }

    /// The bytes of a file that is for a browser; nil unless it lies in the folder itself.
    package func bytes(of file: String) -> [UInt8]? {
        guard PageName.contentType(of: file) != nil else { return nil }
        let parts = file.split(separator: "/").map(String.init)
        guard var folder = open(path, O_DIRECTORY) else { return nil }
        for part in parts.dropLast() {
            guard let next = open(part, O_DIRECTORY | O_NOFOLLOW, in: folder) else { return nil }
            folder = next
        }
        // A pipe must not keep the server waiting until somebody writes to it.
        guard let file = open(parts[parts.count - 1], O_NOFOLLOW | O_NONBLOCK, in: folder) else {
            return nil
        }
        return contents(of: file, bytesMax: Self.fileBytesMax)
    }

    private func open(_ name: String, _ flags: Int32) -> Descriptor? {
        let number = unsafe Glibc.open(name, O_RDONLY | O_CLOEXEC | flags)
        return number < 0 ? nil : Descriptor(number)
    }

    private func open(
        _ name: String, _ flags: Int32, in folder: borrowing Descriptor
    ) -> Descriptor? {
        let number = unsafe openat(folder.number, name, O_RDONLY | O_CLOEXEC | flags)
        return number < 0 ? nil : Descriptor(number)
    }

    private func names(in folder: String) -> [String] {
        guard let stream = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            names.append(
                unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names
    }
}
