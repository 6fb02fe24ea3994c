import Foundation
import Testing

/// The inputs that the fuzzers have kept, without libFuzzer. Scripts/fuzz looks for new ones.
struct KeptInputTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fuzz/Corpus")

    static let inputsMax = 60
    static let bytesMax = 40 * 1024

    @Test("No kept input breaks a promise", arguments: FuzzTarget.allCases)
    func kept(target: FuzzTarget) throws {
        let files = try FileManager.default.contentsOfDirectory(
            at: Self.folder.appending(path: target.rawValue), includingPropertiesForKeys: nil)
        #expect((1...Self.inputsMax).contains(files.count))
        var byteCount = 0
        for file in files {
            let input = Array(try Data(contentsOf: file))
            byteCount += input.count
            #expect(throws: Never.self, "\(target.rawValue)/\(file.lastPathComponent)") {
                try target.run(input)
            }
        }
        #expect(byteCount <= Self.bytesMax)
    }

    @Test("Each target has a folder of kept inputs, and there are no others")
    func folders() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(names) == Set(FuzzTarget.allCases.map(\.rawValue)))
    }
}
