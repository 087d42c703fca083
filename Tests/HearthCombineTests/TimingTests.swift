internal import HearthCombine
internal import Expectations
internal import Testing

/// Operators that wait: for a time, or for demand.
@Suite struct TimingTests {
    private static let cases: [OperatorCase] = {
        var cases = OperatorCases()
        debounce(&cases)
        throttle(&cases)
        delay(&cases)
        collect(&cases)
        buffer(&cases)
        return cases.all
    }()

    @Test(arguments: cases) func operators(_ row: OperatorCase) { expect(row.happened(), equals: row.transcript) }

    private static func debounce(_ cases: inout OperatorCases) {
        cases.add(
            "debounce sends the value before a pause",
            "(:) s1 ~200 s2 ~200 s3 w(1) ~299 ~1(3) ~5000 s4 ~300(4)"
        ) { $0.s.debounce(for: .milliseconds(300), scheduler: $0.clock) }
        cases.add("the end comes without what waits", "(:) s1 s! ~0(!) ~2000") {
            $0.s.debounce(for: .seconds(1), scheduler: $0.clock)
        }
        cases.add("a cancelled debounce", "(: a?*) a1 x(ax) ~2000") {
            $0.a.debounce(for: .seconds(1), scheduler: $0.clock)
        }
        cases.add("debounce keeps the latest for late demand", asks: 1, "(:) s1 ~1000(1) s2 ~1000 s3 ~1000 ?1 ~0(3)") {
            $0.s.debounce(for: .seconds(1), scheduler: $0.clock)
        }
    }

    private static func throttle(_ cases: inout OperatorCases) {
        for (latest, (second, third, fourth)) in [(true, ("3", "5", "8")), (false, ("2", "4", "6"))] {
            let start = "(:) s1 ~100(1) s2 ~100 s3 ~100(\(second)) s4 ~100 s5 ~100(\(third))"
            cases.add("throttle, latest: \(latest)", start + " s6 ~100 s7 ~100 s8 ~100(\(fourth)) ~1000") {
                $0.s.throttle(for: .milliseconds(250), scheduler: $0.clock, latest: latest)
            }
        }
        cases.add("throttle sends a value after a pause at once", "(:) s1 ~3000(1) s2 ~0(2)") {
            $0.s.throttle(for: .seconds(1), scheduler: $0.clock, latest: true)
        }
        cases.add("throttled values precede the end", "(:) s1 s2 s. ~0(1 2 .)") {
            $0.s.throttle(for: .seconds(1), scheduler: $0.clock, latest: true)
        }
        cases.add("a cancelled throttle", "(: a?*) a1 ~0(1) a2 x(ax) ~2000") {
            $0.a.throttle(for: .seconds(1), scheduler: $0.clock, latest: true)
        }
    }

    private static func delay(_ cases: inout OperatorCases) {
        cases.add("delay", asks: 2, "(:) s1 ~500 s2-3 s! ~500(1) ~500(2 !)") {
            $0.s.delay(for: .seconds(1), scheduler: $0.clock)
        }
        cases.add("a cancelled delay", "(: a?*) a1 x(ax) ~2000") { $0.a.delay(for: .seconds(1), scheduler: $0.clock) }
        cases.add("delay asks for what is wanted", asks: 1, more: ["1": 2], "(: a?1) a1 ~1000(1 a?2)") {
            $0.a.delay(for: .seconds(1), scheduler: $0.clock)
        }
        cases.add("timeout", "(: a?*) ~1000 a1 ~1999(1) ~1(! ax) a2 ~9000 w(0)") {
            $0.a.timeout(.seconds(2), scheduler: $0.clock, customError: { Failed() })
        }
        cases.add("timeout without an error", "(:) ~2000(.)") {
            Empty<Int, Never>(completeImmediately: false).timeout(.seconds(2), scheduler: $0.clock)
        }
        cases.add("an end before the timeout", "(:) ~5000(1 .)") { Just(1).timeout(.seconds(2), scheduler: $0.clock) }
        cases.add("subscribe on", asks: 2, "~0(: a?2) a1(1) x a2 ~0(ax)") { $0.a.subscribe(on: $0.clock) }
        cases.add("subscribe on passes all", "~0(: 1 2 !)") {
            [1, 2].publisher.setFailureType(to: Failed.self).append($0.fail).subscribe(on: $0.clock)
        }
    }

    private static func collect(_ cases: inout OperatorCases) {
        cases.add("collect by time", "(: a?*) a1 a2 ~1000([1, 2]) ~3000 a3 ~1000([3])") {
            $0.a.collect(.byTime($0.clock, .seconds(1)))
        }
        cases.add("collect by time or count", "(: a?*) a1-3 ~0([1, 2]) ~1000([3])") {
            $0.a.collect(.byTimeOrCount($0.clock, .seconds(1), 2))
        }
        cases.add("collected values precede the end", "(: a?*) a1 a. ~0([1] .) ~2000 w(0)") {
            $0.a.collect(.byTime($0.clock, .seconds(1)))
        }
        cases.add("a failure drops what is collected", "(: a?*) a1 a! ~0(!)") {
            $0.a.collect(.byTime($0.clock, .seconds(1)))
        }
        cases.add("groups wait for demand", asks: 0, "(: a?*) a1 ~1000 a2 ~1000 ?2 ~0([1] [2])") {
            $0.a.collect(.byTime($0.clock, .seconds(1)))
        }
        cases.add("a cancel stops the clock", "(: a?*) a1 x(ax) ~1000 w(0)") {
            $0.a.collect(.byTime($0.clock, .seconds(1)))
        }
    }

    private static func buffer(_ cases: inout OperatorCases) {
        cases.add("buffered values precede the end", asks: 1, "(: a?*) a1-3(1) a. ?1(2) ?1(3 .)") {
            $0.a.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest)
        }
        cases.add("the newest is dropped", asks: 0, "(: a?*) a1-4 ?*(1 2)") {
            $0.a.buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest)
        }
        cases.add("the oldest is dropped", asks: 0, "(: a?*) a1-4 ?*(3 4)") {
            $0.a.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)
        }
        cases.add("a full buffer fails after what waits", asks: 0, "(: a?*) a1-4(ax) ?*(1 2 !)") {
            $0.a.buffer(size: 2, prefetch: .byRequest, whenFull: .customError { Failed() })
        }
        cases.add("a buffer asks for what it has room for", asks: 0, "(: a?2) a1 a2 ?1(1 a?1) a3 ?*(2 3 a?1 a?1)") {
            $0.a.buffer(size: 2, prefetch: .keepFull, whenFull: .customError { Failed() })
        }
        cases.add("a cancelled buffer", asks: 0, "(: a?*) a1 x(ax) ?*") {
            $0.a.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)
        }
    }

    @Test func aSequenceIsNeverLostInABuffer() {
        let probe = Probe<Int, Never>(.max(1), more: { _ in .max(1) })
        (1...1_000).publisher.buffer(size: 3, prefetch: .keepFull, whenFull: .dropNewest).subscribe(probe)
        expect(probe.values, equals: Array(1...1_000))
    }
}
