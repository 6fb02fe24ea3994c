import Documents
import Lobby
import SyncClient

/// How every scope begins: a game is on, everyone is connected, and nothing is on the way.
extension Explorer {
    mutating func beginning() throws(Violation) -> Configuration {
        var state = Configuration()
        state.setBackend(try system.number(Backend(phoneCount: scope.phoneCount)))
        for place in 0..<scope.phoneCount {
            state.setPhone(place, try system.number(try Phone(number: place)))
        }
        try tell(0, .perform(.create(Constants.setup, nonce: Constants.nonce)), &state)
        try settle(0, &state)
        for place in 1..<scope.phoneCount { try settle(place, &state) }
        let guest = Command.addPlayer(Constants.key.player, name: "Guest")
        for command in [guest, .move(from: .setup, to: Stage(.playing, round: 1))] {
            try tell(0, .perform(command), &state)
            try settle(scope.phoneCount - 1, &state)
        }
        let quiet = system.backends[Int(state.backend)]
        guard quiet.image.records.count == scope.phoneCount + 2 else {
            throw Violation(.equal, "the game hasn't begun")
        }
        let first = Backend(beginning: quiet, restoreCount: scope.restoreCount)
        state.setBackend(try system.number(first))
        return state
    }

    /// Lets phones up to `last` connect, and everything come to rest.
    private mutating func settle(_ last: Int, _ state: inout Configuration) throws(Violation) {
        while true {
            let choice = choices(in: state).first { choice in
                switch choice {
                case .types: false
                case .connects(let place): place <= last
                default: choice.isProgress
                }
            }
            guard let choice else { return }
            state = try step(state, choice)
        }
    }
}
