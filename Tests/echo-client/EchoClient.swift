import Glibc

/// The WebSocket's client role as Autobahn's fuzzing server wants it: asks how many cases there
/// are, sends back what comes in each, and asks for the report.
///
/// Usage: echo-client PORT AGENT
@main
enum EchoClient {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let port = UInt16(arguments[1]) else {
            return fail("usage: echo-client PORT AGENT")
        }
        do {
            try run(port: port, agent: arguments[2])
        } catch {
            fail("\(error)")
        }
    }

    private static func run(port: UInt16, agent: String) throws {
        let texts = try visit("/getCaseCount", port: port)
        guard let text = texts.first, let count = Int(String(decoding: text, as: UTF8.self)) else {
            throw Echo.Broken(reason: "the server doesn't say how many cases there are")
        }
        for number in 0..<count {
            _ = try visit("/runCase?case=\(number + 1)&agent=\(agent)", port: port)
        }
        _ = try visit("/updateReports?agent=\(agent)", port: port)
    }

    private static func visit(_ path: String, port: UInt16) throws -> [[UInt8]] {
        do {
            var echo = try Echo.open(port: port, path: path)
            try echo.run()
            return echo.texts
        } catch {
            throw Echo.Broken(reason: "\(path): \(error)")
        }
    }

    private static func fail(_ reason: String) {
        print("echo-client: \(reason)")
        exit(1)
    }
}
