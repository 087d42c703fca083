internal import HearthCombine
internal import Expectations
internal import Testing

@Suite struct TryTests {
    private let source = Source<Int, Never>()
    private let probe = Probe<Int, any Error>(.unlimited)

    /// Sends 1…4, and refuses 3.
    private func check(_ values: [Int]) {
        for value in 1...4 { source.send(value) }
        source.send(completion: .finished)
        expect(probe.events, equals: [.subscription] + values.map { .value($0) } + [.failed])
        expect(source.cancellations, equals: 1)
    }

    private func refuse(_ value: Int) throws -> Int {
        if value == 3 { throw Failed() }
        return value
    }

    @Test func tryMap() {
        source.tryMap { try refuse($0) * 2 }.subscribe(probe)
        check([2, 4])
    }

    @Test func tryCompactMap() {
        source.tryCompactMap { try refuse($0) == 1 ? nil : $0 }.subscribe(probe)
        check([2])
    }

    @Test func tryFilter() {
        source.tryFilter { try refuse($0) != 2 }.subscribe(probe)
        check([1])
    }

    @Test func theErrorIsTheOneThrown() throws {
        var ends: [Subscribers.Completion<any Error>] = []
        let token = Just(3).tryMap(refuse).sink(receiveCompletion: { ends.append($0) }, receiveValue: { _ in })
        let end = try require(ends.first)
        guard case .failure(let error) = end else { throw Failed() }
        expect(error is Failed)
        token.cancel()
    }

    @Test func anErrorBeforeItPasses() {
        Fail<Int, Failed>(error: Failed()).tryMap(refuse).subscribe(probe)
        expect(probe.events, equals: [.subscription, .failed])
    }

    @Test func aValueLeftOutDoesNotUseUpDemand() {
        let probe = Probe<Int, any Error>(.max(2))
        (4...9).publisher.tryFilter { $0.isMultiple(of: 2) }.subscribe(probe)
        expect(probe.values, equals: [4, 6])
    }

    @Test func tryCatch() {
        let good = Probe<Int, any Error>(.unlimited)
        Fail<Int, Failed>(error: Failed()).tryCatch { _ in Just(1) }.subscribe(good)
        expect(good.events, equals: [.subscription, .value(1), .finished])
        struct Other: Error {}
        var ends: [Subscribers.Completion<any Error>] = []
        let token = Fail<Int, Failed>(error: Failed()).tryCatch { _ -> Just<Int> in throw Other() }
            .sink(receiveCompletion: { ends.append($0) }, receiveValue: { _ in })
        guard case .failure(let error) = ends.first else { return expect(Bool(false), "\(ends)") }
        expect(error is Other)
        token.cancel()
    }

    @Test func mapErrorAndSetFailureType() {
        struct Other: Error, Equatable {}
        var ends: [Subscribers.Completion<Other>] = []
        let token = Fail<Int, Failed>(error: Failed()).mapError { _ in Other() }
            .sink(receiveCompletion: { ends.append($0) }, receiveValue: { _ in })
        expect(ends, equals: [.failure(Other())])
        token.cancel()
        let probe = Probe<Int, Failed>(.unlimited)
        Just(1).setFailureType(to: Failed.self).subscribe(probe)
        expect(probe.events, equals: [.subscription, .value(1), .finished])
    }
}

@Suite struct HandleEventsTests {
    private func log(_ source: Source<Int, Failed>, _ probe: Probe<Int, Failed>) -> () -> [String] {
        var events: [String] = []
        source.handleEvents(
            receiveSubscription: { _ in events.append("subscription") },
            receiveOutput: { events.append("value \($0), \(probe.values.count) before") },
            receiveCompletion: { _ in events.append("completion") },
            receiveCancel: { events.append("cancel") },
            receiveRequest: { events.append("request \($0.max.map { "\($0)" } ?? "all")") }
        ).subscribe(probe)
        return { events }
    }

    @Test func eachIsHeardOfBeforeItHappens() {
        let source = Source<Int, Failed>()
        let events = log(source, Probe(.max(1), more: { $0 == 1 ? .max(2) : .none }))
        source.send(1)
        source.send(completion: .finished)
        expect(events(), equals: ["subscription", "request 1", "value 1, 0 before", "request 2", "completion"])
    }

    @Test func aCancelIsHeardOfOnceAndIsTheLast() {
        let source = Source<Int, Failed>()
        let probe = Probe<Int, Failed>(.unlimited)
        let events = log(source, probe)
        probe.subscription?.cancel()
        probe.subscription?.cancel()
        source.send(1)
        source.send(completion: .finished)
        expect(events(), equals: ["subscription", "request all", "cancel"])
        expect(source.cancellations, equals: 1)
    }

    @Test func printing() {
        final class Lines: TextOutputStream {
            var text = ""
            func write(_ string: String) { text += string }
        }
        let lines = Lines()
        let probe = Probe<Int, Failed>(.max(2))
        let subject = PassthroughSubject<Int, Failed>()
        subject.print("lamp", to: lines).subscribe(probe)
        subject.send(1)
        subject.send(completion: .failure(Failed()))
        let expected = ["request max: (2)", "receive value: (1)", "receive error: (Failed())"]
        expect(lines.text.split(separator: "\n").dropFirst().map(String.init), equals: expected.map { "lamp: " + $0 })
    }
}
