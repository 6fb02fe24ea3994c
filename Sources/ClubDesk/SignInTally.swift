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
        _ call: APICall, _ answer: (APICall) throws(APIProblem) -> APIAnswer
    ) throws(APIProblem) -> APIAnswer {
        do throws(APIProblem) {
            let answer = try answer(call)
            tally.count(call.way, answer.status == .accepted ? .waiting : .entered)
            return answer
        } catch {
            tally.count(call.way, SignInTally.Result(error))
            throw error
        }
    }
}

extension SignInTally.Result {
    fileprivate init(_ problem: APIProblem) {
        switch problem.terms {
        case APIProblem.Kind.wrongProof.terms: self = .wrong
        case APIProblem.Kind.tooManyTries.terms: self = .limited
        default: self = .failed
        }
    }
}

extension APICall {
    /// The way by which somebody tries to come in: a sign-in has the field that it is called by.
    fileprivate var way: SignInTally.Way {
        switch operation {
        case .signUp: .signUp
        case .signIn: SignInTally.Way.allCases.first { body[$0.rawValue] != nil } ?? .mail
        default: .mail
        }
    }
}
