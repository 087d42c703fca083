internal import HearthBase
internal import HearthHTTP2

/// One HTTP/2 frame (RFC 9113, section 4.1), written to and read from bytes.
struct RawFrame: Equatable {
    enum Kind: UInt8, CaseIterable {
        case data, headers, priority, rstStream, settings, pushPromise, ping, goAway, windowUpdate, continuation
    }

    var type: UInt8
    var flags: UInt8 = 0
    var stream: UInt32 = 0
    var payload: [UInt8] = []

    init(_ kind: Kind, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8] = []) {
        self.init(type: kind.rawValue, flags: flags, stream: stream, payload)
    }

    init(type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8] = []) {
        self.type = type
        self.flags = flags
        self.stream = stream
        self.payload = payload
    }

    var bytes: [UInt8] {
        [UInt8(payload.count >> 16), UInt8(payload.count >> 8 & 255), UInt8(payload.count & 255), type, flags]
            + Self.number(stream) + payload
    }

    static func number(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }

    /// The error code of a GOAWAY or RST_STREAM.
    var code: UInt32? {
        switch Kind(rawValue: type) {
        case .goAway: Self.number(payload.dropFirst(4).prefix(4))
        case .rstStream: Self.number(payload)
        default: nil
        }
    }

    static func read(_ bytes: [UInt8]) -> [RawFrame] {
        var frames: [RawFrame] = []
        var rest = bytes[...]
        while rest.count >= 9 {
            let header = Array(rest.prefix(9))
            let length = Int(number(header[0..<3]))
            frames.append(
                RawFrame(
                    type: header[3], flags: header[4], stream: number(header[5..<9]),
                    Array(rest.dropFirst(9).prefix(length))))
            rest = rest.dropFirst(9 + length)
        }
        return frames
    }

    static let endStream: UInt8 = 1
    static let endHeaders: UInt8 = 4
    /// POST http://x/ in HPACK, which does not change the table.
    static let request: [UInt8] = [0x83, 0x86, 0x84, 0x01, 1, UInt8(ascii: "x")]
}

/// A server's session that the test sends frames to.
final class RawServer {
    let session: HTTP2Session
    private(set) var streams: [Int32: HTTP2Stream] = [:]
    private(set) var blocks: [HeaderBlock] = []
    private(set) var refusedHeaders = 0
    private(set) var failure: HTTP2Error?
    var now = ContinuousClock.now

    init(_ options: HTTP2Session.Options = HTTP2Session.Options(), scratch: HeaderScratch? = nil) throws {
        session = try HTTP2Session(role: .server, options: options, scratch: scratch)
        say(bytes: Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + RawFrame(.settings).bytes)
        _ = answers()
    }

    func say(_ frames: RawFrame...) { say(bytes: frames.flatMap(\.bytes)) }

    func say(bytes: [UInt8]) {
        do throws(HTTP2Error) {
            try session.receive(bytes.span.bytes, at: now)
        } catch {
            failure = error
        }
        for event in session.takeEvents() {
            switch event {
            case .headers(let stream, let block, _):
                streams[stream.id] = stream
                blocks.append(block)
            case .headersTooLarge: refusedHeaders += 1
            default: break
            }
        }
    }

    func answers() -> [RawFrame] {
        var out: [UInt8] = []
        do throws(HTTP2Error) {
            try session.drain(into: &out, limit: 1 << 22, at: now)
        } catch {
            failure = error
        }
        _ = session.takeEvents()
        return RawFrame.read(out)
    }

    /// The codes of the GOAWAYs that it sent.
    func goAways() -> [UInt32] { answers().filter { $0.type == 7 }.compactMap(\.code) }

    func respond(_ id: Int32) {
        guard let stream = streams[id] else { return }
        session.respond(
            stream, HeaderList([(":status", Array("200".utf8))]), body: [1],
            trailers: HeaderList([("grpc-status", Array("0".utf8))]))
    }

    func reset(_ id: Int32) {
        if let stream = streams[id] { session.reset(stream, .cancel) }
    }
}
