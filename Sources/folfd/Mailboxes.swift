import Host
import Reactor
import SyncServer

/// Something that comes to a loop from another thread.
enum Mail: Sendable {
    case letter(Letter)
    case arrival(DetachedConnection, Handover)
}

/// The mailboxes of all loops.
struct Mailboxes: Post {
    let boxes: [Mailbox<Mail>]

    init(loopCount: Int) { boxes = (0..<loopCount).map { _ in Mailbox() } }

    var loopCount: Int { boxes.count }

    func post(_ letter: Letter, to loop: Int) { boxes[loop].post(.letter(letter)) }

    func handOver(_ passenger: DetachedConnection, _ handover: Handover, to loop: Int) {
        boxes[loop].post(.arrival(passenger, handover))
    }

    func drain() {
        for box in boxes { box.post(.letter(.drain)) }
    }
}
