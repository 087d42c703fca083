internal import Dispatch
internal import Foundation
internal import HearthCombine
internal import Synchronization
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct RunLoopSchedulerTests {
    /// Runs `body` on a thread of its own, whose loop runs until `stop` is called.
    private func onLoop(_ body: @escaping @Sendable (RunLoop, _ stop: @escaping @Sendable () -> Void) -> Void) async {
        await withCheckedContinuation { done in
            Thread.detachNewThread {
                let isStopped = Atomic(false)
                body(.current) { isStopped.store(true, ordering: .sequentiallyConsistent) }
                while !isStopped.load(ordering: .sequentiallyConsistent) {
                    _ = RunLoop.current.run(mode: .default, before: .distantFuture)
                }
                done.resume()
            }
        }
    }

    @Test func inOrder() async {
        let log = Log<Int>()
        await onLoop { loop, stop in
            for number in 0..<500 { loop.schedule { log.append(number) } }
            loop.schedule(stop)
            expect(log.all, equals: [], "nothing runs before the loop turns")
        }
        expect(log.all, equals: Array(0..<500))
    }

    @Test func anotherThreadWakesTheLoop() async {
        let log = Log<Bool>()
        await onLoop { loop, stop in
            // A source, so that the loop sleeps.
            let rest = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
            loop.add(rest, forMode: .default)
            // A loop may be called from any thread, which is what the test checks.
            nonisolated(unsafe) let (loop, timer, thread) = (loop, rest, Thread.current)
            DispatchQueue.global().async {
                loop.schedule {
                    log.append(Thread.current === thread)
                    timer.invalidate()
                    stop()
                }
            }
        }
        expect(log.all, equals: [true])
    }

    @Test func notBeforeItsTimeAndInTheOrderOfTimes() async {
        let log = Log<String>()
        await onLoop { loop, stop in
            let (early, late) = (loop.now.advanced(by: .milliseconds(2)), loop.now.advanced(by: .milliseconds(6)))
            nonisolated(unsafe) let loop = loop
            loop.schedule(after: late) {
                log.append("late \(loop.now >= late)")
                stop()
            }
            loop.schedule(after: early) { log.append("early \(loop.now >= early)") }
        }
        expect(log.all, equals: ["early true", "late true"])
    }

    @Test func againUntilCancelled() async {
        let log = Log<Int>()
        await onLoop { loop, stop in
            nonisolated(unsafe) var token: (any Cancellable)?
            nonisolated(unsafe) let loop = loop
            token = loop.schedule(after: loop.now, interval: .milliseconds(1)) {
                log.append(log.all.count)
                guard log.all.count == 3 else { return }
                token?.cancel()
                loop.schedule(after: loop.now.advanced(by: .milliseconds(3)), stop)
            }
            expect(loop.minimumTolerance, equals: 0)
        }
        expect(log.all, equals: [0, 1, 2])
    }

    @Test func closuresAreReleasedAfterTheyRan() async {
        final class Object: Sendable {
            let log: Log<String>
            init(_ log: Log<String>) { self.log = log }
            deinit { log.append("released") }
        }
        let log = Log<String>()
        await onLoop { loop, stop in
            let (once, repeated) = (Object(log), Object(log))
            loop.schedule { _ = once }
            loop.schedule(after: loop.now, interval: .seconds(1)) { _ = repeated }.cancel()
            loop.schedule(stop)
        }
        expect(log.all, equals: ["released", "released"])
    }

    @Test @MainActor func theMainLoopIsTheMainQueue() async {
        let log = Log<Int>()
        await withCheckedContinuation { done in
            for number in 1...2 { RunLoop.main.schedule { log.append(number) } }
            let date = RunLoop.main.now.advanced(by: .milliseconds(2))
            RunLoop.main.schedule(after: date) {
                dispatchPrecondition(condition: .onQueue(.main))
                if RunLoop.main.now >= date { log.append(3) }
                done.resume()
            }
        }
        expect(log.all, equals: [1, 2, 3])
    }

    @Test func timesAreCountedInSeconds() {
        let time = DateSchedulerTime(Date(timeIntervalSinceReferenceDate: 10))
        expect(time.advanced(by: .milliseconds(500)).date, equals: Date(timeIntervalSinceReferenceDate: 10.5))
        expect(time.distance(to: time.advanced(by: .seconds(2))), equals: 2)
        expect(DateSchedulerTime.Stride.microseconds(1), isBelow: .milliseconds(1))
        expect(DateSchedulerTime.Stride.nanoseconds(1_000), equals: .microseconds(1))
        expect((3 as DateSchedulerTime.Stride) * 2 - 1, equals: .seconds(5))
    }
}
