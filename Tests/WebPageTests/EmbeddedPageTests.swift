import CZlib
import Foundation
import HTTP
import TestSupport
import Testing
import WebPage

@Suite("The page in the program")
struct EmbeddedPageTests {
    private static let page = WebPage.embedded()
    private static let paths = page.keys.sorted()

    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/WebClient")

    @Test("Every file of Sources/WebClient that is for a browser is in the program as it is there")
    func complete() throws {
        let folder = PageFolder(Self.sources.path)
        let embedded = WebPage.embeddedSources()
        #expect(
            embedded.map(\.path).sorted() == folder.paths,
            "Scripts/page-files lists them anew")
        for (path, bytes) in embedded {
            #expect(folder.bytes(of: path) == bytes, "\(path) is built anew when it has changed")
        }
    }

    @Test("All files have a content type, a tag of their own and a body")
    func prepared() throws {
        let (page, paths) = (Self.page, Self.paths)
        let files = Array(page.values)
        #expect(paths.count > 10)
        #expect(Set(files.map(\.tag)).count == files.count)
        #expect(files.allSatisfy { !$0.body.isEmpty })
        #expect(page["/index.html"]?.contentType == "text/html; charset=utf-8")
        #expect(page["/index.html"]?.hasPolicy == true)
        #expect(page["/ui/app.js"]?.contentType == "text/javascript; charset=utf-8")
        #expect(page["/ui/app.js"]?.hasPolicy == false)
        #expect(page["/package.json"] == nil)
        #expect(page["card.js"] == nil)
        #expect(page[""] == nil)
    }

    @Test("Compressed files are shorter, and the same when they are taken apart")
    func compressed() throws {
        let page = Self.page
        for path in Self.paths {
            let file = try #require(page[path])
            guard let compressed = file.compressed else { continue }
            #expect(compressed.count < file.body.count)
            #expect(try inflated(compressed, count: file.body.count) == file.body, "\(path)")
        }
        #expect(page["/ui/app.js"]?.compressed != nil)
    }

    @Test("A module that is joined to others is no file of its own, and the worker keeps what is")
    func joined() throws {
        let (page, paths) = (Self.page, Self.paths)
        let isThere = WebPage.embeddedSources().map(\.path).filter { page[$0] != nil }
        #expect(isThere.sorted() == paths)
        #expect(page["/core/client-core.js"] == nil)
        #expect(paths.count < 55)
        let worker = try #require(page["/service-worker.js"]).body
        let line = String(decoding: worker, as: UTF8.self).prefix { $0 != "\n" }
        let list = paths.filter { $0 != "/service-worker.js" }.map { "\"\($0)\"" }
        #expect(line.hasSuffix("const FILES = [\(list.joined(separator: ", "))];"))
    }

    @Test("The document names the hashes of what it holds itself")
    func hashes() throws {
        let index = try #require(Self.page["/index.html"])
        #expect(index.scriptHashes.count == 1)
        #expect(index.styleHashes.count == 2)
        let text = String(decoding: index.body, as: UTF8.self)
        #expect(text.ranges(of: "<script>").count == 1)
        #expect(text.ranges(of: "<style>").count == 2)
        for hash in index.scriptHashes + index.styleHashes {
            #expect(hash.wholeMatch(of: #/'sha256-[A-Za-z0-9+\/]{43}='/#) != nil)
        }
        #expect(Self.page["/ui/app.js"]?.scriptHashes == [])
    }

    private func inflated(_ compressed: [UInt8], count: Int) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let path = folder.path + "/file.gz"
        try Data(compressed).write(to: URL(filePath: path))
        guard let file = unsafe gzopen(path, "rb") else { return [] }
        defer { unsafe gzclose(file) }
        // One more than there should be.
        var bytes = [UInt8](repeating: 0, count: count + 1)
        let read = unsafe gzread(file, &bytes, UInt32(bytes.count))
        return Array(bytes.prefix(max(0, Int(read))))
    }
}
