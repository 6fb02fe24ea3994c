public import Documents

/// A place in a lobby's log that a client knows it up to.
public struct LogPosition: Hashable, Sendable {
    public var epoch: Epoch
    public var seq: Seq
    /// The proof of the place, as the server gave it.
    public var proof: PositionProof

    public init(epoch: Epoch, seq: Seq, proof: PositionProof) {
        self.epoch = epoch
        self.seq = seq
        self.proof = proof
    }

    /// The place of a client that knows nothing.
    public static let none = LogPosition(epoch: .none, seq: 0, proof: .none)
}

/// The way in which a client gets to its lobby.
public enum Entry: Hashable, Sendable {
    /// The first op in the journal creates the lobby.
    case create(LobbyID)
    /// Somebody typed a code; nil if it can't be one.
    case code(JoinCode?)
    case invitation(LobbyID, Identifier128)
    /// The secret for watching, which a link has.
    case watch(LobbyID, Identifier128)
    /// An earlier membership, with the ticket of its `welcome`, which outlives the loss of the
    /// membership itself.
    case member(LobbyID, ticket: Identifier128?)
}

/// The first message of a client.
public struct Hello: Hashable, Sendable {
    /// A way to take part.
    public enum Part: Hashable, Sendable { case player, spectator }

    public var version: Int
    /// The name and version of the client's software.
    public var client: String
    /// The kind of the lobby's document.
    public var kind: DocumentKind
    public var credentials: Credentials
    public var replica: ReplicaID
    public var entry: Entry
    /// The wish to take part; nil only resumes.
    public var part: Part?
    /// The name to join under.
    public var name: String?
    /// Whether the host is to be asked, if nobody may come in any more without the host's word.
    public var knocks: Bool
    public var position: LogPosition
    /// The highest op number in the journal.
    public var number: OpNumber
    /// The highest number of an op whose refusal is in the journal.
    public var heard: OpNumber

    public init(
        client: String, kind: DocumentKind = .game, credentials: Credentials,
        replica: ReplicaID, entry: Entry, part: Part? = nil, name: String? = nil,
        knocks: Bool = false,
        position: LogPosition = .none, number: OpNumber = 0,
        heard: OpNumber = 0
    ) {
        version = WireLimits.protocolVersion
        self.client = client
        self.kind = kind
        self.credentials = credentials
        self.replica = replica
        self.entry = entry
        self.part = part
        self.name = name
        self.knocks = knocks
        self.position = position
        self.number = number
        self.heard = heard
    }
}

extension Hello {
    func write(to writer: inout ElementWriter) {
        writer.json.key("v")
        writer.json.integer(version)
        writer.json.key("client")
        writer.json.string(client)
        if kind != .game {
            writer.json.key("kind")
            writer.json.string(kind.description)
        }
        writer.json.key("person")
        writer.identifier(credentials.person.value)
        writer.json.key("token")
        writer.json.token(credentials.token)
        if let pass = credentials.pass {
            writer.json.key("account")
            writer.identifier(pass.account)
            writer.json.key("pass")
            writer.identifier(pass.proof)
        }
        writer.json.key("rid")
        writer.identifier(replica.value)
        writer.entry(entry)
        if let part {
            writer.json.key("as")
            writer.json.literal(part == .player ? "player" : "spectator")
        }
        if let name {
            writer.json.key("name")
            writer.json.string(name)
        }
        if knocks {
            writer.json.key("knock")
            writer.json.bool(true)
        }
        if position != .none {
            writer.json.key("epoch")
            writer.epoch(position.epoch)
            writer.json.key("seq")
            writer.json.integer(position.seq)
            writer.json.key("hash")
            writer.json.proof(position.proof)
        }
        writer.json.key("n")
        writer.json.integer(number)
        guard heard > 0 else { return }
        writer.json.key("heard")
        writer.json.integer(heard)
    }
}

extension ElementWriter {
    fileprivate mutating func entry(_ entry: Entry) {
        switch entry {
        case .create(let lobby):
            self.lobby(lobby)
            json.key("create")
            json.bool(true)
        case .code(let code):
            json.key("code")
            json.string(code?.description ?? "")
        case .invitation(let lobby, let invitation):
            self.lobby(lobby)
            json.key("invitation")
            identifier(invitation)
        case .watch(let lobby, let secret):
            self.lobby(lobby)
            json.key("watch")
            identifier(secret)
        case .member(let lobby, let ticket):
            self.lobby(lobby)
            guard let ticket else { return }
            json.key("ticket")
            identifier(ticket)
        }
    }

    private mutating func lobby(_ lobby: LobbyID) {
        json.key("lobby")
        identifier(lobby.value)
    }
}

/// The fields of a `hello` as they come in, in any order.
struct HelloFields {
    private var version = 0
    private var client = ""
    private var kind = DocumentKind.game
    private var person: Identifier128?
    private var token: Token?
    private var account: Identifier128?
    private var pass: Identifier128?
    private var replica: Identifier128?
    private var lobby: Identifier128?
    private var code: String?
    private var invitation: Identifier128?
    private var watch: Identifier128?
    private var ticket: Identifier128?
    private var creates = false
    private var part: Hello.Part?
    private var name: String?
    private var knocks = false
    private var position = LogPosition.none
    private var number: OpNumber = 0
    private var heard: OpNumber = 0

    /// Reads the value of the field `key`; skips one that isn't known.
    mutating func read(_ key: JSONWord, from reader: inout ElementReader) throws(WireError) {
        switch key {
        case "v": version = try reader.json.integer()
        case "client": client = try reader.json.string()
        // A name that can't be a kind's is one that nobody knows, not a broken message.
        case "kind": kind = DocumentKind(try reader.json.string()) ?? .nobodys
        case "person": person = try reader.identifier()
        // A text that isn't a token is a wrong token, not a broken message.
        case "token": token = try reader.token() ?? .nobodys
        case "account": account = try reader.identifier()
        case "pass": pass = try reader.identifier()
        case "rid": replica = try reader.identifier()
        case "lobby": lobby = try reader.identifier()
        case "code": code = try reader.json.string()
        case "invitation": invitation = try reader.identifier()
        case "watch": watch = try reader.identifier()
        case "ticket": ticket = try reader.identifier()
        case "create": creates = try reader.json.bool()
        case "as": part = try reader.part()
        case "name": name = try reader.json.string()
        case "knock": knocks = try reader.json.bool()
        case "epoch": position.epoch = try reader.epoch()
        case "seq": position.seq = try reader.json.integer()
        // A text that isn't a proof proves nothing.
        case "hash": position.proof = try reader.proof() ?? .none
        case "n": number = try reader.json.integer()
        case "heard": heard = try reader.json.integer()
        default: try reader.json.skip()
        }
    }

    func hello() throws(WireError) -> Hello {
        let replica = ReplicaID(try replica.required("rid"))
        guard client.utf8.count <= WireLimits.clientNameBytesMax else {
            throw .missing(field: "client")
        }
        var hello = Hello(
            client: client, kind: kind,
            credentials: Credentials(
                person: PersonID(try person.required("person")),
                token: try token.required("token"), pass: shownPass),
            replica: replica, entry: try entry(), part: part, name: name, knocks: knocks,
            position: position, number: number, heard: heard)
        hello.version = version
        return hello
    }

    /// The pass with its account; one without the other counts for nothing.
    private var shownPass: Pass? {
        guard let account, let pass else { return nil }
        return Pass(account: account, proof: pass)
    }

    private func entry() throws(WireError) -> Entry {
        if let code { return .code(JoinCode(code)) }
        let lobby = LobbyID(try lobby.required("lobby"))
        if creates { return .create(lobby) }
        if let invitation { return .invitation(lobby, invitation) }
        if let watch { return .watch(lobby, watch) }
        return .member(lobby, ticket: ticket)
    }
}

extension ElementReader {
    fileprivate mutating func part() throws(WireError) -> Hello.Part {
        switch try json.word() {
        case "player": .player
        case "spectator": .spectator
        default: throw .unexpected(at: json.position)
        }
    }
}
