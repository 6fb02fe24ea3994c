import Courses
import Documents
import Glibc
import SystemCalls

/// `folfd import courses FILE --dry-run`: what a file holds, as JSON, for programs and people.
enum CourseFile {
    /// Prints it, and returns the exit code: 1 with warnings, 2 for a file that can't be imported.
    static func run(_ path: String, isDryRun: Bool) -> Int32 {
        guard isDryRun else {
            return refuse("courses can't be kept yet: --dry-run says what the file holds")
        }
        do throws(SystemError) {
            let bytes = try contents(of: path, bytesMax: ImportLimits.fileBytesMax)
            return tell(bytes, of: path)
        } catch {
            return refuse("\(path) can't be read: \(error.text)")
        }
    }

    private static func tell(_ bytes: [UInt8], of path: String) -> Int32 {
        do throws(ImportRefusal) {
            let found = try CourseImport(file: bytes)
            Logger.print(
                String(decoding: found.json.bytes, as: UTF8.self), to: STDOUT_FILENO)
            return found.warnings.isEmpty ? 0 : 1
        } catch {
            return refuse("\(path): \(words(for: error))")
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
