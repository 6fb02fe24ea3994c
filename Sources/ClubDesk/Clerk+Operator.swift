package import Club
package import Documents
import EventStore

/// What an operator is told of accounts: enough to help, and nothing that is nobody's business. No
/// address, no name but the handle, no game.
extension Clerk {
    private static let accountsMax = 1_000

    func accountCount() throws(ClubFault) -> Int {
        try store.readClub { (tables) throws(ClubFault) in try tables.accountCount() }
    }

    func accountList() throws(ClubFault) -> AccountList {
        try store.readClub { (tables) throws(ClubFault) in
            let accounts = try tables.accounts(countMax: Self.accountsMax)
            let overviews = try accounts.map { (account) throws(ClubFault) in
                let devices = try tables.devices(of: account.id)
                return AccountOverview(
                    handle: account.handle.text, created: account.created,
                    lastSeen: devices.map(\.seenDay).max(), deviceCount: devices.count,
                    hasPassword: account.password != nil,
                    hasPasskey: try !tables.passkeys(of: account.id).isEmpty,
                    hasVerifiedEmail: account.isEmailVerified)
            }
            return AccountList(accounts: overviews, count: try tables.accountCount())
        }
    }

    func suggestions() throws(ClubFault) -> [Suggestion] {
        try store.readClub { (tables) throws(ClubFault) in
            try tables.suggestions(countMax: ClubLimits.suggestionsMax)
        }
    }

    func wayIn(for handle: Handle) throws(ClubFault) -> String? {
        let found = try store.readClub { (tables) throws(ClubFault) in
            try tables.account(handle: handle)
        }
        let address = settings.letterAddress ?? settings.serverName.map { "https://\($0)" } ?? ""
        return found.map { address + wayIn(for: $0.id, confirming: nil) }
    }
}

/// Accounts as an operator sees them, the first ones by name.
package struct AccountList: Sendable {
    package let accounts: [AccountOverview]
    /// Of all of them.
    package let count: Int
}

package struct AccountOverview: Sendable {
    package let handle: String
    package let created: WallTime
    /// The last day on which a device asked for something; nil without devices.
    package let lastSeen: DayNumber?
    package let deviceCount: Int
    package let hasPassword: Bool
    package let hasPasskey: Bool
    package let hasVerifiedEmail: Bool
}

/// What metrics tell of accounts.
package struct ClubFigures: Sendable {
    /// Nil if the store can't say.
    package let accountCount: Int?
    package let signIns: [SignInTally.Kind: Int]
    package let passwordsWaiting: Int
}
