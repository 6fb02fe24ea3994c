package import Host
package import SyncServer
import Synchronization

/// Letters and connections that wait until somebody brings them to their loops.
package final class MemoryMail<Passenger: Sendable>: Post {
    fileprivate struct Box {
        var letters: [Letter] = []
        var arrivals: [(passenger: Passenger, handover: Handover)] = []
    }

    private let boxes: Mutex<[Box]>
    package let loopCount: Int

    package init(loopCount: Int) {
        self.loopCount = loopCount
        boxes = Mutex(Array(repeating: Box(), count: loopCount))
    }

    package func post(_ letter: Letter, to loop: Int) {
        boxes.withLock { $0[loop].letters.append(letter) }
    }

    package func handOver(_ passenger: Passenger, _ handover: Handover, to loop: Int) {
        boxes.withLock { $0[loop].arrivals.append((passenger, handover)) }
    }

    package func hasMail(for loop: Int) -> Bool {
        boxes.withLock { !$0[loop].letters.isEmpty || !$0[loop].arrivals.isEmpty }
    }

    fileprivate func take(_ loop: Int) -> Box {
        boxes.withLock { boxes in
            defer { boxes[loop] = Box() }
            return boxes[loop]
        }
    }
}

extension Host where Mail == MemoryMail<Transport.Passenger> {
    /// A turn with all that has come for the loop.
    package mutating func turn(with mail: Mail, loop: Int = 0, now: ServerTime) {
        let box = mail.take(loop)
        for arrival in box.arrivals { adopt(arrival.passenger, arrival.handover, now: now) }
        turn(box.letters, now: now)
    }
}
