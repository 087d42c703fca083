internal import Expectations
@testable internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import Testing

/// The kinds of objects whose names people can say to a home: those of HomeKit (HomeKit documentation, "Interacting
/// with a home automation network using Siri"), and devices.
@Suite(.stopsAtEnd, .timeLimit(.minutes(5))) struct SpokenNamesTests {
    private static let lamps = ["lamp-1", "lamp-2", "lamp-3"]
    private let home: PeopleHome

    init() async throws {
        home = try await PeopleHome()
        let client = home.test.home()
        _ = try await client.updateStructure(.init(structureID: home.home, name: "Cottage"))
        _ = try await client.updateStructure(.init(structureID: home.away, name: "Lodge"))
        let zone = try require(try await client.createZone(.init(structureID: home.home, name: "Upstairs")).zone)
        _ = try await client.updateZone(.init(zoneID: zone.id, addRoomIDs: [home.den]))
        func service(_ lamp: String) -> Hearth_V1_ServiceReference { .init(deviceID: lamp, endpoint: 1, type: "43") }
        for lamp in ["lamp-2", "lamp-3"] {
            _ = try await client.updateService(.init(service: service(lamp), name: "Glow"))
        }
        let group = try await client.createServiceGroup(.init(structureID: home.home, name: "Reading Corner"))
        _ = try await client.updateServiceGroup(
            .init(
                serviceGroupID: try require(group.serviceGroup).id,
                addServices: [service("lamp-1"), service("lamp-3")]))
        let graph = AutomationHome.sequence([
            AutomationHome.manual(2), AutomationHome.command(3, TestProvider.onOff(of: "lamp-1"), 1),
        ])
        let automations = Hearth_V1_AutomationClient(home.test.client())
        for (name, scene) in [("Movie Time", Hearth_V1_AutomationScene.userDefined), ("Morning Rule", .unspecified)] {
            _ = try await automations.createAutomation(
                .init(structureID: home.home, name: name, program: .init(graph: graph, scene: scene)))
        }
    }

    private func say(_ words: String) async throws -> Hearth_V1_SpokenReading {
        let response = try await Hearth_V1_AutomationClient(home.test.client()).sayWords(
            .init(structureID: home.home, words: words))
        return try require(response.reading)
    }

    private func lit() throws -> [String] {
        try Self.lamps.filter {
            try home.test.hub.read(TestProvider.onOff(of: $0), as: owner).attributes[0]?.bool == true
        }
    }

    @Test(arguments: [
        ("turn on the lights", lamps), ("turn on the lights in the cottage", lamps),
        ("turn on the lights in the den", ["lamp-2"]), ("turn on the lights upstairs", ["lamp-2"]),
        ("turn on glow", ["lamp-2", "lamp-3"]), ("turn on the reading corner", ["lamp-1", "lamp-3"]),
        ("turn on lamp 3", ["lamp-3"]),
    ])
    func aNameMeansItsLamps(words: String, lamps: [String]) async throws {
        try await expect(say(words).outcome, equals: .done)
        try expect(lit(), equals: lamps)
    }

    @Test func aScenesNameRunsIt() async throws {
        try await expect(say("movie time").outcome, equals: .done)
        try await until { try lit() == ["lamp-1"] }
    }

    @Test(arguments: ["morning rule", "run morning rule", "turn on the lights in the lodge"])
    func triggersAndOtherHomesHaveNoNamesHere(words: String) async throws {
        try await expect(say(words).outcome, equals: .notUnderstood)
        try expect(lit(), equals: [])
    }
}
