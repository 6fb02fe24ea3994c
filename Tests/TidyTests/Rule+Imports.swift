// Checks who imports whom: `House.rooms` says who may, and this reads the imports.

enum Imports {
    /// Names that stand between `import` and the module when only one declaration is imported.
    private static let kinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let"]

    static func breaches(in tokens: [Token], path: String) -> [Breach] {
        guard let target = House.target(of: path), let room = House.rooms[target] else { return [] }
        return engineViolations(in: tokens, path: path)
            + imports(in: tokens)
            .filter { !room.imports.contains($0.text) }
            .map { module in
                Breach(
                    rule: .imports, path: path, line: module.line,
                    message: "\(target) must not import \(module.text): "
                        + advice(on: module.text, in: room))
            }
    }

    private static func engineViolations(in tokens: [Token], path: String) -> [Breach] {
        guard House.engineFolders.contains(where: path.hasPrefix) else { return [] }
        return imports(in: tokens).compactMap { module in
            guard let folder = House.kinds[module.text], !path.contains(folder) else { return nil }
            return Breach(
                rule: .engine, path: path, line: module.line,
                message: "the engine must not import \(module.text): let the protocol of the "
                    + "document say what is needed, and answer in \(folder)")
        }
    }

    private static func imports(in tokens: [Token]) -> [Token] {
        tokens.indices.dropLast().compactMap { index in
            guard tokens[index].text == "import", index == 0 || tokens[index - 1].text != "."
            else { return nil }
            let name = tokens[index + 1]
            return kinds.contains(name.text) && index + 2 < tokens.count ? tokens[index + 2] : name
        }
    }

    private static func advice(on module: String, in room: HouseRoom) -> String {
        switch module {
        case _ where module.hasPrefix("Foundation"):
            "use the standard library, and Glibc in shell targets"
        case "Glibc", "Dispatch":
            room.kind == .pure
                ? "leave system calls and clocks to a shell target" : "use threads and Mutex"
        case _ where House.rooms[module] != nil:
            "arrows point downwards only; move what is needed below both"
        default:
            "if it belongs there, add it to Package.swift and to House.swift"
        }
    }
}
