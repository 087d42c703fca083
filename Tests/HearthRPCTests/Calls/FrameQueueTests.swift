internal import HearthRPC
internal import Synchronization
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct FrameQueueTests {
    private static let over = RPCError(.unavailable, "over")

    private static func frame(_ number: Int) -> RPCFrame {
        RPCFrame(message: [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)])
    }

    /// Reads in a task; returns once the task has begun.
    private func reader(_ queue: FrameQueue) async -> Task<Result<RPCFrame?, RPCError>, Never> {
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let task = Task { () -> Result<RPCFrame?, RPCError> in
            beginning.finish()
            do throws(RPCError) { return .success(try await queue.next()) } catch { return .failure(error) }
        }
        for await _ in begun {}
        return task
    }

    @Test func messagesKeepTheirOrderAndAreCountedOut() async throws {
        let taken = Mutex(0)
        let queue = FrameQueue { count in taken.withLock { $0 += count } }
        // More than is kept in one piece, in turns of different lengths.
        var (pushed, read) = (0, 0)
        for turn in 1..<40 {
            for _ in 0..<(turn * 7 % 150) {
                queue.push(Self.frame(pushed))
                pushed += 1
            }
            for _ in 0..<min(turn * 5 % 140, pushed - read) {
                try await expect(queue.next(), equals: Self.frame(read))
                read += 1
            }
        }
        queue.finish(nil)
        while let frame = try await queue.next() {
            expect(frame, equals: Self.frame(read))
            read += 1
        }
        expect(read, equals: pushed)
        expect(taken.withLock { $0 }, equals: 7 * pushed)
    }

    @Test func aReaderWaitsForAMessage() async throws {
        let queue = FrameQueue { _ in }
        let reader = await reader(queue)
        queue.push(Self.frame(1))
        try await expect(reader.value.get(), equals: Self.frame(1))
    }

    @Test func messagesBeforeTheEndAreRead() async throws {
        let queue = FrameQueue { _ in }
        queue.push(Self.frame(1))
        queue.finish(Self.over)
        queue.finish(nil)
        queue.push(Self.frame(2))
        try await expect(queue.next(), equals: Self.frame(1))
        let error = await expect(throws: RPCError.self) { try await queue.next() }
        expect(error?.code, equals: .unavailable)
    }

    @Test func anEndMayDiscardThem() async throws {
        let queue = FrameQueue { _ in }
        queue.push(Self.frame(1))
        queue.finish(Self.over, discarding: true)
        let error = await expect(throws: RPCError.self) { try await queue.next() }
        expect(error?.code, equals: .unavailable)
    }

    @Test func anEndWakesTheReader() async throws {
        for (end, code) in [(nil, nil), (Self.over, RPCError.Code.unavailable)] as [(RPCError?, RPCError.Code?)] {
            let queue = FrameQueue { _ in }
            let reader = await reader(queue)
            queue.finish(end)
            switch await reader.value {
            case .success(let frame): expect(frame == nil && code == nil)
            case .failure(let error): expect(error.code, equals: code)
            }
        }
    }

    @Test func aReaderCanBeCancelled() async throws {
        let queue = FrameQueue { _ in }
        let reader = await reader(queue)
        reader.cancel()
        let error = await expect(throws: RPCError.self) { try await reader.value.get() }
        expect(error?.code, equals: .cancelled)
        // The queue still works.
        queue.push(Self.frame(1))
        try await expect(queue.next(), equals: Self.frame(1))
    }

    @Test func compressedMessagesAreInflatedWhenTheyAreRead() async throws {
        let inflated = Mutex(0)
        let queue = FrameQueue(inflate: { _ throws(RPCError) in
            inflated.withLock { $0 += 1 }
            return Self.frame(9)
        }) { _ in }
        queue.push(RPCFrame(compressed: [0, 0, 0, 0, 0, 1]))
        queue.push(Self.frame(2))
        expect(inflated.withLock { $0 }, equals: 0)
        try await expect(queue.next() == Self.frame(9) && inflated.withLock { $0 } == 1)
        try await expect(queue.next() == Self.frame(2) && inflated.withLock { $0 } == 1)
    }

    @Test func failedInflationEndsTheQueue() async throws {
        let queue = FrameQueue(inflate: { _ throws(RPCError) in throw RPCError(.internal, "no gzip") }) { _ in }
        queue.push(RPCFrame(compressed: [0, 0, 0, 0, 0, 1]))
        queue.push(Self.frame(2))
        for _ in 0..<2 {
            let error = await expect(throws: RPCError.self) { try await queue.next() }
            expect(error?.code, equals: .internal)
        }
    }
}
