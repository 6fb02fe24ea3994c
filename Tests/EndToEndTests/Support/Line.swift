import CLinux
import Foundation
import Glibc
import TestSupport

/// A phone's way to the server: a relay on the loopback address whose signal can be lost.
///
/// Losing it is what a tunnel does. The phone's system notices and ends its side; the server
/// hears nothing, no FIN and no RST, and finds out by its own timers.
final class Line: @unchecked Sendable {
    let port: UInt16
    private let serverPort: UInt16
    private let listener: Int32
    private let lock = NSLock()
    private var hasSignal = true
    private var relays: [Relay] = []
    private var heardBytes: [UInt8] = []

    init(to serverPort: UInt16) throws {
        self.serverPort = serverPort
        (listener, port) = try Loopback.listen()
        Thread.detachNewThread { [weak self, listener] in
            while case let phone = accept4(listener, nil, nil, Int32(SOCK_CLOEXEC.rawValue)),
                phone >= 0
            {
                guard let self else {
                    _ = Glibc.close(phone)
                    break
                }
                self.admit(phone)
            }
            _ = Glibc.close(listener)
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        for relay in relays { relay.end() }
    }

    /// Everything the server has sent, as it went over the line. Text frames of the server are
    /// neither masked nor compressed, so that messages can be found in it.
    var heard: String { lock.withLock { String(decoding: heardBytes, as: UTF8.self) } }

    /// - Parameter isNoticed: whether the phone's system tells the app.
    func loseSignal(isNoticed: Bool = true) {
        lock.withLock {
            hasSignal = false
            for relay in relays { relay.freeze(isNoticed: isNoticed) }
        }
    }

    func regainSignal() { lock.withLock { hasSignal = true } }

    private func admit(_ phone: Int32) {
        guard lock.withLock({ hasSignal }), let server = try? Loopback.connect(to: serverPort)
        else {
            _ = Glibc.close(phone)
            return
        }
        let relay = Relay(phone: phone, server: server)
        lock.withLock {
            relays.append(relay)
            if !hasSignal { relay.freeze(isNoticed: true) }
        }
        Thread.detachNewThread { relay.carryUp() }
        Thread.detachNewThread { [weak self] in relay.carryDown { self?.hear($0) } }
    }

    private func hear(_ bytes: ArraySlice<UInt8>) { lock.withLock { heardBytes += bytes } }
}

/// The two sockets of one connection over a `Line`. They are closed with the last thread.
private final class Relay: @unchecked Sendable {
    private let phone: Int32
    private let server: Int32
    private let lock = NSLock()
    private var isFrozen = false

    init(phone: Int32, server: Int32) {
        self.phone = phone
        self.server = server
    }

    deinit {
        _ = Glibc.close(phone)
        _ = Glibc.close(server)
    }

    func freeze(isNoticed: Bool) {
        lock.withLock { isFrozen = true }
        if isNoticed { shutdown(phone, Int32(SHUT_RDWR)) }
    }

    func end() {
        shutdown(phone, Int32(SHUT_RDWR))
        shutdown(server, Int32(SHUT_RDWR))
    }

    func carryUp() {
        carry(from: phone, to: server)
        if !lock.withLock({ isFrozen }) { shutdown(server, Int32(SHUT_WR)) }
    }

    func carryDown(_ hear: (ArraySlice<UInt8>) -> Void) {
        carry(from: server, to: phone, hear)
        if !lock.withLock({ isFrozen }) { shutdown(phone, Int32(SHUT_WR)) }
    }

    private func carry(
        from source: Int32, to sink: Int32, _ hear: (ArraySlice<UInt8>) -> Void = { _ in }
    ) {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while case let count = unsafe recv(source, &buffer, buffer.count, 0), count > 0 {
            guard !lock.withLock({ isFrozen }) else { return }
            let bytes = buffer[..<count]
            hear(bytes)
            guard Self.send(bytes, to: sink) else { return }
        }
    }

    private static func send(_ bytes: ArraySlice<UInt8>, to sink: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(sink, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
