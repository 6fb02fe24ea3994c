import Glibc
import Reactor
import Structures
import SystemCalls
import TLS

/// The listening sockets that a service manager holds for this program (sd_listen_fds(3)): they
/// were there before it and stay when it is gone, so whoever connects during a restart waits
/// instead of being refused.
///
/// `LISTEN_FDS` says how many there are, from descriptor 3 on; `LISTEN_FDNAMES` names the door that
/// each is for. One without names can only be the public door.
struct HeldSockets {
    /// The doors that may be held; an operator's lies in the data folder.
    private static let doors: [Door] = [.front, .redirect, .metrics]

    static let firstDescriptor: Int32 = 3
    private static let variables = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]

    private var descriptors: [Door: Int32] = [:]

    /// - Parameters:
    ///   - process: our process id: sockets that are meant for another one aren't taken.
    ///   - environment: looks a variable up.
    init(process: Int32, environment: (String) -> String?) throws(OptionError) {
        guard let owner = environment("LISTEN_PID") else { return }
        guard let number = Int32(owner) else {
            throw OptionError(reason: "LISTEN_PID is a process id, not \(owner)")
        }
        guard number == process else { return }
        let count = try Self.count(environment("LISTEN_FDS"))
        let names = environment("LISTEN_FDNAMES").map {
            $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        }
        if let names, names.count != count {
            throw OptionError(
                reason: "LISTEN_FDNAMES has \(names.count) names for \(count) sockets")
        }
        for place in 0..<count {
            let door = try Self.door(named: names?[place] ?? Door.front.rawValue)
            guard descriptors[door] == nil else {
                throw OptionError(reason: "there are two sockets named \(door.rawValue)")
            }
            descriptors[door] = Self.firstDescriptor + Int32(place)
        }
    }

    /// Takes the variables out of the environment: they aren't meant for our children.
    static func forgetVariables() {
        for name in variables { unsafe unsetenv(name) }
    }

    /// The socket of a door; nil if the server has to bind one itself.
    ///
    /// - Parameter credentials: what secures its connections.
    mutating func take(
        _ door: Door, _ credentials: TLSCredentials? = nil
    ) throws(OptionError) -> ListeningSocket? {
        guard let number = descriptors.removeValue(forKey: door) else { return nil }
        do throws(SystemError) {
            return try ListeningSocket(
                adopting: number, door: door, credentials: credentials)
        } catch {
            throw OptionError(
                reason: "the socket \(door.rawValue) (descriptor \(number)) doesn't listen "
                    + "for TCP connections: \(error.text)")
        }
    }

    /// Throws if a socket is held for a door that isn't open: whoever connects there would wait
    /// for ever.
    func requireNoneLeft() throws(OptionError) {
        guard let (door, _) = descriptors.min(by: { $0.value < $1.value }) else { return }
        throw OptionError(
            reason: "a socket is held for the door \(door.rawValue), which isn't open")
    }

    private static func count(_ text: String?) throws(OptionError) -> Int {
        guard let text, let count = Int(text), (1...doors.count).contains(count) else {
            throw OptionError(
                reason: "LISTEN_FDS is a number from 1 to \(doors.count), "
                    + "not \(text ?? "missing")")
        }
        return count
    }

    private static func door(named name: String) throws(OptionError) -> Door {
        if let door = Door(rawValue: name), doors.contains(door) { return door }
        let known = doors.map(\.rawValue).joined(separator: ", ")
        throw OptionError(
            reason: "LISTEN_FDNAMES has \(name), and only \(known) are doors; "
                + "see FileDescriptorName= in systemd.socket(5)")
    }
}
