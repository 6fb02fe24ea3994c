import ClubDesk
import Metrics

extension Exposition {
    mutating func add(_ club: ClubFigures) {
        if let count = club.accountCount {
            gauge("folf_accounts", "Accounts.", .count(count))
        }
        counter(
            "folf_sign_ins_total", "Tries to come into an account, by way and by result.",
            SignInTally.Way.allCases.flatMap { way in
                SignInTally.Result.allCases.map { result in
                    Sample(
                        [.init("way", way.rawValue), .init("result", result.rawValue)],
                        .count(club.signIns[SignInTally.Kind(way, result)] ?? 0))
                }
            })
        gauge(
            "folf_password_queue_requests", "Passwords that wait for being hashed.",
            .count(club.passwordsWaiting))
    }
}
