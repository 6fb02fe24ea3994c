import Structures
import Testing

@Suite("Headcounts")
struct HeadcountTests {
    @Test("Each is counted by itself and all together, and nobody leaves who isn't there")
    func counts() {
        var headcount = Headcount<String>()
        for name in ["a", "b", "a"] { headcount.enter(name) }
        #expect(headcount["a"] == 2 && headcount["b"] == 1 && headcount["c"] == 0)
        #expect(headcount.total == 3)
        for name in ["a", "b", "b", "c"] { headcount.leave(name) }
        #expect(headcount["a"] == 1 && headcount["b"] == 0 && headcount.total == 1)
    }
}
