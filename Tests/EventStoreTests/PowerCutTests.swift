import Testing

@testable import EventStore

/// The writes and syncs of a store are recorded, and every state that a power cut may leave on the
/// disk is opened by a store again.
@Suite("Power cuts")
struct PowerCutTests {
    private static func cut(weakness: String?) async throws -> PowerCut {
        try await onOwnThread {
            Result { () throws in
                var cut = try PowerCut()
                try cut.record(weakness: weakness)
                try cut.cutEverywhere(seed: 1)
                return cut
            }
        }.get()
    }

    @Test("Whatever was acknowledged survives every power cut")
    func nothingIsLost() async throws {
        let cut = try await Self.cut(weakness: nil)
        #expect(cut.problems.isEmpty, "\(cut.problems.joined(separator: "\n"))")
        #expect(cut.losses == 0)
        #expect(cut.acknowledged == 14)
        #expect(cut.images > 1_000)
        print("power cuts: \(cut.images) images")
    }

    @Test("Were a commit not synced, the same power cuts would find what is lost")
    func losesWithoutSync() async throws {
        let cut = try await Self.cut(weakness: "PRAGMA synchronous = NORMAL")
        #expect(cut.problems.isEmpty, "\(cut.problems.joined(separator: "\n"))")
        #expect(cut.losses > 10)
        #expect(cut.acknowledged == 14)
        print("power cuts without sync: \(cut.losses) losses in \(cut.images) images")
    }
}
