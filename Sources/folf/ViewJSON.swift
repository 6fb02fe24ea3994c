import Documents
import Formats
import Lobby
import Scoring
import SyncClient
import Wire

/// A game's view for other programs.
extension JSONValue {
    init(_ view: GameView, nowMilliseconds: UInt64) {
        let lobby = view.lobby
        self = [
            "lobby": JSONValue(view.lobbyID?.value.description),
            "code": JSONValue(view.code?.description),
            "epoch": .text(view.confirmed.epoch.description),
            "seq": .integer(Int64(clamping: view.confirmed.seq)),
            "course": JSONValue(view.card?.course),
            "phase": JSONValue(lobby?.stage.phase.name),
            "round": JSONValue(lobby?.stage.round),
            "late_join": lobby.map { .truth($0.allowsLateJoin) } ?? .nothing,
            "me": JSONValue(view.me?.value),
            "host": JSONValue(lobby?.host.value),
            "is_host": .truth(view.isHost),
            "holes": .array(Self.holes(view)),
            "players": .array(Self.players(view)),
            "games": .array(Self.games(view)),
            "signatures": .array(Self.signatures(view)),
            "members": .array(lobby.map(Self.members) ?? []),
            "disputes": .array(view.disputes.map(Self.dispute)),
            "late": .array(view.late.map(Self.late)),
            "refused": .array(view.refused.map(Self.refused)),
            "pending": .integer(Int64(view.pendingCount)),
            "connection": .text(Self.name(view.connection)),
            "up_to_date": .truth(view.isUpToDate),
            "problem": JSONValue(view.problem),
            "spectators": JSONValue(view.presence?.spectatorCount),
            "knocks": .array((view.presence?.knocks ?? []).map { .text($0.name) }),
            "host_passes_in_ms": hostPasses(view, nowMilliseconds),
        ]

        func hostPasses(_ view: GameView, _ now: UInt64) -> JSONValue {
            JSONValue(view.hostPassesAtMilliseconds.map { $0 > now ? $0 - now : 0 })
        }
    }

    private static func holes(_ view: GameView) -> [JSONValue] {
        guard let card = view.card else { return [] }
        return zip(card.labels, card.pars).map { label, par in
            ["label": .text(label), "par": .integer(par)]
        }
    }

    private static func players(_ view: GameView) -> [JSONValue] {
        guard let lobby = view.lobby, let card = view.card else { return [] }
        return zip(lobby.columns, card.lines).map { column, line in
            let isHere = column.member.flatMap { member in
                view.presence.map { $0.members.contains(member) }
            }
            return [
                "id": .integer(Int64(column.id.value)),
                "member": JSONValue(column.member?.value),
                "name": .text(line.name),
                "here": isHere.map { .truth($0) } ?? .nothing,
                "throws": .array(line.throws.map { JSONValue($0) }),
                "round_total": .integer(line.roundTotal),
                "total": .integer(line.total),
                "over_par": .integer(line.overPar),
                "holes_scored": .integer(Int64(line.holesScored)),
            ]
        }
    }

    /// What is played with the scores besides, with what it comes to in the round shown.
    private static func games(_ view: GameView) -> [JSONValue] {
        guard let lobby = view.lobby else { return [] }
        let round = view.card?.round ?? 0
        return lobby.games.map { game in
            [
                "id": .integer(Int64(game.id)), "settings": game.settings.settings,
                "result": round == 0
                    ? .nothing : lobby.result(of: game.settings, id: game.id, round: round).json,
            ]
        }
    }

    /// Of each column what would be signed now, and what has become of a signature.
    private static func signatures(_ view: GameView) -> [JSONValue] {
        guard let lobby = view.lobby, let round = view.card?.round, round > 0 else { return [] }
        return lobby.trustReport(round: round).columns.map { column in
            [
                "player": JSONValue(UInt32(column.id)), "content": .text(column.content.text),
                "signature": .text(column.signature.rawValue),
                "blocks": .array(
                    column.blocks.map { block in
                        [
                            "hole": .integer(Int64(block.hole)), "why": .text(block.why.rawValue),
                            "who": .array(block.who.map { JSONValue(UInt32($0)) }),
                        ]
                    }),
            ]
        }
    }

    private static func members(_ lobby: Lobby) -> [JSONValue] {
        lobby.members.map { member in
            [
                "number": .integer(Int64(member.number.value)),
                "name": .text(lobby.name(of: member.number)),
                "role": .integer(Int64(member.role.rawValue)),
                "standing": .integer(Int64(member.standing.rawValue)),
            ]
        }
    }

    private static func object(_ key: CellKey) -> JSONObject {
        [
            "round": .integer(Int64(key.round)), "player": .integer(Int64(key.player.value)),
            "hole": .integer(Int64(key.hole)), "field": .integer(Int64(key.field.rawValue)),
        ]
    }

    private static func value(_ value: CellValue) -> JSONValue {
        switch value {
        case .empty: .nothing
        case .number(let number): .integer(number)
        case .text(let text): .text(text)
        }
    }

    private static func dispute(_ dispute: Dispute) -> JSONValue {
        var object = object(dispute.key)
        object["claims"] = .array(
            dispute.claims.map { claim in
                [
                    "value": value(claim.value), "member": .integer(Int64(claim.member.value)),
                    "name": .text(claim.name), "at": .integer(claim.at.milliseconds),
                ]
            })
        return .object(object)
    }

    private static func late(_ edit: QuarantinedEdit) -> JSONValue {
        var object = object(edit.key)
        object["seq"] = .integer(Int64(clamping: edit.seq))
        object["value"] = value(edit.value)
        object["member"] = .integer(Int64(edit.member.value))
        object["reason"] = .integer(Int64(edit.reason.rawValue))
        return .object(object)
    }

    private static func refused(_ edit: RefusedEdit) -> JSONValue {
        [
            "n": .integer(Int64(clamping: edit.number)), "name": .text(edit.refusal.name),
            "text": .text(edit.refusal.sentence),
        ]
    }

    private static func name(_ connection: ConnectionState) -> String {
        switch connection {
        case .offline: "offline"
        case .connecting: "connecting"
        case .live: "live"
        case .waiting: "waiting"
        case .stopped: "stopped"
        }
    }
}
