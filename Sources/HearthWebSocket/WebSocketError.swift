/// A WebSocket connection failed.
package struct WebSocketError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    package enum Code: String, Hashable, Sendable {
        /// The server answered the handshake, but not with a WebSocket.
        case handshakeRefused
        /// The server broke a rule of the protocol.
        case protocolViolation
        /// A message or an answer is longer than the limit.
        case tooLarge
        /// A text is not UTF-8.
        case invalidText
        /// The session has ended.
        case closed
    }

    package let code: Code
    package let message: String
    /// The status of the server's answer to the handshake; nil for other failures.
    package let status: Int?

    package init(_ code: Code, _ message: String, status: Int? = nil) {
        self.code = code
        self.message = message
        self.status = status
    }

    package var description: String { message }

    /// The status code of the closing frame (RFC 6455, section 7.4.1).
    var closeCode: UInt16 {
        switch code {
        case .handshakeRefused, .protocolViolation, .closed: 1002
        case .invalidText: 1007
        case .tooLarge: 1009
        }
    }
}
