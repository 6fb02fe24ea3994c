/// What happens in a run, in the order of virtual time; what is due at the same time, in the order
/// in which it was scheduled.
struct EventQueue {
    private struct Entry {
        var time: UInt64
        var order: UInt64
        var happening: Happening

        func precedes(_ other: Entry) -> Bool {
            (time, order) < (other.time, other.order)
        }
    }

    /// A binary heap: the entry at `i` precedes those at `2i + 1` and `2i + 2`.
    private var heap: [Entry] = []
    private var scheduledCount: UInt64 = 0

    var count: Int { heap.count }

    mutating func schedule(_ happening: Happening, at time: UInt64) {
        heap.append(Entry(time: time, order: scheduledCount, happening: happening))
        scheduledCount += 1
        var place = heap.count - 1
        while place > 0, heap[place].precedes(heap[(place - 1) / 2]) {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    mutating func next() -> (time: UInt64, happening: Happening)? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        return (first.time, first.happening)
    }

    private mutating func sink() {
        var place = 0
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < heap.count {
                if heap[child].precedes(heap[least]) { least = child }
            }
            guard least != place else { return }
            heap.swapAt(place, least)
            place = least
        }
    }
}

/// Something that is due. Numbers are places in the world's tables.
enum Happening {
    /// An action of the plan.
    case action(Int)
    /// Bytes arrive at the server's end of a link, or at the phone's.
    case arrivalAtServer(Link)
    case arrivalAtPhone(Link)
    /// A deadline of the server's end of a link.
    case linkDeadline(Link)
    /// The loop of a shard wakes up; counts only in that life of the server.
    case turn(shard: Int, life: Int)
    case appTimer(App)
    /// The store's thread has finished what it was doing.
    case storeDone(life: Int)
    case other(() -> Void)
}
