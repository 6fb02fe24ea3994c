import Structures
import TestSupport
import Testing

@Suite struct SlotTableTests {
    @Test("An id is never below 2^32 and gives back its slot and generation")
    func idLayout() {
        var table = SlotTable<Int>()
        let id = table.insert(7)
        #expect(id.rawValue == 1 << 32)
        #expect(id.slot == 0)
        #expect(id.generation == 1)
        let largest = SlotID(slot: .max, generation: .max)
        #expect(largest.slot == 0xFFFF_FFFF)
        #expect(largest.generation == .max)
    }

    @Test("A slot is used again under another id, and the old id names nothing")
    func reuse() {
        var table = SlotTable<String>()
        let first = table.insert("first")
        #expect(table.remove(first) == "first")
        let second = table.insert("second")
        #expect(second.slot == first.slot)
        #expect(second != first)
        #expect(!table.contains(first))
        #expect(table.remove(first) == nil)
        #expect(table[second] == "second")
        #expect(table.count == 1)
    }

    @Test("An id of a slot the table never had is stale")
    func foreign() {
        var table = SlotTable<Int>()
        #expect(!table.contains(SlotID(slot: 3, generation: 1)))
        #expect(table.remove(SlotID(slot: .max, generation: .max)) == nil)
        table.remove(table.insert(1))
        #expect((0...4).allSatisfy { !table.contains(SlotID(slot: 0, generation: $0)) })
    }

    @Test("An element is changed in place, without a copy")
    func inPlace() {
        var table = SlotTable<[Int]>()
        let id = table.insert(Array(0..<1000))
        let before = unsafe table[id].withUnsafeBufferPointer { $0.baseAddress }
        table[id][0] = -1
        let after = unsafe table[id].withUnsafeBufferPointer { $0.baseAddress }
        #expect(table[id][0] == -1)
        #expect(unsafe before == after)
    }

    @Test("Removal lets the element go")
    func release() {
        final class Thing {}
        var table = SlotTable<Thing>()
        weak var thing: Thing?
        let id: SlotID
        do {
            let strong = Thing()
            thing = strong
            id = table.insert(strong)
        }
        #expect(thing != nil)
        table.remove(id)
        #expect(thing == nil)
    }

    @Test("Access through a stale id ends the program")
    func staleAccess() async {
        await #expect(processExitsWith: .failure) {
            var table = SlotTable<Int>()
            let id = table.insert(1)
            table.remove(id)
            _ = table.insert(2)
            print(table[id])
        }
    }

    @Test("It agrees with a dictionary", arguments: [1, 2, 3] as [UInt64])
    func agreesWithDictionary(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var table = SlotTable<UInt64>()
        var reference: [SlotID: UInt64] = [:]
        var everyID: [SlotID] = []
        for _ in 0..<20_000 {
            let value = random.next()
            if everyID.isEmpty || value % 100 < 52 {
                let id = table.insert(value)
                #expect(reference.updateValue(value, forKey: id) == nil)
                everyID.append(id)
            } else {
                let id = everyID[Int.random(in: 0..<everyID.count, using: &random)]
                #expect(table.contains(id) == (reference[id] != nil))
                #expect(table.remove(id) == reference.removeValue(forKey: id))
            }
        }
        #expect(table.count == reference.count)
        #expect(Set(table.ids) == Set(reference.keys))
        #expect(table.ids.allSatisfy { table[$0] == reference[$0] })
    }
}
