package import SystemCalls

/// The reason why a measurement can't begin or go on.
package enum LoadError: Error, Equatable {
    /// The command line isn't understood; says what would be.
    case usage(String)
    case system(SystemError)
    /// The server didn't do what the workload needs before it can be measured.
    case stuck(String)

    package var sentence: String {
        switch self {
        case .usage(let sentence), .stuck(let sentence): sentence
        case .system(let error): "\(error)"
        }
    }
}
