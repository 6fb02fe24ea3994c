import API
import ClientPlatform
import Documents
import Glibc
import SystemCalls

/// What is kept about an account, for its owner to take along.
extension Desk {
    func export(to path: String?) throws(Failure) -> ExitCode {
        let (account, server) = try signedIn()
        let data = try exported(account, server)
        guard let path else {
            Terminal.write(String(decoding: data, as: UTF8.self))
            if data.last != 0x0A { Terminal.print("") }
            return .done
        }
        do throws(SystemError) {
            try Self.put(data, at: path)
        } catch {
            throw Failure("\(path) can't be written: \(error.text).")
        }
        say("confirmed", "\(path) has it.", ["bytes": .integer(Int64(data.count))])
        return .done
    }

    /// Fetches it. Whoever finds a device that is signed in isn't its owner, so the server may ask
    /// for a proof.
    private func exported(
        _ account: KeptAccount, _ server: AccountServer
    ) throws(Failure) -> [UInt8] {
        func fetch() throws(AccountError) -> [UInt8] {
            try options.isTable ? server.exportTable() : server.export()
        }
        do throws(AccountError) {
            return try fetch()
        } catch {
            guard error.isProblem(APIProblem.Kind.notFresh) else { throw Failure(error) }
        }
        let proof = try proof()
        return try attemptAccount { () throws(AccountError) in
            _ = try server.signIn(account.handle, by: proof, label: "folf")
            return try fetch()
        }
    }

    /// Writes a file for its owner's eyes only.
    private static func put(_ bytes: [UInt8], at path: String) throws(SystemError) {
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
        let number = unsafe Glibc.open(path, flags, 0o600)
        guard number >= 0 else { throw SystemError(code: errno) }
        let file = Descriptor(number)
        guard write(bytes, to: file.number) else { throw SystemError(code: errno) }
    }
}
