import API
import Club
import Documents
import EventStore
import HTTP
import Passkeys
import TLS

/// Passkeys (WebAuthn level 2): made on a device, and shown by it to sign in.
extension Clerk {
    private static let challengeMilliseconds: Int64 = 5 * 60_000

    func passkeyChallenge(_ call: APICall) throws(APIProblem) -> APIAnswer {
        let party = try relyingParty()
        let isForCreating = call.body["for"]?.string == "create"
        // To make one takes a device that says who it is, if only by its token.
        let key = isForCreating ? try call.bearer() : call.key
        let random = randomIdentifier().bytes + randomIdentifier().bytes
        let (purpose, now): (Challenges.Purpose, UInt64) =
            (isForCreating ? .create : .get, host.monotonic())
        // The device that signs in may draw its token only when it has the proof.
        let bound = isForCreating ? key?.value : nil
        let challenge = remember {
            $0.challenges.issue(random, for: purpose, to: bound, now: now)
        }
        var answer: JSONObject = [
            "challenge": .text(challenge), "rp": .text(party.id),
            "user_verification": "required",
            "timeout_ms": .integer(Self.challengeMilliseconds),
        ]
        let known =
            isForCreating ? key.flatMap { key in speakers.ask { $0.account(of: key) } } : nil
        if let id = known {
            let account = try account(id)
            let passkeys = try read { (tables) throws(ClubFault) in
                try tables.passkeys(of: id)
            }
            answer["account"] = .text("\(id.value)")
            answer["handle"] = .text(account.handle.text)
            answer["exclude"] = .array(
                passkeys.map { .text(Base64URL.text($0.credential)) })
        }
        return .json(.object(answer))
    }

    func passkeys(_ caller: Caller) throws(APIProblem) -> APIAnswer {
        let passkeys = try read { (tables) throws(ClubFault) in
            try tables.passkeys(of: caller.account)
        }
        return .json(["items": .array(passkeys.map(Self.json))])
    }

    private static func json(_ passkey: PasskeyRow) -> JSONValue {
        var item: JSONObject = [
            "credential": .text(Base64URL.text(passkey.credential)),
            "label": .text(passkey.label), "created": .integer(passkey.created.milliseconds),
        ]
        item["used_day"] = passkey.usedDay.map { .integer($0.value) }
        return .object(item)
    }

    func addPasskey(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let credential = try credential(in: call)
        let known = try read { (tables) throws(ClubFault) in try tables.passkey(credential) }
        if let known {
            guard known.account == caller.account else { throw APIProblem(.exists) }
            return .nothing
        }
        guard
            var passkey = try registered(
                .object([
                    "id": .text(Base64URL.text(credential)),
                    "client_data": call.body["client_data"] ?? .nothing,
                    "attestation": call.body["attestation"] ?? .nothing,
                    "label": call.body["label"] ?? "",
                ]), by: caller.key)
        else { throw APIProblem(.badField, field: "attestation") }
        passkey.account = caller.account
        let added = passkey
        try change(of: caller.account) { (tables) throws(ClubFault) in
            try tables.insert(added)
        }
        return .empty(.created)
    }

    func removePasskey(_ call: APICall, _ caller: Caller) throws(APIProblem) -> APIAnswer {
        let credential = try credential(in: call)
        guard try hasWayIn(caller.account, besides: .passkey(credential)) else {
            throw APIProblem(.lastWayIn)
        }
        try change { (tables) throws(ClubFault) in
            try tables.remove(passkey: credential, of: caller.account)
        }
        return .nothing
    }

    private func credential(in call: APICall) throws(APIProblem) -> [UInt8] {
        try call.path.value("credential") { $0.string.flatMap { Base64URL.bytes($0) } }
    }

    private func relyingParty() throws(APIProblem) -> RelyingParty {
        guard let party = settings.relyingParty else { throw APIProblem(.passkeysOff) }
        return party
    }

    /// Reads a passkey that a device has just made, of an account that is yet to be said.
    func registered(
        _ registration: JSONValue?, by key: DeviceKey
    ) throws(APIProblem) -> PasskeyRow? {
        guard let registration else { return nil }
        let party = try relyingParty()
        guard let credential = registration["id"]?.base64url,
            let clientData = registration["client_data"]?.base64url,
            let attestation = registration["attestation"]?.base64url
        else { throw APIProblem(.badField, field: "passkey") }
        let passkey: Passkey
        do throws(PasskeyFault) {
            let challenge = try taken(clientData, for: .create, from: key)
            passkey = try Registration(clientData: clientData, attestation: attestation)
                .verify(for: party, challenge: challenge) { (try? PublicKey(info: $0)) != nil }
        } catch {
            throw APIProblem(.wrongProof, field: "passkey")
        }
        guard passkey.credential == credential else {
            throw APIProblem(.badField, field: "passkey")
        }
        return PasskeyRow(
            credential: credential, account: AccountID(key.value), publicKey: passkey.key,
            algorithm: Int64(passkey.algorithm.rawValue), counter: passkey.counter,
            isBackupEligible: passkey.isBackupEligible,
            label: registration["label"]?.string ?? "", created: host.wall())
    }

    /// By a passkey, which says itself whose it is.
    func signIn(
        passkey assertion: JSONValue, _ call: APICall
    ) throws(APIProblem) -> APIAnswer {
        let party = try relyingParty()
        guard let credential = assertion["id"]?.base64url,
            let clientData = assertion["client_data"]?.base64url,
            let authenticatorData = assertion["authenticator_data"]?.base64url,
            let signature = assertion["signature"]?.base64url
        else { throw APIProblem(.badField, field: "passkey") }
        let key = try call.bearer()
        let row = try read { (tables) throws(ClubFault) in try tables.passkey(credential) }
        let counter: UInt32
        do throws(PasskeyFault) {
            let challenge = try taken(clientData, for: .get, from: key)
            counter = try Assertion(
                clientData: clientData, authenticatorData: authenticatorData,
                signature: signature, userHandle: assertion["user_handle"]?.base64url
            ).verify(
                by: row?.passkey, of: row?.account.value.bytes, for: party, challenge: challenge)
        } catch {
            throw APIProblem(.wrongProof)
        }
        guard let row else { throw APIProblem(.wrongProof) }
        let today = DayNumber(of: host.wall())
        return try enter(try account(row.account), call) { (tables) throws(ClubFault) in
            try tables.use(
                credential, counterBefore: row.counter, counter: counter, on: today)
            return true
        }
    }

    /// Takes the challenge that a device says it has signed: it is used up, whatever comes of it.
    private func taken(
        _ clientData: [UInt8], for purpose: Challenges.Purpose, from key: DeviceKey
    ) throws(PasskeyFault) -> String {
        let now = host.monotonic()
        let bound = purpose == .create ? key.value : nil
        guard let challenge = ClientData.challenge(in: clientData),
            remember({
                $0.challenges.take(challenge, for: purpose, from: bound, now: now)
            })
        else { throw .challenge }
        return challenge
    }
}

extension Assertion {
    /// Verifies it by what the tables know of its passkey; nil there is nobody's.
    fileprivate func verify(
        by passkey: Passkey?, of account: [UInt8]?, for party: RelyingParty, challenge: String
    ) throws(PasskeyFault) -> UInt32 {
        guard let passkey, let account else { throw .noCredential }
        return try verify(by: passkey, of: account, for: party, challenge: challenge) {
            key, message, signature in
            (try? PublicKey(info: key))?.verifies(signature, of: message) ?? false
        }
    }
}

extension PasskeyRow {
    /// Nil if its algorithm isn't taken any more.
    fileprivate var passkey: Passkey? {
        guard let algorithm = PasskeyAlgorithm(rawValue: Int(algorithm)) else { return nil }
        return Passkey(
            credential: credential, key: publicKey, algorithm: algorithm, counter: counter,
            isBackupEligible: isBackupEligible)
    }
}

extension JSONValue {
    fileprivate var base64url: [UInt8]? { string.flatMap { Base64URL.bytes($0) } }
}
