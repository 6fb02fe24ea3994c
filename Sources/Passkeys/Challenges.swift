package import Documents

/// The challenges that wait for their answers: each is good once, for a while, for one purpose and,
/// if a device has asked for it, for that device.
package struct Challenges: Sendable {
    package enum Purpose: Hashable, Sendable {
        case create
        case get
    }

    /// Challenges that wait; the oldest go first where there are more.
    package static let waitingMax = 10_000
    package static let milliseconds: UInt64 = 300_000

    private struct Waiting {
        let purpose: Purpose
        let holder: PersonID?
        let endsAt: UInt64
    }

    private var waiting: [String: Waiting] = [:]
    /// The texts by the order in which they were given, going round.
    private var ring: [String] = []
    private var next = 0

    package init() {}

    /// Those that wait, and those whose time is over.
    package var count: Int { waiting.count }

    /// Makes a challenge of random bytes, as text for the browser.
    ///
    /// - Parameters:
    ///   - random: 16 bytes at least (WebAuthn Level 3 section 13.4.3), and never the same twice.
    ///   - holder: who alone may answer it; nil: whoever has it.
    ///   - now: monotonic milliseconds.
    package mutating func issue(
        _ random: [UInt8], for purpose: Purpose, to holder: PersonID?, now: UInt64
    ) -> String {
        let text = Base64URL.text(random)
        if ring.count < Self.waitingMax {
            ring.append(text)
        } else {
            waiting[ring[next]] = nil
            ring[next] = text
        }
        waiting[text] = Waiting(
            purpose: purpose, holder: holder, endsAt: now + Self.milliseconds)
        next = (next + 1) % Self.waitingMax
        return text
    }

    /// Takes a challenge away, whatever becomes of the answer.
    ///
    /// - Returns: whether it was good for this.
    package mutating func take(
        _ text: String, for purpose: Purpose, from holder: PersonID?, now: UInt64
    ) -> Bool {
        guard let found = waiting.removeValue(forKey: text) else { return false }
        return found.purpose == purpose && now < found.endsAt
            && (found.holder == nil || found.holder == holder)
    }
}
