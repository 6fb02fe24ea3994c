// The rules about the text of one file and about the names of all files, as pure functions: the
// same ones judge the repository and the planted examples.

enum Limits {
    static let linesPerFileMax = 500
    static let charactersPerLineMax = 100
}

/// Finds the places where the text of one file breaks a rule.
func violations(in text: String, path: String) -> [Violation] {
    let isSwift = path.hasSuffix(".swift")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var found = markViolations(in: lines, path: path) + placeViolations(in: lines, path: path)
    if isCode(path) { found += fileLengthViolations(in: lines, path: path) }
    if isSwift { found += lineLengthViolations(in: lines, path: path) }
    if isSwift { found += interpreterViolations(in: text, path: path) }
    if isSwift, let target = House.target(of: path) {
        let tokens = swiftTokens(text)
        found += Imports.violations(in: tokens, path: path)
        if House.rooms[target]?.kind == .pure {
            found += Purity.violations(in: tokens, path: path)
        }
    }
    return found
}

private func interpreterViolations(in text: String, path: String) -> [Violation] {
    guard !House.interpreterFolders.contains(where: path.hasPrefix) else { return [] }
    return swiftTokens(text).filter { $0.text == House.effectsName }.map { token in
        Violation(
            rule: .oneInterpreter, path: path, line: token.line,
            message: "`\(token.text)`: let a `Host` carry the effects out, over a transport and a "
                + "log of your own")
    }
}

/// Finds the targets for which Package.swift breaks a rule.
func violations(inManifest text: String) -> [Violation] {
    Dependencies.violations(in: Manifest(text))
}

/// Finds the names of the repository's files that break a rule.
func violations(inPaths paths: [String]) -> [Violation] {
    topLevelViolations(inPaths: paths) + targetViolations(inPaths: paths)
}

private func isCode(_ path: String) -> Bool {
    let endings = [".swift", ".h", ".c", ".js", ".css", ".html", ".py"]
    return endings.contains(where: path.hasSuffix) || path.hasPrefix("Scripts/")
}

private func fileLengthViolations(in lines: [Substring], path: String) -> [Violation] {
    let count = lines.last == "" ? lines.count - 1 : lines.count
    guard count > Limits.linesPerFileMax else { return [] }
    return [
        Violation(
            rule: .fileLength, path: path,
            message: "\(count) lines, \(Limits.linesPerFileMax) at most: move a topic to "
                + "`Type+Topic.swift`")
    ]
}

private func lineLengthViolations(in lines: [Substring], path: String) -> [Violation] {
    lines.enumerated().compactMap { index, line in
        // Characters are never more than bytes, and bytes are counted at no cost.
        guard line.utf8.count > Limits.charactersPerLineMax,
            line.count > Limits.charactersPerLineMax
        else { return nil }
        return Violation(
            rule: .lineLength, path: path, line: index + 1,
            message: "\(line.count) characters, \(Limits.charactersPerLineMax) at most: break it")
    }
}

private func markViolations(in lines: [Substring], path: String) -> [Violation] {
    // Put together here, so that this file keeps the rule.
    wordViolations(
        of: ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"], in: lines, rule: .leftovers,
        path: path, advice: "finish it, or leave it out")
}

private func placeViolations(in lines: [Substring], path: String) -> [Violation] {
    var places = ["/wo" + "rk/", "/ho" + "me/", "/Us" + "ers/", "/ro" + "ot/"]
    // Tests may need a short path, such as that of a Unix socket.
    if !path.hasPrefix("Tests/") { places.append("/tm" + "p/") }
    return wordViolations(
        of: places, in: lines, rule: .machinePaths, path: path,
        advice: "make it relative, or ask the system for a folder")
}

private func wordViolations(
    of words: [String], in lines: [Substring], rule: Rule, path: String, advice: String
) -> [Violation] {
    lines.enumerated().compactMap { index, line in
        words.first { standsAlone($0, in: line) }.map { word in
            Violation(rule: rule, path: path, line: index + 1, message: "`\(word)`: \(advice)")
        }
    }
}

/// Whether `word` occurs in `line` and is not part of a longer word or, if it is a path, not the
/// end of a longer path.
private func standsAlone(_ word: String, in line: Substring) -> Bool {
    line.ranges(of: word).contains { range in
        let before = line[..<range.lowerBound].last
        let after = line[range.upperBound...].first
        if word.hasPrefix("/") { return !isWordPart(before) && before != "." }
        return !isWordPart(before) && !isWordPart(after)
    }
}

private func isWordPart(_ character: Character?) -> Bool {
    guard let character else { return false }
    return character.isLetter || character.isNumber || character == "_" || character == "-"
}

private func topLevelViolations(inPaths paths: [String]) -> [Violation] {
    let names = Set(paths.compactMap { $0.split(separator: "/").first.map(String.init) })
    return names.sorted()
        .filter { !$0.hasPrefix(".") && !House.topLevelNames.contains($0) }
        .map { name in
            Violation(
                rule: .topLevelNames, path: name,
                message: "no place at the top: put it into Sources, Tests, Scripts or README.md")
        }
}

private func targetViolations(inPaths paths: [String]) -> [Violation] {
    let targets = Set(paths.compactMap(House.target))
    return targets.sorted().compactMap { target in
        guard let room = House.rooms[target] else {
            return Violation(
                rule: .knownTargets, path: "Sources/\(target)",
                message: "unknown target: add it to Package.swift and to House.swift")
        }
        let isTestedHere = room.kind == .pure || room.kind == .shell
        guard isTestedHere, !paths.contains(where: { $0.hasPrefix("Tests/\(target)Tests/") })
        else { return nil }
        return Violation(
            rule: .testsBesideSources, path: "Sources/\(target)",
            message: "no tests: add Tests/\(target)Tests")
    }
}
