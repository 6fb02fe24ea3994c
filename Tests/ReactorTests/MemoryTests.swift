import Testing

@testable import Reactor

@Suite struct MemoryTests {
    @Test("An idle connection is one small element of the loop's table")
    func layout() {
        #expect(MemoryLayout<Connection>.stride <= 96)
    }
}
