import Club
import Documents

extension Device: ClubRow {
    static let table = ClubTable(
        "devices", .devices, ["device", "account", "label", "scope", "created_ms", "seen_day"])

    var values: [SQLiteValue] {
        [
            .identifier(id.value), .identifier(account.value), .text(label),
            .integer(scope.rawValue), SQLiteValue(created), .integer(seenDay.value),
        ]
    }

    init?(_ row: SQLiteRow) {
        guard let id = row.identifier(0), let account = row.identifier(1),
            let label = row.text(2), let scope = DeviceScope(rawValue: row.integer(3))
        else { return nil }
        self.init(
            id: DeviceID(id), account: AccountID(account), label: label, scope: scope,
            created: row.moment(4))
        seenDay = DayNumber(row.integer(5))
    }
}

extension DeviceKeyRow: ClubRow {
    static let table = ClubTable("keys", .keys, ["key", "account", "device", "retired_ms"])

    var values: [SQLiteValue] {
        [
            .identifier(key.value), SQLiteValue(account?.value), SQLiteValue(device?.value),
            SQLiteValue(retired?.milliseconds),
        ]
    }

    init?(_ row: SQLiteRow) {
        guard let key = row.identifier(0), let account = row.optionalIdentifier(1),
            let device = row.optionalIdentifier(2)
        else { return nil }
        self.init(
            key: DeviceKey(key), account: account.map { AccountID($0) },
            device: device.map { DeviceID($0) }, retired: row.time(3))
    }
}

extension PasskeyRow: ClubRow {
    static let table = ClubTable(
        "passkeys", .passkeys,
        [
            "credential", "account", "public_key", "algorithm", "counter", "backup_eligible",
            "label", "created_ms", "used_day",
        ])

    var values: [SQLiteValue] {
        [
            .blob(credential), .identifier(account.value), .blob(publicKey),
            .integer(algorithm), .integer(Int64(counter)), SQLiteValue(isBackupEligible),
            .text(label), SQLiteValue(created), SQLiteValue(usedDay?.value),
        ]
    }

    init?(_ row: SQLiteRow) {
        guard let account = row.identifier(1), let counter = UInt32(exactly: row.integer(4)),
            let isBackupEligible = row.flag(5), let label = row.text(6)
        else { return nil }
        self.init(
            credential: row.blob(0), account: AccountID(account), publicKey: row.blob(2),
            algorithm: row.integer(3), counter: counter, isBackupEligible: isBackupEligible,
            label: label, created: row.moment(7))
        if !row.isNull(8) { usedDay = DayNumber(row.integer(8)) }
    }
}

/// A recovery code of an account.
struct RecoveryRow: ClubRow {
    static let table = ClubTable(
        "recovery_codes", .recoveryCodes, ["account", "code"], keyCount: 2)

    let account: AccountID
    let hash: RecoveryHash

    init(_ account: AccountID, _ hash: RecoveryHash) {
        self.account = account
        self.hash = hash
    }

    var values: [SQLiteValue] { [.identifier(account.value), .identifier(hash.value)] }

    init?(_ row: SQLiteRow) {
        guard let account = row.identifier(0), let code = row.identifier(1) else { return nil }
        self.init(AccountID(account), RecoveryHash(code))
    }
}
