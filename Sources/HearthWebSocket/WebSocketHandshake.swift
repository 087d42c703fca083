internal import HearthBase
internal import HearthHTTP1
internal import HearthTLS

/// The opening handshake of a client (RFC 6455, section 4.1).
struct WebSocketHandshake: Sendable {
    let request: [UInt8]
    private let acceptance: String
    private var reader = ResponseHeadReader()

    /// - Parameters:
    ///   - host: for the `Host` field, with the port unless it is the usual one.
    ///   - nonce: 16 random bytes.
    init(host: String, path: String, nonce: [UInt8]) {
        let key = String(decoding: Base64.encode(nonce), as: UTF8.self)
        let fields = [
            ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Key", key),
            ("Sec-WebSocket-Version", "13"),
        ]
        request = HTTP1ClientRequest(
            "GET", path, fields: fields.map { HTTP1ClientRequest.Field($0.0, $0.1) }, mostAnswerBytes: 0
        ).bytes(host: host)
        let digest = SHA1.hash([UInt8]((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
        acceptance = String(decoding: Base64.encode(digest), as: UTF8.self)
    }

    /// Reads the server's answer from `position`, and advances it past the parsed bytes.
    ///
    /// - Returns: whether the handshake is done; false when it needs more bytes.
    mutating func accept(_ bytes: [UInt8], at position: inout Int) throws(WebSocketError) -> Bool {
        let answer: HTTP1Response
        do throws(HTTP1ClientError) {
            guard let head = try reader.read(bytes, at: &position) else { return false }
            answer = head
        } catch {
            throw WebSocketError(.handshakeRefused, "the server does not open a WebSocket: \(error.message)")
        }
        guard answer.status == 101 else {
            throw WebSocketError(
                .handshakeRefused,
                "the server answered with the status \(answer.status) instead of opening a WebSocket",
                status: answer.status)
        }
        guard answer.words("upgrade") == ["websocket"], answer.words("connection").contains("upgrade"),
            answer.fields["sec-websocket-accept"] == acceptance
        else {
            throw WebSocketError(.handshakeRefused, "the server's answer does not match the request for a WebSocket")
        }
        guard answer.fields["sec-websocket-extensions"] == nil, answer.fields["sec-websocket-protocol"] == nil else {
            throw WebSocketError(.handshakeRefused, "the server chose an extension or protocol that was not offered")
        }
        return true
    }
}
