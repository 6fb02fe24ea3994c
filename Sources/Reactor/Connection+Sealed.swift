import Connections
import Glibc
import SystemCalls
import TLS

/// Writing to a connection that is secured. What a turn has to say is gathered before it is sealed:
/// a record costs half a microsecond and 22 bytes, and a system call more.
///
/// What is sealed can't be dropped any more, whatever the outlet decides, so no more is sealed than
/// the kernel is likely to take: what it left the last time is sent first, and then it is offered
/// no more than it took.
extension Connection {
    /// Bytes that are sealed at a time.
    private static let sealedBytesMax = 64 * 1024

    mutating func write(
        _ tls: TLSStream, through gather: inout GatherBuffer, _ glue: TLSGlue,
        _ counters: inout LoopCounters
    ) -> WriteOutcome {
        var bytesMax = tls.hasUnsent ? tls.unsentBytes : Self.sealedBytesMax
        while true {
            if tls.hasUnsent, let outcome = sendUnsent(tls, &counters) { return outcome }
            guard !outlet.outbox.isEmpty else {
                // Only who is done says so, once.
                guard outlet.phase == .flushing, !tls.isEnded else { return .emptied }
                tls.end(through: glue)
                glue.takeOutgoing { tls.keep($0) }
                continue
            }
            var sealed = 0
            outlet.outbox.withNextBytes(&gather) { bytes in
                sealed = tls.seal(bytes.extracting(first: min(bytes.count, bytesMax)), into: glue)
            }
            guard sealed > 0 else { return .failed(SystemError(code: EPROTO, call: "TLS")) }
            outlet.sent(sealed)
            bytesMax = Self.sealedBytesMax
            if let outcome = sendSealed(tls, glue, &counters) { return outcome }
        }
    }

    /// Sends what is in the glue, and keeps what the kernel doesn't take; nil if that is nothing.
    private func sendSealed(
        _ tls: TLSStream, _ glue: TLSGlue, _ counters: inout LoopCounters
    ) -> WriteOutcome? {
        var outcome: WriteOutcome?
        glue.takeOutgoing { bytes in
            let (sent, end) = send(bytes, &counters)
            outcome = end
            if sent < bytes.count { tls.keep(bytes.extracting(sent...)) }
        }
        return outcome
    }

    private func sendUnsent(
        _ tls: TLSStream, _ counters: inout LoopCounters
    ) -> WriteOutcome? {
        var outcome: WriteOutcome?
        tls.sendUnsent { bytes in
            let (sent, end) = send(bytes, &counters)
            outcome = end
            return sent
        }
        return outcome
    }

    /// - Returns: the number of bytes that were taken, and the outcome unless that was all.
    private func send(
        _ bytes: Span<UInt8>, _ counters: inout LoopCounters
    ) -> (sent: Int, WriteOutcome?) {
        counters.writeCalls += 1
        switch SystemCall.send(descriptor, bytes) {
        case .done(let sent):
            counters.bytesSent += UInt64(sent)
            return (sent, sent < bytes.count ? .blocked : nil)
        case .wouldBlock: return (0, .blocked)
        case .failed(let error): return (0, .failed(error))
        }
    }
}
