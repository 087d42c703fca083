internal import HearthEventLoop
internal import Synchronization
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct EventLoopTests {
    @Test func tasksPreferTheLoop() async throws {
        let loop = try EventLoop.start()
        let isOnLoop = await Task(executorPreference: loop) {
            await Task.yield()
            return loop.isCurrent
        }.value
        expect(isOnLoop)
        expect(!loop.isCurrent)
        await loop.stop()
    }

    @Test func tasksContinueAfterTheLoopsEnd() async throws {
        let loop = try EventLoop.start()
        await loop.stop()
        await loop.stop()
        await expect(Task(executorPreference: loop) { 42 }.value, equals: 42)
    }

    @Test func aLaterThreadIsNotTakenForAnEndedLoop() async throws {
        // A new thread often gets the identity of the one that ended last.
        for _ in 0..<20 {
            let ended = try EventLoop.start()
            await ended.stop()
            let later = try EventLoop.start()
            let isTaken = await Task(executorPreference: later) { ended.isCurrent }.value
            expect(!isTaken)
            let answer = await Task(executorPreference: later) {
                await Task(executorPreference: ended) { 42 }.value
            }.value
            expect(answer, equals: 42)
            await later.stop()
        }
    }

    @Test func postsRunInOrder() async throws {
        let loop = try EventLoop.start()
        let seen = Mutex<[Int]>([])
        for index in 0..<1000 { loop.post { seen.withLock { $0.append(index) } } }
        await withCheckedContinuation { continuation in loop.post { continuation.resume() } }
        expect(seen.withLock { $0 }, equals: Array(0..<1000))
        await loop.stop()
    }

    @Test func timersRunInTheOrderOfTheirDeadlines() async throws {
        let loop = try EventLoop.start()
        let seen = Recorder()
        await withCheckedContinuation { continuation in
            loop.post {
                for delay in [30, 5, 20, 10, 1, 15] {
                    let timer = loop.schedule(after: .milliseconds(delay)) {
                        seen.note(delay)
                        if delay == 30 { continuation.resume() }
                    }
                    if delay == 20 { timer.cancel() }
                }
            }
        }
        expect(seen.all, equals: [1, 5, 10, 15, 30])
        await loop.stop()
    }

    @Test func loopBoundValueIsVisibleOnlyThere() async throws {
        let loop = try EventLoop.start()
        let bound = LoopBound(1, loop: loop)
        expectNil(bound.ifCurrent)
        let value = await withCheckedContinuation { continuation in
            bound.run { _ in continuation.resume(returning: bound.ifCurrent) }
        }
        expect(value, equals: 1)
        await loop.stop()
    }
}

final class Recorder: Sendable {
    private let state = Mutex<[Int]>([])
    func note(_ value: Int) { state.withLock { $0.append(value) } }
    var all: [Int] { state.withLock { $0 } }
}
