import Testing

@testable import Structures

@Suite("What is only good for a while")
struct ExpiringTableTests {
    private var table = ExpiringTable<Int, String>(lifeMilliseconds: 100, countMax: 3)

    @Test("A value is there until its time is over, whatever is looked at meanwhile")
    mutating func life() {
        #expect(table.put("a", for: 1, now: 1_000) == 1_100)
        #expect(table.value(for: 1, now: 1_099) == "a")
        #expect(table.value(for: 1, now: 1_100) == nil)
        #expect(table.take(1, now: 1_100) == nil)
        #expect(table.value(for: 2, now: 1_000) == nil)
    }

    @Test("A value is taken once")
    mutating func once() {
        table.put("a", for: 1, now: 0)
        #expect(table.take(1, now: 50) == "a")
        #expect(table.take(1, now: 50) == nil)
        #expect(table.count == 0)
    }

    @Test("A value is changed without getting more time")
    mutating func changed() {
        table.put("a", for: 1, now: 0)
        #expect(table.change(1, now: 99) { $0 += "b" })
        #expect(table.value(for: 1, now: 99) == "ab")
        #expect(!table.change(1, now: 100) { $0 += "c" })
    }

    @Test("When the table is full, the oldest goes; one that was put anew isn't the oldest")
    mutating func full() {
        for key in 1...3 { table.put("\(key)", for: key, now: UInt64(key)) }
        table.put("1 again", for: 1, now: 4)
        table.put("4", for: 4, now: 5)
        #expect((1...4).map { table.value(for: $0, now: 6) } == ["1 again", nil, "3", "4"])
        #expect(table.count == 3)
    }

    @Test("What is over gives its room back, and so does what is put or taken again and again")
    mutating func bounded() {
        for round in 0..<10_000 {
            table.put("a", for: round % 2, now: UInt64(round))
            if round % 3 == 0 { _ = table.take(round % 2, now: UInt64(round)) }
            #expect(table.count <= 2)
        }
        table.put("b", for: 9, now: 1_000_000)
        #expect(table.count == 1)
    }
}
