import Testing

/// The repository keeps its own rules.
@Suite struct TidyTests {
    private static let manifest = Repository.text(of: "Package.swift") ?? ""

    private static let breachesFound: [Breach] =
        breaches(inPaths: Repository.paths) + breaches(inManifest: manifest)
        + Repository.paths.filter { $0 != "LICENSE" }.flatMap { path in
            Repository.text(of: path).map { breaches(in: $0, path: path) } ?? []
        }

    @Test("The repository keeps the rule", arguments: Rule.allCases)
    func repositoryKeepsTheRule(_ rule: Rule) {
        let broken = Self.breachesFound.filter { $0.rule == rule }
        #expect(broken.isEmpty, "\n\(broken.map(\.description).joined(separator: "\n"))")
    }

    @Test("The files judged are those of the repository")
    func filesAreFound() {
        #expect(Repository.paths.contains("Package.swift"))
        #expect(Repository.paths.contains("Tests/TidyTests/TidyTests.swift"))
        #expect(Self.manifest.contains("folf-sync"))
    }

    @Test("The targets judged are those of the repository")
    func targetsAreFound() {
        let targets = House.rooms.filter { [.pure, .shell, .program].contains($0.value.kind) }
        #expect(Set(Manifest(Self.manifest).dependencies.keys) == Set(targets.keys))
        #expect(House.laboratory.isSubset(of: targets.keys))
    }

    @Test("The map of the tests names each of their folders")
    func mapIsWhole() throws {
        let map = try #require(Repository.text(of: "Tests/README.md"))
            .split(separator: "\n").filter { $0.hasPrefix("| `") }.joined(separator: "\n")
        let parts = Repository.paths.map { $0.split(separator: "/") }
        let folders = Set(parts.filter { $0.count > 2 && $0[0] == "Tests" }.map { $0[1] })
        #expect(folders.count > 30)
        for folder in folders.sorted() {
            let isOfTarget =
                folder.hasSuffix("Tests") && House.rooms[String(folder.dropLast(5))] != nil
            #expect(isOfTarget || map.contains("`\(folder)`"), "\(folder)")
        }
    }

    @Test("The fuzzers' package has each room as Package.swift has it, with all that it needs")
    func fuzzersKnowTheRooms() throws {
        let text = try #require(Repository.text(of: "Tests/Fuzz/Package.swift"))
        let rooms = Manifest(text).dependencies
        let declared = Manifest(Self.manifest).dependencies
        #expect(rooms.count > 8)
        for (name, dependencies) in rooms {
            #expect(dependencies == declared[name], "\(name)")
            let headers = dependencies.filter { House.rooms[$0]?.kind == .header }
            #expect(dependencies.subtracting(headers).isSubset(of: rooms.keys), "\(name)")
        }
    }
}
