import Club
import Documents
import Host
import MemoryShell
import SyncServer
import Wire

/// Somebody's account, and what its server's desk does.
struct Account {
    let shell: FakeShell
    let id: AccountID
    /// The main person: of the device that has signed up.
    let main: PersonID

    /// A device signs up. It goes on as the person that it was.
    init(_ device: FakeDevice) {
        shell = device.shell
        id = AccountID(shell.identifier())
        main = device.person
        claim(device)
    }

    static func key(of device: FakeDevice) -> DeviceKey {
        DeviceKey(device.credentials.token.person.value)
    }

    /// A device signs in, and says from now on that it is the main person.
    func signIn(_ device: FakeDevice) {
        let key = Self.key(of: device)
        shell.speakers.change { $0.link(key: key, to: id) }
        say(main, on: device)
    }

    /// The person that a device is by itself becomes the account's.
    func claim(_ device: FakeDevice) {
        let key = Self.key(of: device)
        shell.speakers.change {
            $0.link(key: key, to: id)
            $0.claim(person: key.person, by: id)
        }
        say(key.person, on: device)
    }

    /// A device says that it is this person, by the pass that it was given for them.
    func say(_ person: PersonID, on device: FakeDevice) {
        let proof = Identity.pass(
            for: Self.key(of: device), of: id, as: person, secret: FakeShell.secret)
        device.credentials.person = person
        device.credentials.pass = Pass(account: id.value, proof: proof)
    }

    /// A device is signed out, and all who act as the account's persons are sent away.
    func signOut(_ device: FakeDevice) {
        let key = Self.key(of: device)
        var persons: Set<PersonID> = []
        shell.speakers.change {
            $0.retire(key: key)
            persons = $0.persons(of: id).union([key.person])
        }
        for shard in shell.shards.indices {
            shell.shards[shard].host.server.recall(persons: persons, now: shell.now)
            shell.turn(shard)
        }
    }
}

extension FakeDevice {
    /// A further device, with a token and a journal of its own.
    static func signedIn(to account: Account) -> FakeDevice {
        let device = FakeDevice(account.shell)
        account.signIn(device)
        return device
    }

    /// A token of its own, as a device draws that signs in after it was signed out.
    func drawToken() {
        credentials = Credentials(
            token: Token(high: shell.identifier(), low: shell.identifier()))
    }
}
