@testable internal import HearthHTTP2
internal import Expectations
internal import Testing

@Suite struct FrameWatchTests {
    private static let open = RawFrame(.headers, flags: RawFrame.endHeaders, stream: 1, RawFrame.request)
    private static let reset = RawFrame(.rstStream, stream: 1, RawFrame.number(8))
    private static let data = RawFrame(.data, stream: 1, [1])
    private static let lastData = RawFrame(.data, flags: RawFrame.endStream, stream: 1, [1])

    /// A watch that has seen the preface, and its open streams.
    private final class Watched {
        private var watch: FrameWatch
        private var open: Set<UInt32> = []
        private let now = ContinuousClock.now

        init(_ options: HTTP2Session.Options = HTTP2Session.Options()) {
            watch = FrameWatch(.server, options)
            _ = scan(Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8))
        }

        /// The frames come in one piece.
        func take(_ frames: RawFrame...) -> HTTP2Error? { scan(frames.flatMap(\.bytes))?.error }

        func scan(_ bytes: [UInt8]) -> FrameWatch.Violation? {
            var (watch, open) = (watch, open)
            let now = now
            defer { (self.watch, self.open) = (watch, open) }
            let violation = bytes.withUnsafeBytes { bytes in
                watch.scan(bytes, at: { now }, isOver: false, isOpen: { open.contains($0) })
            }
            for frame in RawFrame.read(bytes) {
                switch RawFrame.Kind(rawValue: frame.type) {
                case .headers: open.insert(frame.stream)
                case .rstStream: open.remove(frame.stream)
                default: break
                }
            }
            return violation
        }

        func resetLocally(_ stream: UInt32) {
            open.remove(stream)
            watch.resetLocally(stream)
        }

        var isInHeaderBlock: Bool { watch.isInHeaderBlock }
        var pings: Int { watch.pings }
        var resetsSeen: Int { watch.resetsSeen }
    }

    @Test(arguments: [data, lastData, open])
    func framesAfterThePeersResetAreErrors(_ frame: RawFrame) {
        let inOnePiece = Watched()
        expect(inOnePiece.take(Self.open, Self.reset, frame)?.code, equals: .streamClosed)
        let inTwo = Watched()
        expectNil(inTwo.take(Self.open))
        expect(inTwo.take(Self.reset, frame)?.code, equals: .streamClosed)
        let inThree = Watched()
        expectNil(inThree.take(Self.open))
        expectNil(inThree.take(Self.reset))
        expect(inThree.take(frame)?.code, equals: .streamClosed)
    }

    @Test func framesInFlightAfterOurResetAreNoErrors() {
        for end in [Self.lastData, Self.reset] {
            let watch = Watched()
            expectNil(watch.take(Self.open))
            watch.resetLocally(1)
            expectNil(watch.take(Self.data))
            expectNil(watch.take(Self.data, end))
            expect(watch.take(Self.data)?.code, equals: .streamClosed)
        }
    }

    @Test func localResetsAreForgottenInTheirOrder() {
        var options = HTTP2Session.Options()
        options.maxConcurrentStreams = 2
        let watch = Watched(options)
        for id in stride(from: UInt32(1), through: 9, by: 2) {
            expectNil(watch.take(RawFrame(.headers, flags: 4, stream: id, RawFrame.request)))
            watch.resetLocally(id)
        }
        expectNil(watch.take(RawFrame(.data, stream: 9, [1])))
        expect(watch.take(Self.data)?.code, equals: .streamClosed)
    }

    @Test func streamsThatDependOnThemselvesAreErrors() {
        let onItself = RawFrame.number(5) + [0]
        let exclusive: [UInt8] = [0x80, 0, 0, 5, 0]
        let frames = [
            RawFrame(.priority, stream: 5, onItself), RawFrame(.priority, stream: 5, exclusive),
            RawFrame(.headers, flags: 0x25, stream: 5, onItself + RawFrame.request),
            RawFrame(.headers, flags: 0x2D, stream: 5, [0] + exclusive + RawFrame.request),
        ]
        for frame in frames {
            let whole = Watched()
            expect(whole.take(frame)?.code, equals: .protocolError, "\(frame)")
            let inBytes = Watched()
            let errors = frame.bytes.compactMap { inBytes.scan([$0])?.error.code }
            expect(errors.first, equals: .protocolError, "\(frame)")
        }
    }

    @Test func otherPrioritiesAreNoErrors() {
        let onAnother = RawFrame.number(3) + [0]
        for frame in [
            RawFrame(.priority, stream: 5, onAnother), RawFrame(.priority, stream: 5, [0, 0]),
            RawFrame(.headers, flags: 0x25, stream: 5, onAnother + RawFrame.request),
            RawFrame(.headers, flags: 0x0D, stream: 5, [0] + RawFrame.number(5)),
            RawFrame(.headers, flags: 5, stream: 5, RawFrame.number(5)),
        ] {
            let watch = Watched()
            expectNil(watch.take(frame), "\(frame)")
        }
    }

    @Test func priorityOnStreamZeroIsAnError() {
        let watch = Watched()
        expect(watch.take(RawFrame(.priority, RawFrame.number(1) + [0]))?.code, equals: .protocolError)
    }

    @Test func aViolationNamesTheBytesBeforeItsFrame() {
        let watch = Watched()
        let before = Self.open.bytes + Self.reset.bytes
        expect(watch.scan(before + Self.data.bytes)?.offset, equals: before.count)
        let split = Watched()
        expectNil(split.scan(before + Self.data.bytes.prefix(4)))
        expect(split.scan(Array(Self.data.bytes.dropFirst(4)))?.offset, equals: 0)
    }

    @Test func skippedStreamsCannotBeOpened() {
        let watch = Watched()
        expectNil(watch.take(RawFrame(.headers, flags: 5, stream: 7, RawFrame.request)))
        expect(watch.take(RawFrame(.headers, flags: 5, stream: 3, RawFrame.request))?.code, equals: .protocolError)
    }

    @Test func headerBlocksAreFollowed() {
        let watch = Watched()
        expectNil(watch.take(RawFrame(.headers, flags: 1, stream: 1, RawFrame.request)))
        expect(watch.isInHeaderBlock)
        expectNil(watch.take(RawFrame(.continuation, flags: 4, stream: 1)))
        expect(!watch.isInHeaderBlock)
    }

    @Test func pingsAreCountedAndTheirAnswersAreNot() {
        let watch = Watched()
        let ping = [UInt8](repeating: 0, count: 8)
        expectNil(watch.take(RawFrame(.ping, ping), RawFrame(.ping, flags: 1, ping), RawFrame(.ping, ping)))
        expect(watch.pings, equals: 2)
    }

    @Test func resetsOfOpenStreamsAreCounted() {
        let watch = Watched()
        expectNil(watch.take(Self.open))
        expectNil(watch.take(Self.reset))
        expectNil(watch.take(Self.reset))
        expect(watch.resetsSeen, equals: 1)
    }

    @Test func emptyDataCostsItsBudget() {
        var options = HTTP2Session.Options()
        options.glitches = RateLimit(burst: 3, perMinute: 0)
        let watch = Watched(options)
        expectNil(watch.take(Self.open))
        let empty = RawFrame(.data, stream: 1)
        expectNil(watch.take(empty, empty, empty))
        expect(watch.take(empty)?.code, equals: .enhanceYourCalm)
    }
}
