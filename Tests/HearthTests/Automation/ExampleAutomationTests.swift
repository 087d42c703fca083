internal import Expectations
internal import Hearth
internal import HearthHomePage
internal import HearthHub
internal import HearthTraitCore
internal import HearthTraits
internal import HearthVirtualHome
internal import HearthWire
internal import Testing

/// The examples to take over: each is saved without issues, starts, and does what its sentence says, in the virtual home.
@Suite(.timeLimit(.minutes(5))) struct ExampleAutomationTests {
    /// What happens to an example on a Friday, and what the hub then sends.
    struct Row: Sendable, CustomStringConvertible {
        let example: String
        var day = FurnishedHouse.Day.winter
        /// The hour and minute of its beginning.
        let time: (hour: Int64, minute: Int64)
        /// The device for each name in the text, by its id, and its part if that is not the first.
        var devices: [String: String] = [:]
        /// The requests, those of the same second in alphabetical order.
        var sent: [String] = []
        /// The titles of the home's notices; the hub raises those about alarms itself.
        var notices: [String] = []
        let happens: @Sendable (FurnishedHouse, any Automation) async throws -> Void

        var description: String { example }
    }

    private static let light = ["Light": "hallway-light"]
    private static let lock = ["Lock": "front-door-lock"]
    private static let allLights = [
        "bathroom-light", "bedroom-carousel", "doorbell", "garden-bridge", "hallway-light", "kitchen-light",
        "living-ceiling", "living-floor-lamp", "living-glow-speaker", "living-reading-light", "office-desk-lamp",
    ]

    static let rows = [
        Row(
            example: "motion-light", time: (22, 0),
            devices: ["Motion Sensor": "hallway-motion", "Light": "hallway-light"],
            sent: ["22:00:00 hallway-light on", "22:02:20 hallway-light off"]
        ) { house, _ in
            try await house.rooms.play(.motion, on: "hallway-motion")
            // The sensor reports after 20 s that nobody is there.
            try await house.pass(.seconds(20))
            try await house.pass(.seconds(120))
        },
        Row(
            example: "evening-light", time: (16, 21), devices: light,
            sent: ["16:21:45 hallway-light on", "23:00:00 hallway-light off"]
        ) { house, _ in
            try await house.pass(.seconds(60))
            try await house.pass(.seconds(24_000))
        },
        Row(
            example: "wake-up-light", time: (6, 44), devices: ["Dimmable Light": "living-floor-lamp"],
            sent: [
                "06:45:00 living-floor-lamp moveToLevelWithOnOff level 254 transitionTime 6000",
                "06:45:00 living-floor-lamp moveToLevelWithOnOff level 3",
            ]
        ) { house, _ in try await house.pass(.seconds(60)) },
        Row(
            example: "button-light", time: (12, 0), devices: ["Button": "bedroom-button", "Light": "hallway-light"],
            sent: ["12:00:00 hallway-light toggle"]
        ) { house, _ in try await house.rooms.play(.switchPosition(1), on: "bedroom-button") },
        Row(
            example: "doorbell-light", time: (12, 0),
            devices: ["Doorbell": "hallway-video-doorbell part 2", "Light": "hallway-light"],
            // The doorbell's camera takes a picture of its own.
            sent: [
                "12:00:00 hallway-light toggle", "12:00:00 hallway-video-doorbell captureSnapshot",
                "12:00:05 hallway-light toggle",
            ]
        ) { house, _ in
            try await house.rooms.play(.switchPosition(1), on: "hallway-video-doorbell")
            try await house.pass(.seconds(5))
        },
        Row(example: "forgotten-light", time: (12, 0), devices: light, sent: ["14:00:00 hallway-light off"]) {
            house, _ in
            try await house.rooms.play(.toggle, on: "hallway-light")
            try await house.pass(.seconds(7_199))
            try await house.expectSent([])
            try await house.pass(.seconds(1))
        },
        Row(
            example: "film-light", time: (20, 0),
            devices: ["Player": "living-tv", "Dimmable Light": "living-floor-lamp"],
            sent: [
                "20:00:00 living-floor-lamp moveToLevelWithOnOff level 25 transitionTime 20",
                "22:00:00 living-floor-lamp moveToLevel level 120 optionsMask 1 optionsOverride 1",
                // It was off before.
                "22:00:00 living-floor-lamp off",
            ]
        ) { house, _ in
            let player = TraitPath(
                TraitTarget(deviceID: "living-tv", endpoint: 1), Matter.MediaPlaybackTrait.descriptor.id)
            try await house.rooms.adopt([0: .unsigned(0)], of: player)
            try await house.pass(.seconds(7_200))
            try await house.rooms.adopt([0: .unsigned(1)], of: player)
        },
        Row(
            example: "good-night", time: (22, 0), devices: lock,
            sent: (allLights.map { "\($0) off" } + ["front-door-lock lockDoor"]).map { "22:00:00 " + $0 }.sorted()
        ) { _, automation in try await automation.execute() },
        Row(example: "nobody-home", time: (8, 0), sent: allLights.map { "08:00:00 \($0) off" }) { house, _ in
            try await house.say(.atHome)
            try await house.say(.away)
        },
        Row(example: "welcome-light", time: (18, 0), devices: light, sent: ["18:00:00 hallway-light on"]) { house, _ in
            try await house.say(.away)
            try await house.say(.atHome)
        },
        Row(
            example: "lock-at-night", time: (22, 29), devices: lock, sent: ["22:30:00 front-door-lock lockDoor"]
        ) { house, _ in
            try await house.rooms.play(.thumbTurn(locks: false), on: "front-door-lock")
            try await house.pass(.seconds(60))
        },
        Row(example: "lock-again", time: (12, 0), devices: lock, sent: ["12:10:01 front-door-lock lockDoor"]) {
            house, _ in
            // The bolt takes a second.
            try await house.rooms.play(.thumbTurn(locks: false), on: "front-door-lock")
            try await house.pass(.seconds(1))
            try await house.pass(.seconds(600))
        },
        Row(
            example: "window-heating", time: (12, 0), devices: ["Window": "office-window", "Thermostat": "thermostat"],
            sent: ["12:01:00 thermostat systemMode 0", "12:31:00 thermostat systemMode 1"]
        ) { house, _ in
            try await house.rooms.play(.contact(isClosed: false), on: "office-window")
            try await house.pass(.seconds(60))
            try await house.pass(.seconds(1_800))
            try await house.rooms.play(.contact(isClosed: true), on: "office-window")
        },
        Row(
            example: "blind-by-sun", time: (8, 0), devices: ["Blind": "living-blind"],
            sent: ["08:10:07 living-blind upOrOpen", "16:21:45 living-blind downOrClose"]
        ) { house, _ in
            try await house.pass(.seconds(3_600))
            try await house.pass(.seconds(28_800))
        },
        Row(
            example: "heat-blind", day: .summer, time: (12, 0),
            devices: ["Temperature Sensor": "bathroom-climate", "Blind": "living-blind"],
            sent: ["12:00:00 living-blind downOrClose"]
        ) { house, _ in try await house.rooms.play(.temperature(2_700), on: "bathroom-climate") },
        Row(
            example: "humid-fan", time: (12, 0),
            devices: ["Humidity Sensor": "bedroom-humidity", "Fan": "bedroom-fan"],
            sent: ["12:00:00 bedroom-fan percentSetting 60", "12:20:00 bedroom-fan percentSetting 0"]
        ) { house, _ in
            try await house.rooms.play(.humidity(7_000), on: "bedroom-humidity")
            try await house.pass(.seconds(1_200))
            try await house.rooms.play(.humidity(5_000), on: "bedroom-humidity")
        },
        Row(
            example: "morning-coffee", time: (6, 29), devices: ["Plug": "kitchen-coffee"],
            sent: ["06:30:00 kitchen-coffee on", "07:30:00 kitchen-coffee off"]
        ) { house, _ in
            try await house.pass(.seconds(60))
            try await house.pass(.seconds(3_600))
        },
        Row(
            example: "laundry-done", time: (12, 0), devices: ["Metering Plug": "bathroom-washer"],
            notices: ["The laundry is done"]
        ) { house, _ in
            let power = TraitPath(
                TraitTarget(deviceID: "bathroom-washer", endpoint: 1),
                Matter.ElectricalPowerMeasurementTrait.descriptor.id)
            try await house.rooms.adopt([8: .signed(480_000)], of: power)
            try await house.pass(.seconds(3_600))
            try await house.rooms.adopt([8: .signed(2_000)], of: power)
            try await house.pass(.seconds(180))
        },
        Row(
            example: "leak-valve", time: (3, 0), devices: ["Leak Sensor": "kitchen-leak", "Valve": "valve"],
            sent: ["03:00:00 valve close"], notices: ["Water leak"]
        ) { house, _ in try await house.rooms.play(.leak(isDetected: true), on: "kitchen-leak") },
        Row(
            example: "smoke-lights", time: (3, 0), devices: ["Smoke Alarm": "kitchen-smoke"],
            sent: allLights.map { "03:00:00 \($0) on" }, notices: ["Smoke"]
        ) { house, _ in try await house.rooms.play(.smoke(severity: 2), on: "kitchen-smoke") },
    ]

    @Test(arguments: rows) func eachExampleDoesWhatItSays(_ row: Row) async throws {
        var text = try require(AutomationExamples.all.first { $0.name == row.example }).text
        for (name, device) in row.devices where device.contains(" ") {
            let part = device.split(separator: " ").dropFirst().joined(separator: " ")
            text = text.replacing("  when \"\(name)\" ", with: "  when \"\(name)\" \(part) ")
        }
        let mappings = row.devices.map { name, device in
            AutomationTextMapping(name: name, meaning: device.split(separator: " ").first.map(String.init) ?? "")
        }
        let house = try await FurnishedHouse.start(row.day, at: row.time.hour, row.time.minute, isHeated: true)
        try await house.addOwnTraits()
        let read = try await house.structure.parseAutomations(text, mappings: mappings)
        expect(read.issues.map(\.message), equals: [])
        let automation = try await house.add(try require(read.automations.first))
        try await row.happens(house, automation)
        try await until { try await house.isAt(sent: row.sent.count, notices: row.notices.count) }
        expect(house.sent.lines.sorted(), equals: row.sent)
        await expect(house.noticeTitles, equals: row.notices)
        await house.stop()
    }

    /// Each has a test, and says in its header what it is and does.
    @Test func examplesAreTwenty() {
        expect(AutomationExamples.all.map(\.name), equals: Self.rows.map(\.example).sorted())
        expect(AutomationExamples.all.count, equals: 20)
    }
}

extension FurnishedHouse {
    /// Adds the traits of the home itself: presence, notices, time.
    fileprivate func addOwnTraits() async throws {
        try await fixture.hub.attachOwnTraits { [clock] in
            VirtualHome(structureID: $0.id, location: nil, secondsEastOfUTC: { _ in 3_600 }, clock: clock)
        }
    }

    /// Says for the hub's owner whether they are at home.
    fileprivate func say(_ presence: MemberPresence) async throws {
        let owner = try require(try await structure.members().first)
        try await structure.setPresence(presence, ofMember: owner.id)
    }

    fileprivate var noticeTitles: [String] {
        get async { await structure.traits.get(HearthProject.NoticesTrait.self)?.notices?.map(\.title) ?? [] }
    }

    fileprivate func isAt(sent lines: Int, notices: Int) async throws -> Bool {
        let titles = await noticeTitles
        return sent.lines.count >= lines && titles.count >= notices
    }
}
