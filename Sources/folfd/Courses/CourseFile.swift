import Courses
import Documents
import Glibc
import SystemCalls

/// `folfd import courses FILE`: courses that others have written down, for the catalogue.
enum CourseFile {
    /// Prints what the file holds as JSON, for programs and people, and writes nothing.
    ///
    /// - Returns: the exit code: 1 with warnings, 2 for a file that can't be imported.
    static func look(at path: String) -> Int32 {
        do throws(Refusal) {
            let found = try read(path)
            Logger.print(
                String(decoding: found.json.bytes, as: UTF8.self), to: STDOUT_FILENO)
            return found.warnings.isEmpty ? 0 : 1
        } catch {
            return refuse(error.words)
        }
    }

    /// Hands the courses to the server that runs on a data folder, one after the other: each is
    /// there whole or not at all. Says what is new, changed and doubtful.
    ///
    /// - Parameter country: where those lie of which the file doesn't say it.
    /// - Returns: the exit code: 1 with warnings or doubts, 2 if nothing was imported.
    static func send(_ path: String, of country: CountryCode?, to folder: String) -> Int32 {
        do throws(Refusal) {
            let found = try read(path)
            var report = CourseReport(found.warnings)
            for course in found.courses {
                report.add(course, try outcome(of: course, found, country, folder))
            }
            report.end()
            return report.isClean ? 0 : 1
        } catch {
            return refuse(error.words)
        }
    }

    private struct Refusal: Error { let words: String }

    private static func read(_ path: String) throws(Refusal) -> CourseImport {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try contents(of: path, bytesMax: ImportLimits.fileBytesMax)
        } catch {
            throw Refusal(words: "\(path) can't be read: \(error.text)")
        }
        do throws(ImportRefusal) {
            return try CourseImport(file: bytes)
        } catch {
            throw Refusal(words: "\(path): \(words(for: error))")
        }
    }

    private static func refuse(_ words: String) -> Int32 {
        Logger.print("folfd: \(words)", to: STDERR_FILENO)
        return 2
    }

    private static func words(for refusal: ImportRefusal) -> String {
        switch refusal {
        case .tooLarge(let bytesMax): "it is larger than \(bytesMax >> 20) MiB: cut it up"
        case .notUTF8: "it isn't text in UTF-8: save it anew in that encoding"
        case .unreadable: "it is neither JSON nor a table, or it ends too early"
        case .unknownForm:
            "it is none of the forms that are known: JSON of Overpass, GeoJSON of overpass turbo, "
                + "a list of courses of Metrix, our own JSON or CSV"
        case .tooManyElements(let max): "it has more than \(max) elements: cut it up"
        case .tooManyCourses(let max): "it has more than \(max) courses: cut it up"
        }
    }
}

/// One course after the other.
extension CourseFile {
    /// What has become of a course: in a word, nil if it wasn't taken, and what to look at.
    private static func outcome(
        of course: ImportedCourse, _ file: CourseImport, _ country: CountryCode?,
        _ folder: String
    ) throws(Refusal) -> (word: String?, doubts: [String]) {
        var doubts: [CatalogueDoubt] = []
        let entry: CatalogueEntry
        do throws(CatalogueDoubt) {
            entry = try CatalogueEntry(
                course, country: country, licence: file.licence, credit: file.attribution,
                now: WallTime(milliseconds: 0), doubts: &doubts)
        } catch {
            return (nil, [text(of: error)])
        }
        let json = FolfCoursesFile.json(
            [entry], licence: file.licence, attribution: file.attribution)
        var call = ControlCall(method: "POST", path: "/courses")
        call.form = String(decoding: json.bytes, as: UTF8.self)
        call.type = "application/json"
        let answer: [UInt8]
        do throws(ControlCall.Failure) {
            answer = try call.answer(folder, json: true)
        } catch {
            throw Refusal(words: error.words)
        }
        guard let line = (try? JSONValue(answer))?["courses"]?.elements?.first else {
            throw Refusal(words: "the server's answer can't be understood")
        }
        let more = line["doubts"]?.elements?.map { doubt in
            (doubt.elements ?? []).compactMap(\.string).filter { !$0.isEmpty }
                .joined(separator: ": ")
        }
        return (line["outcome"]?.string, doubts.map(text) + (more ?? []))
    }

    private static func text(of doubt: CatalogueDoubt) -> String {
        doubt.detail.isEmpty ? doubt.code.rawValue : "\(doubt.code.rawValue): \(doubt.detail)"
    }
}

/// What is said while courses are imported, and at the end.
private struct CourseReport {
    private let warnings: [ImportWarning]
    private var counts: [String: Int] = [:]
    private var refusedCount = 0
    private var doubtCount = 0

    init(_ warnings: [ImportWarning]) {
        self.warnings = warnings
        for warning in warnings {
            say("warning \(warning.code.rawValue) at \(warning.place) \(warning.detail)")
        }
    }

    var isClean: Bool { warnings.isEmpty && refusedCount == 0 && doubtCount == 0 }

    mutating func add(_ course: ImportedCourse, _ outcome: (word: String?, doubts: [String])) {
        let name = "\(course.name ?? "?") (\(course.source))"
        if let word = outcome.word {
            counts[word, default: 0] += 1
            if word != CatalogueOutcome.unchanged.rawValue { say("\(word) \(name)") }
        } else {
            refusedCount += 1
            say("left out \(name)")
        }
        doubtCount += outcome.doubts.count
        for doubt in outcome.doubts { say("  doubtful: \(doubt)") }
    }

    func end() {
        let words = [CatalogueOutcome.added, .changed, .unchanged].map { outcome in
            "\(counts[outcome.rawValue] ?? 0) \(outcome.rawValue)"
        }
        say(words.joined(separator: ", ") + ", \(refusedCount) left out, \(doubtCount) doubtful")
    }

    /// Names may be anybody's: what could steer a terminal isn't shown.
    private func say(_ line: String) {
        let shown = String(
            String.UnicodeScalarView(
                line.unicodeScalars.map { sign in
                    switch sign.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator: "�"
                    default: sign
                    }
                }))
        Logger.print(shown, to: STDOUT_FILENO)
    }
}
