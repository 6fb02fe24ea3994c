import API
import Club
import Documents
import EventStore
import HTTP
import Secrets

/// The devices of an account, programs with a token, and the persons that came along with them.
extension Clerk {
    func devices(_ caller: Caller) throws(APIProblem) -> APIAnswer {
        try list(caller) { $0.scope == .full }
    }

    func tokens(_ caller: Caller) throws(APIProblem) -> APIAnswer {
        try list(caller) { $0.scope == .readOnly }
    }

    private func list(
        _ caller: Caller, _ isWanted: (Device) -> Bool
    ) throws(APIProblem) -> APIAnswer {
        let devices = try read { (tables) throws(ClubFault) in
            try tables.devices(of: caller.account)
        }
        return .json(["items": .array(devices.filter(isWanted).map { json($0, for: caller) })])
    }

    func json(_ device: Device, for caller: Caller) -> JSONValue {
        [
            "device": .text("\(device.id.value)"), "label": .text(device.label),
            "seen_day": .integer(device.seenDay.value),
            "created": .integer(device.created.milliseconds),
            "is_this": .truth(device.id == caller.device),
            "scope": device.scope == .full ? "full" : "read",
        ]
    }

    func renameDevice(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let device = DeviceID(try call.path.value("device") { $0.identifier })
        let label = try call.body.value("label") { $0.string }
        try change { (tables) throws(ClubFault) in
            try tables.rename(device, of: caller.account, to: label)
        }
        return .nothing
    }

    func removeDevice(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let device = DeviceID(try call.path.value("device") { $0.identifier })
        try retire([device], of: caller.account)
        return .nothing
    }

    func removeToken(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let device = DeviceID(try call.path.value("key") { $0.identifier })
        try retire([device], of: caller.account)
        return .nothing
    }

    func removeOtherDevices(_ caller: Caller) throws(APIProblem) -> APIAnswer {
        let others = try read { (tables) throws(ClubFault) in
            try tables.devices(of: caller.account)
                .filter { $0.scope == .full && $0.id != caller.device }.map(\.id)
        }
        try retire(others, of: caller.account)
        return .nothing
    }

    /// Signs the bearer's own device out. What it is told instead lets it be known again as one of
    /// the account's, so that strangers who guess don't lock it out.
    func signOut(_ caller: Caller) throws(APIProblem) -> APIAnswer {
        let known = KnownDevice(nonce: randomIdentifier())
        let proof = known.proof(of: caller.account, secret: secret)
        try retire([caller.device], of: caller.account)
        return .json(["known": .text(Self.digits(of: proof))])
    }

    private static func digits(of bytes: [UInt8]) -> String {
        bytes.map { byte in
            let digits = String(byte, radix: 16)
            return digits.utf8.count < 2 ? "0" + digits : digits
        }.joined()
    }

    /// Signs devices out, for good: the one place where keys are retired. First the log beside the
    /// database says so, then the tables, then memory; then all sockets of the account's persons
    /// are closed, and the devices that still may come back by themselves.
    func retire(_ devices: [DeviceID], of account: AccountID) throws(APIProblem) {
        let wanted = Set(devices)
        for _ in 0..<Self.triesMax {
            let keys = try read { (tables) throws(ClubFault) in
                try tables.keys(of: account)
                    .filter { $0.retired == nil && $0.device.map(wanted.contains) ?? false }
                    .map(\.key)
            }
            let now = host.wall()
            do throws(ClubFault) {
                try store.retire(keys.map { RetiredEntry(.key($0), at: now) }) {
                    (tables) throws(ClubFault) in
                    for device in wanted { try tables.remove(device, of: account) }
                }
            } catch .stale {
                // A key was linked meanwhile.
                continue
            } catch {
                throw APIProblem(error)
            }
            speakers.lend { speakers in for key in keys { speakers.retire(key: key) } }
            let persons = speakers.ask { Array($0.persons(of: account)) } + keys.map(\.person)
            if !keys.isEmpty { host.recall(persons) }
            return
        }
        throw APIProblem(.stale)
    }

    func addToken(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let key = DeviceKey(try call.path.value("key") { $0.identifier })
        let label = try call.body.value("label") { $0.string }
        let account = caller.account
        guard speakers.ask({ $0.mayLink(key, to: account) }) else { throw APIProblem(.exists) }
        let now = host.wall()
        let isNew = try change(of: account) { (tables) throws(ClubFault) in
            let isNew = try tables.key(key) == nil
            // Nobody shows here that they have the token, and the key of somebody who plays is
            // known to all who play with them: it could be taken from them, and ended.
            let hasPlayed = try !tables.seats(of: [key.person], after: nil, countMax: 1).isEmpty
            guard !isNew || !hasPlayed else { throw .exists }
            let device = DeviceID(first: key)
            try tables.insert(
                Device(
                    id: device, account: account, label: label, scope: .readOnly, created: now))
            try tables.link(key, to: device, of: account)
            return isNew
        }
        return isNew ? .empty(.created) : .nothing
    }
}

/// Persons that a device had before it was the account's.
extension Clerk {
    func claimPersons(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let account = caller.account
        let tokens = try call.body.value("tokens") { $0.elements }
        let claims = claimable(call.body["tokens"], by: account)
        guard tokens.isEmpty || !claims.isEmpty else { throw APIProblem(.notYours) }
        let (now, device) = (host.wall(), caller.device)
        try change(of: account) { (tables) throws(ClubFault) in
            try Self.claim(claims, for: account, from: device, at: now, in: tables)
        }
        speakers.lend { speakers in
            for claim in claims {
                speakers.claim(person: claim.person, by: account)
                speakers.link(key: claim, to: account)
            }
        }
        return .json(["persons": try persons(of: try self.account(account), for: caller.key)])
    }

    /// Gives a person back that came along by mistake, as the games of a family's tablet may.
    func releasePerson(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let person = PersonID(try call.path.value("person") { $0.identifier })
        let (account, now) = (caller.account, host.wall())
        let since = WallTime(milliseconds: now.milliseconds - ClubLimits.releaseMilliseconds)
        let owned = try read { (tables) throws(ClubFault) in try tables.owner(of: person) }
        guard let owned, owned.account == account else { throw APIProblem(.notFound) }
        guard owned.claimedFrom != nil, owned.added >= since else { throw APIProblem(.tooLate) }
        // A device doesn't sign itself out by the way.
        guard caller.key.person != person else { throw APIProblem(.notYours) }
        let clock = host.monotonic()
        let wait = remember { $0.budgets.takeRelease(by: account, now: clock) }
        if let wait { throw APIProblem(.tooManyTries, retryMilliseconds: wait) }
        do throws(ClubFault) {
            let release = Release(of: person, by: account)
            try store.retire([RetiredEntry(.release(release.id), at: now)]) {
                (tables) throws(ClubFault) in
                try tables.release(person, of: account, claimedSince: since)
            }
        } catch {
            throw APIProblem(error)
        }
        speakers.lend { $0.release(person: person) }
        host.recall([person])
        return .nothing
    }
}
