import Club
import ClubDesk
import Documents
import EventStore
import Glibc
import Host
import Reactor
import SyncServer
import Threads

/// A loop's host, as it is in the product.
typealias LoopHost = Host<ServerOfKinds, EventLoop, EventStore, Mailboxes>

/// Answers what an operator asks by the socket in the data folder. It waits for the loops, and so
/// isn't for one.
final class ControlDesk: Sendable {
    /// The name of the socket in the data folder.
    static let socketName = "control"
    private static let patienceMilliseconds: UInt64 = 2_000
    private static let pauseMicroseconds: UInt32 = 2_000

    private let monitor: Monitor
    private let mailboxes: Mailboxes
    private let club: ClubDesk

    init(_ monitor: Monitor, _ mailboxes: Mailboxes, _ club: ClubDesk) {
        self.club = club
        self.monitor = monitor
        self.mailboxes = mailboxes
    }

    func answer(_ request: ControlRequest, as form: ControlForm) -> ControlAnswer {
        switch request {
        case .status:
            let status = monitor.status()
            return told(form == .json ? status.json : status.text, form == .json ? .json : .text)
        case .lobbies:
            let lobbies = overviews()
            switch form {
            case .json: return told(ControlText.json(lobbies), .json)
            case .text: return told(ControlText.table(lobbies), .text)
            case .page: return told(ControlPage.html(monitor.status(), lobbies), .page)
            }
        case .lobby(let lobby):
            fetch(lobby)
            let report =
                ask(loopOf: lobby) { host, _ in host.server.games.report(on: lobby) } ?? nil
            guard let report else { return .failed(.absent) }
            switch form {
            case .json: return told(ControlText.json(report), .json)
            case .text: return told(ControlText.table(report), .text)
            case .page: return told(ControlPage.html(report), .page)
            }
        case .announce(let text):
            let loops = Array(0..<mailboxes.loopCount)
            _ = ask(loops) { host, _ in host.server.announce(text) }
            return .done(form)
        case .act(let action, let lobby):
            fetch(lobby)
            let outcome = ask(loopOf: lobby) { host, now in
                host.server.games.operate(action, on: lobby, now: now)
            }
            // A loop that doesn't answer in time may do it yet.
            guard let failure = outcome ?? .busy else { return .done(form) }
            return .failed(failure)
        case .importCourses(let file):
            guard let report = try? club.importCourses(file) else { return .failed(.refused) }
            return told(CourseImportText.json(report), .json)
        case .accounts, .letIn, .suggestions:
            return (try? answerOfPeople(request, form == .json)) ?? .failed(.busy)
        case .courseChanges, .decide, .courseComments, .judge, .steward:
            do throws(ClubFault) {
                return try answerOfCourses(request, form == .json)
            } catch .absent {
                return .failed(.absent)
            } catch .stale {
                return .failed(.refused)
            } catch {
                return .failed(.busy)
            }
        }
    }

    private func answerOfCourses(
        _ request: ControlRequest, _ isJSON: Bool
    ) throws(ClubFault) -> ControlAnswer {
        let form: ControlForm = isJSON ? .json : .text
        switch request {
        case .courseChanges:
            let changes = try club.waitingCourseChanges()
            let text = isJSON ? CourseChangeText.json(changes) : CourseChangeText.table(changes)
            return told(text, form)
        case .decide(let action, let change, let reason):
            let decision: CourseDecision =
                switch action {
                case .accept: .accept
                case .refuse: .refuse(reason: reason)
                case .undo: .undo(reason: reason)
                }
            try club.decide(decision, on: change)
        case .courseComments:
            let comments = try club.markedComments()
            return told(
                isJSON ? CourseCommentText.json(comments) : CourseCommentText.table(comments),
                form)
        case .judge(let action, let comment): try club.judge(comment, keep: action == .keep)
        case .steward(let handle, let course, let isSteward):
            try club.setSteward(handle, of: course, isSteward: isSteward)
        default: return .failed(.absent)
        }
        return .done(form)
    }

    /// Has a lobby read into memory, and waits for it.
    private func fetch(_ lobby: LobbyID) {
        let deadline = MonotonicClock.milliseconds() + Self.patienceMilliseconds
        var isLoading = ask(loopOf: lobby) { host, _ in host.server.games.fetch(lobby) } ?? false
        while isLoading, MonotonicClock.milliseconds() < deadline {
            usleep(Self.pauseMicroseconds)
            isLoading =
                ask(loopOf: lobby) { host, _ in host.server.games.isLoading(lobby) } ?? false
        }
    }

    /// A browser is told what a terminal is.
    private func answerOfPeople(
        _ request: ControlRequest, _ isJSON: Bool
    ) throws(ClubFault) -> ControlAnswer {
        let form: ControlForm = isJSON ? .json : .text
        switch request {
        case .accounts:
            let list = try club.accounts()
            return told(isJSON ? AccountText.json(list) : AccountText.table(list), form)
        case .suggestions:
            let texts = try club.suggestions()
            return told(isJSON ? AccountText.json(texts) : AccountText.table(texts), form)
        case .letIn(let handle):
            guard let link = try club.wayIn(for: handle) else { return .failed(.absent) }
            return told(isJSON ? AccountText.json(link: link) : "\(link)\n", form)
        default: return .failed(.absent)
        }
    }

    private func told(_ text: String, _ form: ControlForm) -> ControlAnswer {
        .told(Array(text.utf8), form)
    }

    private func overviews() -> [LobbyOverview] {
        let loops = 0..<mailboxes.loopCount
        return ask(Array(loops)) { host, _ in host.server.games.overviews() }.joined()
            .sorted { $0.lobby.value.description < $1.lobby.value.description }
    }

    private func ask<Answer: Sendable>(
        loopOf lobby: LobbyID,
        _ question: @escaping @Sendable (inout LoopHost, ServerTime) -> Answer
    ) -> Answer? {
        ask([lobby.shard(of: mailboxes.loopCount)], question).first
    }

    /// Asks loops, each in a turn of its own, and gives the answers of those that answer in time.
    private func ask<Answer: Sendable>(
        _ loops: [Int], _ question: @escaping @Sendable (inout LoopHost, ServerTime) -> Answer
    ) -> [Answer] {
        let answers = Answers<Answer>()
        for loop in loops {
            mailboxes.visit(loop) { host, now in answers.add(question(&host, now)) }
        }
        return answers.wait(
            for: loops.count, until: MonotonicClock.milliseconds() + Self.patienceMilliseconds)
    }
}

/// Answers that come from several threads.
private final class Answers<Answer: Sendable>: Sendable {
    private let answers = Lock<[Answer]>([])
    private let arrivals = CountingSemaphore()

    func add(_ answer: Answer) {
        answers.withLock { $0.append(answer) }
        arrivals.signal()
    }

    func wait(for count: Int, until deadline: UInt64) -> [Answer] {
        var missing = count
        while missing > 0, arrivals.wait(until: deadline) { missing -= 1 }
        return answers.withLock { $0 }
    }
}
