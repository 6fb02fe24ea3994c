import Documents
import Host
import Reactor
import SyncServer

/// Something that comes to a loop from another thread.
enum Mail: Sendable {
    case letter(Letter)
    case arrival(DetachedConnection, Handover)
    /// Asks whether the loop still turns.
    case areYouAlive
    /// Something to be done with the loop's host between two turns; short.
    case visit(@Sendable (inout LoopHost, ServerTime) -> Void)
    /// A question how the loop is; the answer is called on the loop, and must be short.
    case measure(@Sendable (LoopFigures) -> Void)
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

    /// Has something done on a loop.
    func visit(
        _ loop: Int, _ body: @escaping @Sendable (inout LoopHost, ServerTime) -> Void
    ) {
        boxes[loop].post(.visit(body))
    }

    func askAlive() {
        for box in boxes { box.post(.areYouAlive) }
    }

    /// Asks every loop how it is.
    func measure(_ answer: @escaping @Sendable (LoopFigures) -> Void) {
        for box in boxes { box.post(.measure(answer)) }
    }

    func tellSecured(isTrusted: Bool) {
        for box in boxes { box.post(.letter(.secured(isTrusted: isTrusted))) }
    }

    /// Tells each loop which of its lobbies are gone from the log.
    func tellErased(_ lobbies: [LobbyID]) {
        for lobby in lobbies {
            visit(lobby.shard(of: loopCount)) { host, now in
                host.server.erased(lobby, now: now)
            }
        }
    }

    func drain() {
        for box in boxes { box.post(.letter(.drain)) }
    }
}
