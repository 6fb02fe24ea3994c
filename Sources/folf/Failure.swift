import SyncClient

/// The reason why a command comes to nothing, in a sentence for players.
struct Failure: Error {
    var sentence: String
    var code = ExitCode.failed

    init(_ sentence: String, code: ExitCode = .failed) {
        self.sentence = sentence
        self.code = code
    }

    /// A command that was called in another way than it can be.
    static func usage(of command: CommandName) -> Failure {
        Failure("Usage: folf \(command.rawValue) \(command.parameters)", code: .usage)
    }
}

func attempt<Result: Sendable>(
    _ body: () async throws(FolfError) -> Result
) async throws(Failure) -> Result {
    do throws(FolfError) { return try await body() } catch { throw Failure(error.sentence) }
}

func attemptStorage<Result>(_ body: () throws(StorageError) -> Result) throws(Failure) -> Result {
    do throws(StorageError) { return try body() } catch { throw Failure(error.sentence) }
}
