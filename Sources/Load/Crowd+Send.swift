import WebSocket

extension Crowd {
    /// Draws a new mask for each frame (RFC 6455 section 5.3): Steele, Lea and Flood's SplitMix64.
    mutating func nextMask() -> UInt32 {
        masks &+= 0x9E37_79B9_7F4A_7C15
        var mixed = masks
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return UInt32(truncatingIfNeeded: mixed ^ mixed >> 31)
    }

    mutating func transmitFrame(_ opcode: Opcode, _ payload: Span<UInt8>, _ index: Int) {
        outgoing.removeAll(keepingCapacity: true)
        let mask = nextMask()
        WebSocketFrame.append(opcode: opcode, payload: payload, mask: mask, to: &outgoing)
        transmit(index)
    }

    /// Sends `message` as a text frame.
    mutating func transmitMessage(_ index: Int) {
        var text: [UInt8] = []
        swap(&text, &message)
        transmitFrame(.text, text.span, index)
        text.removeAll(keepingCapacity: true)
        swap(&text, &message)
    }

    /// Sends `outgoing`, as far as the kernel takes it.
    mutating func transmit(_ index: Int) {
        guard phones[index].descriptor >= 0 else { return }
        guard phones[index].unsent.isEmpty else {
            phones[index].unsent += outgoing
            return
        }
        switch SocketCall.send(phones[index].descriptor, outgoing) {
        case .done(let count):
            tally.bytesSent += count
            if count < outgoing.count { keep(Array(outgoing[count...]), index) }
        case .wouldBlock: keep(outgoing, index)
        case .failed(let error): lose(index, "\(error)")
        }
    }

    private mutating func keep(_ bytes: [UInt8], _ index: Int) {
        phones[index].unsent = bytes
        watch(index, writes: true)
    }

    /// Changes what is watched for on a phone's connection.
    ///
    /// - Parameter reads: false lets bytes pile up in the kernel and at the server.
    mutating func watch(_ index: Int, reads: Bool = true, writes: Bool = false) {
        do throws(LoadError) {
            let descriptor = phones[index].descriptor
            if phones[index].isLive {
                try liveReadiness.change(descriptor, token: index, reads: reads, writes: writes)
            } else {
                try readiness.change(descriptor, token: index, reads: reads, writes: writes)
            }
        } catch {
            lose(index, error.sentence)
        }
    }

    /// Sends on: there is room in the kernel again, or the connection stands.
    mutating func flush(_ index: Int) throws(LoadError) {
        guard phones[index].descriptor >= 0 else { return }
        if phones[index].stage == .connecting { return connected(index) }
        guard !phones[index].unsent.isEmpty else { return }
        switch SocketCall.send(phones[index].descriptor, phones[index].unsent) {
        case .done(let count):
            tally.bytesSent += count
            phones[index].unsent.removeFirst(count)
            if phones[index].unsent.isEmpty { watch(index) }
        case .wouldBlock: break
        case .failed(let error): lose(index, "\(error)")
        }
    }
}

extension [UInt8] {
    mutating func append(text: StaticString) {
        text.withUTF8Buffer { unsafe append(contentsOf: $0) }
    }

    /// Appends a text and, after it, a value that needs no escapes.
    mutating func append(text: StaticString, _ value: String) {
        append(text: text)
        append(contentsOf: value.utf8)
    }

    mutating func append(integer: Int) {
        if integer < 0 { append(0x2D) }
        var rest = integer.magnitude
        let start = count
        repeat {
            append(UInt8(rest % 10) + 0x30)
            rest /= 10
        } while rest > 0
        self[start...].reverse()
    }
}
