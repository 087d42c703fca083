@testable internal import HearthEventLoop
internal import Expectations
internal import Synchronization
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct ReadSharesTests {
    /// A socket: the bytes left to read, and the iterations in which it was read.
    private struct Reader {
        var left: Int
        var reader = ReadShares.Reader()
        var readIn: [Int] = []
    }

    /// Iterations that ask all readers in the same order, and have time for `fitting` reads.
    private func run(_ readers: inout [Reader], fitting: Int, iterations: Int) {
        var shares = ReadShares()
        for iteration in 0..<iterations {
            var reads = 0
            for index in readers.indices where readers[index].left > 0 {
                let share = shares.take(&readers[index].reader, isLate: reads >= fitting)
                guard share > 0 else { continue }
                reads += 1
                let count = min(share, readers[index].left)
                readers[index].reader.read(count)
                readers[index].left -= count
                readers[index].readIn.append(iteration)
            }
            shares.endIteration()
        }
    }

    @Test func withoutCrowdingAllIsReadAtOnce() {
        var readers = [Reader](repeating: Reader(left: 64 << 10), count: 5)
        run(&readers, fitting: 5, iterations: 1)
        expect(readers.allSatisfy { $0.left == 0 && $0.readIn == [0] })
    }

    @Test func thoseWithMuchDoNotHoldUpTheLast() throws {
        var readers = [Reader](repeating: Reader(left: 1 << 20), count: 40) + [Reader(left: 100)]
        run(&readers, fitting: 4, iterations: 200)
        // Ten iterations for the others' first share.
        expect(readers[40].left, equals: 0)
        try expect(require(readers[40].readIn.first), isAtMost: 10)
    }

    @Test func eachIsReadOnceARoundHoweverEarlyItIsAsked() {
        var readers = [Reader](repeating: Reader(left: .max), count: 7)
        run(&readers, fitting: 2, iterations: 400)
        let counts = readers.map(\.readIn.count)
        expect((counts.max() ?? 0) - (counts.min() ?? 0), isAtMost: 1, "\(counts)")
        // Hardly any iteration was wasted.
        expect(counts.reduce(0, +), isAtLeast: 400)
    }

    @Test func sharesAreSmallWhereManyWait() {
        var shares = ReadShares()
        var readers = [ReadShares.Reader](repeating: ReadShares.Reader(), count: 200)
        for index in readers.indices { _ = shares.take(&readers[index], isLate: index > 0) }
        shares.endIteration()
        expect(shares.isCrowded)
        expect(shares.take(&readers[0], isLate: false), equals: 0)
        expect(shares.take(&readers[1], isLate: false), equals: 1 << 10)
        // No reader was passed over: the next iteration is normal.
        shares.endIteration()
        expect(!shares.isCrowded)
        expect(shares.take(&readers[0], isLate: false), equals: 64 << 10)
    }

    /// A socket with little data now and then does not wait for a round of the busy ones.
    @Test func lightReaderIsReadEachTime() {
        var shares = ReadShares()
        var heavy = [ReadShares.Reader](repeating: ReadShares.Reader(), count: 20)
        var light = ReadShares.Reader()
        light.read(100)
        for _ in 0..<50 {
            for index in heavy.indices {
                let share = shares.take(&heavy[index], isLate: index > 0)
                if share > 0 { heavy[index].read(share) }
            }
            expect(shares.take(&light, isLate: true), equals: 256)
            light.read(142)
            shares.endIteration()
            expect(shares.isCrowded)
        }
        // With more data it waits as the others do.
        light.read(256)
        expect(shares.take(&light, isLate: true), equals: 0)
    }

    /// A loop with busy sockets, whose reads take long, and one with a small request.
    @Test func aSmallQuestionIsReadBetweenLargeAnswers() async throws {
        let loop = try EventLoop.start()
        let other = try EventLoop.start()
        let heavy = 12
        let isSmallSent = AtomicFlag()
        let order: [Int] = try await withCheckedThrowingContinuation { continuation in
            loop.post {
                do throws(LoopError) {
                    let log = ReadLog()
                    let listener = try Listener(loop: loop, endpoint: .tcp(host: "127.0.0.1", port: 0)) { connection in
                        connection.open(on: loop) { SlowReader($0, log, isSmallSent) }
                    }
                    log.whenSmallIsThere = {
                        listener.close()
                        continuation.resume(returning: log.reads)
                    }
                    let endpoint = listener.endpoint
                    other.post {
                        for number in 0...heavy {
                            other.connect(to: endpoint) { result in
                                guard case .success(let socket) = result else { return }
                                socket.start(Silent())
                                socket.write(
                                    [UInt8](repeating: number == heavy ? 1 : 0, count: number == heavy ? 1 : 2 << 20))
                                if number == heavy { isSmallSent.set() }
                            }
                        }
                    }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
        // Twelve times two megabytes are at least 384 reads.
        expect(order.count, isBelow: 100, "\(order.count) reads before")
        await loop.stop()
        await other.stop()
    }
}

/// The reads between the sending of the small request and its arrival, on the loop's thread.
private final class ReadLog {
    var reads: [Int] = []
    var whenSmallIsThere: (() -> Void)?
}

private final class AtomicFlag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() { value.store(true, ordering: .releasing) }
}

private final class SlowReader: SocketHandler {
    private let socket: Socket
    private let log: ReadLog
    private let isSmallSent: AtomicFlag

    init(_ socket: Socket, _ log: ReadLog, _ isSmallSent: AtomicFlag) {
        self.socket = socket
        self.log = log
        self.isSmallSent = isSmallSent
    }

    func received(_ bytes: RawSpan) {
        if isSmallSent.isSet { log.reads.append(bytes.byteCount) }
        if bytes.byteCount == 1 {
            log.whenSmallIsThere?()
            log.whenSmallIsThere = nil
        }
        let end = ContinuousClock.now + .milliseconds(3)
        while ContinuousClock.now < end {}
    }

    func writesAreDone() {}
    func closed(_ error: LoopError?) {}
}

private final class Silent: SocketHandler {
    func received(_ bytes: RawSpan) {}
    func writesAreDone() {}
    func closed(_ error: LoopError?) {}
}
