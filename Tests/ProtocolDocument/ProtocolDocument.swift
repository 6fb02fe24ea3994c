import Foundation

/// `Protocol.md` as its tests read it: fenced blocks and rows of tables.
package struct ProtocolDocument {
    /// A fenced block: its info string is a language and words, of which some are `key=value`.
    package struct Block {
        package var language: String
        package var words: [String]
        package var lines: [String]
        /// The line of the opening fence, from 1.
        package var line: Int

        /// The value of the word `key=value`; nil if there is none.
        package func value(of key: String) -> String? {
            words.first { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) }
        }

        /// The block as JSON without white space between its parts.
        package var json: String { minified(lines.joined(separator: "\n")) }

        /// The examples in the block, as JSON without white space between its parts; one begins
        /// with each line that isn't indented.
        package var examples: [(json: String, line: Int)] {
            var examples: [(json: String, line: Int)] = []
            for (index, line) in lines.enumerated() {
                if line.hasPrefix(" "), !examples.isEmpty {
                    examples[examples.count - 1].json += minified(line)
                } else {
                    examples.append((minified(line), self.line + 1 + index))
                }
            }
            return examples
        }
    }

    /// A row of a table, but for headings.
    package struct Row {
        /// The heading it stands under, without number signs.
        package var section: String
        /// The first cell of its table's heading.
        package var table: String
        /// The texts of the cells, trimmed, without back quotes.
        package var cells: [String]
        package var line: Int
    }

    package private(set) var blocks: [Block] = []
    package private(set) var rows: [Row] = []
    /// The headings, with their number signs.
    package private(set) var headings: [String] = []
    /// The headings that links of the form `[name]: #heading` lead to, by name.
    package private(set) var links: [String: String] = [:]
    private var table = ""

    /// The document of the checkout that these tests were built from.
    package init() throws { self.init(text: try Self.text()) }

    package static func text() throws -> String {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Protocol.md")
        return try String(contentsOf: file, encoding: .utf8)
    }

    package init(text: String) {
        var section = ""
        var open: Block?
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if var block = open {
                if line == "```" {
                    blocks.append(block)
                    open = nil
                } else {
                    block.lines.append(String(line))
                    open = block
                }
            } else if line.hasPrefix("```") {
                let words = line.dropFirst(3).split(separator: " ").map(String.init)
                open = Block(
                    language: words.first ?? "", words: Array(words.dropFirst()), lines: [],
                    line: index + 1)
            } else if line.hasPrefix("#") {
                section = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces)
                headings.append(String(line))
            } else if line.hasPrefix("|") {
                read(row: line, in: section, line: index + 1)
            } else if let link = line.wholeMatch(of: /\[(.+)\]: #(.+)/) {
                links[String(link.1)] = String(link.2)
            }
        }
    }

    /// A row of dashes makes the row before it a heading.
    private mutating func read(row: Substring, in section: String, line: Int) {
        let cells = row.dropFirst().dropLast()
            .split(separator: "|", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
        if cells.allSatisfy({ $0.allSatisfy { $0 == "-" } }) {
            table = rows.removeLast().cells[0]
        } else {
            rows.append(Row(section: section, table: table, cells: cells, line: line))
        }
    }

    /// The rows of all tables under headings that end with `title`.
    package func rows(under title: String) -> [Row] {
        rows.filter { $0.section.hasSuffix(title) }
    }
}

/// JSON without the white space between its parts.
package func minified(_ json: String) -> String {
    var result = ""
    var isInString = false
    var isEscaped = false
    for scalar in json.unicodeScalars {
        if isInString {
            isInString = scalar != "\"" || isEscaped
            isEscaped = scalar == "\\" && !isEscaped
        } else {
            guard !scalar.properties.isWhitespace else { continue }
            isInString = scalar == "\""
        }
        result.unicodeScalars.append(scalar)
    }
    return result
}
