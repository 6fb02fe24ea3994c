package import API
package import Club
package import Courses
package import Documents
package import EventStore
import HTTP
package import Secrets
package import SystemCalls
import Threads

/// The desk where the API's calls are answered, on threads of its own. Passwords are hashed on one
/// thread, with a short line before it: a hash takes as much memory as thousands of connections,
/// and whoever sends many is told to come again.
package final class ClubDesk: APIDesk {
    private static let threadCount = 2
    private static let waitingMax = 128
    private static let comeAgainMilliseconds: UInt64 = 1_000

    private let clerk: Clerk
    private let pool: WorkerPool
    private let hashing: HashingPool
    private let resultKeeper: ResultKeeper
    private let resultPool: WorkerPool

    /// - Parameter speakers: who may act as whom; the desk changes it, and the loops ask it.
    package init(
        _ store: EventStore, _ speakers: SharedSpeakers, _ passwords: Passwords,
        _ settings: ClubSettings, _ host: ClubHost
    ) throws(SystemError) {
        clerk = Clerk(store, speakers, passwords, settings, host)
        pool = try WorkerPool(
            named: "desk", threads: Self.threadCount, waitingMax: Self.waitingMax)
        hashing = try HashingPool(passwords)
        resultKeeper = ResultKeeper(store, host, clerk.crowds)
        resultPool = try WorkerPool(named: "results", threads: 1, waitingMax: 1)
    }

    package func take(
        _ request: APIRequest, answer: @escaping @Sendable (APIAnswer) -> Void
    ) {
        let isTaken = pool.take { [clerk, hashing] in
            do throws(APIProblem) {
                let call = try APITable.check(request)
                guard call.hashesPassword else {
                    return answer(Self.answer(call, by: clerk))
                }
                if !hashing.take({ _ in answer(Self.answer(call, by: clerk)) }) {
                    answer(Self.busy)
                }
            } catch {
                answer(APIAnswer(error))
            }
        }
        if !isTaken { answer(Self.busy) }
    }

    /// How often to go on with what was left undone.
    package static let resumeMilliseconds: UInt64 = 3_600_000

    /// Goes on with what was left undone when the server ended, or when the store couldn't: names
    /// that are still to be taken out of games. A join that was under way when its person was
    /// erased may also have brought a name in.
    package func resume() {
        _ = pool.take { [clerk] in clerk.goOnErasing() }
    }

    /// How often to look whether results of games are to be made.
    package static let resultMilliseconds: UInt64 = 5_000

    /// Makes some results, on a thread of its own; nothing if it is still at it.
    package func makeResults() {
        _ = resultPool.take { [resultKeeper] in resultKeeper.sweep() }
    }

    package func figures() -> ClubFigures {
        ClubFigures(
            accountCount: try? clerk.accountCount(), signIns: clerk.tally.counts,
            passwordsWaiting: hashing.waitingCount)
    }

    /// The accounts, in the order of their names.
    package func accounts() throws(ClubFault) -> AccountList { try clerk.accountList() }

    /// The newest texts to the operator, newest first.
    package func suggestions() throws(ClubFault) -> [Suggestion] { try clerk.suggestions() }

    /// Puts the courses of a file into the catalogue, each of them whole or not at all.
    package func importCourses(
        _ file: [UInt8]
    ) throws(ImportRefusal) -> CourseImportReport { try clerk.importCourses(file) }

    /// The changes of courses that wait for a decision, the oldest first.
    package func waitingCourseChanges() throws(ClubFault) -> [WaitingCourseChange] {
        try clerk.waitingCourseChanges()
    }

    package func decide(
        _ decision: CourseDecision, on change: Identifier128
    ) throws(ClubFault) {
        try clerk.decide(decision, on: change)
    }

    /// The comments on courses that were reported or hidden, the oldest first.
    package func markedComments() throws(ClubFault) -> [MarkedComment] {
        try clerk.markedComments()
    }

    /// Shows a comment to all again, or removes it; `absent` if there is none.
    package func judge(_ comment: Identifier128, keep: Bool) throws(ClubFault) {
        try clerk.judge(comment, keep: keep)
    }

    /// Has an account look after a course, or not any more; `absent` if one of them isn't there.
    package func setSteward(
        _ handle: Handle, of course: Identifier128, isSteward: Bool
    ) throws(ClubFault) {
        try clerk.setSteward(handle, of: course, isSteward: isSteward)
    }

    /// A link that lets the owner of an account in, once, within an hour; nil if nobody has that
    /// name.
    package func wayIn(for handle: Handle) throws(ClubFault) -> String? {
        try clerk.wayIn(for: handle)
    }

    /// Ends the threads once they are done with what they have begun.
    package func close() {
        pool.close()
        hashing.close()
        resultPool.close()
    }

    private static var busy: APIAnswer {
        APIAnswer(APIProblem(.busy, retryMilliseconds: comeAgainMilliseconds))
    }

    private static func answer(_ call: APICall, by clerk: Clerk) -> APIAnswer {
        do throws(APIProblem) {
            return try clerk.answer(call)
        } catch {
            return APIAnswer(error)
        }
    }
}

extension APICall {
    /// Whether the answer takes the hash of a password.
    fileprivate var hashesPassword: Bool {
        switch operation {
        case .signUp, .signIn: body["password"] != nil
        case .setPassword: true
        default: false
        }
    }
}
