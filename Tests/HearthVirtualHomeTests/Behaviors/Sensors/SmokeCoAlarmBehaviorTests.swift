internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

/// The rules of SmokeCoAlarm, one by one.
@Suite struct SmokeCoAlarmBehaviorTests {
    typealias T = Matter.SmokeCoAlarmTrait

    private func alarm() -> Bench { Bench([SmokeCoAlarmBehavior()]) }
    private func attributes(_ bench: Bench) throws -> T.Attributes { try bench.attributes(SmokeCoAlarmBehavior.self) }

    private func names(_ bench: Bench) -> [String] {
        bench.events.map { T.descriptor.event($0.eventID)?.name ?? "?" }
    }

    @Test func selfTestCompletesAndASecondOneIsBusy() throws {
        var bench = alarm()
        try bench.send(T.self, 0)
        try expect(attributes(bench).testInProgress, equals: true)
        try expect(attributes(bench).expressedState, equals: .testing)
        expect(status { try bench.send(T.self, 0) }, equals: .busy)
        bench.pass(.seconds(10))
        try expect(attributes(bench).testInProgress, equals: false)
        expect(names(bench), equals: ["SelfTestComplete"])
    }

    @Test func aSelfTestDuringAnAlarmIsBUSYAnAlarmEndsATest() throws {
        var bench = alarm()
        try bench.send(T.self, 0)
        bench.sense(.smoke(severity: 1))
        try expect(attributes(bench).testInProgress, equals: false)
        expect(status { try bench.send(T.self, 0) }, equals: .busy)
    }

    @Test func severitiesAreEventsAndAllClearFollows() throws {
        var bench = alarm()
        bench.sense(.smoke(severity: 1))
        bench.sense(.smoke(severity: 2))
        bench.sense(.carbonMonoxide(severity: 1))
        bench.sense(.smoke(severity: 0))
        try expect(attributes(bench).expressedState, equals: .coAlarm)
        bench.sense(.carbonMonoxide(severity: 0))
        expect(names(bench), equals: ["SmokeAlarm", "SmokeAlarm", "COAlarm", "AllClear"])
        try expect(attributes(bench).expressedState, equals: .normal)
    }

    @Test func theAlarmCanBeMutedButNotWhileItIsCritical() throws {
        var bench = alarm()
        bench.sense(.smoke(severity: 1))
        bench.sense(.mute)
        try expect(attributes(bench).deviceMuted, equals: .muted)
        bench.sense(.smoke(severity: 2))
        try expect(attributes(bench).deviceMuted, equals: .notMuted)
        bench.sense(.mute)
        try expect(attributes(bench).deviceMuted, equals: .notMuted)
        expect(names(bench), equals: ["SmokeAlarm", "AlarmMuted", "SmokeAlarm", "MuteEnded"])
    }

    @Test func smokeIsExpressedBeforeCOAndBattery() throws {
        var bench = alarm()
        bench.sense(.battery(halfPercent: 20))
        try expect(attributes(bench).batteryAlert, equals: .warning)
        try expect(attributes(bench).expressedState, equals: .batteryAlert)
        bench.sense(.carbonMonoxide(severity: 1))
        try expect(attributes(bench).expressedState, equals: .coAlarm)
        bench.sense(.smoke(severity: 1))
        try expect(attributes(bench).expressedState, equals: .smokeAlarm)
    }

    @Test func aSensitivityThatDoesNotExistIsCONSTRAINTERROR() {
        var bench = alarm()
        expect(
            status { try bench.write(T.self) { $0.smokeSensitivityLevel = .init(rawValue: 8) } },
            equals: .constraintError)
    }

    @Test func anAlarmIsStillOnAfterARestart() throws {
        var bench = alarm()
        bench.sense(.smoke(severity: 2))
        bench = bench.restarted([SmokeCoAlarmBehavior()])
        try expect(attributes(bench).expressedState, equals: .smokeAlarm)
    }
}
