import Foundation
import HTTP
import TestSupport
import Testing
import WebPage

@Suite("The page from a folder")
struct PageFolderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try write("index.html", "<!doctype html>")
        try write("ui/button.js", "export const a = 1;\n")
        try write("service-worker.js", "console.log(VERSION, FILES);\n")
    }

    private func write(_ path: String, _ text: String) throws {
        let file = folder.url.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func page(_ path: String) -> PageFile? {
        WebPage.file(path, in: PageFolder(folder.path))
    }

    private func text(_ path: String) -> String? {
        page(path).map { String(decoding: $0.body, as: UTF8.self) }
    }

    private func version() throws -> Substring {
        let line = try #require(text("/service-worker.js")).prefix { $0 != "\n" }
        return try #require(line.split(separator: "\"").dropFirst().first)
    }

    @Test("A file is read as it is when it is asked for, and its tag says which")
    func readsAnew() throws {
        let before = try #require(page("/ui/button.js"))
        try write("ui/button.js", "export const a = 2;\n")
        let after = try #require(page("/ui/button.js"))
        #expect(text("/ui/button.js") == "export const a = 2;\n")
        #expect(before.tag != after.tag)
        try write("ui/button.js", "export const a = 1;\n")
        #expect(page("/ui/button.js")?.tag == before.tag)
    }

    @Test("The service worker begins with the version and all other files")
    func workerLine() throws {
        let worker = try #require(text("/service-worker.js"))
        let version = try version()
        #expect(version.count == 32)
        #expect(
            worker == "const VERSION = \"\(version)\"; "
                + "const FILES = [\"/index.html\", \"/ui/button.js\"];\n"
                + "console.log(VERSION, FILES);\n")
        #expect(page("/service-worker.js")?.hasPolicy == true)
    }

    @Test(
        "The version changes with any file's content or name, and with nothing else",
        arguments: [
            "ui/button.js", "index.html", "service-worker.js", "icon.svg", "device/a.js",
            "ui/screens/a.js",
        ])
    func versionChanges(path: String) throws {
        let before = try version()
        try write("package.json", "{}")
        try write("notes/a.js", "no part of the page")
        #expect(try version() == before)
        try write(path, "other")
        #expect(try version() != before)
    }

    @Test("A file that takes another's name changes the version")
    func renamed() throws {
        let before = try version()
        try FileManager.default.moveItem(
            at: folder.url.appending(path: "ui/button.js"),
            to: folder.url.appending(path: "ui/butto.js"))
        #expect(try version() != before)
    }

    @Test(
        "What isn't a file of the page in the folder itself isn't there",
        arguments: [
            "/../secret.js", "/ui/../../secret.js", "/ui/../index.html", "/%2e%2e/secret.js",
            "/outside.js", "/ui2/button.js", "/pipe.js", "/folder.js", "/package.json",
            "/.hidden.js",
            "/ui/", "/ui", "/screens/button.js", "/ui/screens/", "/ui/ui/button.js", "", "/",
            "//index.html", "index.html", "/ui//button.js", "/ui/a.html",
            "/linked/button.js", "/index.html/", "/index.html\0", "/device/inner.js",
        ])
    func refuses(path: String) throws {
        let outside = try TemporaryFolder()
        try Data("secret".utf8).write(to: outside.url.appending(path: "secret.js"))
        try Data("secret".utf8).write(to: outside.url.appending(path: "inner.js"))
        for name in ["package.json", ".hidden.js", "ui/a.html", "ui2/button.js", "ui/ui/button.js"]
        {
            try write(name, "{}")
        }
        try write("folder.js/a.js", "")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/outside.js", withDestinationPath: outside.path + "/secret.js")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/device", withDestinationPath: outside.path)
        _ = unsafe mkfifo(folder.path + "/pipe.js", 0o600)
        #expect(page(path) == nil)
        #expect(text("/index.html") == "<!doctype html>")
    }

    @Test("A folder that isn't there has no files")
    func missing() {
        let nowhere = PageFolder(folder.path + "/nowhere")
        #expect(WebPage.file("/index.html", in: nowhere) == nil)
        #expect(WebPage.file("/service-worker.js", in: nowhere) == nil)
    }
}
