package import Documents
import Structures

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
        let holder: Identifier128?
    }

    private var waiting = ExpiringTable<String, Waiting>(
        lifeMilliseconds: milliseconds, countMax: waitingMax)

    package init() {}

    /// Those that wait, and some whose time is over.
    package var count: Int { waiting.count }

    /// Makes a challenge of random bytes, as text for the browser.
    ///
    /// - Parameters:
    ///   - random: 16 bytes at least (WebAuthn Level 3 section 13.4.3), and never the same twice.
    ///   - holder: the key of the device that alone may answer it; nil: whoever has it.
    ///   - now: monotonic milliseconds.
    package mutating func issue(
        _ random: [UInt8], for purpose: Purpose, to holder: Identifier128?, now: UInt64
    ) -> String {
        let text = Base64URL.text(random)
        waiting.put(Waiting(purpose: purpose, holder: holder), for: text, now: now)
        return text
    }

    /// Whether a challenge is good for this. It stays so: somebody whose name is taken registers
    /// the same credential again, with another name.
    package func isGood(
        _ text: String, for purpose: Purpose, from holder: Identifier128?, now: UInt64
    ) -> Bool {
        guard let found = waiting.value(for: text, now: now) else { return false }
        return found.purpose == purpose && (found.holder == nil || found.holder == holder)
    }

    /// Takes a challenge away, whatever becomes of the answer.
    ///
    /// - Returns: whether it was good for this.
    package mutating func take(
        _ text: String, for purpose: Purpose, from holder: Identifier128?, now: UInt64
    ) -> Bool {
        defer { _ = waiting.take(text, now: now) }
        return isGood(text, for: purpose, from: holder, now: now)
    }
}
