internal import Foundation
internal import HearthCombine
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct TimerPublisherTests {
    @Test @MainActor func datesComeWhileThereAreSubscribers() async {
        let start = Date()
        var dates: [Date] = []
        let timer = Timer.publish(every: 0.001, on: .main, in: .common).autoconnect()
        for await date in timer.prefix(3).values { dates.append(date) }
        expect(dates.count, equals: 3)
        expect(([start] + dates), equals: ([start] + dates).sorted())
    }

    @Test @MainActor func nothingComesUnconnectedOrCancelled() async {
        let timer = Timer.publish(every: 0.001, on: .main, in: .common)
        var dates = 0
        let token = timer.sink { _ in dates += 1 }
        timer.connect().cancel()
        for await _ in Timer.publish(every: 0.002, on: .main, in: .common).autoconnect().prefix(2).values {}
        expect(dates, equals: 0)
        token.cancel()
    }
}

@Suite struct MeasureIntervalTests {
    @Test func eachTimeFromTheOneBefore() {
        let clock = TestScheduler()
        let subject = PassthroughSubject<Int, Failed>()
        let probe = subject.measureInterval(using: clock).probe(.max(2))
        for wait in 1...3 {
            clock.advance(by: .seconds(wait))
            subject.send(wait)
        }
        subject.send(completion: .failure(Failed()))
        expect(probe.events, equals: [.subscription, .value(.seconds(1)), .value(.seconds(2)), .failed])
    }
}
