internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

/// The rules of Switch, one by one.
@Suite struct SwitchBehaviorTests {
    typealias T = Matter.SwitchTrait

    private func button(_ more: T.Feature = []) -> Bench { Bench([SwitchBehavior(Parts.button.union(more))]) }

    private func press(_ bench: inout Bench, for time: Duration = .milliseconds(100), times: Int = 1) {
        for _ in 0..<times {
            bench.sense(.switchPosition(1))
            bench.pass(time)
            bench.sense(.switchPosition(0))
            bench.pass(.milliseconds(100))
        }
    }

    private func names(_ bench: Bench) -> [String] {
        bench.events.map { T.descriptor.event($0.eventID)?.name ?? "?" }
    }

    @Test func aLatchingSwitchStaysWhereItIsPutAndSaysSo() throws {
        var bench = Bench([SwitchBehavior(.latchingSwitch, positions: 3)])
        bench.sense(.switchPosition(2))
        bench.sense(.switchPosition(9))
        try expect(bench.attributes(SwitchBehavior.self).currentPosition, equals: 2)
        try expect(bench.payloads(T.SwitchLatchedEvent.self, of: T.descriptor).map(\.newPosition), equals: [2])
        bench = bench.restarted([SwitchBehavior(.latchingSwitch, positions: 3)])
        try expect(bench.attributes(SwitchBehavior.self).currentPosition, equals: 2)
    }

    @Test func aShortPressInitialPressShortReleaseThenARowOfOne() {
        var bench = button()
        press(&bench)
        bench.pass(.seconds(1))
        expect(names(bench), equals: ["InitialPress", "ShortRelease", "MultiPressComplete"])
        expect(bench.events.last?.fields[1], equals: .unsigned(1))
    }

    @Test func aLongPressInitialPressLongPressLongRelease() {
        var bench = button()
        press(&bench, for: .seconds(1))
        bench.pass(.seconds(1))
        expect(names(bench), equals: ["InitialPress", "LongPress", "LongRelease"])
    }

    @Test func multiPressCountsAndCompletesWithTheTotal() {
        var bench = button()
        press(&bench, times: 3)
        bench.pass(.seconds(1))
        expect(
            names(bench),
            equals: [
                "InitialPress", "ShortRelease", "InitialPress", "MultiPressOngoing", "ShortRelease", "InitialPress",
                "MultiPressOngoing", "ShortRelease", "MultiPressComplete",
            ])
        expect(bench.events.last?.fields[1], equals: .unsigned(3))
    }

    /// With ActionSwitch there is no ShortRelease and no Ongoing; more than the maximum gives 0.
    @Test func actionSwitch() {
        var bench = button(.actionSwitch)
        press(&bench, times: 2)
        bench.pass(.seconds(1))
        expect(names(bench), equals: ["InitialPress", "MultiPressComplete"])
        expect(bench.events.last?.fields[1], equals: .unsigned(2))
        press(&bench, times: 5)
        bench.pass(.seconds(1))
        expect(bench.events.last?.fields[1], equals: .unsigned(0))
    }
}
