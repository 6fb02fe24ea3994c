/// What happens in a run, in the order of virtual time; what is due at the same time, in the order
/// in which it was scheduled.
struct EventQueue<Kind: SimulatedKind> {
    /// Without references, since sinking moves it about.
    private struct Entry {
        var time: UInt64
        var order: UInt64
        /// The place of what happens in `happenings`.
        var slot: Int

        func precedes(_ other: Entry) -> Bool {
            time != other.time ? time < other.time : order < other.order
        }
    }

    /// A binary heap: the entry at `i` precedes those at `2i + 1` and `2i + 2`.
    private var heap: [Entry] = []
    private var happenings: [Happening<Kind>?] = []
    private var freeSlots: [Int] = []
    private var scheduledCount: UInt64 = 0

    mutating func schedule(_ happening: Happening<Kind>, at time: UInt64) {
        let slot = freeSlots.popLast() ?? happenings.count
        if slot == happenings.count {
            happenings.append(happening)
        } else {
            happenings[slot] = happening
        }
        heap.append(Entry(time: time, order: scheduledCount, slot: slot))
        scheduledCount += 1
        rise()
    }

    /// The time of the next happening.
    var nextTime: UInt64? { heap.first?.time }

    mutating func next() -> Happening<Kind>? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        freeSlots.append(first.slot)
        return happenings[first.slot].take()
    }

    private mutating func rise() {
        var place = heap.count - 1
        let entry = heap[place]
        while place > 0, entry.precedes(heap[(place - 1) / 2]) {
            heap[place] = heap[(place - 1) / 2]
            place = (place - 1) / 2
        }
        heap[place] = entry
    }

    private mutating func sink() {
        let entry = heap[0]
        var place = 0
        while true {
            var child = 2 * place + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, heap[child + 1].precedes(heap[child]) { child += 1 }
            guard heap[child].precedes(entry) else { break }
            heap[place] = heap[child]
            place = child
        }
        heap[place] = entry
    }
}

/// Something that is due. Numbers are places in the world's tables.
enum Happening<Kind: SimulatedKind> {
    /// An action of the plan.
    case action(Int)
    /// Bytes arrive at the server's end of a link, or at the phone's.
    case arrivalAtServer(Link<Kind>)
    case arrivalAtPhone(Link<Kind>)
    /// A deadline of the server's end of a link.
    case linkDeadline(Link<Kind>)
    /// The loop of a shard wakes up; counts only in that life of the server.
    case turn(shard: Int, life: Int)
    case appTimer(App<Kind>)
    /// The store's thread has finished what it was doing.
    case storeDone(life: Int)
    case other(() -> Void)
}
