internal import Dispatch
internal import Foundation
internal import HearthCombine
internal import Synchronization
internal import Expectations
internal import Testing

@Suite struct ImmediateSchedulerTests {
    @Test func everythingRunsAtOnce() {
        let scheduler = ImmediateScheduler.shared
        var events: [String] = []
        scheduler.schedule { events.append("now") }
        scheduler.schedule(after: scheduler.now.advanced(by: .seconds(60))) { events.append("later") }
        let token = scheduler.schedule(after: scheduler.now, interval: .seconds(1)) { events.append("again") }
        events.append("returned")
        expect(events, equals: ["now", "later", "again", "returned"])
        token.cancel()
        expect((scheduler.minimumTolerance, scheduler.now.distance(to: scheduler.now.advanced(by: 5))), are: (0, 0))
    }

    @Test func operatorsRunOnIt() {
        let probe = Probe<Int, Never>(.unlimited)
        [1, 2].publisher.subscribe(on: ImmediateScheduler.shared).delay(for: 5, scheduler: ImmediateScheduler.shared)
            .receive(on: ImmediateScheduler.shared).subscribe(probe)
        expect(probe.events, equals: [.subscription, .value(1), .value(2), .finished])
    }

    @Test func timesNeverOverflow() {
        typealias Stride = ImmediateScheduler.SchedulerTimeType.Stride
        expect((Stride(.max) + Stride(1), Stride(-5) - Stride(.max)), are: (Stride(.max), Stride(-.max)))
        expect(Stride(.max) * Stride(2), equals: Stride(.max))
        expectNil(Stride(exactly: UInt.max))
    }
}

@Suite(.timeLimit(.minutes(5)))
struct DispatchQueueSchedulerTests {
    let queue = DispatchQueue(label: "tests")

    @Test func inOrder() {
        let log = Log<Int>()
        for number in 0..<100 { queue.schedule { log.append(number) } }
        queue.sync {}
        expect(log.all, equals: Array(0..<100))
    }

    @Test func notBeforeItsTime() async {
        let date = queue.now.advanced(by: .milliseconds(5))
        let time = await withCheckedContinuation { done in
            queue.schedule(after: date) { done.resume(returning: queue.now) }
        }
        expect(time, isAtLeast: date)
    }

    @Test func againUntilCancelled() async {
        let token = Mutex<AnyCancellableBox?>(nil)
        let log = Log<Int>()
        await withCheckedContinuation { done in
            // On the queue, so that the token is there before the first run.
            queue.sync {
                let cancellable = queue.schedule(after: queue.now, interval: .milliseconds(1)) {
                    log.append(log.all.count)
                    if log.all.count == 3 {
                        token.withLock { $0?.cancel() }
                        done.resume()
                    }
                }
                token.withLock { $0 = AnyCancellableBox(cancellable) }
            }
        }
        queue.sync {}
        expect(log.all, equals: [0, 1, 2])
    }

    @Test func timesAreCountedInNanoseconds() {
        typealias Stride = DispatchQueue.SchedulerTimeType.Stride
        let time = DispatchQueue.SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1_000))
        expect(time.distance(to: time.advanced(by: .microseconds(-1))), equals: .nanoseconds(-1_000))
        expect(time.advanced(by: .nanoseconds(5)), isAbove: time)
        expect(time.advanced(by: .seconds(-1)).dispatchTime.uptimeNanoseconds, equals: 0)
        expect(Stride(.milliseconds(2)), equals: .seconds(0.002))
        expect(Stride(.never), isAbove: .seconds(1_000_000))
        expect(Stride.seconds(.max) + 1, equals: .seconds(.max))
        expect(queue.minimumTolerance, equals: 0)
    }
}

@Suite(.timeLimit(.minutes(5)))
struct OperationQueueSchedulerTests {
    let queue: OperationQueue

    init() {
        queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
    }

    @Test func inOrder() {
        let log = Log<Int>()
        for number in 0..<100 { queue.schedule { log.append(number) } }
        queue.waitUntilAllOperationsAreFinished()
        expect(log.all, equals: Array(0..<100))
    }

    @Test func notBeforeItsTimeAndOnTheQueue() async {
        let queue = queue
        let date = queue.now.advanced(by: .milliseconds(5))
        let (time, isThere) = await withCheckedContinuation { done in
            queue.schedule(after: date) { done.resume(returning: (queue.now, OperationQueue.current === queue)) }
        }
        expect(time, isAtLeast: date)
        expect(isThere)
    }

    @Test func againUntilCancelled() async {
        let queue = queue
        let token = Mutex<AnyCancellableBox?>(nil)
        let log = Log<Int>()
        await withCheckedContinuation { done in
            queue.isSuspended = true
            let cancellable = queue.schedule(after: queue.now, interval: .milliseconds(1)) {
                log.append(log.all.count)
                guard log.all.count == 3 else { return }
                token.withLock { $0?.cancel() }
                queue.addBarrierBlock { done.resume() }
            }
            token.withLock { $0 = AnyCancellableBox(cancellable) }
            Self.resume(queue, atOperations: 5)
        }
        expect(log.all, equals: [0, 1, 2], "what was added already does not run after a cancel")
    }

    private static func resume(_ queue: OperationQueue, atOperations count: Int) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) {
            if queue.operationCount < count { resume(queue, atOperations: count) } else { queue.isSuspended = false }
        }
    }

    @Test func valuesComeInOrder() async {
        var values: [Int] = []
        for await value in (0..<100).publisher.receive(on: queue).collect().values { values = value }
        expect((values, queue.minimumTolerance), are: (Array(0..<100), 0))
    }
}

/// A token that threads pass on; a scheduler's may be cancelled on any.
private struct AnyCancellableBox: @unchecked Sendable {
    private let token: any Cancellable

    init(_ token: any Cancellable) { self.token = token }

    func cancel() { token.cancel() }
}
