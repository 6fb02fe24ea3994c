/// Modules joined to few files, so that a browser asks for them in few rounds.
///
/// Each file begins with one module, whose path it has, and holds what that one imports, and what
/// those import, but nothing that a file before it holds. A module becomes a function that gives
/// what it exports; what it imports it takes from `$`, which holds all by name. Otherwise it stays
/// the same program, which the tests of the modules check (`Scripts/web-tests`).
struct JoinedModules {
    /// The modules that begin a file. A module that several of them need is in the first of these;
    /// any other that is loaded late is a file of its own.
    static let first = [
        "/ui/app.js", "/device/game.js", "/ui/play.js", "/ui/screens/home.js", "/core/restore.js",
        "/device/catalogue.js", "/device/notebooks.js", "/ui/courses.js",
        "/ui/screens/hole.js", "/ui/parts/map.js", "/ui/more.js", "/ui/account.js", "/ui/own.js",
        "/ui/make.js",
        "/ui/changes.js", "/ui/screens/also-as.js", "/ui/screens/rules.js",
    ]

    private var modules: [String: JoinableModule] = [:]
    /// The path of the file that holds a module, by the module's.
    private var files: [String: String] = [:]
    /// The paths of a file's modules, each behind those that it imports, by the file's.
    private var members: [String: [String]] = [:]

    /// Decides which modules stand in which file.
    ///
    /// - Parameter sources: of all modules, by path.
    init(_ sources: [String: [UInt8]]) {
        for file in Self.first where sources[file] != nil {
            var members: [String] = []
            add(file, to: &members, of: file, sources)
            self.members[file] = members
        }
    }

    /// Whether a module is sent in a file that begins with another.
    func isInAnother(_ path: String) -> Bool { files[path].map { $0 != path } ?? false }

    /// The text of a file of joined modules, as short as `BareModule` makes it; nil if none has
    /// this path.
    func text(of file: String) -> String? {
        guard let members = members[file], let first = modules[file] else { return nil }
        var text = ""
        if file == Self.first[0] {
            text += "export let $={};"
        } else {
            text += "import{$}from'\(Self.first[0])';"
            for other in otherFiles(of: members, than: file) { text += "import'\(other)';" }
        }
        for path in members { text += modules[path]?.joined ?? "" }
        return text + "export let{\(first.exports.joined(separator: ","))}="
            + JoinableModule.name(of: file) + ";\n"
    }

    /// The files that hold what is imported, but for the first, in their order.
    private func otherFiles(of members: [String], than file: String) -> [String] {
        let imported = members.flatMap { modules[$0]?.imports.map(\.path) ?? [] }
        let others = Set(imported.compactMap { files[$0] })
        return Self.first.dropFirst().filter { $0 != file && others.contains($0) }
    }

    private mutating func add(
        _ path: String, to members: inout [String], of file: String, _ sources: [String: [UInt8]]
    ) {
        guard files[path] == nil else { return }
        guard let source = sources[path] else { preconditionFailure("there is no \(path)") }
        let module = JoinableModule(path: path, source: String(decoding: source, as: UTF8.self))
        modules[path] = module
        files[path] = file
        for (path, _) in module.imports {
            add(path, to: &members, of: file, sources)
            let isHere = files[path] != file || members.contains(path)
            precondition(isHere, "\(module.path) and \(path) import each other")
        }
        members.append(path)
    }
}

/// A module, taken apart by the way in which the page's are written: a line that begins with
/// `import` or `export` is such a statement, an import ends with the first semicolon, and what is
/// exported is declared there and never set anew.
struct JoinableModule {
    let path: String
    /// The path of each module that is imported, and the text that gives the wanted parts of it
    /// their names.
    private(set) var imports: [(path: String, statement: String)] = []
    private(set) var exports: [String] = []
    private var body = ""

    init(path: String, source: String) {
        self.path = path
        var statement = ""
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            if !statement.isEmpty || line.hasPrefix("import ") {
                statement += line
                guard line.contains(";") else { continue }
                addImport(statement)
                statement = ""
            } else if line.hasPrefix("export ") {
                addExport(line)
            } else {
                body += line + "\n"
            }
        }
        body = Self.whole(body, in: path)
    }

    /// The module as a function that is called at once, with short names.
    var joined: String {
        let program =
            imports.map(\.statement).joined() + body
            + "return { \(exports.joined(separator: ", ")) }\n"
        let bytes = BareModule.bytes(of: Array(program.utf8), shortensNames: true)
        let short = String(decoding: bytes.dropLast(), as: UTF8.self)
        return "\(Self.name(of: path))=(()=>{\(short)})();"
    }

    /// The name of a module: `$.client_core` for "/core/client-core.js". No two files have the same
    /// name, whatever their folders are.
    static func name(of path: String) -> String {
        let signs = path.split(separator: "/").last?.prefix { $0 != "." } ?? ""
        return "$." + String(signs.map { $0 == "-" ? "_" : $0 })
    }

    /// Reads `import { a, b as c } from './d.js';` or `import * as a from './b.js';`.
    private mutating func addImport(_ statement: String) {
        let parts = statement.split(separator: "'")
        precondition(parts.count == 3 && parts[0].hasSuffix(" from "), "\(path): \(statement)")
        let from = Self.resolved(parts[1], in: path)
        var what = parts[0].dropFirst("import ".count).dropLast(" from ".count)
        if what.hasPrefix("* as ") {
            what = what.dropFirst("* as ".count)
        } else {
            let names = what.split(separator: " ").map { $0 == "as" ? ":" : String($0) }
            what = names.joined(separator: " ")[...]
        }
        imports.append((from, "const \(what) = \(Self.name(of: from));\n"))
    }

    /// Reads an exported declaration, or `export * as a from './b.js';`.
    private mutating func addExport(_ line: Substring) {
        let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
        if line.hasPrefix("export * as ") {
            exports.append(String(words[2]))
            return addImport("import" + line.dropFirst("export".count))
        }
        let isKnown = ["const", "function", "class", "async"].contains(words[1])
        precondition(isKnown, "\(path): \(line)")
        exports.append(String(words[words[1] == "async" ? 3 : 2]))
        body += line.dropFirst("export ".count) + "\n"
    }

    /// The body with whole paths in what it loads late, because it will be part of another file.
    private static func whole(_ body: String, in path: String) -> String {
        let mark = "import('"
        var rest = body[...]
        var text = ""
        while let place = rest.firstRange(of: mark) {
            text += rest[..<place.upperBound]
            rest = rest[place.upperBound...]
            let end = rest.firstIndex(of: "'") ?? rest.endIndex
            text += resolved(rest[..<end], in: path)
            rest = rest[end...]
        }
        return text + rest
    }

    /// The whole path: "/ui/a.js" for "./a.js" or "../ui/a.js" in "/ui/b.js".
    private static func resolved(_ relative: Substring, in path: String) -> String {
        var folders = path.split(separator: "/").dropLast()
        for part in relative.split(separator: "/") {
            switch part {
            case ".": break
            case "..": folders = folders.dropLast()
            default: folders.append(part)
            }
        }
        return "/" + folders.joined(separator: "/")
    }
}
