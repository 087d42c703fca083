internal import HearthTraitCore
internal import HearthTraits
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
        #expect(try attributes(bench).testInProgress == true)
        #expect(try attributes(bench).expressedState == .testing)
        #expect(status { try bench.send(T.self, 0) } == .busy)
        bench.pass(.seconds(10))
        #expect(try attributes(bench).testInProgress == false)
        #expect(names(bench) == ["SelfTestComplete"])
    }

    @Test func aSelfTestDuringAnAlarmIsBUSYAnAlarmEndsATest() throws {
        var bench = alarm()
        try bench.send(T.self, 0)
        bench.sense(.smoke(severity: 1))
        #expect(try attributes(bench).testInProgress == false)
        #expect(status { try bench.send(T.self, 0) } == .busy)
    }

    @Test func severitiesAreEventsAndAllClearFollows() throws {
        var bench = alarm()
        bench.sense(.smoke(severity: 1))
        bench.sense(.smoke(severity: 2))
        bench.sense(.carbonMonoxide(severity: 1))
        bench.sense(.smoke(severity: 0))
        #expect(try attributes(bench).expressedState == .coAlarm)
        bench.sense(.carbonMonoxide(severity: 0))
        #expect(names(bench) == ["SmokeAlarm", "SmokeAlarm", "COAlarm", "AllClear"])
        #expect(try attributes(bench).expressedState == .normal)
    }

    @Test func theAlarmCanBeMutedButNotWhileItIsCritical() throws {
        var bench = alarm()
        bench.sense(.smoke(severity: 1))
        bench.sense(.mute)
        #expect(try attributes(bench).deviceMuted == .muted)
        bench.sense(.smoke(severity: 2))
        #expect(try attributes(bench).deviceMuted == .notMuted)
        bench.sense(.mute)
        #expect(try attributes(bench).deviceMuted == .notMuted)
        #expect(names(bench) == ["SmokeAlarm", "AlarmMuted", "SmokeAlarm", "MuteEnded"])
    }

    @Test func smokeIsExpressedBeforeCOAndBattery() throws {
        var bench = alarm()
        bench.sense(.battery(halfPercent: 20))
        #expect(try attributes(bench).batteryAlert == .warning)
        #expect(try attributes(bench).expressedState == .batteryAlert)
        bench.sense(.carbonMonoxide(severity: 1))
        #expect(try attributes(bench).expressedState == .coAlarm)
        bench.sense(.smoke(severity: 1))
        #expect(try attributes(bench).expressedState == .smokeAlarm)
    }

    @Test func aSensitivityThatDoesNotExistIsCONSTRAINTERROR() {
        var bench = alarm()
        #expect(
            status { try bench.write(T.self) { $0.smokeSensitivityLevel = .init(rawValue: 8) } } == .constraintError)
    }

    @Test func anAlarmIsStillOnAfterARestart() throws {
        var bench = alarm()
        bench.sense(.smoke(severity: 2))
        bench = bench.restarted([SmokeCoAlarmBehavior()])
        #expect(try attributes(bench).expressedState == .smokeAlarm)
    }
}
