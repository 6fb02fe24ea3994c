import API
import Club
import Documents
import EventStore
import Structures
import SyncServer

/// Somebody with a token of an account.
struct Caller: Sendable {
    let key: DeviceKey
    let account: AccountID
    let device: DeviceID
    let scope: DeviceScope
}

extension APICall {
    /// The key of the bearer.
    var key: DeviceKey? { token.map { DeviceKey(token: $0) } }

    /// The key of the bearer, where its route asks for one.
    func bearer() throws(APIProblem) -> DeviceKey {
        guard let key else { throw APIProblem(.needsBearer) }
        return key
    }
}

extension Clerk {
    /// Somebody with a token of an account, be it a program's.
    func caller(of call: APICall) throws(APIProblem) -> Caller {
        let key = try call.bearer()
        let (linked, isRetired) = speakers.ask { ($0.account(of: key), $0.isRetired(key)) }
        guard !isRetired else { throw APIProblem(.signedOut) }
        if linked == nil, let program = try program(key) {
            return Caller(
                key: key, account: program.account, device: program.id, scope: program.scope)
        }
        let account = if let linked { linked } else { try relinked(key, call) }
        let found = try read { (tables) throws(ClubFault) -> Device? in
            guard let device = try tables.key(key)?.device else { return nil }
            return try tables.device(device)
        }
        // It was signed out between the two looks.
        guard let found, found.account == account else { throw APIProblem(.notSignedIn) }
        return Caller(key: key, account: account, device: found.id, scope: found.scope)
    }

    /// The program that has a key. Programs speak for nobody, and so stand in the tables alone.
    private func program(_ key: DeviceKey) throws(APIProblem) -> Device? {
        try read { (tables) throws(ClubFault) in try tables.program(key) }
    }

    /// The account of which the holder of a key may read, be it a program; nil if there is none.
    func readableAccount(_ key: DeviceKey) throws(APIProblem) -> AccountID? {
        let (account, isRetired) = speakers.ask { ($0.account(of: key), $0.isRetired(key)) }
        guard !isRetired, account == nil else { return isRetired ? nil : account }
        return try program(key)?.account
    }

    /// Links a key again whose link was lost when the server was put back to an older copy, as the
    /// pass shows that it was given. If the account is lost as well, that is said.
    private func relinked(
        _ key: DeviceKey, _ call: APICall
    ) throws(APIProblem) -> AccountID {
        guard let id = call.query["account"]?.identifier.map(AccountID.init),
            let person = call.query["person"]?.identifier.map(PersonID.init),
            let pass = call.query["pass"]?.identifier,
            Identity.isEqual(pass, self.pass(for: key, of: id, as: person)),
            speakers.ask({ $0.answer(to: key, as: person, passOf: id) }) == .accepted(nil)
        else { throw APIProblem(.notSignedIn) }
        let (now, device) = (host.wall(), DeviceID(first: key))
        let isThere = try change { (tables) throws(ClubFault) in
            guard try tables.account(id) != nil else { return false }
            try tables.insert(Device(id: device, account: id, label: "", created: now))
            try tables.link(key, to: device, of: id)
            return true
        }
        guard isThere else { throw APIProblem(.accountLost) }
        speakers.lend { $0.link(key: key, to: id) }
        return id
    }

    /// The same, but no program.
    func fullCaller(of call: APICall) throws(APIProblem) -> Caller {
        let caller = try caller(of: call)
        guard caller.scope == .full else { throw APIProblem(.readOnlyToken) }
        return caller
    }

    /// The same, if they have proved lately who they are: who finds a phone that is open isn't its
    /// owner.
    func freshCaller(of call: APICall) throws(APIProblem) -> Caller {
        let caller = try fullCaller(of: call)
        guard isProved(caller.key, of: caller.account) else { throw APIProblem(.notFresh) }
        return caller
    }

    func isProved(_ key: DeviceKey, of account: AccountID) -> Bool {
        let now = host.monotonic()
        return remember { $0.proofs.value(for: key, now: now) } == account
    }

    /// Notes that the holder of a key has just proved who they are.
    func noteProof(_ key: DeviceKey, of account: AccountID) {
        let now = host.monotonic()
        remember { _ = $0.proofs.put(account, for: key, now: now) }
    }
}
