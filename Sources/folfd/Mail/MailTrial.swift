import Glibc
import Mail

/// `folfd mail ADDRESS`: sends a letter now, so that whoever sets mail up sees whether it goes.
enum MailTrial {
    /// Prints what has become of it, and returns the exit code.
    static func run(to address: MailAddress, _ options: Options) -> Int32 {
        guard let route = options.mail else {
            Logger.print("folfd: no mail is set up; see --mail", to: STDERR_FILENO)
            return 2
        }
        let letter = Letter(to: address, language: .english, subject: .trial)
        switch route.deliver(letter) {
        case .taken:
            Logger.print(
                "\(route.server.authority) has taken it; look whether it arrives, and where",
                to: STDOUT_FILENO)
            return 0
        case .refused(let status):
            Logger.print(
                "folfd: \(route.server.authority) refuses the address: it answers \(status)",
                to: STDERR_FILENO)
        case .failed(let reason):
            Logger.print(
                "folfd: \(route.server.authority): \(reason)", to: STDERR_FILENO)
        }
        return 1
    }
}
