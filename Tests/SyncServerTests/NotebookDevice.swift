import Documents
import Notebook
import SyncClient
import Testing
import Wire

/// A device with a notebook: the real client's core over a connection in memory.
final class NotebookDevice {
    let shell: FakeShell
    let person: PersonID
    private(set) var core: ClientCore<Notebook>
    private(set) var wire: FakeWire?
    private(set) var notices: [ErrorNotice] = []
    private var isPerforming = false

    init(_ shell: FakeShell, _ credentials: Credentials, entry: Entry? = nil) {
        self.shell = shell
        person = credentials.person
        let hello = Hello(
            client: "test", credentials: credentials,
            replica: ReplicaID(shell.identifier()),
            entry: entry ?? .create(LobbyID(notebookOf: credentials.person)))
        core = ClientCore<Notebook>(hello, generator: shell.random)
        perform()
    }

    static func newcomer(_ shell: FakeShell) -> NotebookDevice {
        NotebookDevice(
            shell, Credentials(token: Token(high: shell.identifier(), low: shell.identifier())))
    }

    var time: ClientTime {
        ClientTime(
            wall: WallTime(milliseconds: shell.wall), monotonicMilliseconds: shell.monotonic)
    }

    var notes: [String: String] { core.confirmed?.notes.compactMapValues(\.value) ?? [:] }
    var isLive: Bool { core.connectionState == .live }

    func connect(shard: Int = 0) {
        wire = FakeWire.upgraded(shell, shard: shard)
        wire?.onOtherText = { [weak self] in self?.hear($0) }
        core.start(now: time)
        perform()
        if wire?.isGone == true { hangUp() }
    }

    /// The connection is lost, or was closed.
    func hangUp() {
        let code = wire?.closeCode
        wire?.hangUp()
        wire = nil
        core.disconnected(closeCode: code, now: time)
        core.stop(now: time)
        perform()
    }

    func put(_ key: String, _ value: String?) throws(Refusal) {
        let number = try core.edit(.put(key: key, value: value), now: time)
        core.committed(through: number, now: time)
        perform()
    }

    private func hear(_ bytes: [UInt8]) {
        core.received(bytes, now: time)
        perform()
    }

    private func perform() {
        guard !isPerforming else { return }
        isPerforming = true
        defer { isPerforming = false }
        while true {
            let effects = core.takeEffects()
            guard !effects.isEmpty else { return }
            for effect in effects {
                switch effect {
                case .connect: core.connected(now: time)
                case .send(let bytes): wire?.say(bytes)
                case .notice(let notice): notices.append(notice)
                case .journal, .rewriteJournal, .disconnect, .changed: break
                }
            }
        }
    }
}
