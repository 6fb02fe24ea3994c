import Foundation
import TestSupport
import Testing

@Suite("A password that is typed")
struct TypedPasswordTests {
    /// Runs a program at a terminal of its own: each argument behind the program's is a text to
    /// wait for, what to type then, and so on. Prints all that the terminal shows, and at the end
    /// whether it shows what is typed.
    private static let script = """
        import os, pty, sys, termios
        count = int(sys.argv[1])
        words, steps = sys.argv[2:2 + count], sys.argv[2 + count:]
        controller, terminal = pty.openpty()
        child = os.fork()
        if child == 0:
            os.setsid()
            os.close(os.open(os.ttyname(terminal), os.O_RDWR))
            for number in range(3): os.dup2(terminal, number)
            os.execv(words[0], words)
        shown = b""
        for text, reply in zip(steps[::2], steps[1::2]):
            while text.encode() not in shown: shown += os.read(controller, 1024)
            while termios.tcgetattr(terminal)[3] & termios.ECHO and "assword" in text: pass
            os.write(controller, reply.encode())
        status = os.waitpid(child, 0)[1]
        isShown = bool(termios.tcgetattr(terminal)[3] & termios.ECHO)
        os.set_blocking(controller, False)
        try: shown += os.read(controller, 65536)
        except BlockingIOError: pass
        print(shown.decode(), isShown, os.waitstatus_to_exitcode(status), sep="\\n")
        """

    private func type(
        _ steps: [String], to arguments: [String], _ house: Household
    ) throws -> [String] {
        let words = [Programs.url("folf").path] + arguments
        let child = try Child(
            "/usr/bin/python3", ["-c", Self.script, "\(words.count)"] + words + steps,
            environment: house.variables(of: "phone"))
        let output = child.wait()
        #expect(output.errors.isEmpty)
        return output.text.replacingOccurrences(of: "\r", with: "").components(separatedBy: "\n")
            .filter { !$0.isEmpty }
    }

    @Test("It isn't shown, and questions that have an answer to be seen are asked")
    func hidden() async throws {
        try await onOwnThread {
            let house = try Household()
            let lines = try type(
                [
                    "older? [y/N]", "n\n", "agree? [y/N]", "y\n", "signs:",
                    Household.password + "\n", "more:", Household.password + "\n",
                ], to: ["sign-up", "anna"], house)
            #expect(lines.contains("You are anna now, and signed in here."))
            #expect(!lines.joined().contains(Household.password))
            #expect(lines.suffix(2) == ["True", "0"])
            #expect(try house.done("phone", ["account"]).hasPrefix("anna (anna) at "))
        }
    }

    @Test("Two that differ are taken for none")
    func different() async throws {
        try await onOwnThread {
            let lines = try type(
                ["signs:", Household.password + "\n", "more:", "something else\n"],
                to: ["sign-up", "anna", "--age", "13"], try Household())
            #expect(lines.contains("folf: Those were two different passwords."))
            #expect(lines.suffix(2) == ["True", "2"])
        }
    }

    @Test("Whoever gives up in the middle has a terminal that shows what they type")
    func interrupted() async throws {
        try await onOwnThread {
            let lines = try type(
                ["Password:", "\u{3}"], to: ["login", "anna"], try Household())
            #expect(lines.suffix(2) == ["True", "-2"])
        }
    }
}
