internal import HearthBase
internal import HearthTLS

/// The opening handshake of a client (RFC 6455, section 4.1).
struct WebSocketHandshake: Sendable {
    /// The longest head of the server's answer.
    static let longestAnswer = 16 << 10

    let request: [UInt8]
    private let acceptance: String

    /// - Parameters:
    ///   - host: for the `Host` field, with the port unless it is the usual one.
    ///   - nonce: 16 random bytes.
    init(host: String, path: String, nonce: [UInt8]) {
        let key = String(decoding: Base64.encode(nonce), as: UTF8.self)
        let lines = [
            "GET \(path) HTTP/1.1", "Host: \(host)", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13", "", "",
        ]
        request = [UInt8](lines.joined(separator: "\r\n").utf8)
        let digest = SHA1.hash([UInt8]((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
        acceptance = String(decoding: Base64.encode(digest), as: UTF8.self)
    }

    /// Reads the server's answer; returns the length of its head, or nil if that is not complete.
    ///
    /// - Parameter known: the number of bytes that were read before and did not complete the head.
    func accept(_ bytes: [UInt8], known: Int) throws(WebSocketError) -> Int? {
        let unread = bytes.prefix(Self.longestAnswer).dropFirst(max(known - 3, 0))
        guard let end = unread.firstRange(of: [0x0D, 0x0A, 0x0D, 0x0A]) else {
            guard bytes.count < Self.longestAnswer else {
                throw WebSocketError(
                    .handshakeRefused,
                    "the server's answer has more than \(Self.longestAnswer) bytes; is it a web server?")
            }
            return nil
        }
        let text = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
        let status = lines.popFirst()?.split(separator: " ").prefix(2).map(String.init) ?? []
        guard status.count == 2, status[0].hasPrefix("HTTP/1."), let code = Int(status[1]) else {
            throw WebSocketError(.handshakeRefused, "the server does not answer in HTTP/1.1")
        }
        guard code == 101 else {
            throw WebSocketError(
                .handshakeRefused, "the server answered with the status \(code) instead of opening a WebSocket",
                status: code)
        }
        var fields: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let name = line[..<colon].lowercased()
            let value = line[colon...].dropFirst().trimmed
            fields[name] = fields[name].map { $0 + "," + value } ?? value
        }
        let options = (fields["connection"] ?? "").lowercased().split(separator: ",").map { $0.trimmed }
        guard fields["upgrade"]?.lowercased() == "websocket", options.contains("upgrade"),
            fields["sec-websocket-accept"] == acceptance
        else {
            throw WebSocketError(.handshakeRefused, "the server's answer does not match the request for a WebSocket")
        }
        guard fields["sec-websocket-extensions"] == nil, fields["sec-websocket-protocol"] == nil else {
            throw WebSocketError(.handshakeRefused, "the server chose an extension or protocol that was not offered")
        }
        return end.upperBound
    }
}

extension StringProtocol {
    /// Without spaces and tabs at both ends.
    fileprivate var trimmed: String {
        let start = drop { $0 == " " || $0 == "\t" }
        let end = start.lastIndex { $0 != " " && $0 != "\t" }
        return end.map { String(start[...$0]) } ?? ""
    }
}
