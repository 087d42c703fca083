internal import HearthEventLoop

/// A client that sends any bytes, and reads answers of HTTP/1.1.
final class HTTP1Peer: SocketHandler {
    private let socket: Socket
    private var bytes: [UInt8] = []
    /// The body to send when the server asks for it.
    private var body: [UInt8]
    private let isDone: ([WireAnswer]) -> Bool
    private let done: (HTTP1Peer) -> Void

    private init(
        _ socket: Socket, _ body: [UInt8], _ isDone: @escaping ([WireAnswer]) -> Bool,
        _ done: @escaping (HTTP1Peer) -> Void
    ) {
        self.socket = socket
        self.body = body
        self.isDone = isDone
        self.done = done
    }

    /// Sends bytes, and returns the answers once `isDone` holds, or the server has closed the connection.
    static func talk(
        to address: String, _ bytes: [UInt8], thenUponContinue body: [UInt8] = [], readsOnceSent: Bool = false,
        leaving departure: Departure? = nil,
        until isDone: @escaping @Sendable ([WireAnswer]) -> Bool
    ) async throws -> [WireAnswer] {
        let loop = try EventLoop.start()
        let endpoint = try Endpoint(address)
        let answers: [WireAnswer] = try await withCheckedThrowingContinuation { continuation in
            loop.post {
                loop.connect(to: endpoint) { connected in
                    do {
                        let socket = try connected.get()
                        let peer = HTTP1Peer(socket, body, isDone) { continuation.resume(returning: $0.answers) }
                        socket.start(peer)
                        socket.isReading = !readsOnceSent
                        socket.write(bytes)
                        if socket.pendingBytes == 0 { socket.isReading = true }
                        let bound = LoopBound(socket, loop: loop)
                        departure?.onNow { bound.run { $0.close() } }
                    } catch {
                        continuation.resume(throwing: error)
                    }
                }
            }
        }
        await loop.stop()
        return answers
    }

    func received(_ bytes: RawSpan) {
        self.bytes += [UInt8](copying: bytes)
        if !body.isEmpty, String(decoding: self.bytes, as: UTF8.self).contains("HTTP/1.1 100 ") {
            socket.write(body)
            body = []
        }
        if isDone(answers) { socket.close() }
    }

    func writesAreDone() { socket.isReading = true }
    func closed(_ error: LoopError?) { done(self) }

    /// The answers so far; the last one may be incomplete.
    private var answers: [WireAnswer] {
        var answers: [WireAnswer] = []
        var rest = bytes[...]
        while let answer = Self.take(&rest) {
            if answer.status != 100 { answers.append(answer) }
        }
        return answers
    }

    private static func take(_ rest: inout ArraySlice<UInt8>) -> WireAnswer? {
        guard let head = line(&rest) else { return nil }
        var answer = WireAnswer()
        answer.status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        while true {
            guard let field = line(&rest) else { return nil }
            if field.isEmpty { break }
            let parts = field.split(separator: ":", maxSplits: 1)
            let value = parts.dropFirst().first ?? ""
            answer.fields.append(WireField(parts.first.map { $0.lowercased() } ?? "", String(value.drop { $0 == " " })))
        }
        if answer.fields["transfer-encoding"] == "chunked" {
            while let text = line(&rest), let size = Int(text, radix: 16) {
                answer.body += rest.prefix(size)
                guard rest.count >= size + 2 else { break }
                rest = rest.dropFirst(size + 2)
                answer.isWhole = size == 0
                if size == 0 { break }
            }
        } else {
            let size = answer.fields["content-length"].flatMap { Int($0) } ?? 0
            answer.body = Array(rest.prefix(size))
            answer.isWhole = rest.count >= size
            rest = rest.dropFirst(size)
        }
        return answer
    }

    private static func line(_ rest: inout ArraySlice<UInt8>) -> String? {
        guard let end = rest.indices.dropLast().first(where: { rest[$0] == 13 && rest[$0 + 1] == 10 }) else {
            return nil
        }
        defer { rest = rest[(end + 2)...] }
        return String(decoding: rest[..<end], as: UTF8.self)
    }
}
