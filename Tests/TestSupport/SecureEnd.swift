package import TLS

/// One end of a secured connection, whose bytes somebody else carries.
package final class SecureEnd {
    package let tls: TLSStream
    package let glue = TLSGlue()
    /// Everything that was said to it.
    package var said: [UInt8] = []
    /// Why nothing more will be said; nil while more may.
    package private(set) var end: TLSArrival.End?
    /// What it has to send and nobody has taken yet.
    package var sent: [UInt8] = []

    /// A client's end begins its handshake at once.
    package init(_ tls: TLSStream, isClient: Bool) {
        self.tls = tls
        if isClient { receive([]) }
    }

    /// Reads bytes, however many.
    package func receive(_ bytes: [UInt8]) {
        var rest = bytes.span
        repeat {
            let count = min(rest.count, TLSGlue.incomingBytesMax)
            let arrival = tls.receive(rest.extracting(first: count), through: glue)
            rest = rest.extracting(droppingFirst: count)
            glue.withSaid(arrival.count) { span in
                for place in span.indices { said.append(span[place]) }
            }
            end = end ?? arrival.end
            collect()
        } while !rest.isEmpty
    }

    /// Says something once the handshake is over; nothing more is said once it has failed.
    package func say(_ bytes: [UInt8]) {
        var rest = bytes.span
        while !rest.isEmpty {
            let count = tls.seal(rest, into: glue)
            collect()
            guard count > 0 else { return }
            rest = rest.extracting(droppingFirst: count)
        }
    }

    /// Says that nothing more will be said.
    package func finish() {
        tls.end(through: glue)
        collect()
    }

    /// Takes what OpenSSL has written.
    package func collect() {
        glue.takeOutgoing { span in
            for place in span.indices { sent.append(span[place]) }
        }
    }
}
