internal import HearthCombine
internal import Expectations
internal import Testing

@Suite struct TryTests {
    private static let cases: [OperatorCase] = {
        var cases = OperatorCases()
        cases.add("tryMap", "(: a?*) a1-4(2 4 ! ax) a.") { $0.a.tryMap { try refuse($0) * 2 } }
        cases.add("tryCompactMap", "(: a?*) a1-4(2 ! a+1 ax) a.") {
            $0.a.tryCompactMap { try refuse($0) == 1 ? nil : $0 }
        }
        cases.add("tryFilter", "(: a?*) a1-4(1 ! a+1 ax) a.") { $0.a.tryFilter { try refuse($0) != 2 } }
        cases.add("an error before it passes", "(: !)") { $0.fail.tryMap(refuse) }
        cases.add("a value left out uses no demand", asks: 2, "(: 4 6)") { _ in
            (4...9).publisher.tryFilter { $0.isMultiple(of: 2) }
        }
        cases.add("tryCatch", "(: 1 .)") { $0.fail.tryCatch { _ in Just(1) } }
        cases.add("setFailureType", "(: 1 .)") { _ in Just(1).setFailureType(to: Failed.self) }
        return cases.all
    }()

    @Sendable private static func refuse(_ value: Int) throws -> Int {
        if value == 3 { throw Failed() }
        return value
    }

    @Test(arguments: cases) func operators(_ row: OperatorCase) { expect(row.happened(), equals: row.transcript) }

    /// The end with the error that an operator threw or replaced.
    private func end<P: Publisher>(of publisher: P) throws -> P.Failure {
        var ends: [Subscribers.Completion<P.Failure>] = []
        let token = publisher.sink(receiveCompletion: { ends.append($0) }, receiveValue: { _ in })
        token.cancel()
        guard case .failure(let error) = try require(ends.first) else { throw Failed() }
        return error
    }

    @Test func errors() throws {
        struct Other: Error, Equatable {}
        let fail = Fail<Int, Failed>(error: Failed())
        try expect(end(of: Just(3).tryMap(Self.refuse)) is Failed)
        try expect(end(of: fail.tryCatch { _ -> Just<Int> in throw Other() }) is Other)
        try expect(end(of: fail.mapError { _ in Other() }), equals: Other())
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
