/// A table as text (RFC 4180): rows of fields, with commas, semicolons or tabs between them,
/// whichever the first row has most of; a field in quotation marks may hold these and line breaks.
struct TableText {
    struct Row {
        /// The line on which it begins, counted from 1.
        let line: Int
        let fields: [String]
    }

    /// Rows that aren't blank.
    let rows: [Row]

    init(_ text: String) throws(ImportRefusal) {
        let scalars = Array(text.unicodeScalars)
        var reader = Reader(scalars: scalars, separator: Self.separator(of: scalars))
        var rows: [Row] = []
        while let row = try reader.row() {
            if row.fields.allSatisfy(\.isEmpty) { continue }
            guard rows.count < ImportLimits.elementsMax else {
                throw .tooManyElements(max: ImportLimits.elementsMax)
            }
            rows.append(row)
        }
        self.rows = rows
    }

    private static func separator(of scalars: [Unicode.Scalar]) -> Unicode.Scalar {
        let header = scalars.prefix { $0 != "\n" && $0 != "\r" }
        func count(_ separator: Unicode.Scalar) -> Int { header.count { $0 == separator } }
        let known: [Unicode.Scalar] = [",", ";", "\t"]
        return known.reduce(known[0]) { count($1) > count($0) ? $1 : $0 }
    }

    private struct Reader {
        let scalars: [Unicode.Scalar]
        let separator: Unicode.Scalar
        private var position = 0
        private var line = 1

        init(scalars: [Unicode.Scalar], separator: Unicode.Scalar) {
            self.scalars = scalars
            self.separator = separator
        }

        mutating func row() throws(ImportRefusal) -> Row? {
            guard position < scalars.count else { return nil }
            let first = line
            var fields: [String] = []
            while true {
                fields.append(try field())
                guard fields.count <= ImportLimits.fieldsMax else { throw .unreadable }
                guard position < scalars.count else { break }
                let sign = scalars[position]
                position += 1
                if sign == separator { continue }
                // The end of a line in any of its three forms.
                if sign == "\r", position < scalars.count, scalars[position] == "\n" {
                    position += 1
                }
                line += 1
                break
            }
            return Row(line: first, fields: fields)
        }

        /// Stops before a separator, before the end of a line, or at the end.
        private mutating func field() throws(ImportRefusal) -> String {
            var text = String.UnicodeScalarView()
            if position < scalars.count, scalars[position] == "\"" {
                position += 1
                while true {
                    guard position < scalars.count else { throw .unreadable }
                    let sign = scalars[position]
                    position += 1
                    if sign == "\n" { line += 1 }
                    if sign != "\"" {
                        text.append(sign)
                    } else if position < scalars.count, scalars[position] == "\"" {
                        text.append("\"")
                        position += 1
                    } else {
                        break
                    }
                }
            }
            while position < scalars.count, ![separator, "\n", "\r"].contains(scalars[position]) {
                text.append(scalars[position])
                position += 1
            }
            return String(text).trimmed
        }
    }
}
