/// A client's end of a WebSocket (RFC 6455), without I/O: the bytes of the server go in, those for it come out.
///
/// Randomness is handed in: 16 bytes at the beginning, and a mask for each frame. Masks must not be predictable, so
/// that what is sent can't look like HTTP to something in between.
package struct WebSocketClientSession: Sendable {
    /// What follows from bytes of the server, in this order.
    package enum Event: Hashable, Sendable {
        /// The handshake is done; messages may be sent.
        case opened
        case text(String)
        case binary([UInt8])
        /// Bytes for the server.
        case send([UInt8])
        /// The server has closed the WebSocket, or confirmed that. The connection is to be closed.
        ///
        /// - Parameter code: the status code; 1005 if the server gave none.
        case closed(code: UInt16, reason: String)
    }

    private enum State {
        case opening
        case open
        /// A closing frame was sent. Only the server's is waited for.
        case closing
        case closed
    }

    /// The longest message that is taken, in bytes.
    package static let mostBytes = 1 << 20

    /// The bytes of the handshake, to be sent first.
    package let request: [UInt8]
    private var handshake: WebSocketHandshake
    private let most: Int
    private var state = State.opening
    private var buffer: [UInt8] = []
    /// The message whose last fragment has not come.
    private var message: (opcode: WebSocketFrame.Opcode, bytes: [UInt8])?

    /// - Parameters:
    ///   - host: for the `Host` field, with the port unless it is the usual one.
    ///   - path: the path of the WebSocket, with a slash at its beginning.
    ///   - nonce: 16 random bytes.
    ///   - most: the longest message that is taken, in bytes.
    package init(host: String, path: String, nonce: [UInt8], most: Int = Self.mostBytes) {
        handshake = WebSocketHandshake(host: host, path: path, nonce: nonce)
        request = handshake.request
        self.most = most
    }

    /// Whether messages may be sent.
    package var isOpen: Bool { state == .open }

    // MARK: - Sending

    /// The bytes that send a text; empty unless the WebSocket is open.
    package func text(_ text: String, mask: UInt32) -> [UInt8] {
        isOpen ? WebSocketFrame.client(.text, [UInt8](text.utf8), mask: mask) : []
    }

    /// The bytes that ask the server for a sign of life; empty unless the WebSocket is open.
    package func ping(mask: UInt32) -> [UInt8] { isOpen ? WebSocketFrame.client(.ping, [], mask: mask) : [] }

    /// The bytes that close the WebSocket; empty unless it is open. Messages of the server are ignored from now on.
    package mutating func close(code: UInt16 = 1000, mask: UInt32) -> [UInt8] {
        guard isOpen else { return [] }
        state = .closing
        return Self.closing(code, mask)
    }

    private static func closing(_ code: UInt16, _ mask: UInt32) -> [UInt8] {
        WebSocketFrame.client(
            .close, [UInt8(truncatingIfNeeded: code >> 8), UInt8(truncatingIfNeeded: code)], mask: mask)
    }

    // MARK: - Receiving

    /// Takes bytes of the server, in any pieces.
    ///
    /// - Parameter mask: makes a mask for each frame that is an answer.
    /// - Throws: if the server broke a rule. ``farewell(after:mask:)`` has the last bytes for it; nothing else follows.
    package mutating func received(
        _ bytes: [UInt8], mask: () -> UInt32
    ) throws(WebSocketError) -> [Event] {
        guard state != .closed else { return [] }
        buffer += bytes
        var (events, position): ([Event], Int) = ([], 0)
        do throws(WebSocketError) {
            if state == .opening {
                if try handshake.accept(buffer, at: &position) {
                    state = .open
                    events.append(.opened)
                }
            }
            while state == .open || state == .closing, let size = try frame(at: position, mask, &events) {
                position += size  // in range: a frame of the buffer
            }
        } catch {
            state = .closed
            buffer = []
            throw error
        }
        buffer.removeFirst(position)
        return events
    }

    /// The bytes that tell the server why the connection ends.
    package func farewell(after error: WebSocketError, mask: UInt32) -> [UInt8] {
        error.code == .handshakeRefused ? [] : Self.closing(error.closeCode, mask)
    }

    /// Takes a frame. Returns its length with the head; nil if it is not complete.
    private mutating func frame(
        at position: Int, _ mask: () -> UInt32, _ events: inout [Event]
    ) throws(WebSocketError) -> Int? {
        let rest = buffer[position...]
        guard let head = try WebSocketFrame.head(rest, most: most), rest.count - head.size >= head.length else {
            return nil
        }
        let payload = Array(rest.dropFirst(head.size).prefix(head.length))
        switch head.opcode {
        case .ping:
            // After a closing frame nothing is sent any more (section 5.5.1).
            if state == .open { events.append(.send(WebSocketFrame.client(.pong, payload, mask: mask()))) }
        case .pong: break
        case .close: events += try closed(payload, mask)
        case .text, .binary, .continuation:
            if let event = try data(head, payload), state == .open { events.append(event) }
        }
        return head.size + head.length
    }

    /// Takes a fragment. Returns the message that it ends.
    private mutating func data(
        _ head: WebSocketFrame.Head, _ payload: [UInt8]
    ) throws(WebSocketError) -> Event? {
        var opcode = head.opcode
        var bytes = payload
        if opcode == .continuation {
            guard var begun = message.take() else {
                throw WebSocketError(.protocolViolation, "a message continues that did not begin")
            }
            guard begun.bytes.count <= most - payload.count else {
                throw WebSocketError(.tooLarge, "a message has more than \(most) bytes")
            }
            opcode = begun.opcode
            // Not a copy for each of many small fragments.
            begun.bytes += payload
            bytes = begun.bytes
        } else if message != nil {
            throw WebSocketError(.protocolViolation, "a message begins before the last one has ended")
        }
        guard head.isLast else {
            message = (opcode, bytes)
            return nil
        }
        guard opcode == .text else { return .binary(bytes) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw WebSocketError(.invalidText, "a text is not UTF-8")
        }
        return .text(text)
    }

    private mutating func closed(_ payload: [UInt8], _ mask: () -> UInt32) throws(WebSocketError) -> [Event] {
        guard payload.count != 1 else {
            throw WebSocketError(.protocolViolation, "a closing frame has half a status code")
        }
        let code = payload.isEmpty ? 1005 : UInt16(payload[0]) << 8 | UInt16(payload[1])
        guard payload.isEmpty || Self.isValid(code) else {
            throw WebSocketError(.protocolViolation, "a closing frame has the status code \(code), which is reserved")
        }
        guard let reason = String(validating: payload.dropFirst(2), as: UTF8.self) else {
            throw WebSocketError(.invalidText, "the reason of a closing frame is not UTF-8")
        }
        let answer: [Event] = state == .open ? [.send(Self.closing(payload.isEmpty ? 1000 : code, mask()))] : []
        state = .closed
        return answer + [.closed(code: code, reason: reason)]
    }

    /// Whether a status code may be in a closing frame (section 7.4).
    private static func isValid(_ code: UInt16) -> Bool {
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
