/// The rules of the house, each checked by a test.
enum Rule: CaseIterable {
    /// Pure targets read no clock, disk, socket or random source and start no task.
    case purity
    /// A target imports only what lies below it.
    case imports
    /// A target depends on what it may import, and on nothing else.
    case dependencies
    /// Programs that are installed hold nothing that only proves and measures them.
    case laboratory
    case fileLength
    case lineLength
    /// Work that is left to do is done, or written down elsewhere.
    case leftovers
    /// Nothing depends on where a checkout lies.
    case machinePaths
    case topLevelNames
    /// Every folder of `Sources` stands in `House`.
    case knownTargets
    case testsBesideSources
    /// The server's effects are carried out in one place, so that what is proven is what runs.
    case oneInterpreter
    /// The engine knows nothing of what a document of one kind is about.
    case engine
}

/// One place that breaks a rule.
struct Breach: CustomStringConvertible {
    let rule: Rule
    let path: String
    /// Counted from 1; nil if the file's place or size is the trouble.
    var line: Int?
    /// A sentence about what was found, and what to do instead.
    let message: String

    var description: String {
        line.map { "\(path):\($0): \(message)" } ?? "\(path): \(message)"
    }
}
