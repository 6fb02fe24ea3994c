// The rules about the text of one file and about the names of all files, as pure functions: the
// same ones judge the repository and the planted examples.

enum Limits {
    static let linesPerFileMax = 500
    static let charactersPerLineMax = 100
}

/// Finds the places where the text of one file breaks a rule.
func breaches(in text: String, path: String) -> [Breach] {
    let isSwift = path.hasSuffix(".swift")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var found = markBreaches(in: lines, path: path) + placeBreaches(in: lines, path: path)
    if isCode(path) { found += fileLengthBreaches(in: lines, path: path) }
    if isSwift { found += lineLengthBreaches(in: lines, path: path) }
    if isSwift { found += interpreterBreaches(in: text, path: path) }
    if isSwift, let target = House.target(of: path) {
        let tokens = swiftTokens(text)
        found += Imports.breaches(in: tokens, path: path)
        if House.rooms[target]?.kind == .pure {
            found += Purity.breaches(in: tokens, path: path)
        }
    }
    return found
}

private func interpreterBreaches(in text: String, path: String) -> [Breach] {
    guard !House.interpreterFolders.contains(where: path.hasPrefix) else { return [] }
    return swiftTokens(text).filter { $0.text == House.effectsName }.map { token in
        Breach(
            rule: .oneInterpreter, path: path, line: token.line,
            message: "`\(token.text)`: let a `Host` carry the effects out, over a transport and a "
                + "log of your own")
    }
}

/// Finds the targets for which Package.swift breaks a rule.
func breaches(inManifest text: String) -> [Breach] {
    Dependencies.breaches(in: Manifest(text))
}

/// Finds the names of the repository's files that break a rule.
func breaches(inPaths paths: [String]) -> [Breach] {
    topLevelBreaches(inPaths: paths) + targetBreaches(inPaths: paths)
}

private func isCode(_ path: String) -> Bool {
    let endings = [".swift", ".h", ".c", ".js", ".css", ".html", ".py"]
    return endings.contains(where: path.hasSuffix) || path.hasPrefix("Scripts/")
}

private func fileLengthBreaches(in lines: [Substring], path: String) -> [Breach] {
    let count = lines.last == "" ? lines.count - 1 : lines.count
    guard count > Limits.linesPerFileMax else { return [] }
    return [
        Breach(
            rule: .fileLength, path: path,
            message: "\(count) lines, \(Limits.linesPerFileMax) at most: move a topic to "
                + "`Type+Topic.swift`")
    ]
}

private func lineLengthBreaches(in lines: [Substring], path: String) -> [Breach] {
    lines.enumerated().compactMap { index, line in
        // Characters are never more than bytes, and bytes are counted at no cost.
        guard line.utf8.count > Limits.charactersPerLineMax,
            line.count > Limits.charactersPerLineMax
        else { return nil }
        return Breach(
            rule: .lineLength, path: path, line: index + 1,
            message: "\(line.count) characters, \(Limits.charactersPerLineMax) at most: break it")
    }
}

private func markBreaches(in lines: [Substring], path: String) -> [Breach] {
    // Put together here, so that this file keeps the rule.
    wordBreaches(
        of: ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"], in: lines, rule: .leftovers,
        path: path, advice: "finish it, or leave it out")
}

private func placeBreaches(in lines: [Substring], path: String) -> [Breach] {
    var places = ["/wo" + "rk/", "/ho" + "me/", "/Us" + "ers/", "/ro" + "ot/"]
    // Tests may need a short path, such as that of a Unix socket.
    if !path.hasPrefix("Tests/") { places.append("/tm" + "p/") }
    return wordBreaches(
        of: places, in: lines, rule: .machinePaths, path: path,
        advice: "make it relative, or ask the system for a folder")
}

private func wordBreaches(
    of words: [String], in lines: [Substring], rule: Rule, path: String, advice: String
) -> [Breach] {
    lines.enumerated().compactMap { index, line in
        words.first { standsAlone($0, in: line) }.map { word in
            Breach(rule: rule, path: path, line: index + 1, message: "`\(word)`: \(advice)")
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

private func topLevelBreaches(inPaths paths: [String]) -> [Breach] {
    let names = Set(paths.compactMap { $0.split(separator: "/").first.map(String.init) })
    return names.sorted()
        .filter { !$0.hasPrefix(".") && !House.topLevelNames.contains($0) }
        .map { name in
            Breach(
                rule: .topLevelNames, path: name,
                message: "no place at the top: put it into Sources, Tests, Scripts or README.md")
        }
}

private func targetBreaches(inPaths paths: [String]) -> [Breach] {
    let targets = Set(paths.compactMap(House.target))
    return targets.sorted().compactMap { target in
        guard let room = House.rooms[target] else {
            return Breach(
                rule: .knownTargets, path: "Sources/\(target)",
                message: "unknown target: add it to Package.swift and to House.swift")
        }
        let isTestedHere = room.kind == .pure || room.kind == .shell
        guard isTestedHere, !paths.contains(where: { $0.hasPrefix("Tests/\(target)Tests/") })
        else { return nil }
        return Breach(
            rule: .testsBesideSources, path: "Sources/\(target)",
            message: "no tests: add Tests/\(target)Tests")
    }
}
