import Documents
import Log
import TestSupport

/// A log in memory whose codes can be told in advance.
struct TranscriptStore {
    private var log = MemoryLog(random: SeededGenerator(seed: 5))
    private var codesGiven = 0

    mutating func answer(_ request: LogRequest) {
        guard case .reserveCodes(let count, length: _, let completion) = request else {
            return log.ask(request)
        }
        completion(codes(count))
    }

    private mutating func codes(_ count: Int) -> [JoinCode] {
        let signs = JoinCode.alphabet
        return (0..<count).compactMap { _ in
            codesGiven += 1
            let place = codesGiven % (signs.count * signs.count)
            let ends = [signs[place / signs.count], signs[place % signs.count]]
            return JoinCode("K7M2" + String(decoding: ends, as: UTF8.self))
        }
    }
}
