internal import HearthBase
@testable internal import HearthHub
internal import Synchronization
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
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
            // The task has asked; let it reach the queue.
            for _ in 0..<1_000 { await Task.yield() }
        }
        expect(log.withLock { $0 }, equals: ["first begins"])
        opener.finish()
        await first.value
        for task in rest { await task.value }
        expect(log.withLock { $0 }, equals: ["first begins", "first ends", "second", "third"])
    }

    @Test func anEditThatFailsLetsTheNextOneIn() async throws {
        let queue = EditQueue()
        await expect(throws: Refused.self) { try await queue.run { throw Refused() } }
        await expect(queue.run { 7 }, equals: 7)
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
        expect(inside.withLock { $0.most }, equals: 1)
        expect(inside.withLock { $0.done }, equals: 100)
    }

    /// Lets tasks into a queue one after the other, and reports which are inside.
    private final class Crowd: Sendable {
        let queue = EditQueue()
        private let content = Mutex((inside: Set<String>(), asked: 0, tasks: [String: (Task<Void, Never>, Latch)]()))

        var inside: Set<String> { content.withLock { $0.inside } }

        func send(_ name: String, _ claims: Set<EditClaim>?) async {
            let latch = Latch()
            let task = Task { @Sendable in
                content.withLock { $0.asked += 1 }
                await queue.run(claiming: claims) {
                    _ = content.withLock { $0.inside.insert(name) }
                    await latch.wait()
                    _ = content.withLock { $0.inside.remove(name) }
                }
            }
            let count = content.withLock { content in
                content.tasks[name] = (task, latch)
                return content.tasks.count
            }
            while content.withLock({ $0.asked }) < count { await Task.yield() }
            for _ in 0..<1_000 { await Task.yield() }
        }

        func end(_ name: String) async {
            let (task, latch) = content.withLock { $0.tasks[name] } ?? (Task {}, Latch())
            latch.open()
            await task.value
            for _ in 0..<1_000 { await Task.yield() }
        }
    }

    @Test func thoseThatClaimDifferentThingsRunSideBySide() async {
        let crowd = Crowd()
        await crowd.send("a", [.room("1"), .objectName("x")])
        await crowd.send("b", [.room("2"), .objectName("y")])
        await crowd.send("c", [.device("1")])
        expect(crowd.inside, equals: ["a", "b", "c"])
        for name in ["a", "b", "c"] { await crowd.end(name) }
        expect(crowd.inside.isEmpty)
    }

    @Test func conflictingEditsWaitInOrder() async {
        let crowd = Crowd()
        await crowd.send("a", [.room("1"), .objectName("x")])
        await crowd.send("b", [.room("2"), .objectName("x")])
        await crowd.send("c", [.room("3")])
        expect(crowd.inside, equals: ["a"])
        await crowd.end("a")
        expect(crowd.inside, equals: ["b", "c"])
        for name in ["b", "c"] { await crowd.end(name) }
    }

    @Test func exclusiveEditRunsAlone() async {
        let crowd = Crowd()
        await crowd.send("a", [.room("1")])
        await crowd.send("all", nil)
        await crowd.send("b", [.room("2")])
        expect(crowd.inside, equals: ["a"])
        await crowd.end("a")
        expect(crowd.inside, equals: ["all"])
        await crowd.end("all")
        expect(crowd.inside, equals: ["b"])
        await crowd.end("b")
    }
}
