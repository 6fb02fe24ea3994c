import API
package import Documents
package import SyncClient
package import Wire

/// The account that a device is signed in to.
package struct KeptAccount: Hashable, Sendable {
    package var server: ServerAddress
    package var handle: String
    /// What others read on a card.
    package var name: String
    /// The person whom new games are played as.
    package var mainPerson: PersonID
    package var credentials: AccountCredentials

    package init(
        server: ServerAddress, handle: String, name: String, mainPerson: PersonID,
        credentials: AccountCredentials
    ) {
        self.server = server
        self.handle = handle
        self.name = name
        self.mainPerson = mainPerson
        self.credentials = credentials
    }

    /// The credentials of the person whom new games are played as.
    package var mainCredentials: Credentials? { credentials.credentials(as: mainPerson) }

    package func owns(_ person: PersonID) -> Bool { credentials.passes[person] != nil }
}

extension KeptAccount {
    /// Reads what `json` has written; nil for anything else.
    init?(_ value: JSONValue) {
        guard let server = value["server"]?.string.flatMap({ ServerAddress($0) }),
            let handle = value["handle"]?.string, let name = value["name"]?.string,
            let token = value["token"]?.string.flatMap({ Token($0) }),
            let account = value["account"]?.identifier,
            let linked = value["persons"].flatMap(LinkedPersons.init)
        else { return nil }
        self.init(
            server: server, handle: handle, name: name, mainPerson: linked.main,
            credentials: AccountCredentials(
                account: account, token: token, passes: linked.passes))
    }

    var json: JSONValue {
        let main = credentials.passes[mainPerson].map { [(mainPerson, $0)] } ?? []
        let others = credentials.passes.filter { $0.key != mainPerson }.map { ($0.key, $0.value) }
        return [
            "server": .text(server.description), "account": .text("\(credentials.account)"),
            "handle": .text(handle), "name": .text(name), "token": .text("\(credentials.token)"),
            "persons": .array(
                (main + others).map { person, pass in
                    ["person": .text("\(person.value)"), "pass": .text("\(pass)")]
                }),
        ]
    }
}

/// The persons of an account with the passes of the device that asks, the main one first.
struct LinkedPersons {
    var main: PersonID
    var passes: [PersonID: Identifier128] = [:]

    /// Reads a list; nil if there is none, or nobody on it.
    init?(_ list: JSONValue) {
        guard let items = list.elements, let main = items.first?["person"]?.identifier else {
            return nil
        }
        self.main = PersonID(main)
        for item in items {
            guard let person = item["person"]?.identifier, let pass = item["pass"]?.identifier
            else { return nil }
            passes[PersonID(person)] = pass
        }
    }
}
