import Testing

/// The repository keeps its own rules.
@Suite struct TidyTests {
    private static let violationsFound: [Violation] =
        violations(inPaths: Repository.paths)
        + Repository.paths.filter { $0 != "LICENSE" }.flatMap { path in
            Repository.text(of: path).map { violations(in: $0, path: path) } ?? []
        }

    @Test("The repository keeps the rule", arguments: Rule.allCases)
    func repositoryKeepsTheRule(_ rule: Rule) {
        let broken = Self.violationsFound.filter { $0.rule == rule }
        #expect(broken.isEmpty, "\n\(broken.map(\.description).joined(separator: "\n"))")
    }

    @Test("The files judged are those of the repository")
    func filesAreFound() {
        #expect(Repository.paths.contains("Package.swift"))
        #expect(Repository.paths.contains("Tests/TidyTests/TidyTests.swift"))
        #expect(Repository.text(of: "Package.swift")?.contains("folf-sync") == true)
    }
}
