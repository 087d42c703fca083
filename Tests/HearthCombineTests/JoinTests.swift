internal import HearthCombine
internal import Expectations
internal import Testing

/// Operators that join publishers.
@Suite struct JoinTests {
    private static let cases: [OperatorCase] = {
        var cases = OperatorCases()
        cases.add("merge", "(:) s1(1) t2(2) s3(3) s. t4(4) t.(.)") { $0.s.merge(with: $0.t) }
        cases.add("an error ends a merge", "(: a?* b?*) a!(! bx) b1") { $0.a.merge(with: $0.b) }
        cases.add(
            "a merge holds each publisher to one value", asks: 1,
            "(: a?1 b?1) a1(1 a?1) b2 a3 ?1(2 b?1) ?*(3 a?* b?*)"
        ) { $0.a.merge(with: $0.b) }
        cases.add("cancelling a merge", "(: a?* b?*) x(ax bx) x") { Publishers.MergeMany([$0.a, $0.b]) }
        cases.add("a merge of eight types", "(: 1 2 3 4 5 6 7 8)") { _ in
            Just(1).merge(
                with: [2].publisher, Just(3).map { $0 }, Just(4).filter { _ in true }, Optional(5).publisher,
                Just(6).eraseToAnyPublisher(), Deferred { Just(7) }, CurrentValueSubject(8))
        }
        cases.add("a merge of none", "(: .)") { _ in Publishers.MergeMany<Just<Int>>([]) }

        cases.add("combineLatest", "(:) s1 s2 t3(23) t4(24) s3(34) s. t5(35) t.(.)") {
            $0.s.combineLatest($0.t) { "\($0)\($1)" }
        }
        cases.add("combineLatest of three", "(:) s1(1 2 true) s3(3 2 true)") {
            $0.s.combineLatest(Just(2).failing, Just(true).failing).map { "\($0) \($1) \($2)" }
        }
        cases.add("combineLatest of four", "(:) s1(1 2 true 2.5) s3(3 2 true 2.5)") {
            $0.s.combineLatest(Just(2).failing, Just(true).failing, Just(2.5).failing) { "\($0) \($1) \($2) \($3)" }
        }
        cases.add("an error ends combineLatest", asks: 3, "(: a?3 b?3) b!(! ax)") {
            $0.a.combineLatest($0.b) { $0 + $1 }
        }

        cases.add("zip", "(:) s1-3 t7(17) s. t8(28) t9(39 .)") { $0.s.zip($0.t) { "\($0)\($1)" } }
        cases.add("demand and cancel of zip", asks: 2, "(: a?2 b?2) x(ax bx)") { $0.a.zip($0.b) { $0 + $1 } }
        cases.add("zip of three", "(: 1atrue 2bfalse .)") { _ in
            (1...5).publisher.zip(["a", "b"].publisher, [true, false].publisher).map { "\($0)\($1)\($2)" }
        }
        cases.add("zip of four", "(: 10 .)") { _ in Just(1).zip(Just(2), Just(3), Just(4)) { $0 + $1 + $2 + $3 } }

        cases.add("flatMap ends with the last", "(:) v1 s1(1) t2(2) v. s. t3(3) t.(.)") { inputs in
            inputs.v.flatMap { $0 == 0 ? inputs.s : inputs.t }
        }
        cases.add("flatMap of two at once", "(: a?2) a0 a1(b?*) b.(a?1)") { inputs in
            inputs.a.flatMap(maxPublishers: .max(2)) {
                $0 == 0 ? inputs.t.eraseToAnyPublisher() : inputs.b.eraseToAnyPublisher()
            }
        }
        cases.add("flatMap to a failure", "(: !)") { inputs in Just(1).flatMap { _ in inputs.fail } }
        cases.add("flatMap of a failure", "(:) s1(b?*) s!(! bx)") { inputs in inputs.s.flatMap { _ in inputs.b } }
        cases.add("flatMap to what can't fail", "(: 2 .)") { _ in
            Result<Int, Failed>.success(1).publisher.flatMap { Just($0 + 1) }
        }

        cases.add(
            "switchToLatest carries unmet demand over", asks: 3, "(: a?3) a1(1) v1(ax b?2) a9 b2(2) v. b.(.)"
        ) { inputs in inputs.v.map { $0 == 0 ? inputs.a : inputs.b }.switchToLatest() }
        cases.add("switchToLatest is cancelled", "(: a?*) a1(b?*) x(ax bx)") { inputs in
            inputs.a.map { _ in inputs.b }.switchToLatest()
        }
        cases.add("switchToLatest where neither can fail", "(: 1 2 .)") { _ in
            [Just(1), Just(2)].publisher.switchToLatest()
        }
        cases.add("switchToLatest in an outer that can't fail", "(: a?*) a1 s1(1) s!(! ax)") { inputs in
            inputs.a.map { _ in inputs.s }.assertNoFailure().switchToLatest()
        }
        cases.add("switchToLatest to what can't fail", "(: b?*) b1(1) v!(! bx)") { inputs in
            inputs.v.map { _ in inputs.b.assertNoFailure() }.switchToLatest()
        }
        cases.add("switchToLatest ignores replaced errors", "(:) v1 s! t1(1) v. t!(!)") { inputs in
            inputs.v.map { $0 == 0 ? inputs.s : inputs.t }.switchToLatest()
        }
        cases.add("switchToLatest without inner", asks: 0, "(:) s.(.)") { $0.s.map { Just($0) }.switchToLatest() }
        return cases.all
    }()

    @Test(arguments: cases) func operators(_ row: OperatorCase) { expect(row.happened(), equals: row.transcript) }

    @Test func nothingIsLostBeyondTheDemand() {
        let probe = [1, 2, 3].publisher.merge(with: [4, 5].publisher).probe(.max(2))
        expect(probe.values.count, equals: 2)
        probe.subscription?.request(.max(2))
        expect(probe.values.count, equals: 4)
        probe.subscription?.request(.max(1))
        expect((probe.values.sorted(), probe.events.last), are: ([1, 2, 3, 4, 5], .finished))
    }

    @Test func lateDemandGetsTheLatest() {
        let (a, b) = (CurrentValueSubject<Int, Never>(0), CurrentValueSubject<Int, Never>(0))
        let probe = Probe<Int, Never>(.max(1))
        a.combineLatest(b) { $0 * 10 + $1 }.subscribe(probe)
        for value in 1...3 { a.send(value) }
        b.send(4)
        expect(probe.values, equals: [0])
        probe.subscription?.request(.max(1))
        expect(probe.values.count, equals: 2, "never more than was asked for")
        probe.subscription?.request(.unlimited)
        expect(probe.values.last, equals: 34)
    }

    @Test func cancelWithinAValueCancelsAllOnce() {
        let (outer, inner) = (Source<Int, Never>(), Source<Int, Never>())
        var token: AnyCancellable?
        token = outer.flatMap { _ in inner }.sink { _ in token?.cancel() }
        outer.send(1)
        inner.send(1)
        inner.send(2)
        outer.send(2)
        expect([outer.cancellations, inner.cancellations], equals: [1, 1])
    }

    /// A search as in apps: each text starts another search.
    @Test func switchingWithinAValue() {
        let outer = PassthroughSubject<AnyPublisher<Int, Never>, Never>()
        let old = PassthroughSubject<Int, Never>()
        var values: [Int] = []
        let token = outer.switchToLatest().sink {
            values.append($0)
            if $0 == 1 { outer.send([10, 20].publisher.eraseToAnyPublisher()) }
        }
        outer.send(old.eraseToAnyPublisher())
        for value in 1...3 { old.send(value) }
        expect(values, equals: [1, 10, 20])
        token.cancel()
    }
}

extension Publisher where Failure == Never {
    fileprivate var failing: Publishers.SetFailureType<Self, Failed> { setFailureType(to: Failed.self) }
}
