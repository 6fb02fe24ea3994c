import SyncClient

/// The reason why a command comes to nothing, in a sentence for players.
struct Failure: Error {
    var sentence: String
    var code = ExitCode.failed

    init(_ sentence: String, code: ExitCode = .failed) {
        self.sentence = sentence
        self.code = code
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
