internal import Hearth
internal import HearthVirtualHome
internal import HearthWire
internal import Expectations
internal import Testing

/// The article "Ten automations": good night.
@Suite(.timeLimit(.minutes(5))) struct GoodNightTests {
    /// The button or a manual run starts the scene, which acts on the lights of rooms in parallel and locks the door.
    @Test(arguments: [true, false]) func theButtonBesideTheBedSaysGoodNight(_ isByButton: Bool) async throws {
        let house = try await FurnishedHouse.start(at: 23)
        let scene = try await house.add(goodNight(try await house.device("front-door-lock"), in: house.structure))
        let button = try await house.add(bedsideButton(try await house.device("bedroom-button"), runs: scene))
        if isByButton {
            try await house.rooms.play(.switchPosition(1), on: "bedroom-button")
            try await house.pass(.milliseconds(600))
            try await expect(house.ends(of: button, 1), equals: [.finished])
        } else {
            try await scene.execute()
        }
        try await expect(house.ends(of: scene, 1), equals: [.finished])
        let lights = [
            "bathroom-light", "bedroom-carousel", "doorbell", "garden-bridge", "hallway-light", "living-floor-lamp",
            "living-glow-speaker", "living-reading-light",
        ]
        let all = (lights.map { $0 + " off" } + ["front-door-lock lockDoor"]).map { "23:00:00 " + $0 }
        expect(house.sent.lines.sorted(), equals: all.sorted())
        await house.stop()
    }

    /// A short press is another event.
    @Test func aShortPressSaysNothing() async throws {
        let house = try await FurnishedHouse.start(at: 23)
        let scene = try await house.add(goodNight(try await house.device("front-door-lock"), in: house.structure))
        let button = try await house.add(bedsideButton(try await house.device("bedroom-button"), runs: scene))
        try await house.rooms.play(.switchPosition(1), on: "bedroom-button")
        try await house.rooms.play(.switchPosition(0), on: "bedroom-button")
        try await house.pass(.seconds(10))
        try await house.expectSent([])
        try await house.rooms.play(.switchPosition(1), on: "bedroom-button")
        try await house.pass(.milliseconds(600))
        try await expect(house.ends(of: button, 1), equals: [.finished])
        await house.stop()
    }
}
