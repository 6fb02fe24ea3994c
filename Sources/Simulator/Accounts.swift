import Club
import Documents

/// What the server's disk knows of accounts.
struct AccountTables {
    var links: [DeviceKey: AccountID] = [:]
    var owners: [PersonID: AccountID] = [:]

    func keys(of account: AccountID) -> [DeviceKey] {
        links.filter { $0.value == account }.keys.sorted { $0.value < $1.value }
    }

    func persons(of account: AccountID) -> [PersonID] {
        owners.filter { $0.value == account }.keys.sorted { $0.value < $1.value }
    }

    mutating func apply(_ retired: RetiredRecords) {
        links = links.filter {
            !retired.keys.contains($0.key) && !retired.accounts.contains($0.value)
        }
        owners = owners.filter {
            !retired.persons.contains($0.key) && !retired.accounts.contains($0.value)
        }
    }
}

/// What stands beside the database and outlives each copy of it: it only ever grows.
struct RetiredRecords {
    var keys: Set<DeviceKey> = []
    var persons: Set<PersonID> = []
    var accounts: Set<AccountID> = []
}

extension Speakers {
    /// As a server knows them that starts.
    init(_ tables: AccountTables, _ retired: RetiredRecords) {
        self.init(
            links: tables.links.map { ($0.key, $0.value) },
            owners: tables.owners.map { ($0.key, $0.value) }, retired: Array(retired.keys),
            erased: Array(retired.persons), erasedAccounts: Array(retired.accounts), releases: [])
    }
}
