package import Documents

/// What a device may do with the account.
package enum DeviceScope: Int64, CaseIterable, Sendable {
    case full
    /// Only look: the scope of a program's token.
    case readOnly
}

/// A device that is signed in to an account, or a program that has a token of it.
package struct Device: Equatable, Sendable {
    package var id: DeviceID
    package var account: AccountID
    /// The name by which its owner knows it.
    package var label: String
    package var scope: DeviceScope
    package var created: WallTime
    package var seenDay: DayNumber

    package init(
        id: DeviceID, account: AccountID, label: String, scope: DeviceScope = .full,
        created: WallTime
    ) {
        self.id = id
        self.account = account
        self.label = label
        self.scope = scope
        self.created = created
        seenDay = DayNumber(of: created)
    }
}

/// A key with the account that it is linked to. It stays when it is retired: whoever has its token
/// must be refused for ever.
package struct DeviceKeyRow: Equatable, Sendable {
    package var key: DeviceKey
    /// Nil if nobody knows: the account was erased, or made after the copy that was restored.
    package var account: AccountID?
    package var device: DeviceID?
    package var retired: WallTime?

    package init(
        key: DeviceKey, account: AccountID?, device: DeviceID?, retired: WallTime? = nil
    ) {
        self.key = key
        self.account = account
        self.device = device
        self.retired = retired
    }
}

/// A passkey of an account.
package struct PasskeyRow: Equatable, Sendable {
    /// The credential's id, up to `ClubLimits.credentialBytesMax`.
    package var credential: [UInt8]
    package var account: AccountID
    /// The public key, as SubjectPublicKeyInfo.
    package var publicKey: [UInt8]
    /// The COSE number of its algorithm.
    package var algorithm: Int64
    package var counter: UInt32
    package var isBackupEligible: Bool
    package var label: String
    package var created: WallTime
    package var usedDay: DayNumber?

    package init(
        credential: [UInt8], account: AccountID, publicKey: [UInt8], algorithm: Int64,
        counter: UInt32, isBackupEligible: Bool, label: String, created: WallTime
    ) {
        self.credential = credential
        self.account = account
        self.publicKey = publicKey
        self.algorithm = algorithm
        self.counter = counter
        self.isBackupEligible = isBackupEligible
        self.label = label
        self.created = created
    }
}

/// A recovery code as it is kept: a keyed hash of it.
package struct RecoveryHash: Hashable, Sendable {
    package var value: Identifier128
    package init(_ value: Identifier128) { self.value = value }
}
