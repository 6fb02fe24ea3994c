// Checks who depends on whom in Package.swift. Imports alone don't say it: what a program depends
// on is linked into it, whether imported or not.

enum Dependencies {
    private static let path = "Package.swift"

    static func breaches(in manifest: Manifest) -> [Breach] {
        manifest.dependencies.sorted { $0.key < $1.key }.flatMap { target, dependencies in
            differences(of: dependencies, from: target)
                + laboratoryBreaches(of: dependencies, in: target)
        }
    }

    private static func differences(
        of dependencies: Set<String>, from target: String
    ) -> [Breach] {
        guard let room = House.rooms[target] else { return [] }
        return dependencies.symmetricDifference(room.imports.subtracting(House.system)).sorted()
            .map { name in
                Breach(
                    rule: .dependencies, path: path,
                    message: "\(target) depends on \(name) either here or in House.swift: "
                        + "let both say the same")
            }
    }

    private static func laboratoryBreaches(
        of dependencies: Set<String>, in target: String
    ) -> [Breach] {
        guard !House.laboratory.contains(target) else { return [] }
        return dependencies.intersection(House.laboratory).sorted().map { name in
            Breach(
                rule: .laboratory, path: path,
                message: "\(target) must not depend on \(name): leave it to folf-lab")
        }
    }
}
