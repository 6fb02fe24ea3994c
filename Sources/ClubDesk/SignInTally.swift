import API
import HTTP
import Threads

/// How often somebody has come in, by the way and by what became of it.
package final class SignInTally: Sendable {
    package enum Way: String, CaseIterable, Sendable {
        case signUp = "sign_up"
        case password, passkey, link
        case recoveryCode = "recovery_code"
        case mail
    }

    package enum Result: String, CaseIterable, Sendable {
        case entered
        /// Another device has to say yes first.
        case waiting
        case wrong
        /// There were too many wrong tries.
        case limited
        case failed
    }

    package struct Kind: Hashable, Sendable {
        package let way: Way
        package let result: Result

        package init(_ way: Way, _ result: Result) {
            self.way = way
            self.result = result
        }
    }

    private let tally = Lock<[Kind: Int]>([:])

    package var counts: [Kind: Int] { tally.withLock { $0 } }

    func count(_ way: Way, _ result: Result) {
        tally.withLock { $0[Kind(way, result), default: 0] += 1 }
    }
}

extension Clerk {
    /// Counts what becomes of somebody's try to come in.
    func counted(
        _ way: SignInTally.Way, _ body: () throws(APIProblem) -> APIAnswer
    ) throws(APIProblem) -> APIAnswer {
        do throws(APIProblem) {
            let answer = try body()
            tally.count(way, answer.status == .accepted ? .waiting : .entered)
            return answer
        } catch {
            let result: SignInTally.Result =
                switch error {
                case APIProblem(.wrongProof): .wrong
                case _ where error.terms.name == APIProblem.Kind.tooManyTries.rawValue: .limited
                default: .failed
                }
            tally.count(way, result)
            throw error
        }
    }
}
