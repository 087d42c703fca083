internal import HearthBase
internal import HearthHTTP2
internal import Expectations
internal import Testing

/// Limits on a peer's frames, with a clock as an argument.
@Suite struct FloodTests {
    private static let open = RawFrame.endHeaders
    private static let calm: [UInt32] = [11]

    @Test func provokedResetsAreCountedByTheMinute() throws {
        let server = try RawServer()
        func provoke(_ ids: some Sequence<UInt32>) {
            for id in ids {
                server.say(RawFrame(.headers, flags: Self.open, stream: id, RawFrame.request))
                // A window that gets too large is an error of the stream.
                server.say(RawFrame(.windowUpdate, stream: id, RawFrame.number(0x7FFF_FFFF)))
            }
        }
        for minute in UInt32(0)..<5 {
            provoke((0..<190).map { minute * 400 + $0 * 2 + 1 })
            expect(server.goAways(), equals: [])
            server.now += .seconds(60)
        }
        provoke((0..<401).map { 2001 + $0 * 2 })
        expect(server.goAways(), equals: Self.calm)
    }

    @Test func requestsRejectedByTheLibraryCount() throws {
        let server = try RawServer()
        // No :path. The answers are not drained: the peer reads none.
        for id in 0..<UInt32(201) { server.say(RawFrame(.headers, flags: 5, stream: id * 2 + 1, [0x83, 0x86])) }
        expect(server.goAways(), equals: Self.calm)
    }

    @Test func aClientThatResetsWhatItOpensIsCut() throws {
        let server = try RawServer()
        for id in 0..<UInt32(1001) {
            server.say(
                RawFrame(.headers, flags: 5, stream: id * 2 + 1, RawFrame.request),
                RawFrame(.rstStream, stream: id * 2 + 1, RawFrame.number(8)))
        }
        expect(server.goAways(), equals: Self.calm)
        expect(server.session.openStreams, isAtMost: 1)
    }

    @Test func aClientMayResetWhatIsAnswered() throws {
        let server = try RawServer()
        for id in stride(from: UInt32(1), to: 6_001, by: 2) {
            server.say(RawFrame(.headers, flags: Self.open, stream: id, RawFrame.request))
            server.respond(Int32(id))
            expect(server.goAways(), equals: [])
            server.say(RawFrame(.rstStream, stream: id, RawFrame.number(0)))
        }
        expectNil(server.failure)
    }

    @Test func framesThatCarryNothingAreCounted() throws {
        let floods: [(RawFrame, Int)] = [
            (RawFrame(.data, stream: 1), 10_000), (RawFrame(.priority, stream: 1, [0, 0, 0, 0, 1]), 10_000),
            (RawFrame(.windowUpdate, RawFrame.number(1)), 10_000), (RawFrame(type: 0x99), 10_000),
            (RawFrame(.settings), 1_000), (RawFrame(.ping, [UInt8](repeating: 0, count: 8)), 1_000),
        ]
        for (frame, limit) in floods {
            let server = try RawServer()
            server.say(RawFrame(.headers, flags: Self.open, stream: 1, RawFrame.request))
            for _ in 0..<(limit - 10) {
                server.say(frame)
                if frame.type == 6 || frame.type == 4 { expect(server.goAways(), equals: []) }
            }
            expect(server.goAways(), equals: [], "\(frame)")
            for _ in 0..<20 { server.say(frame) }
            expect(server.goAways(), equals: Self.calm, "\(frame)")
            expect(server.session.isFinished)
        }
    }

    @Test func overTimeTheSameFramesAreNoFlood() throws {
        let server = try RawServer()
        for _ in 0..<600 {
            for _ in 0..<50 { server.say(RawFrame(.ping, [UInt8](repeating: 0, count: 8))) }
            expect(server.goAways(), equals: [])
            server.now += .seconds(1)
        }
        expect(server.session.pings, equals: 30_000)
    }

    @Test func aReaderMayAnswerEachFrameOfABody() throws {
        let server = try RawServer()
        server.say(RawFrame(.headers, flags: 5, stream: 1, RawFrame.request))
        let stream = try require(server.streams[1])
        server.session.respond(stream, HeaderList([(":status", Array("200".utf8))]), reportsSent: false)
        for _ in 0..<20_000 {
            server.session.send(stream, [1])
            expect(server.goAways(), equals: [])
            server.say(
                RawFrame(.windowUpdate, RawFrame.number(1)), RawFrame(.windowUpdate, stream: 1, RawFrame.number(1)))
        }
        expectNil(server.failure)
    }

    @Test func peerThatReadsNothingIsCut() throws {
        var options = HTTP2Session.Options()
        options.glitches = RateLimit(burst: 1 << 30, perMinute: 0)
        let server = try RawServer(options)
        for _ in 0..<1_001 { server.say(RawFrame(.ping, [UInt8](repeating: 0, count: 8))) }
        expect(server.goAways(), equals: Self.calm)
    }

    @Test func headerBlocksEndAfterAFewContinuations() throws {
        for (count, expected) in [(8, [UInt32]()), (9, Self.calm)] {
            let server = try RawServer()
            server.say(RawFrame(.headers, flags: 1, stream: 1, RawFrame.request))
            for index in 1...count {
                expect(server.session.isInHeaderBlock)
                server.say(RawFrame(.continuation, flags: index == 8 && count == 8 ? 4 : 0, stream: 1))
            }
            expect(server.goAways(), equals: expected)
        }
    }

    @Test func headersAreIncompleteUntilTheLastByte() throws {
        let server = try RawServer()
        expect(!server.session.isInHeaderBlock)
        let frame = RawFrame(.headers, flags: 5, stream: 1, RawFrame.request).bytes
        for byte in frame.dropLast() { server.say(bytes: [byte]) }
        expect(server.session.isInHeaderBlock)
        expect(server.blocks.isEmpty)
        server.say(bytes: frame.suffix(1))
        expect(!server.session.isInHeaderBlock)
        expect(server.blocks.count, equals: 1)
    }

    @Test func theNextRequestAfterOneTooLargeHasTheRightHeaders() throws {
        let server = try RawServer()
        // Fields enter the table while the block is refused, and are referred to by index afterwards.
        var large = RawFrame.request
        for _ in 0..<6 {
            large += [0x40, 1, UInt8(ascii: "a"), 0x7F, 0x81, 0x1E] + [UInt8](repeating: 0x62, count: 3968)
        }
        large += [0x40, 1, UInt8(ascii: "k"), 2, UInt8(ascii: "v"), UInt8(ascii: "1")]
        let pieces = stride(from: 0, to: large.count, by: 16_000).map {
            Array(large[$0..<min($0 + 16_000, large.count)])
        }
        server.say(RawFrame(.headers, flags: 1, stream: 1, pieces[0]))
        for (index, piece) in pieces.dropFirst().enumerated() {
            server.say(RawFrame(.continuation, flags: index == pieces.count - 2 ? 4 : 0, stream: 1, piece))
        }
        expect(server.refusedHeaders, equals: 1)
        server.say(RawFrame(.headers, flags: 5, stream: 3, RawFrame.request + [0xBE]))
        expect(server.blocks.first?.first("k"), equals: "v1")
        expect(server.goAways(), equals: [])
    }

    @Test func aBlockThatUnpacksWithoutEndEndsTheConnection() throws {
        let server = try RawServer()
        // A field of 3,000 bytes into the table, then 10,000 times its index.
        server.say(
            RawFrame(
                .headers, flags: 5, stream: 1,
                RawFrame.request + [0x40, 1, UInt8(ascii: "a"), 0x7F, 0xB9, 0x16]
                    + [UInt8](repeating: 0x62, count: 3000)
            ))
        expect(server.blocks.count, equals: 1)
        server.say(
            RawFrame(.headers, flags: 5, stream: 3, RawFrame.request + [UInt8](repeating: 0xBE, count: 10_000)))
        expect(server.goAways(), equals: Self.calm)
    }

    @Test func streamsThatEndAfterGoAwayLeaveNothing() throws {
        let server = try RawServer()
        var id: UInt32 = 1
        for _ in 0..<100 {
            for _ in 0..<100 {
                server.say(RawFrame(.headers, flags: Self.open, stream: id, RawFrame.request))
                id += 2
            }
            _ = server.answers()
            if id > 200, id < 402 { server.session.announceShutdown() }
            for back in 0..<UInt32(100) {
                let stream = id - 2 - back * 2
                switch back % 3 {
                case 0: server.respond(Int32(stream))
                case 1: server.say(RawFrame(.rstStream, stream: stream, RawFrame.number(8)))
                default: server.reset(Int32(stream))
                }
            }
            _ = server.answers()
            server.now += .seconds(60)
            expect(server.session.openStreams, equals: 0)
        }
        expectNil(server.failure)
        server.session.goAway()
        server.say(RawFrame(.headers, flags: Self.open, stream: id, RawFrame.request))
        server.say(RawFrame(.data, flags: 1, stream: id, [1]))
        expect(server.goAways(), equals: [0])
        expect(server.session.openStreams, equals: 0)
    }

    @Test func framesInFlightAtAResetAreNoError() throws {
        let server = try RawServer()
        for id in stride(from: UInt32(1), to: 201, by: 2) {
            server.say(RawFrame(.headers, flags: Self.open, stream: id, RawFrame.request))
            server.reset(Int32(id))
            _ = server.answers()
            server.say(
                RawFrame(.data, stream: id, [1]),
                RawFrame(.headers, flags: 5, stream: id, [0, 1, UInt8(ascii: "a"), 1, UInt8(ascii: "b")]))
            expect(server.goAways(), equals: [])
        }
        expectNil(server.failure)
    }

    @Test func theLibraryHasNoKnownHoleThatCanBeSeen() throws {
        // CVE-2026-27135: a frame after one that ended the session.
        let session = try HTTP2Session(role: .server)
        let bad = RawFrame(.data, stream: 0, [1]).bytes + RawFrame(.priority, stream: 1, [0, 0, 0, 0, 1]).bytes
        let bytes = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + RawFrame(.settings).bytes + bad
        try? session.receive(bytes.span.bytes)
        try? session.receive(RawFrame(.headers, flags: 5, stream: 1, RawFrame.request).bytes.span.bytes)
        var out: [UInt8] = []
        try session.drain(into: &out, limit: 1 << 20)
        expect(RawFrame.read(out).compactMap(\.code), equals: [1])
    }
}
