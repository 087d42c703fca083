internal import Expectations
internal import Testing
@testable internal import HearthRPCHTTP2

@Suite struct StreamPaceTests {
    private let start = ContinuousClock.now

    @Test func firstMessageIsSentAtOnceAndOthersTogether() {
        var pace = StreamPace()
        expect(pace.isOpen(at: start, waitingBytes: 1))
        expectNil(pace.due)
        pace.sent(at: start)
        expect(!pace.isOpen(at: start, waitingBytes: 1))
        expect(!pace.isOpen(at: start + .milliseconds(9), waitingBytes: StreamPace.most - 1))
        expect(pace.due, equals: start + .milliseconds(10))
        expect(pace.isOpen(at: start + .milliseconds(10), waitingBytes: 1))
    }

    @Test func manyBytesDoNotWait() {
        var pace = StreamPace()
        pace.sent(at: start)
        expect(pace.isOpen(at: start, waitingBytes: StreamPace.most))
    }

    @Test func nextStreamStartsOver() {
        var pace = StreamPace()
        pace.sent(at: start)
        pace.reset()
        expect(pace.isOpen(at: start, waitingBytes: 1))
        expectNil(pace.due)
    }
}
