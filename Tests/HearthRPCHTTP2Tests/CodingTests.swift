internal import HearthEventLoop
internal import HearthRPC
internal import Expectations
internal import Testing

@testable internal import HearthRPCHTTP2

@Suite struct CodingTests {
    @Test(arguments: [
        ("plain", "plain"), ("100%", "100%25"), ("a\tb\r\n", "a%09b%0D%0A"), ("ü☺😈", "%C3%BC%E2%98%BA%F0%9F%98%88"),
    ])
    func messagesArePercentCoded(_ text: String, _ coded: String) {
        expect(String(decoding: PercentCoding.encode(text), as: UTF8.self), equals: coded)
        expect(PercentCoding.decode(Array(coded.utf8)[...]), equals: text)
    }

    @Test(arguments: [("%", "%"), ("%4", "%4"), ("%zz", "%zz"), ("%FF", "\u{FFFD}"), ("%e2%98%ba", "☺")])
    func anyMessageIsRead(_ coded: String, _ text: String) {
        expect(PercentCoding.decode(Array(coded.utf8)[...]), equals: text)
    }

    @Test(arguments: [
        String(repeating: "x", count: 100_000), "e" + String(repeating: "\u{301}", count: 100_000),
        String(repeating: "😈", count: 100_000),
    ])
    func aStatusStaysBelowWhatPeersTake(_ text: String) throws {
        let error = RPCError(.notFound, text, details: [UInt8](repeating: 1, count: 100_000))
        let fields = StatusCoding.fields(error, trailers: nil)
        expect(fields.map(\.name), equals: ["grpc-status", "grpc-message"])
        // gRPC's libraries accept header lists of 8 KiB.
        expect(fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.count + 32 }, isBelow: 8 << 10)
        let message = PercentCoding.decode(try require(fields.last).value[...])
        expect(text.utf8.starts(with: message.utf8))
        expect(!message.contains("\u{FFFD}"))
        expect(message.utf8.count, isAbove: 1_900)
        let short = RPCError(.notFound, "no", details: [UInt8](repeating: 1, count: 1_000))
        expect(StatusCoding.fields(short, trailers: nil).count, equals: 3)
    }

    @Test(arguments: [
        (Duration.seconds(5), "5000000u"), (.milliseconds(1), "1000u"), (.seconds(100), "100000m"),
        (.seconds(200_000), "200000S"), (.seconds(Int64.max), "99999999H"), (.seconds(-1), "0n"),
        (.seconds(300_000_000), "5000000M"),
    ])
    func timeoutsAreWritten(_ timeout: Duration, _ text: String) {
        expect(String(decoding: TimeoutCoding.encode(timeout), as: UTF8.self), equals: text)
    }

    @Test(arguments: [
        ("1H", Duration.seconds(3600)), ("2M", .seconds(120)), ("3S", .seconds(3)), ("4m", .milliseconds(4)),
        ("5u", .microseconds(5)), ("6n", .nanoseconds(6)), ("99999999H", .seconds(359_999_996_400)),
    ])
    func timeoutsAreRead(_ text: String, _ timeout: Duration) {
        expect(TimeoutCoding.decode(Array(text.utf8)[...]), equals: timeout)
    }

    @Test(arguments: ["", "S", "1", "1x", "-1S", "1 S", "999999999S", "1.5S"])
    func malformedTimeoutIsNil(_ text: String) {
        expectNil(TimeoutCoding.decode(Array(text.utf8)[...]))
    }

    static func frames(_ bytes: [UInt8], pieces: [Int], limit: Int = 1000) -> (frames: [RPCFrame], error: RPCError?) {
        var deframer = Deframer(limit: limit)
        var frames: [RPCFrame] = []
        var start = 0
        for end in pieces + [bytes.count] where end >= start {
            let piece = Array(bytes[start..<min(end, bytes.count)])
            start = min(end, bytes.count)
            var position = 0
            reading: while true {
                switch deframer.next(piece.span.bytes, at: &position) {
                case .frame(let frame): frames.append(frame)
                case .needsMore: break reading
                case .failure(let error): return (frames, error)
                }
            }
        }
        return (frames, nil)
    }

    @Test func messagesMayBeSplitAnywhere() {
        let expected = [
            RPCFrame(message: [1, 2, 3]), RPCFrame(message: []), RPCFrame(message: [UInt8](repeating: 7, count: 300)),
        ]
        let bytes = expected.flatMap(\.bytes)
        for split in 0...bytes.count {
            expect(Self.frames(bytes, pieces: [split]).frames, equals: expected)
        }
        expect(Self.frames(bytes, pieces: Array(0...bytes.count)).frames, equals: expected)
    }

    @Test func randomSplitsGiveTheSameMessages() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let expected = (0..<Int.random(in: 1...20, using: &generator)).map { _ in
                RPCFrame(message: [UInt8](repeating: 1, count: Int.random(in: 0...40, using: &generator)))
            }
            let bytes = expected.flatMap(\.bytes)
            let pieces = (0..<5).map { _ in Int.random(in: 0...bytes.count, using: &generator) }.sorted()
            expect(
                Self.frames(bytes, pieces: pieces).frames, equals: expected,
                "split at \(pieces), sizes \(expected.map(\.messageLength))")
        }
    }

    @Test func manyMessagesInOnePieceAreNoRecursion() {
        let bytes = [UInt8]([0, 0, 0, 0, 1, 9])
        let all = (0..<100_000).flatMap { _ in bytes }
        expect(Self.frames(all, pieces: []).frames.count, equals: 100_000)
    }

    @Test func announcedSizesAreCheckedBeforeTheMessageComes() {
        let tooLarge = Self.frames([0, 0xFF, 0xFF, 0xFF, 0xFF], pieces: [3])
        expect((tooLarge.error?.code, tooLarge.error?.message.contains("4294967295")), are: (.resourceExhausted, true))
        expect(tooLarge.error?.message.contains("1000"), equals: true)
        expect(Self.frames([1, 0, 0, 0, 0], pieces: []).error?.code, equals: .internal)
        expect(Self.frames([2, 0, 0, 0, 0], pieces: []).error?.code, equals: .internal)
    }

    @Test func aSlowReaderIsNotCredited() {
        var flow = InboundFlow(mark: 100)
        flow.queued(60)
        expect(flow.received(60), equals: 60)
        flow.queued(60)
        expect((flow.received(60), flow.received(10), flow.taken(60), flow.taken(60)), are: (0, 0, 70, 0))
    }
}
