internal import Hearth
@testable internal import HearthHomeKit
internal import HearthTraits
internal import Expectations
internal import Testing

/// The end of a fade is attributed to the client that began it.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd)
struct FadeTests {
    @Test func aFollowedFadeIsConfirmedAtItsEnd() async throws {
        let house = try await HomeKitHouse.start()
        let home = try await house.program("app").connection
        let device = try require(try await home.devices().list().first { $0.id == "living-floor-lamp" })
        let lamp = try require(await device.types.get(DimmableLightDeviceType.self))
        let trait = try require(lamp.matterTraits.levelControlTrait)
        // The fade takes longer than the wait for a report without one in flight.
        let request = home.follow(
            trait.moveToLevelWithOnOffBatchable(level: 200, transitionTime: 25), confirmedWithin: .seconds(1))
        var last: RequestState?
        for await state in request.states { last = state }
        if case .confirmed = last {} else { Issue.record("\(last as Any)") }
        let after = await device.types.get(DimmableLightDeviceType.self)?.matterTraits.levelControlTrait
        expect(after?.currentLevel, equals: 200)
    }

    @Test func writesAreVisibleAtOnce() async throws {
        let (one, other) = try await HomeKitHouse.twoPrograms()
        let brightness = try one.characteristic("Floor Lamp", HMCharacteristicTypeBrightness)
        try await brightness.enableNotification(true)
        try await other.characteristic("Floor Lamp", HMCharacteristicTypeBrightness).enableNotification(true)
        try await brightness.writeValue(80)
        expect(brightness.value as? Int == 80)
        try await brightness.writeValue(15)
        expect(brightness.value as? Int == 15)
        await other.told.waits(for: "Floor Lamp Brightness 15")
        expect(!one.told.events.contains { $0.hasPrefix("Floor Lamp Brightness") }, "a program's own change")
    }

    @Test("A scene that runs right after a write tests the written value")
    func aConditionSeesTheNewBrightness() async throws {
        let (one, _) = try await HomeKitHouse.twoPrograms()
        let structure = try require(try await one.connection.structures().list().first)
        let parsed = try await structure.parseAutomations(
            """
            automation: "When Dim"
            steps:
              when started by hand
              read "Floor Lamp" LevelControl
              only if "Floor Lamp" LevelControl.currentLevel < 50
              "Ceiling Light" OnOff.on
            """)
        let made = try await structure.createAutomation(require(parsed.automations.first))
        let scene = try require(made as? HomeAutomation)
        let brightness = try one.characteristic("Floor Lamp", HMCharacteristicTypeBrightness)
        var ends: [AutomationRun.End?] = []
        for value in [80, 10, 80] {
            try await brightness.writeValue(value)
            let run = try await scene.execute()
            try await until {
                let last = try await scene.runs(limit: 1).first
                guard last?.id == run, let end = last?.end else { return false }
                ends.append(end)
                return true
            }
        }
        expect(ends, equals: [.conditionFalse, .finished, .conditionFalse])
    }
}
