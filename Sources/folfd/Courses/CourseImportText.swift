import ClubDesk
import Courses
import Documents

/// What has become of imported courses, for the program that has sent them.
enum CourseImportText {
    static func json(_ report: CourseImportReport) -> String {
        let lines = report.lines.map { line -> JSONValue in
            [
                "outcome": line.outcome.map { .text($0.rawValue) } ?? .nothing,
                "doubts": .array(line.doubts.map(Self.json)),
            ]
        }
        let value: JSONValue = ["courses": .array(lines)]
        return String(decoding: value.bytes, as: UTF8.self) + "\n"
    }

    private static func json(_ doubt: CatalogueDoubt) -> JSONValue {
        [.text(doubt.code.rawValue), .text(doubt.detail)]
    }
}
