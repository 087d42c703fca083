internal import HearthCombine
internal import Expectations
internal import Testing

@Suite struct PassthroughSubjectTests {
    @Test func everySubscriberHasItsOwnDemand() {
        let subject = PassthroughSubject<Int, Never>()
        let slow = Probe<Int, Never>(.max(1))
        let fast = Probe<Int, Never>(.unlimited)
        subject.subscribe(slow)
        subject.subscribe(fast)
        for value in 1...3 { subject.send(value) }
        expect((slow.values, fast.values), are: ([1], [1, 2, 3]))
    }

    @Test func aVoidSubjectSignals() {
        let subject = PassthroughSubject<Void, Never>()
        var count = 0
        let token = subject.sink { count += 1 }
        subject.send()
        subject.send()
        expect(count, equals: 2)
        token.cancel()
    }
}

@Suite struct CurrentValueSubjectTests {
    @Test func theValueThenEachChange() {
        let subject = CurrentValueSubject<Int, Never>(1)
        var values: [Int] = []
        let token = subject.sink { values.append($0) }
        subject.send(2)
        subject.value = 3
        expect((values, subject.value), are: ([1, 2, 3], 3))
        token.cancel()
        subject.send(4)
        expect((values, subject.value), are: ([1, 2, 3], 4))
    }

    @Test func aReleasedSubscriberIsForgotten() {
        final class Object {}
        let subject = CurrentValueSubject<Int, Never>(1)
        weak var held: Object?
        do {
            let object = Object()
            held = object
            let token = subject.sink { _ in _ = object }
            expect(held != nil)
            token.cancel()
        }
        expectNil(held)
    }

    #if !canImport(Darwin)
        @Test func afterTheEndTheValueStays() {
            let subject = CurrentValueSubject<Int, Never>(1)
            subject.send(completion: .finished)
            subject.send(2)
            expect(subject.value, equals: 1)
        }

        /// Combine would deliver 2 within 1, so that a subscriber sees 1 end after 2.
        @Test func aValueSentWithinAValueComesAfterIt() {
            let subject = CurrentValueSubject<Int, Never>(0)
            var events: [String] = []
            let token = subject.sink {
                events.append("\($0) begins")
                if $0 < 2 { subject.send($0 + 1) }
                events.append("\($0) ends")
            }
            expect(events, equals: ["0 begins", "0 ends", "1 begins", "1 ends", "2 begins", "2 ends"])
            token.cancel()
        }
    #endif
}
