import API
import ClientPlatform
import HTTP

extension Failure {
    /// The server's own words, with what helps at a terminal.
    init(_ error: AccountError) {
        let help: String? =
            if error.isProblem(APIProblem.Kind.signedOut)
                || error.isProblem(APIProblem.Kind.notSignedIn)
            {
                "folf login signs you in again."
            } else if case .problem(let problem) = error {
                Self.help(problem)
            } else {
                nil
            }
        self.init([error.sentence.safe, help].compactMap(\.self).joined(separator: " "))
    }

    private static func help(_ problem: AccountProblem) -> String? {
        if let wait = problem.retryMilliseconds {
            return "Come again in \(AccountText.time(wait))."
        }
        guard problem.name == APIProblem.Kind.badField.rawValue, let field = problem.field else {
            return nil
        }
        guard field == "handle" else { return "(\(field.safe))" }
        return "A user name has 3 to 20 letters a–z, digits, or . _ - behind a letter."
    }
}

func attemptAccount<Result>(
    _ body: () throws(AccountError) -> Result
) throws(Failure) -> Result {
    do throws(AccountError) { return try body() } catch { throw Failure(error) }
}
