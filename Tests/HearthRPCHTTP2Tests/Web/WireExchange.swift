internal import HearthBase
internal import HearthHTTP2
internal import HearthEventLoop
internal import HearthRPC

/// A header field, its name in lower case.
struct WireField: Hashable, Sendable, CustomStringConvertible {
    var name: String
    var value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    var description: String { "\(name): \(value)" }
}

extension [WireField] {
    func values(_ name: String) -> [String] { filter { $0.name == name }.map(\.value) }
    subscript(name: String) -> String? { first { $0.name == name }?.value }
}

enum HTTPVersion: Sendable, CaseIterable { case http1, http2 }

/// A request, with either version of HTTP.
struct WireRequest: Sendable {
    var method = "POST"
    var path: String
    var fields: [WireField] = []
    var body: [UInt8] = []
    /// Whether the body ends.
    var isWhole = true

    /// The bytes for HTTP/1.1, with the body in chunks unless a length is announced.
    func bytes(to host: String) -> [UInt8] {
        var head = "\(method) \(path) HTTP/1.1\r\nhost: \(host)\r\n"
        for field in fields where field.name != "te" { head += "\(field.name): \(field.value)\r\n" }
        guard method != "GET", method != "HEAD" else { return Array("\(head)\r\n".utf8) }
        guard fields["content-length"] == nil else { return Array("\(head)\r\n".utf8) + body }
        var bytes = Array("\(head)transfer-encoding: chunked\r\n\r\n".utf8)
        if !body.isEmpty {
            bytes += Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n".utf8)
        }
        if isWhole { bytes += Array("0\r\n\r\n".utf8) }
        return bytes
    }
}

/// The received answer.
struct WireAnswer: Sendable {
    var status = 0
    var fields: [WireField] = []
    var body: [UInt8] = []
    var trailers: [WireField] = []
    /// Whether it is complete.
    var isWhole = false

    var text: String { String(decoding: body, as: UTF8.self) }
}

extension WireRequest {
    /// Sends it, and returns the answer once `isDone` holds, or when it ends, or when told to leave; then the client
    /// leaves.
    func answer(
        _ version: HTTPVersion, from address: String, leaving departure: Departure? = nil,
        until isDone: @escaping @Sendable (WireAnswer) -> Bool = { $0.isWhole }
    ) async throws -> WireAnswer {
        switch version {
        case .http1:
            let bytes = bytes(to: address)
            let answers = try await HTTP1Peer.talk(to: address, bytes, leaving: departure) {
                $0.first.map(isDone) ?? false
            }
            return answers.first ?? WireAnswer()
        case .http2:
            return try await RawPeer.talk(to: address) { peer in
                guard let stream = peer.session.request(headers(to: address)) else { return }
                if !body.isEmpty { peer.session.send(stream, body) }
                if isWhole { peer.session.finish(stream, trailers: nil) }
                let socket = LoopBound(peer.socket, loop: peer.socket.loop)
                departure?.onNow { socket.run { $0.close() } }
            } until: {
                $0.isClosed || isDone($0.answer)
            } _: {
                $0.answer
            }
        }
    }

    private func headers(to host: String) -> HeaderList {
        let pseudo = [
            WireField(":method", method), WireField(":scheme", "http"), WireField(":path", path),
            WireField(":authority", host),
        ]
        return HeaderList((pseudo + fields).map { ($0.name, Array($0.value.utf8)) })
    }
}

extension RawPeer {
    /// The answer to its first request.
    var answer: WireAnswer {
        var answer = WireAnswer()
        for (event, body) in events {
            switch event {
            case .headers(_, let block, let isEnd):
                var fields: [WireField] = []
                var position = 0
                while let field = block.field(at: &position) {
                    fields.append(WireField(block.text(field.name), block.text(field.value)))
                }
                if answer.status == 0 {
                    answer.status = fields[":status"].flatMap { Int($0) } ?? 0
                    answer.fields = fields.filter { !$0.name.hasPrefix(":") }
                } else {
                    answer.trailers = fields
                }
                if isEnd { answer.isWhole = true }
            case .data: answer.body += body
            case .end: answer.isWhole = true
            default: break
            }
        }
        return answer
    }
}
