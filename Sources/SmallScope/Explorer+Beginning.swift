import Documents
import SyncClient
import SyncServer

/// How every scope begins: entries can be made, everyone is connected, and nothing is on the way.
extension Explorer {
    mutating func beginning() throws(Violation) -> Configuration {
        var state = Configuration()
        state.setBackend(try system.number(Backend<Kind>(phoneCount: scope.phoneCount)))
        for place in 0..<scope.phoneCount {
            state.setPhone(place, try system.number(try Phone<Kind>(number: place)))
        }
        try tell(0, .prepare(0), &state)
        try settle(0, &state)
        for place in 1..<scope.phoneCount { try settle(place, &state) }
        let preparations = Phone<Kind>.preparations
        for place in preparations.indices.dropFirst() {
            try tell(0, .prepare(place), &state)
            try settle(scope.phoneCount - 1, &state)
        }
        let quiet = system.backends[Int(state.backend)]
        let joinCount = Kind.isShared ? scope.phoneCount - 1 : 0
        guard quiet.image.records.count == joinCount + preparations.count else {
            throw Violation(.equal, "nothing has begun")
        }
        let first = Backend<Kind>(beginning: quiet, restoreCount: scope.restoreCount)
        state.setBackend(try system.number(first))
        return state
    }

    /// Lets phones up to `last` connect, and everything come to rest.
    private mutating func settle(_ last: Int, _ state: inout Configuration) throws(Violation) {
        while true {
            let choice = choices(in: state).first { choice in
                switch choice {
                case .types, .changesLevel: false
                case .connects(let place): place <= last
                default: choice.isProgress
                }
            }
            guard let choice else { return }
            state = try step(state, choice)
        }
    }
}
