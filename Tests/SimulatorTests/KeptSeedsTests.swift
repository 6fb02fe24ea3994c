import Glibc
import Lobby
import Simulator
import Testing

/// `Seeds.txt` holds a seed a line, and what it is kept for.
struct KeptSeedsTests {
    private static let seeds: [UInt64] = {
        let path = "\(#filePath)".split(separator: "/").dropLast().joined(separator: "/")
        guard let file = unsafe fopen("/\(path)/Seeds.txt", "r") else { return [] }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = unsafe getc(file), byte >= 0 { bytes.append(UInt8(byte)) }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
            .compactMap { $0.split(separator: " ").first.flatMap { UInt64($0) } }
    }()

    @Test("There are kept seeds")
    func areThere() { #expect(Self.seeds.count >= 12) }

    @Test("A kept seed violates nothing", arguments: seeds)
    func hold(seed: UInt64) {
        let result = Run<Lobby>.run(seed: seed)
        #expect(
            result.violation == nil,
            "folf-lab simulate --seed \(seed): \(result.violation.map { "\($0)" } ?? "")")
        #expect(result.statistics.events > 0)
    }
}
