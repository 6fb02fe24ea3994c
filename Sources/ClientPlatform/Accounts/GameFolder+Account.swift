import Documents
import Glibc
package import SyncClient
import SystemCalls
import Wire

/// The account that a device is signed in to, in a file of its own for its owner's eyes only:
///
/// ```
/// account                        the account, the token and its passes
/// known                          what lets a device that was signed out be known again
/// ```
extension GameFolder {
    private static let accountBytesMax: Int64 = 64 * 1_024

    private var accountPath: String { path + "/account" }
    private var knownPath: String { path + "/known" }

    /// The account; nil if nobody is signed in.
    package func account() throws(StorageError) -> KeptAccount? {
        guard let value = try value(at: accountPath) else { return nil }
        guard let account = KeptAccount(value) else {
            throw StorageError("\(accountPath) is damaged.")
        }
        return account
    }

    package func keep(_ account: KeptAccount) throws(StorageError) {
        try keep(account.json, at: accountPath)
    }

    /// Forgets an account that the device was signed out of. What was played with it stays.
    ///
    /// A person of the device's own who has become the account's goes as well: their token is good
    /// for nothing any more, and the next game is begun as somebody new.
    package func forget(_ account: KeptAccount) throws(StorageError) {
        if let own = try keptCredentials(), account.owns(own.person) {
            try remove(identityPath)
        }
        try remove(accountPath)
    }

    /// What a server has left here at the last sign-out.
    package func known(at server: ServerAddress) throws(StorageError) -> String? {
        guard let value = try value(at: knownPath),
            value["server"]?.string == server.description
        else { return nil }
        return value["known"]?.string
    }

    package func keep(known: String, at server: ServerAddress) throws(StorageError) {
        try keep(["server": .text(server.description), "known": .text(known)], at: knownPath)
    }

    private func value(at path: String) throws(StorageError) -> JSONValue? {
        let bytes: [UInt8]?
        do throws(SystemError) {
            bytes = try Files.contents(of: path, bytesMax: Self.accountBytesMax)
        } catch {
            throw StorageError(error, at: path)
        }
        guard let bytes else { return nil }
        guard let value = try? JSONValue(bytes) else { throw StorageError("\(path) is damaged.") }
        return value
    }

    private func keep(_ value: JSONValue, at path: String) throws(StorageError) {
        do throws(SystemError) {
            try Files.put(value.bytes, at: path)
            try Files.syncFolder(of: path)
        } catch {
            throw StorageError(error, at: path)
        }
    }

    private func remove(_ path: String) throws(StorageError) {
        do throws(SystemError) {
            _ = try systemCall { unsafe unlink(path) }
            try Files.syncFolder(of: path)
        } catch {
            guard error.code != ENOENT else { return }
            throw StorageError(error, at: path)
        }
    }
}
