package import Club
import Documents

extension ClubTables {
    /// Links a key that isn't retired; nothing happens if it is the account's already. `exists` if
    /// it is somebody else's.
    package func link(
        _ key: DeviceKey, to device: DeviceID, of account: AccountID
    ) throws(ClubFault) {
        if let before = try self.key(key) {
            guard before.retired == nil else { throw .retired }
            guard before.account == account else { throw .exists }
            return
        }
        try require(
            .keys, DeviceKeyRow.table, where: "account = ?1 AND retired_ms IS NULL",
            .identifier(account.value))
        try require(
            .retiredKeys, DeviceKeyRow.table, where: "account = ?1 AND retired_ms IS NOT NULL",
            .identifier(account.value))
        try add(DeviceKeyRow(key: key, account: account, device: device))
    }

    package func key(_ key: DeviceKey) throws(ClubFault) -> DeviceKeyRow? {
        try row(key: .identifier(key.value))
    }

    /// The keys of an account, the retired ones too.
    package func keys(of account: AccountID) throws(ClubFault) -> [DeviceKeyRow] {
        try rows(where: "account = ?1", [.identifier(account.value)])
    }

    /// The keys of an account that aren't retired.
    private func liveKeys(of account: AccountID) throws(ClubFault) -> [DeviceKeyRow] {
        try rows(
            where: "account = ?1 AND retired_ms IS NULL", [.identifier(account.value)])
    }

    /// Whether a device has a key that isn't retired.
    func hasLiveKey(_ device: DeviceID, of account: AccountID) throws(ClubFault) -> Bool {
        try liveKeys(of: account).contains { $0.device == device }
    }

    /// The program that has a key; nil if a device has it, or nobody, or nobody any more.
    package func program(_ key: DeviceKey) throws(ClubFault) -> Device? {
        guard let row = try self.key(key), row.retired == nil, let id = row.device,
            let device = try device(id), device.scope == .readOnly
        else { return nil }
        return device
    }

    /// Adds a device; nothing happens if the account has it already.
    package func insert(_ device: Device) throws(ClubFault) {
        if let before = try self.device(device.id) {
            guard before.account == device.account else { throw .exists }
            return
        }
        if device.scope == .readOnly {
            try require(
                .programs, Device.table, where: "account = ?1 AND scope = ?2",
                .identifier(device.account.value), .integer(DeviceScope.readOnly.rawValue))
        }
        try add(device)
    }

    package func device(_ id: DeviceID) throws(ClubFault) -> Device? {
        try row(key: .identifier(id.value))
    }

    /// The devices of an account, the oldest first.
    package func devices(of account: AccountID) throws(ClubFault) -> [Device] {
        try rows(Device.self, where: "account = ?1", [.identifier(account.value)])
            .sorted { ($0.created, $0.id.value) < ($1.created, $1.id.value) }
    }

    package func rename(
        _ id: DeviceID, of account: AccountID, to label: String
    ) throws(ClubFault) {
        guard var device = try device(id), device.account == account else { throw .absent }
        device.label = label
        try replace(by: device)
    }

    /// Notes the day on which a device was used, if it is a later one than is known.
    package func saw(_ id: DeviceID, on day: DayNumber) throws(ClubFault) {
        guard var device = try device(id) else { throw .absent }
        guard device.seenDay < day else { return }
        device.seenDay = day
        try replace(by: device)
    }

    /// Deletes a device whose keys are all retired; else `stale`. Nothing happens if there is none.
    package func remove(_ device: DeviceID, of account: AccountID) throws(ClubFault) {
        guard try !hasLiveKey(device, of: account) else { throw .stale }
        try delete(
            Device.table, where: "device = ?1 AND account = ?2", .identifier(device.value),
            .identifier(account.value))
    }
}
