internal import Dispatch
internal import Foundation
internal import HearthCombine
internal import Synchronization
internal import Testing

@Suite struct ImmediateSchedulerTests {
    @Test func everythingRunsAtOnce() {
        let scheduler = ImmediateScheduler.shared
        var events: [String] = []
        scheduler.schedule { events.append("now") }
        scheduler.schedule(after: scheduler.now.advanced(by: .seconds(60))) { events.append("later") }
        let token = scheduler.schedule(after: scheduler.now, interval: .seconds(1)) { events.append("again") }
        events.append("returned")
        #expect(events == ["now", "later", "again", "returned"])
        token.cancel()
        #expect(scheduler.minimumTolerance == 0)
        #expect(scheduler.now.distance(to: scheduler.now.advanced(by: 5)) == 0)
    }

    @Test func operatorsRunOnIt() {
        let probe = Probe<Int, Never>(.unlimited)
        [1, 2].publisher.subscribe(on: ImmediateScheduler.shared).delay(for: 5, scheduler: ImmediateScheduler.shared)
            .receive(on: ImmediateScheduler.shared).subscribe(probe)
        #expect(probe.events == [.subscription, .value(1), .value(2), .finished])
    }

    @Test func timesNeverOverflow() {
        typealias Stride = ImmediateScheduler.SchedulerTimeType.Stride
        #expect(Stride(.max) + Stride(1) == Stride(.max))
        #expect(Stride(-5) - Stride(.max) == Stride(-.max))
        #expect(Stride(.max) * Stride(2) == Stride(.max))
        #expect(Stride(exactly: UInt.max) == nil)
    }
}

@Suite(.timeLimit(.minutes(2)))
struct DispatchQueueSchedulerTests {
    let queue = DispatchQueue(label: "tests")

    @Test func inOrder() {
        let log = Log<Int>()
        for number in 0..<100 { queue.schedule { log.append(number) } }
        queue.sync {}
        #expect(log.all == Array(0..<100))
    }

    @Test func notBeforeItsTime() async {
        let date = queue.now.advanced(by: .milliseconds(5))
        let time = await withCheckedContinuation { done in
            queue.schedule(after: date) { done.resume(returning: queue.now) }
        }
        #expect(time >= date)
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
        #expect(log.all == [0, 1, 2])
    }

    @Test func timesAreCountedInNanoseconds() {
        typealias Stride = DispatchQueue.SchedulerTimeType.Stride
        let time = DispatchQueue.SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1_000))
        #expect(time.distance(to: time.advanced(by: .microseconds(-1))) == .nanoseconds(-1_000))
        #expect(time.advanced(by: .nanoseconds(5)) > time)
        #expect(time.advanced(by: .seconds(-1)).dispatchTime.uptimeNanoseconds == 0)
        #expect(Stride(.milliseconds(2)) == .seconds(0.002))
        #expect(Stride(.never) > .seconds(1_000_000))
        #expect(Stride.seconds(.max) + 1 == .seconds(.max))
        #expect(queue.minimumTolerance == 0)
    }
}

@Suite(.timeLimit(.minutes(2)))
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
        #expect(log.all == Array(0..<100))
    }

    @Test func notBeforeItsTimeAndOnTheQueue() async {
        let queue = queue
        let date = queue.now.advanced(by: .milliseconds(5))
        let (time, isThere) = await withCheckedContinuation { done in
            queue.schedule(after: date) { done.resume(returning: (queue.now, OperationQueue.current === queue)) }
        }
        #expect(time >= date)
        #expect(isThere)
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
        #expect(log.all == [0, 1, 2], "what was added already does not run after a cancel")
    }

    private static func resume(_ queue: OperationQueue, atOperations count: Int) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) {
            if queue.operationCount < count { resume(queue, atOperations: count) } else { queue.isSuspended = false }
        }
    }

    @Test func valuesComeInOrder() async {
        var values: [Int] = []
        for await value in (0..<100).publisher.receive(on: queue).collect().values { values = value }
        #expect(values == Array(0..<100))
        #expect(queue.minimumTolerance == 0)
    }
}

/// A token that threads pass on; a scheduler's may be cancelled on any.
private struct AnyCancellableBox: @unchecked Sendable {
    private let token: any Cancellable

    init(_ token: any Cancellable) { self.token = token }

    func cancel() { token.cancel() }
}
