internal import HearthCombine
internal import Expectations
internal import Testing

/// Publishers of one value, of none and of a failure; subjects.
@Suite struct SourcesTests {
    private static let cases: [OperatorCase] = {
        var cases = OperatorCases()
        cases.add("Just waits for demand", asks: 0, "(:) ?1(5 .) ?1") { _ in Just(5) }
        cases.add("a cancelled Just", asks: 0, "(:) x ?*") { _ in Just(5) }
        cases.add("Empty finishes without demand", asks: 0, "(: .)") { _ in Empty<Int, Failed>() }
        cases.add("Empty may never finish", "(:)") { _ in
            Empty(completeImmediately: false, outputType: Int.self, failureType: Failed.self)
        }
        cases.add("Fail fails without demand", asks: 0, "(: !)") { _ in
            Fail(outputType: Int.self, failure: Failed())
        }
        cases.add("an erased publisher", asks: 1, "(: 5 .)") { _ in Just(5).eraseToAnyPublisher().eraseToAnyPublisher()
        }

        cases.add("PassthroughSubject keeps nothing", asks: 2, "(:) s1(1) s2(2) s3 ?1 s4(4) s5 s.(.)") { inputs in
            inputs.s.send(0)
            return inputs.s
        }
        cases.add("demand returned from a value counts", asks: 1, more: ["1": 1, "2": 1], "(:) s1-5(1 2 3)") { $0.s }
        cases.add("a late subscriber gets the end", asks: 0, "(: !)") { inputs in
            inputs.s.send(completion: .failure(Failed()))
            return inputs.s
        }
        cases.add("CurrentValueSubject keeps the latest", asks: 1, "(: 0) v2 v3 ?5(3) v4(4)") { $0.v }
        cases.add("an ended CurrentValueSubject", "(: .)") { inputs in
            inputs.v.send(completion: .finished)
            return inputs.v
        }
        #if !canImport(Darwin)
            // Combine would drop the last value of a state when it ends.
            cases.add("a kept value comes before the end", asks: 0, "(:) v2 v. ?1(2 .)") { $0.v }
        #endif
        return cases.all
    }()

    @Test(arguments: cases) func publishers(_ row: OperatorCase) { expect(row.happened(), equals: row.transcript) }
}
