internal import Hearth
internal import HearthVirtualHome
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing

/// The article "Ten automations": forgotten light.
@Suite(.timeLimit(.minutes(5))) struct ForgottenLightTests {
    /// The lamp's button has the cause device, an app's command the cause client.
    @Test(arguments: [true, false]) func aForgottenLightGoesOffAfterTwentyMinutes(_ isByHand: Bool) async throws {
        let house = try await FurnishedHouse.start(at: 18)
        let lamp = try await house.device("bathroom-light")
        let rule = try await house.add(forgottenLight(lamp))
        var before: [String] = []
        if isByHand {
            try await house.rooms.play(.toggle, on: "bathroom-light")
        } else {
            try await lamp.types.get(OnOffLightDeviceType.self)?.matterTraits.onOffTrait?.on()
            before = ["18:00:00 bathroom-light on"]
        }
        try await house.isWaiting(rule)
        try await house.pass(.seconds(1_199))
        try await house.expectSent(before)
        try await house.pass(.seconds(1))
        try await house.expectSent(before + ["18:20:00 bathroom-light off"])
        try await expect(house.ends(of: rule, 1), equals: [.finished])
        await house.stop()
    }

    /// Switching the light off ends the wait.
    @Test func aLightThatSomebodySwitchesOffIsNotForgotten() async throws {
        let house = try await FurnishedHouse.start(at: 18)
        let rule = try await house.add(forgottenLight(try await house.device("bathroom-light")))
        try await house.rooms.play(.toggle, on: "bathroom-light")
        try await house.isWaiting(rule)
        try await house.pass(.seconds(600))
        try await house.rooms.play(.toggle, on: "bathroom-light")
        try await expect(house.ends(of: rule, 1), equals: [.conditionFalse])
        try await house.pass(.seconds(3_600))
        try await house.expectSent([])
        await house.stop()
    }

    /// A light that an automation turned on does not start it.
    @Test func aLightThatAnAutomationSwitchedOnIsNotForgotten() async throws {
        let house = try await FurnishedHouse.start(at: 18)
        let lamp = try await house.device("bathroom-light")
        let rule = try await house.add(forgottenLight(lamp))
        let other = try await house.add(
            automation(name: "By the hub") {
                manualStarter()
                action(lamp, OnOffLightDeviceType.self) { Matter.OnOffTrait.on() }
            })
        try await other.execute()
        try await expect(house.ends(of: other, 1), equals: [.finished])
        try await house.pass(.seconds(3_600))
        try await house.expectSent(["18:00:00 bathroom-light on"])
        try await expect(house.structure.listAutomations().first { $0.id == rule.id }?.executionCount, equals: 0)
        await house.stop()
    }
}
