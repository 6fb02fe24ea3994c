import API
import Club
import Documents
import Secrets

/// What keeps people from guessing passwords, without keeping anybody out of their own account.
extension Clerk {
    /// Begins a proof by a password; it counts as a wrong one until it is acquitted. Names that
    /// nobody has are counted like the others.
    func beginProof(
        of account: Account?, named name: String, _ call: APICall
    ) throws(APIProblem) -> ProofBudgets.Attempt {
        guard let account else { return try begin(.strangersPassword(of: .name(name)), call) }
        if let device = try knownDevice(of: account.id, call) {
            return try begin(.password(of: account.id, device: device), call)
        }
        return try begin(.strangersPassword(of: .account(account.id)), call)
    }

    func begin(
        _ proof: ProofBudgets.Proof, _ call: APICall
    ) throws(APIProblem) -> ProofBudgets.Attempt {
        let (network, now) = (call.network, host.monotonic())
        switch remember({ $0.proofBudgets.begin(proof, from: network, now: now) }) {
        case .mayTry(let attempt): return attempt
        case .wait(let milliseconds):
            throw APIProblem(.tooManyTries, retryMilliseconds: milliseconds)
        }
    }

    func acquit(_ attempt: ProofBudgets.Attempt) {
        remember { $0.proofBudgets.acquit(attempt) }
    }

    /// By what the device was that an account knows; nil if it knows none such.
    private func knownDevice(
        of account: AccountID, _ call: APICall
    ) throws(APIProblem) -> Identifier128? {
        let key = try call.bearer()
        if speakers.ask({ $0.account(of: key) }) == account { return key.value }
        // It is as long as a token, by chance.
        guard let proof = call.body["known"]?.token else { return nil }
        return KnownDevice(proof: proof, of: account, secret: secret)?.nonce
    }
}
