import Documents
import Formats
import Glibc
import Scoring

/// Computes games on cards that others say, so that they can check us.
enum FormatDesk {
    static let inputBytesMax = 1 << 20

    /// What a case comes to: its games by their ids, or its penalties.
    static func answer(to text: [UInt8]) throws(Failure) -> JSONValue {
        guard let json = try? JSONValue(text), case .object = json else {
            throw Failure("That isn't a JSON object.", code: .usage)
        }
        do throws(FormatFault) {
            if let hole = json["penalty"] {
                return ["penalty": try PenaltyCount(hole).json]
            }
            guard let sheet = json["card"] else { throw FormatFault.badField("card") }
            let card = try FormatCard(sheet)
            let games = json["games"]?.elements ?? []
            guard games.count <= FormatLimits.gamesMax else { throw FormatFault.badField("games") }
            var answer: JSONObject = [:]
            for game in games {
                let game = try FormatGame(game)
                answer[game.id] = game.result(on: card).json
            }
            if json["trust"] != nil {
                answer["trust"] = TrustReport(try TrustLog(json, on: card), on: card).json
            }
            return .object(answer)
        } catch {
            switch error {
            case .badField(let name):
                throw Failure("“\(name)” isn't filled in as it has to be.", code: .usage)
            }
        }
    }

    /// All that comes in, up to a bound.
    static func input() throws(Failure) -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = unsafe Glibc.read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return all }
            all += buffer[..<count]
            guard all.count <= inputBytesMax else {
                throw Failure("That is more than 1 MiB.", code: .usage)
            }
        }
    }
}
