import SystemCalls
import Threads

/// The answers by which an authority for certificates sees that the server's name is ours (RFC 8555
/// section 8.3): those that we were told to give, and the files that another program, such as
/// certbot, has put into a folder.
final class Challenges: Sendable {
    private static let folder = "/.well-known/acme-challenge/"
    private static let answerBytesMax = 4 * 1024

    /// The folder that such a program takes for the top of the site; nil if there is none.
    private let webroot: String?
    private let answers = Lock<[String: [UInt8]]>([:])

    init(webroot: String?) { self.webroot = webroot }

    /// Begins or, with nil, ceases to give an answer.
    func set(_ answer: [UInt8]?, for token: String) {
        answers.withLock { $0[token] = answer }
    }

    /// - Parameter token: one element of a path, without dots.
    func answer(to token: String) -> [UInt8]? {
        if let answer = answers.withLock({ $0[token] }) { return answer }
        guard let webroot else { return nil }
        return try? contents(
            of: webroot + Self.folder + token, bytesMax: Self.answerBytesMax)
    }
}
