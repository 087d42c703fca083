internal import HearthBase
internal import HearthHTTP2

private let answer = HeaderList([(":status", Array("200".utf8)), ("content-type", Array("application/grpc".utf8))])
private let trailers = HeaderList([("grpc-status", Array("0".utf8))])
private let request = HeaderList([
    (":method", Array("POST".utf8)), (":scheme", Array("http".utf8)), (":path", Array("/a/b".utf8)),
    (":authority", Array("x".utf8)), ("te", Array("trailers".utf8)),
])

/// A peer's bytes: plain ones, or frames with correct lengths, which a fuzzer seldom finds by itself.
private struct Speech {
    private var pieces: Pieces
    private let isFramed: Bool

    init(_ pieces: Pieces) {
        self.pieces = pieces
        isFramed = self.pieces.byte() & 1 == 1
    }

    mutating func next() -> [UInt8]? {
        guard !pieces.isEmpty else { return nil }
        guard isFramed else { return pieces.bytes(Int(pieces.byte()) + 1) }
        let (type, flags, stream) = (pieces.byte(), pieces.byte(), pieces.byte())
        let payload = pieces.bytes(Int(pieces.byte()))
        return [0, 0, UInt8(payload.count), type % 12, flags, 0, 0, 0, stream % 16] + payload
    }
}

/// Checks that a block consists only of its fields.
func fits(_ block: HeaderBlock) {
    var position = 0
    while let field = block.field(at: &position) {
        _ = block.text(field.name)
        _ = block.text(field.value)
        must(block.bytes.count >= field.value.upperBound, "a field is outside of its block")
    }
    must(position == block.bytes.count, "a block has bytes after its fields")
}

func fuzzServerSession(_ bytes: [UInt8]) {
    var options = HTTP2Session.Options()
    options.maxConcurrentStreams = 4
    options.provokedResets = RateLimit(burst: 20, perMinute: 0)
    guard let session = try? HTTP2Session(role: .server, options: options) else { return }
    var speech = Speech(Pieces(bytes))
    let now = ContinuousClock.now
    var (open, hasFailed): (Set<HTTP2Stream>, Bool) = ([], false)
    var next: [UInt8]? = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]
    while let bytes = next {
        do throws(HTTP2Error) {
            try session.receive(bytes.span.bytes, at: now)
        } catch {
            must(!error.message.isEmpty, "an error without a message")
            hasFailed = true
        }
        for event in session.takeEvents() {
            switch event {
            case .headers(let stream, let block, let isEnd):
                fits(block)
                let isNew = open.insert(stream).inserted
                switch (isNew ? stream.id : 0) % 5 {
                case 1: session.respond(stream, answer, body: bytes, trailers: trailers)
                case 2: session.reset(stream, .cancel)
                case 3:
                    session.respond(stream, answer, reportsSent: true)
                    session.send(stream, bytes)
                case 4: session.respond(stream, only: answer)
                default: if isEnd { session.finish(stream, trailers: trailers) }
                }
            case .headersTooLarge(let stream):
                open.insert(stream)
                session.respond(stream, only: answer)
            case .data(let stream, let range):
                must(open.contains(stream), "data of a stream that is not open")
                must(range.lowerBound >= 0 && range.upperBound <= bytes.count, "data outside of the received bytes")
                session.consume(stream, range.count)
            case .closed(let stream, _): open.remove(stream)
            case .end(let stream): session.finish(stream, trailers: nil)
            case .sent, .goAway, .pong, .settings: break
            }
        }
        var out: [UInt8] = []
        try? session.drain(into: &out, limit: 1 << 20, at: now)
        for event in session.takeEvents() {
            if case .closed(let stream, _) = event { open.remove(stream) }
        }
        must(session.openStreams >= open.count, "\(open.count) streams were announced, \(session.openStreams) are open")
        must(session.openStreams <= 200, "too many streams")
        if hasFailed { must(session.isFinished, "a failed session continues") }
        next = speech.next()
    }
}

func fuzzClientSession(_ bytes: [UInt8]) {
    guard let session = try? HTTP2Session(role: .client) else { return }
    var open: Set<HTTP2Stream> = []
    for _ in 0..<3 {
        guard let stream = session.request(request) else { return }
        open.insert(stream)
        session.send(stream, [0, 0, 0, 0, 1, 7])
        session.finish(stream, trailers: nil)
    }
    var out: [UInt8] = []
    try? session.drain(into: &out, limit: 1 << 20)
    _ = session.takeEvents()
    var speech = Speech(Pieces(bytes))
    var next: [UInt8]? = [0, 0, 0, 4, 0, 0, 0, 0, 0]
    while let bytes = next {
        do throws(HTTP2Error) {
            try session.receive(bytes.span.bytes)
        } catch {
            must(!error.message.isEmpty, "an error without a message")
        }
        for event in session.takeEvents() {
            switch event {
            case .headers(let stream, let block, _):
                fits(block)
                must(open.contains(stream), "headers of a stream that is not open")
            case .data(let stream, let range):
                must(open.contains(stream), "data of a stream that is not open")
                must(range.lowerBound >= 0 && range.upperBound <= bytes.count, "data outside of the received bytes")
                session.consume(stream, range.count)
            case .closed(let stream, _): must(open.remove(stream) != nil, "a stream is closed twice")
            default: break
            }
        }
        out.removeAll()
        try? session.drain(into: &out, limit: 1 << 20)
        for event in session.takeEvents() {
            if case .closed(let stream, _) = event { open.remove(stream) }
        }
        next = speech.next()
    }
}
