/// The client side of an HTTP/1.1 connection, without I/O: requests go in and bytes come out; the server's bytes go in
/// and pieces of answers come out. One request at a time, without pipelining. After an error the connection must be
/// closed.
package struct HTTP1ClientSession: Sendable {
    package enum Event: Hashable, Sendable {
        /// The head of the answer; interim answers with a status below 200 are skipped.
        case head(HTTP1Response)
        /// A piece of the body; never empty.
        case body([UInt8])
        /// The answer is complete. The next request may be sent if ``isReusable``.
        case end
    }

    /// What comes next from the server.
    private enum Reading {
        case nothing
        case head(ResponseHeadReader)
        case body(BodyReader)
        /// A body that ends with the connection; the number of bytes that it may still have.
        case bodyUntilClose(Int)
        /// The connection must be closed.
        case over
    }

    private let host: String
    private var mostBodyBytes = 0
    private var reading = Reading.nothing
    private var input: [UInt8] = []
    private var isHead = false
    private var interim = 0
    private var closesAfter = false
    /// Whether an answer has come, so that the server may close the connection at any time.
    private var hasServed = false
    /// The head of the answer to the last request, also if its body then has an error; nil until it is complete.
    package private(set) var head: HTTP1Response?

    /// The most interim answers before an answer.
    private static let mostInterim = 8

    /// - Parameter host: the value of `Host`: the server's name, with its port unless that is the usual one.
    package init(host: String) { self.host = host }

    /// Whether an answer is due, or not complete.
    package var isBusy: Bool {
        switch reading {
        case .nothing, .over: false
        case .head, .body, .bodyUntilClose: true
        }
    }

    /// Whether the connection can take another request.
    package var isReusable: Bool { if case .nothing = reading { !closesAfter } else { false } }

    /// Whether a request may be sent now. One that is not idempotent needs a connection that has served none. A server
    /// may close an idle connection just as a request is sent, and the client could not send this one again (RFC 9110,
    /// section 9.2.2; RFC 9112, section 9.3.1).
    package func takes(_ request: HTTP1ClientRequest) -> Bool { isReusable && (request.isIdempotent || !hasServed) }

    /// The bytes of a request; empty unless the session ``takes(_:)`` it.
    package mutating func send(_ request: HTTP1ClientRequest) -> [UInt8] {
        guard takes(request) else { return [] }
        mostBodyBytes = request.mostAnswerBytes ?? .max
        isHead = request.method == "HEAD"
        interim = 0
        head = nil
        reading = .head(ResponseHeadReader())
        return request.bytes(host: host)
    }

    /// Takes bytes from the server.
    package mutating func received(_ bytes: [UInt8]) throws(HTTP1ClientError) -> [Event] {
        if case .over = reading { return [] }
        input.append(contentsOf: bytes)
        var position = 0
        do throws(HTTP1ClientError) {
            let events = try read(at: &position)
            input.removeFirst(position)
            return events
        } catch {
            (reading, input) = (.over, [])
            throw error
        }
    }

    /// The server has closed the connection, which ends some bodies.
    package mutating func closed() throws(HTTP1ClientError) -> [Event] {
        defer { (reading, input) = (.over, []) }
        switch reading {
        case .nothing, .over: return []
        case .bodyUntilClose: return [.end]
        case .head(let reader) where hasServed && interim == 0 && !reader.hasBegun:
            throw HTTP1ClientError(.unanswered, "the server closed the idle connection before it answered")
        case .head, .body:
            throw HTTP1ClientError(.cutOff, "the connection ended before the answer was complete")
        }
    }

    private mutating func read(at position: inout Int) throws(HTTP1ClientError) -> [Event] {
        var events: [Event] = []
        while true {
            switch reading {
            case .nothing:
                guard position == input.count else {
                    throw HTTP1ClientError(.malformed, "the server sent bytes that belong to no answer")
                }
                return events
            case .over: return events
            case .head(var reader):
                let head = try reader.read(input, at: &position)
                reading = .head(reader)
                guard let head else { return events }
                guard head.status >= 200 else {
                    interim &+= 1
                    guard interim <= Self.mostInterim, head.status != 101 else {
                        throw HTTP1ClientError(.malformed, "the server answers with the status \(head.status)")
                    }
                    reading = .head(ResponseHeadReader())
                    continue
                }
                events.append(.head(head))
                self.head = head
                hasServed = true
                closesAfter = closesAfter || head.words("connection").contains("close")
                reading = try body(after: head)
                if case .nothing = reading { events.append(.end) }
            case .body(var body):
                let piece: Range<Int>
                do throws(HTTP1Error) {
                    piece = try body.next(input, at: &position)
                } catch {
                    throw HTTP1ClientError(error.status == 413 ? .tooLarge : .malformed, error.message)
                }
                reading = .body(body)
                if !piece.isEmpty { events.append(.body(Array(input[piece]))) }
                if body.isWhole {
                    reading = .nothing
                    events.append(.end)
                } else if piece.isEmpty {
                    return events
                }
            case .bodyUntilClose(let left):
                let piece = input[position...]
                guard piece.count <= left else { throw tooLarge }
                reading = .bodyUntilClose(left &- piece.count)
                position = input.count
                if !piece.isEmpty { events.append(.body(Array(piece))) }
                return events
            }
        }
    }

    /// How the body's end is known (RFC 9112, section 6.3).
    private mutating func body(after head: HTTP1Response) throws(HTTP1ClientError) -> Reading {
        if isHead || head.status == 204 || head.status == 304 { return .nothing }
        if head.fields["transfer-encoding"] != nil {
            guard head.words("transfer-encoding") == ["chunked"], head.fields["content-length"] == nil else {
                throw HTTP1ClientError(.malformed, "the answer has a transfer encoding other than chunked")
            }
            return .body(BodyReader(chunkedUpTo: mostBodyBytes))
        }
        guard let text = head.fields["content-length"] else {
            closesAfter = true
            return .bodyUntilClose(mostBodyBytes)
        }
        guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let length = Int(text)
        else { throw HTTP1ClientError(.malformed, "the Content-Length of the answer is not a number") }
        guard length <= mostBodyBytes else { throw tooLarge }
        return length == 0 ? .nothing : .body(BodyReader(length: length))
    }

    private var tooLarge: HTTP1ClientError {
        HTTP1ClientError(.tooLarge, "the body of the answer exceeds \(mostBodyBytes) bytes")
    }
}
