/// The targets of `Sources` with Swift in them, as Package.swift declares them.
struct Manifest {
    /// The names that each target depends on.
    let dependencies: [String: Set<String>]

    init(_ text: String) {
        var dependencies: [String: Set<String>] = [:]
        let call = /(?:room|program)\(\s*"([\w-]+)"(?:,\s*\[([^\]]*)\])?\s*[,)]/
        for match in text.matches(of: call) {
            let names = (match.2 ?? "").matches(of: /"([\w-]+)"/).map { String($0.1) }
            dependencies[String(match.1)] = Set(names)
        }
        self.dependencies = dependencies
    }
}
