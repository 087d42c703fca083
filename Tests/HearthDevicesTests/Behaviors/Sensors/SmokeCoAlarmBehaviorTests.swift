internal import HearthTraitCore
internal import HearthTraits
internal import Testing

@testable internal import HearthDevices

/// The rules of SmokeCoAlarm, one by one.
@Suite("SmokeCoAlarm")
struct SmokeCoAlarmBehaviorTests {
    typealias T = Matter.SmokeCoAlarmTrait

    private func alarm() -> Bench { Bench([SmokeCoAlarmBehavior()]) }
    private func attributes(_ bench: Bench) throws -> T.Attributes { try bench.attributes(SmokeCoAlarmBehavior.self) }

    private func names(_ bench: Bench) -> [String] {
        bench.events.map { T.descriptor.event($0.eventID)?.name ?? "?" }
    }

    @Test("A self test runs, then tells that it is complete; meanwhile another is BUSY")
    func selfTest() throws {
        var bench = alarm()
        try bench.send(T.self, 0)
        #expect(try attributes(bench).testInProgress == true)
        #expect(try attributes(bench).expressedState == .testing)
        #expect(status { try bench.send(T.self, 0) } == .busy)
        bench.pass(.seconds(10))
        #expect(try attributes(bench).testInProgress == false)
        #expect(names(bench) == ["SelfTestComplete"])
    }

    @Test("A self test during an alarm is BUSY; an alarm ends a test")
    func alarmBeforeTest() throws {
        var bench = alarm()
        try bench.send(T.self, 0)
        bench.sense(.smoke(severity: 1))
        #expect(try attributes(bench).testInProgress == false)
        #expect(status { try bench.send(T.self, 0) } == .busy)
    }

    @Test("Each severity is told of; AllClear when all is normal again")
    func alarmEvents() throws {
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

    @Test("The alarm can be muted, but not while it is critical")
    func mute() throws {
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

    @Test("Smoke is expressed before carbon monoxide, and both before the battery")
    func priority() throws {
        var bench = alarm()
        bench.sense(.battery(halfPercent: 20))
        #expect(try attributes(bench).batteryAlert == .warning)
        #expect(try attributes(bench).expressedState == .batteryAlert)
        bench.sense(.carbonMonoxide(severity: 1))
        #expect(try attributes(bench).expressedState == .coAlarm)
        bench.sense(.smoke(severity: 1))
        #expect(try attributes(bench).expressedState == .smokeAlarm)
    }

    @Test("A sensitivity that does not exist is CONSTRAINT_ERROR")
    func sensitivity() {
        var bench = alarm()
        #expect(
            status { try bench.write(T.self) { $0.smokeSensitivityLevel = .init(rawValue: 8) } } == .constraintError)
    }

    @Test("An alarm is still on after a restart")
    func restart() throws {
        var bench = alarm()
        bench.sense(.smoke(severity: 2))
        bench = bench.restarted([SmokeCoAlarmBehavior()])
        #expect(try attributes(bench).expressedState == .smokeAlarm)
    }
}
