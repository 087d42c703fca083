internal import Expectations
internal import Testing

@testable internal import HearthAutomation

/// One time for each starter, of which the earliest is due first.
@Suite struct StarterTimesTests {
    private func starter(_ nodeID: UInt32, of automationID: String = "a") -> ClockStarter {
        ClockStarter(automationID: automationID, nodeID: nodeID)
    }

    private func popped(_ times: inout StarterTimes<Int64>, until second: Int64) -> [String] {
        var popped: [String] = []
        while let (starter, due) = times.popFirst(at: second) {
            popped.append("\(starter.automationID)\(starter.nodeID) at \(due)")
        }
        return popped
    }

    @Test func newTimeReplacesTheOldOne() {
        var times = StarterTimes<Int64>()
        times.set(starter(1), at: 10)
        times.set(starter(2), at: 20)
        times.set(starter(1), at: 30)
        expect(times[starter(1)], equals: 30)
        expect(popped(&times, until: 25), equals: ["a2 at 20"])
        expect(popped(&times, until: 30), equals: ["a1 at 30"])
        expect(times.times(of: "a"), equals: [:])
    }

    @Test func unchangedTimeStaysOnce() {
        var times = StarterTimes<Int64>()
        times.replace("a", with: [(1, 10), (2, 20)])
        times.replace("a", with: [(1, 10), (3, 15)])
        expect(times.count, equals: 3)
        expect(times.times(of: "a"), equals: [1: 10, 3: 15])
        expect(popped(&times, until: 100), equals: ["a1 at 10", "a3 at 15"])
    }

    @Test func equalTimesKeepTheirOrder() {
        var times = StarterTimes<Int64>()
        for node in [3, 1, 2] as [UInt32] { times.set(starter(node), at: 5) }
        expect(popped(&times, until: 5), equals: ["a3 at 5", "a1 at 5", "a2 at 5"])
    }

    @Test func deletedAutomationIsNotDue() {
        var times = StarterTimes<Int64>()
        times.set(starter(1), at: 5)
        times.set(starter(1, of: "b"), at: 6)
        times.forget("a")
        expect(popped(&times, until: 9), equals: ["b1 at 6"])
    }

    @Test func replacedTimesDoNotAddUp() {
        var times = StarterTimes<Int64>()
        for time in 0..<10_000 as Range<Int64> { times.set(starter(1), at: time) }
        expect(times.count, isAtMost: 128)
        expect(popped(&times, until: .max), equals: ["a1 at 9999"])
    }
}
