internal import HearthBase
internal import HearthHTTP1

/// A client's dialogue with a connection, whose user answers each request once it is whole, or as soon as it begins.
struct Talk {
    enum Answering {
        case whole
        case begun
        case never
    }

    var connection: HTTP1Connection
    var now = ContinuousClock.now
    /// The events, with the pieces of a body joined.
    private(set) var events: [HTTP1Event] = []
    /// The bytes that the client received.
    private(set) var output: [UInt8] = []
    private let answering: Answering

    init(_ options: HTTP1Options = HTTP1Options(), answering: Answering = .whole) {
        connection = HTTP1Connection(options: options, at: now)
        self.answering = answering
    }

    /// A dialogue whose input is complete.
    init(_ text: String, _ options: HTTP1Options = HTTP1Options(), answering: Answering = .whole) {
        self.init(options, answering: answering)
        send(text)
    }

    mutating func send(_ text: String) { send(Array(text.utf8)) }

    mutating func send(_ bytes: [UInt8]) {
        connection.receive(bytes, at: now)
        turn()
    }

    /// Takes all events, and drains all output.
    mutating func turn() {
        repeat {
            while let event = connection.next(at: now) { take(event) }
            connection.drain(into: &output, limit: output.count + (64 << 10), at: now)
        } while connection.hasOutput
        while let event = connection.next(at: now) {
            take(event)
            turn()
        }
    }

    /// Lets time pass.
    mutating func wait(_ time: Duration) {
        now += time
        if let event = connection.timePassed(at: now) { take(event) }
        turn()
    }

    private mutating func take(_ event: HTTP1Event) {
        if case .body(let more) = event, case .body(let bytes) = events.last {
            events[events.count - 1] = .body(bytes + more)
        } else {
            events.append(event)
        }
        switch event {
        case .request(let request) where answering == .begun || answering == .whole && !request.hasBody: answer()
        case .end where answering == .whole: answer()
        default: break
        }
    }

    private mutating func answer() { connection.answer(200, body: Array("ok".utf8)) }

    var text: String { String(decoding: output, as: UTF8.self) }

    var requests: [HTTP1Request] {
        events.compactMap { if case .request(let request) = $0 { request } else { nil } }
    }

    /// The received bodies, joined.
    var body: String {
        String(decoding: events.flatMap { if case .body(let bytes) = $0 { bytes } else { [UInt8]() } }, as: UTF8.self)
    }

    /// The error that ended the connection, if any.
    var failure: HTTP1Error? {
        if case .failed(let error) = events.last { error } else { nil }
    }

    /// The statuses of the answers, in order.
    var statuses: [Int] {
        text.split(separator: "HTTP/1.1 ", omittingEmptySubsequences: false).dropFirst().compactMap {
            Int($0.prefix(3))
        }
    }

    /// The complete requests, in the format of ``http1_oracles``.
    var whole: [String] {
        var whole: [String] = []
        var (begun, body): (HTTP1Request?, [UInt8]) = (nil, [])
        func add() {
            guard let request = begun else { return }
            let target = request.block.first(":path") ?? ""
            whole.append("\(request.method.rawValue),\(hex(target.utf8)),\(body.isEmpty ? "-" : hex(body))")
        }
        for event in events {
            switch event {
            case .request(let request):
                (begun, body) = (request, [])
                if !request.hasBody { add() }
            case .body(let bytes): body += bytes
            case .end: add()
            case .failed: break
            }
        }
        return whole
    }
}

/// A request as text, with CRLF for each line end.
func request(_ line: String = "GET / HTTP/1.1", host: String? = "Host: h", _ fields: String..., body: String = "")
    -> String
{
    ([line] + (host.map { [$0] } ?? []) + fields).joined(separator: "\r\n") + "\r\n\r\n" + body
}
