import CLinux
import Documents
import Glibc
import SystemCalls
import WebSocket

/// The way into a lobby: connecting, the upgrade, hello and catching up.
extension Crowd {
    /// A small buffer of the kernel, so that a slow phone fills it in seconds.
    private static let slowReceiveBytes: Int32 = 4_096
    /// Phones that connect in a turn; more would keep others waiting that are measured meanwhile.
    private static let callsPerTurnMax = 32
    private static let holes = 18

    /// Adds a game with its phones, the first of them its host; nobody connects yet.
    mutating func addGame(
        members: Int, spectators: Int, hasSlow: Bool = false, isLive: Bool = false
    ) {
        if isLive { hasLive = true }
        let place = games.count
        let owners = (0..<members + spectators).map { _ in Owner() }
        let nonce = Identifier128.drawn()
        let lobby = LobbyID(maker: owners[0].person, nonce: nonce)
        var game = LoadGame(
            lobby: lobby.value.description, nonce: nonce.description,
            invitation: Identifier128.drawn().description,
            watch: Identifier128.drawn().description)
        game.memberCount = members
        game.phoneOfNumber = Array(repeating: -1, count: members + 1)
        for number in 0..<members + spectators {
            game.phones.append(phones.count)
            let role = number == 0 ? LoadPhone.Role.host : number < members ? .member : .spectator
            phones.append(
                LoadPhone(
                    game: place, place: number, role: role,
                    isSlow: hasSlow && number == members - 1, isLive: isLive,
                    replica: Identifier128.drawn().description, owner: owners[number]))
        }
        games.append(game)
    }

    /// Brings phones in, at most `window` of them on their way at a time, until all are there.
    mutating func enter(
        _ entering: [Int], window: Int, withinSeconds seconds: UInt64 = 120
    ) throws(LoadError) {
        let deadline = monotonicNanoseconds() + seconds * 1_000_000_000
        let start = tally.arrivals
        var next = 0
        while tally.arrivals - start < entering.count {
            let under = next - (tally.arrivals - start)
            let calls = min(entering.count - next, window - under, Self.callsPerTurnMax)
            for number in 0..<max(0, calls) {
                if number.isMultiple(of: Self.othersBetweenLooks) { try lookAtLive() }
                try call(entering[next])
                next += 1
            }
            try turn(nanoseconds: calls == Self.callsPerTurnMax ? 0 : 100_000_000)
            guard violationCount == 0, now < deadline else {
                throw .stuck(
                    "\(tally.arrivals - start) of \(entering.count) phones came in. "
                        + violations.joined(separator: "; "))
            }
        }
    }

    private mutating func call(_ index: Int) throws(LoadError) {
        phones[index].calledAt = monotonicNanoseconds()
        let descriptor = try SocketCall.connect(
            host: target.host, port: target.port, source: SourceAddress.of(call: calls))
        calls += 1
        if phones[index].isSlow {
            _ = clinux_set_option(descriptor, SOL_SOCKET, SO_RCVBUF, Self.slowReceiveBytes)
        }
        phones[index].descriptor = descriptor
        open(index)
        // On the same machine the connection mostly stands at once.
        switch SocketCall.send(descriptor, outgoing) {
        case .done(let count):
            phones[index].stage = .upgrading
            tally.bytesSent += count
            phones[index].unsent = Array(outgoing[count...])
        case .wouldBlock: phones[index].stage = .connecting
        case .failed(let error): return lose(index, "\(error)")
        }
        let isDone = phones[index].stage == .upgrading && phones[index].unsent.isEmpty
        if phones[index].isLive {
            try liveReadiness.add(descriptor, token: index, reads: isDone, writes: !isDone)
        } else {
            try readiness.add(descriptor, token: index, reads: isDone, writes: !isDone)
        }
    }

    /// Makes `outgoing` the first bytes of a connection.
    private mutating func open(_ index: Int) {
        if case .bare(let sizes) = dialect {
            outgoing = sizes.greeting(game: phones[index].game, place: phones[index].place)
        } else {
            let random = (UInt64(nextMask()) << 32 | UInt64(nextMask()), UInt64(nextMask()))
            opening.write(random, to: &outgoing)
        }
    }

    mutating func connected(_ index: Int) {
        let code = SocketCall.connectError(phones[index].descriptor)
        guard code == 0 else {
            return lose(index, "\(SystemError(code: code, call: "connect"))")
        }
        phones[index].stage = .upgrading
        watch(index)
        open(index)
        transmit(index)
    }

    /// Reads the server's answer to the upgrade, and returns how many bytes it has, 0 if it isn't
    /// all there.
    mutating func upgraded(_ bytes: Span<UInt8>, _ index: Int) -> Int {
        var place = 0
        while place + 4 <= bytes.count {
            if bytes[place] == 0x0D, bytes[place + 1] == 0x0A, bytes[place + 2] == 0x0D,
                bytes[place + 3] == 0x0A
            {
                var scanner = MessageScanner(0..<place)
                guard scanner.skip("HTTP/1.1 101 ", in: bytes) else {
                    lose(index, "the upgrade was refused")
                    return bytes.count
                }
                phones[index].stage = .greeting
                greet(index)
                return place + 4
            }
            place += 1
        }
        return 0
    }

    private mutating func greet(_ index: Int) {
        phones[index].greetedAt = now
        if case .relay(let sizes) = dialect {
            message = sizes.relayGreeting(game: phones[index].game, place: phones[index].place)
        } else {
            writeHello(index)
        }
        transmitMessage(index)
    }

    /// Makes `message` the phone's hello.
    private mutating func writeHello(_ index: Int) {
        let phone = phones[index]
        let game = games[phone.game]
        message.append(text: #"{"type":"hello","v":1,"client":"folf-lab load""#)
        message.append(text: #","person":""#, phone.owner.person.value.description)
        message.append(text: #"","token":""#, phone.owner.token)
        message.append(text: #"","rid":""#, phone.replica)
        message.append(text: #"","lobby":""#, game.lobby)
        switch phone.role {
        case .host where phone.ticket.isEmpty: message.append(text: #"","create":true"#)
        case .spectator:
            message.append(text: #"","watch":""#, game.watch)
            message.append(text: #"","as":"spectator""#)
        case _ where phone.ticket.isEmpty:
            message.append(text: #"","invitation":""#, game.invitation)
            message.append(text: #"","as":"player""#)
        default:
            message.append(text: #"","ticket":""#, phone.ticket)
            message.append(text: #"""#)
        }
        if phone.seq > 0 {
            message.append(text: #","epoch":""#, game.epoch)
            message.append(text: #"","seq":"#)
            message.append(integer: phone.seq)
            message.append(text: #","hash":""#, phone.proof.text)
            message.append(text: #"""#)
        }
        message.append(text: #","name":"Phone "#)
        message.append(integer: phone.place)
        message.append(text: #"","n":"#)
        let isNew = phone.role == .host && phone.ticket.isEmpty
        message.append(integer: isNew ? 2 : phone.sent)
        message.append(text: "}")
    }

    mutating func welcomed(_ bytes: Span<UInt8>, _ range: Range<Int>, _ index: Int) {
        guard phones[index].stage == .greeting else {
            return violate("\(name(index)): welcomed twice")
        }
        guard let welcome = ScannedWelcome(bytes, range) else {
            return lose(index, "the welcome can't be read")
        }
        guard welcome.lastNumber == phones[index].acknowledged else {
            let known = welcome.lastNumber
            return lose(index, "\(known) ops are known, not \(phones[index].acknowledged)")
        }
        welcomeTimes.record(nanoseconds: now - min(now, phones[index].greetedAt))
        if let ticket = welcome.ticket { phones[index].ticket = ticket }
        games[phones[index].game].epoch = welcome.epoch
        phones[index].top = welcome.top
        phones[index].stage = .catchingUp
        if phones[index].role == .host, phones[index].sent == 0 { return create(index) }
        if let number = welcome.member { numbered(index, number) }
        arriveIfUpToDate(index)
    }

    private mutating func numbered(_ index: Int, _ number: Int) {
        let game = phones[index].game
        guard games[game].phoneOfNumber.indices.contains(number) else {
            return lose(index, "member \(number) of \(games[game].memberCount)")
        }
        games[game].phoneOfNumber[number] = index
        phones[index].number = number
        if phones[index].role == .member {
            let person = phones[index].owner.person.value
            phones[index].column = UInt32(truncatingIfNeeded: person.low)
        }
    }

    /// Creates the game and begins its first round; anyone with the invitation may join.
    mutating func create(_ index: Int) {
        let game = games[phones[index].game]
        let at = wallMilliseconds
        let holes = (1...Self.holes).map { #"["\#($0)",3]"# }.joined(separator: ",")
        let text =
            #"{"type":"op","ops":[{"n":1,"at":\#(at),"op":"create","course":null,"#
            + #""holes":[\#(holes)],"late_join":true,"nonce":"\#(game.nonce)","#
            + #""invitation":"\#(game.invitation)","watch":"\#(game.watch)","#
            + #""name":"Phone 0","player":1},"#
            + #"{"n":2,"at":\#(at),"op":"move","from":["setup",0],"to":["playing",1]}]}"#
        message = Array(text.utf8)
        transmitMessage(index)
        phones[index].sent = 2
        phones[index].opsBeforeEdits = 2
        phones[index].top = 2
        phones[index].isInFlight = true
        phonesInFlight += 1
        numbered(index, 1)
    }

    /// Counts the phone as arrived once it has the log and its host's ops are acknowledged.
    mutating func arriveIfUpToDate(_ index: Int) {
        guard phones[index].stage == .catchingUp, phones[index].seq >= phones[index].top,
            !phones[index].isInFlight
        else { return }
        arrive(index)
    }

    mutating func arrive(_ index: Int) {
        phones[index].stage = .following
        tally.arrivals += 1
        arrivalTimes.record(nanoseconds: now - min(now, phones[index].calledAt))
        if !phones[index].isSlow { games[phones[index].game].present += 1 }
    }
}
