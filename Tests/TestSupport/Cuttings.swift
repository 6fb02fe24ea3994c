/// Ways to cut the same bytes: whole, one by one, and at random places.
package func cuttings(of count: Int) -> [[Range<Int>]] {
    var ways = [[0..<count], (0..<count).map { $0..<$0 + 1 }]
    for seed in 1...4 as ClosedRange<UInt64> {
        var generator = SeededGenerator(seed: seed)
        var way: [Range<Int>] = []
        var start = 0
        while start < count {
            let longest = [2, 9, 40, 3000].randomElement(using: &generator)!
            let end = min(count, start + Int.random(in: 0...longest, using: &generator))
            way.append(start..<end)
            start = end
        }
        ways.append(way)
    }
    return ways
}
