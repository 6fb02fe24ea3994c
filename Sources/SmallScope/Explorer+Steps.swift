import Documents
import Host
import SyncClient
import SyncServer

/// What can happen, and what comes of it.
extension Explorer {
    /// All that can happen in a state; what brings things forward comes first, in an order that
    /// leads to the end.
    func choices(in state: Configuration) -> [Choice] {
        let backend = system.backends[Int(state.backend)]
        var choices: [Choice] = []
        if backend.host.server.isReadOnly { choices.append(.faultEnds) }
        if backend.awaitsCommit { choices.append(.commitSucceeds) }
        if backend.awaitsRead { choices.append(.storeReads) }
        for place in 0..<scope.phoneCount {
            if backend.lines[place].ghost != nil { choices.append(.serverNotices(place)) }
            if state.up(place) != 0 { choices.append(.serverHandles(place)) }
            if state.down(place) != 0 { choices.append(.arrives(place)) }
        }
        for place in 0..<scope.phoneCount {
            let phone = system.phones[Int(state.phone(place))]
            if state.line(place) == .none, phone.wantsConnection {
                choices.append(.connects(place))
            }
            if phone.core.resumeAtMilliseconds != nil { choices.append(.resumes(place)) }
        }
        for place in 0..<scope.phoneCount {
            let phone = system.phones[Int(state.phone(place))]
            guard phone.entryCount < scope.editCount, phone.core.confirmed != nil else {
                continue
            }
            choices.append(.types(place, wasOpen: false))
            if scope.keepsEntriesOpen { choices.append(.types(place, wasOpen: true)) }
        }
        if system.phones[Int(state.phone(0))].levelCount < scope.levelCount {
            choices.append(.changesLevel)
        }
        guard state.faultCount < scope.faultsMax ?? .max else { return choices }
        return choices + faults(in: state, backend)
    }

    private func faults(in state: Configuration, _ backend: Backend<Kind>) -> [Choice] {
        var choices: [Choice] = []
        for place in 0..<scope.phoneCount {
            if scope.losesConnections, state.line(place) != .none {
                choices.append(.loses(place, isNoticed: true))
            }
            if scope.leavesHalfOpen, state.line(place) == .open,
                backend.lines[place].ghost == nil
            {
                choices.append(.loses(place, isNoticed: false))
            }
            guard scope.killsPhones else { continue }
            choices.append(.phoneDies(place, losesTail: false))
            let journal = system.phones[Int(state.phone(place))].journal
            if journal.durableCount < journal.bytes.count {
                choices.append(.phoneDies(place, losesTail: true))
            }
        }
        if scope.failsCommits, backend.awaitsCommit {
            choices += [.commitFails(lands: false), .commitFails(lands: true)]
        }
        if scope.killsServer {
            choices.append(.serverDies(lands: false))
            if backend.awaitsCommit { choices.append(.serverDies(lands: true)) }
        }
        guard backend.restoreCount > 0 else { return choices }
        for copy in backend.copies.indices {
            choices += [.restores(copy, isNoticed: true), .restores(copy, isNoticed: false)]
        }
        return choices
    }

    mutating func step(
        _ state: Configuration, _ choice: Choice
    ) throws(Violation) -> Configuration {
        var next = state
        if scope.faultsMax != nil, !choice.isProgress { next.countFault() }
        switch choice {
        case .connects(let place): try connect(place, &next)
        case .loses(let place, let isNoticed):
            let wasOpen = next.line(place) == .open
            next.setLine(place, .none)
            try tell(place, .lose, &next)
            if wasOpen { try serve(isNoticed ? .close(place) : .orphan(place), &next) }
        case .serverNotices(let place): try serve(.noticeGhost(place), &next)
        case .serverHandles(let place):
            let (message, rest) = system.pop(next.up(place))
            next.setUp(place, rest)
            try serve(.message(place, message), &next)
        case .arrives(let place): try arrive(place, &next)
        case .types(let place, let wasOpen): try tell(place, .type(wasOpen: wasOpen), &next)
        case .changesLevel: try tell(0, .changeLevel, &next)
        case .resumes(let place): try tell(place, .resume, &next)
        case .phoneDies(let place, let losesTail):
            let wasOpen = next.line(place) == .open
            next.setLine(place, .none)
            try tell(place, .die(losesTail: losesTail), &next)
            if isInEarlierHistory(place, next) { next.setBehind(place, true) }
            if wasOpen { try serve(.close(place), &next) }
        case .commitSucceeds: try serve(.commitSucceeds, &next)
        case .commitFails(let lands): try serve(.commitFails(lands: lands), &next)
        case .storeReads: try serve(.read, &next)
        case .faultEnds: try serve(.faultEnds, &next)
        case .serverDies(let lands): try fall(.die(lands: lands), &next)
        case .restores(let copy, let isNoticed):
            for place in 0..<scope.phoneCount { next.setBehind(place, true) }
            try fall(.restore(copy, isNoticed: isNoticed), &next)
        }
        return next
    }

    /// With the end of its journal a phone may lose that it had heard of a restore.
    private func isInEarlierHistory(_ place: Int, _ state: Configuration) -> Bool {
        guard let document = system.phones[Int(state.phone(place))].core.confirmed else {
            return false
        }
        return document.epoch != system.backends[Int(state.backend)].image.epoch
    }

    private mutating func connect(
        _ place: Int, _ state: inout Configuration
    ) throws(Violation) {
        state.setLine(place, .open)
        try serve(.open(place), &state)
        try tell(place, .connect, &state)
    }

    private mutating func arrive(_ place: Int, _ state: inout Configuration) throws(Violation) {
        let (message, rest) = system.pop(state.down(place))
        state.setDown(place, rest)
        if case .close = system.item(message) { state.setLine(place, .none) }
        try tell(place, .message(message), &state)
        if state.isBehind(place), system.phones[Int(state.phone(place))].isUpToDate {
            state.setBehind(place, false)
        }
    }

    /// The server's process ends, and with it all connections.
    private mutating func fall(
        _ input: BackendInput, _ state: inout Configuration
    ) throws(Violation) {
        for place in 0..<scope.phoneCount where state.line(place) != .none {
            state.setLine(place, .none)
            try tell(place, .lose, &state)
        }
        try serve(input, &state)
    }

    mutating func tell(
        _ place: Int, _ input: PhoneInput, _ state: inout Configuration
    ) throws(Violation) {
        let (phone, sent) = try system.step(state.phone(place), input)
        state.setPhone(place, phone)
        guard state.line(place) == .open else { return }
        state.setUp(place, system.push(sent, behind: state.up(place)))
    }

    private mutating func serve(
        _ input: BackendInput, _ state: inout Configuration
    ) throws(Violation) {
        let (backend, sent) = try system.step(state.backend, input)
        state.setBackend(backend)
        for (place, item) in sent where state.line(place) != .none {
            state.setDown(place, system.push([item], behind: state.down(place)))
            if case .close = system.item(item) { state.setLine(place, .closing) }
        }
    }
}

extension Choice {
    /// Whether it happens by itself once nothing fails any more.
    var isProgress: Bool {
        switch self {
        case .connects, .serverNotices, .serverHandles, .arrives, .types, .changesLevel,
            .resumes, .commitSucceeds, .storeReads, .faultEnds:
            true
        case .loses, .phoneDies, .commitFails, .serverDies, .restores: false
        }
    }
}
