@testable internal import HearthHub
internal import Synchronization
internal import Testing

@Suite(.timeLimit(.minutes(1)))
struct EditQueueTests {
    private struct Refused: Error {}

    @Test func editsRunOneAfterTheOtherInTheOrderInWhichTheyCame() async {
        let queue = EditQueue()
        let log = Mutex<[String]>([])
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let first = Task { @Sendable in
            await queue.run {
                log.withLock { $0.append("first begins") }
                for await _ in gate {}
                log.withLock { $0.append("first ends") }
            }
        }
        while log.withLock({ $0.isEmpty }) { await Task.yield() }
        var rest: [Task<Void, Never>] = []
        for name in ["second", "third"] {
            await withCheckedContinuation { continuation in
                rest.append(
                    Task { @Sendable in
                        continuation.resume()
                        await queue.run { log.withLock { $0.append(name) } }
                    })
            }
            // It has asked; let it come as far as the queue.
            for _ in 0..<1_000 { await Task.yield() }
        }
        #expect(log.withLock { $0 } == ["first begins"])
        opener.finish()
        await first.value
        for task in rest { await task.value }
        #expect(log.withLock { $0 } == ["first begins", "first ends", "second", "third"])
    }

    @Test func anEditThatFailsLetsTheNextOneIn() async throws {
        let queue = EditQueue()
        await #expect(throws: Refused.self) { try await queue.run { throw Refused() } }
        #expect(await queue.run { 7 } == 7)
    }

    @Test func noneOverlapsWithAnother() async {
        let queue = EditQueue()
        let inside = Mutex((now: 0, most: 0, done: 0))
        await withTaskGroup { group in
            for _ in 0..<100 {
                group.addTask { @Sendable in
                    await queue.run {
                        inside.withLock {
                            $0.now += 1
                            $0.most = max($0.most, $0.now)
                        }
                        await Task.yield()
                        inside.withLock {
                            $0.now -= 1
                            $0.done += 1
                        }
                    }
                }
            }
        }
        #expect(inside.withLock { $0.most } == 1)
        #expect(inside.withLock { $0.done } == 100)
    }
}
