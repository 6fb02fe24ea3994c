import Documents
import Foundation
import TestSupport
import Testing

@testable import Courses

extension CourseImport {
    init(_ text: String) throws { try self.init(file: Array(text.utf8)) }

    func codes() -> [String] { warnings.map(\.code.rawValue) }
}

@Suite("Files with courses")
struct CourseImportTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Vectors/imports")

    private static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }

    @Test(
        "are read as the worked examples have it",
        arguments: [
            ("osm-overpass.json", "osm-overpass.expected.json"),
            ("osm-turbo.geojson", "osm-turbo.expected.json"),
        ])
    func samples(file: String, expected: String) throws {
        let found = try CourseImport(file: Self.bytes(file)).json
        #expect(try found == JSONValue(Self.bytes(expected)))
    }

    @Test("that are in none of the forms are refused, and say which fault it is")
    func refused() {
        func refusal(_ bytes: [UInt8]) -> ImportRefusal? {
            do throws(ImportRefusal) {
                _ = try CourseImport(file: bytes)
                return nil
            } catch { return error }
        }
        #expect(refusal([]) == .unreadable)
        #expect(refusal(Array("{\"elements\": [".utf8)) == .unreadable)
        #expect(refusal([0x22, 0xFF, 0xFE]) == .notUTF8)
        #expect(refusal(Array("{\"a\": 1}".utf8)) == .unknownForm)
        #expect(refusal(Array("name;par\nx;3".utf8)) == .unknownForm)
        #expect(refusal(Array("course,hole\n\"x".utf8)) == .unreadable)
        let deep = String(repeating: "[", count: 99) + String(repeating: "]", count: 99)
        #expect(refusal(Array("{\"elements\": \(deep)}".utf8)) == .unreadable)
        let large = [UInt8](repeating: 0x20, count: ImportLimits.fileBytesMax + 1)
        #expect(refusal(large) == .tooLarge(bytesMax: ImportLimits.fileBytesMax))
    }
}
