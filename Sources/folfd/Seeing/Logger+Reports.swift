import Connections
import Documents
import EventStore
import Glibc
import Host
import Structures
import SyncServer

/// What the loops and the store report, as lines of the log.
extension Logger {
    func log(_ report: HostReport) {
        switch report {
        case .server(let report): log(report)
        case .closed(let id, .failed(let code)):
            log(
                .connectionClosed,
                ["connection": .init(id.rawValue), "reason": "failed", "errno": .init(code)])
        case .closed(let id, let reason):
            log(
                .connectionClosed,
                ["connection": .init(id.rawValue), "reason": .text(Self.name(of: reason))])
        case .lagging(let id): log(.connectionSlow, ["connection": .init(id.rawValue)])
        case .outOfDescriptors: log(.descriptorsExhausted)
        }
    }

    private static func name(of reason: CloseReason) -> String {
        switch reason {
        case .peer: "peer"
        case .failed: "failed"
        case .slowReader: "slow_reader"
        case .crowdedOut: "crowded_out"
        }
    }

    private func log(_ report: Report) {
        switch report {
        case .lobbyDamaged(let lobby, let reason):
            log(.lobbyDamaged, ["lobby": "\(lobby.value)", "reason": .text(reason)])
        case .historyDamaged(let lobby, let reason):
            log(.historyDamaged, ["lobby": "\(lobby.value)", "reason": .text(reason)])
        case .historyLost(let lobby, let epoch):
            log(.historyLost, ["lobby": "\(lobby.value)", "epoch": "\(epoch)"])
        case .commitFailed(let lobbies, let isFull):
            log(
                .commitFailed,
                ["lobbies": .init(lobbies), "reason": isFull ? "full" : "store"])
        }
    }

    func log(_ notice: StoreNotice) {
        switch notice {
        case .created(let path): log(.storeCreated, ["path": .text(path)])
        case .migrated(let from, let to):
            log(.storeMigrated, ["from": .init(from), "to": .init(to)])
        case .restored(let lobbies): log(.storeRestored, ["lobbies": .init(lobbies)])
        case .setAside(let table): log(.storeSetAside, ["table": .text(table)])
        case .retiredAgain(let count): log(.storeRetiredAgain, ["count": .init(count)])
        case .retiredLogMended(let lines): log(.storeRetiredLogMended, ["lines": .init(lines)])
        case .transactionFailed(let requests, let reason):
            log(.transactionFailed, ["requests": .init(requests), "reason": .text(reason)])
        case .moved(let path):
            log(.storeMoved, ["path": .text(path), "reason": .text(notice.description)])
        case .reopened: log(.storeReopened)
        case .reopenFailed(let reason): log(.storeReopenFailed, ["reason": .text(reason)])
        }
    }
}
