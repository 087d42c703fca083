internal import HearthCombine
internal import Expectations
internal import Testing

/// Operators that map, leave out or replace values and errors.
@Suite(.timeLimit(.minutes(5))) struct OperatorTests {
    private static let cases: [OperatorCase] = {
        var cases = OperatorCases()
        cases.add("map", asks: 1, more: ["7": 2], "(: a?1) a7(7 a+2) a!(!)") { $0.a.map { "\($0)" } }
        cases.add("a chain is cancelled", "(: a?*) x(ax)") { $0.a.map { $0 + 1 }.filter { $0 > 0 }.removeDuplicates() }
        cases.add("compactMap asks again for nil", asks: 1, "(: a?1) a0(a+1) a1(1) a.(.)") { $0.a.compactMap(some) }
        cases.add("compactMap's nil uses no demand", asks: 2, "(:) s0 s1(1) s0 s0 s2(2) s3") { $0.s.compactMap(some) }
        cases.add("filter", asks: 2, "(:) s1-8(2 4) s!(!)") { $0.s.filter { $0.isMultiple(of: 2) } }
        cases.add("filter passes nil", "(:) s0(nil) s1(1)") { $0.s.map(some).filter { _ in true } }
        cases.add("removeDuplicates", asks: 3, "(:) s1(1) s1 s2(2) s2 s1(1) s3") { $0.s.removeDuplicates() }
        cases.add("removeDuplicates of nil", "(:) s0(nil) s0 s1(1) s1 s0(nil)") { $0.s.map(some).removeDuplicates() }
        cases.add("first", "(: a?*) a1(1 . ax) a2 a!") { $0.a.first() }
        cases.add("first where", asks: 1, "(:) v1 v2 v3(3 .) v4") { $0.v.first { $0 > 2 } }
        cases.add("first of a failure", "(: !)") { $0.fail.first() }
        cases.add("assertNoFailure", asks: 1, "(:) s1(1) s2 s.(.)") { $0.s.assertNoFailure() }

        cases.add("catch", "(:) s1(1) s!(9 .)") { $0.s.catch { _ in Just(9) } }
        cases.add("catch of an end", "(: .)") { _ in Empty<Int, Failed>().catch { _ in Just(9) } }
        cases.add(
            "catch carries unmet demand over", asks: 3, more: ["1": 2],
            "(: a?3) a1(1 a+2) a2(2) a!(b?3) ?4(b?4) b3(3) b!(!)"
        ) { inputs in inputs.a.catch { _ in inputs.b } }
        cases.add("catch before the error", "(: a?*) x(ax) a! b1") { inputs in inputs.a.catch { _ in inputs.b } }
        cases.add("catch after the error", "(: a?*) a!(b?*) x(bx)") { inputs in inputs.a.catch { _ in inputs.b } }

        cases.add("replaceError waits for demand", asks: 1, "(: a?1) a1(1) a! ?1(9 .)") { $0.a.replaceError(with: 9) }
        cases.add("replaceEmpty", "(: 9 .)") { _ in Empty<Int, Failed>().replaceEmpty(with: 9) }
        cases.add("replaceEmpty of a value", "(: 1 .)") { _ in Just(1).replaceEmpty(with: 9) }
        cases.add("replaceEmpty of a failure", "(: !)") { $0.fail.replaceEmpty(with: 9) }
        cases.add("replaceNil", "(:) s1(1) s0(9) s3(3)") { $0.s.map(some).replaceNil(with: 9) }
        return cases.all
    }()

    /// Nil for 0.
    @Sendable private static func some(_ value: Int) -> Int? { value == 0 ? nil : value }

    @Test(arguments: cases) func operators(_ row: OperatorCase) { expect(row.happened(), equals: row.transcript) }

    @Test func eachSubscriberHasItsOwnLast() {
        let subject = PassthroughSubject<Int, Never>()
        let publisher = subject.removeDuplicates(by: { $0 == $1 })
        let first = publisher.probe()
        subject.send(1)
        let second = publisher.probe()
        subject.send(1)
        expect([first.values, second.values], equals: [[1], [1]])
    }

    @Test func anErrorStopsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            Fail<Int, Failed>(error: Failed()).assertNoFailure("lamp").sink { _ in }.cancel()
        }
    }
}
