import Glibc

/// Questions to whoever sits at the terminal. They stand on standard error, because what a command
/// prints may go into a file. Without a terminal nothing is asked, but answers are read all the
/// same.
extension Terminal {
    /// The next line of standard input; nil at its end.
    static func ask(_ question: String) -> String? {
        if isInputInteractive { write(question + " ", to: STDERR_FILENO) }
        return readLine()
    }

    /// Whether the answer is yes. Without a terminal it is no.
    static func confirm(_ question: String) -> Bool {
        guard isInputInteractive else { return false }
        let answer = ask(question + " [y/N]")?.lowercased()
        return answer == "y" || answer == "yes"
    }

    /// The next line, which isn't shown while it is typed.
    static func askSecretly(_ question: String) -> String? {
        hidingInput { ask(question) }
    }

    /// What the terminal is set back to. Written before a handler is there that reads it.
    private nonisolated(unsafe) static var shown = termios()

    /// Hides what is typed. If a signal ends the program meanwhile, the terminal isn't left like
    /// that.
    private static func hidingInput<Result>(_ body: () -> Result) -> Result {
        guard unsafe tcgetattr(STDIN_FILENO, &shown) == 0 else { return body() }
        let ends = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
        for number in ends {
            signal(number) { number in
                unsafe tcsetattr(STDIN_FILENO, TCSANOW, &Terminal.shown)
                signal(number, SIG_DFL)
                raise(number)
            }
        }
        var hidden = unsafe shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        hidden.c_lflag |= tcflag_t(ECHONL)
        unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer {
            unsafe tcsetattr(STDIN_FILENO, TCSANOW, &shown)
            for number in ends { signal(number, SIG_DFL) }
        }
        return body()
    }
}
