internal import Hearth
internal import HearthWire
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// The article "Ten automations": wake-up light. Half an hour of a whole virtual home passes in it, which takes time on
/// a busy machine.
@Suite(.timeLimit(.minutes(5))) struct WakeUpLightTests {
    private func waking(
        _ day: FurnishedHouse.Day, at hour: Int64, _ minute: Int64 = 29, file: String? = nil
    ) async throws -> (FurnishedHouse, any Automation) {
        let house = try await FurnishedHouse.start(day, at: hour, minute, isHeated: true, file: file)
        let rule = try await house.add(
            wakeUpLight(
                try await house.device("living-floor-lamp"), try await house.device("thermostat"),
                try await house.device("living-blind"), in: house.structure))
        return (house, rule)
    }

    /// The actions half an hour later depend on the sun.
    @Test(arguments: [
        (FurnishedHouse.Day.winter, ["living-floor-lamp moveToLevel level 120 transitionTime 50"]),
        (.summer, ["living-blind upOrOpen", "living-floor-lamp off"]),
    ])
    func theLampWakes(_ day: FurnishedHouse.Day, _ last: [String]) async throws {
        let (house, rule) = try await waking(day, at: 6)
        try await house.pass(.seconds(59))
        try await house.expectSent([])
        try await house.pass(.seconds(1))
        try await house.isWaiting(rule)
        let lamp = [
            "06:30:00 living-floor-lamp moveToLevelWithOnOff level 1",
            "06:30:00 living-floor-lamp moveToLevelWithOnOff level 254 transitionTime 9000",
        ]
        expect(house.sent.lines.filter { $0.contains("lamp") }, equals: lamp)
        expect(
            house.sent.lines.filter { !$0.contains("lamp") },
            equals: ["06:30:00 thermostat occupiedHeatingSetpoint 2100"])
        try await house.pass(.seconds(1_799))
        expect(house.sent.lines.count, equals: 3)
        try await house.pass(.seconds(1))
        try await expect(house.ends(of: rule, 1), equals: [.finished])
        expect(house.sent.lines.dropFirst(3), equals: ArraySlice(last.map { "07:00:00 " + $0 }))
        await house.stop()
    }

    /// From a Friday on.
    @Test(arguments: [(0, 1), (1, 0), (2, 0), (3, 1)]) func theLampWakesOnWeekdays(_ day: Int64, _ runs: Int32)
        async throws
    {
        let (house, rule) = try await waking(.winter, at: day * 24 + 6)
        try await house.pass(.seconds(60))
        if runs > 0 { try await house.isWaiting(rule) }
        try await house.pass(.seconds(60))
        let known = try await house.structure.listAutomations().first { $0.id == rule.id }
        expect((known?.executionCount, house.sent.lines.count), are: (runs, 3 * Int(runs)))
        await house.stop()
    }
    /// A hub that restarts by 6:35 catches up, a later one does not.
    @Test(arguments: [(34, true), (36, false)]) func lateWakeUpIsSkipped(_ minute: Int64, _ wakes: Bool) async throws {
        let folder = try TemporaryFolder()
        let (before, rule) = try await waking(.winter, at: 6, 20, file: folder.file("home.db"))
        await before.stop()
        let house = try await FurnishedHouse.start(.winter, at: 6, minute, isHeated: true, file: folder.file("home.db"))
        try await house.pass(.seconds(30))
        if wakes {
            try await house.isWaiting(rule)
            expect(house.sent.lines.count, equals: 3)
        } else {
            try await expect(house.reasonOfNoStart(of: rule), equals: .late)
            try await house.expectSent([])
        }
        await house.stop()
    }
}
