import API
package import Documents

/// Somebody else with an account.
package struct Acquaintance: Hashable, Sendable {
    package var account: Identifier128
    package var handle: String
    package var name: String

    package init(account: Identifier128, handle: String, name: String) {
        self.account = account
        self.handle = handle
        self.name = name
    }

    init?(_ value: JSONValue) {
        guard let account = value["account"]?.identifier, let handle = value["handle"]?.string,
            let name = value["name"]?.string
        else { return nil }
        self.init(account: account, handle: handle, name: name)
    }
}
