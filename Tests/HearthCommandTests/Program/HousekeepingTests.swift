internal import Foundation
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Names, rooms and removals, by the commands that people use for them.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct HousekeepingTests {
    private let folder: TemporaryFolder
    private let hub: HubUnderTest

    init() async throws {
        folder = try TemporaryFolder()
        hub = try await HubUnderTest(store: folder.file("home.db"))
    }

    private func done(_ words: String..., says output: String) async throws {
        let outcome = try await HearthProgram.run(words + ["--hub", hub.address])
        expect(outcome.status, equals: 0, "\(words): \(outcome.error)")
        expect(outcome.error, equals: "", "\(words): \(outcome.error)")
        expect(outcome.output, equals: output + "\n", "\(words)")
    }

    private func refused(_ words: String..., status: Int32 = 1, says message: String) async throws {
        let outcome = try await HearthProgram.run(words + ["--hub", hub.address])
        expect(outcome.status, equals: status, "\(words)")
        expect(outcome.output, equals: "", "\(words)")
        expect(outcome.error.contains(message), "\(words): \(outcome.error)")
    }

    @Test func thingsGetOtherNames() async throws {
        try await done("rename", "floor", "Reading Lamp", says: #"Floor Lamp: the device is called "Reading Lamp" now"#)
        try await expect(hub.run("show", "reading lamp").status, equals: 0)
        try await refused("rename", "Flor Lamp", "x", says: #"there is no device, room or structure "Flor Lamp""#)
        try await refused("rename", "reading", "", says: "Reading Lamp: ")
        let room = try await hub.run("rename", "Kitchen", "Galley", "--json")
        expect(room.output.hasPrefix(#"{"room":"#))
        expect(room.output.hasSuffix(#","name":"Galley"}"# + "\n"))
        try await expect(hub.run("devices").output.contains("\nGalley\n"))
    }

    @Test func partsOfADeviceGetNames() async throws {
        try await done(
            "rename", "Power Strip", "Monitor", "--endpoint", "1",
            says: #"Power Strip: endpoint 1 is called "Monitor" now"#)
        try await expect(hub.run("show", "Power Strip").output.contains("\nEndpoint 1 \"Monitor\": OnOffPluginUnit\n"))
        try await refused("rename", "Power Strip", "monitor", "--endpoint", "2", says: #"is called "Monitor""#)
        try await refused("rename", "Power Strip", "x", "--endpoint", "0", says: "rename the device")
        try await done(
            "rename", "Power Strip", "", "--endpoint", "1", says: "Power Strip: endpoint 1 has no name now")
    }

    @Test func devicesMove() async throws {
        try await done("move", "floor", "Bedroom", says: "Floor Lamp: it is in Bedroom now")
        try await expect(hub.run("show", "floor").output.contains("\n  room    Bedroom\n"))
        try await done("move", "Floor Lamp", "--out", "--json", says: #"{"device":"living-floor-lamp","room":null}"#)
        try await expect(hub.run("show", "floor").output.contains("\n  room    -\n"))
        try await refused("move", "floor", "Bedrom", says: #"there is no room "Bedrom"; did you mean "Bedroom""#)
        try await refused("move", "floor", status: 64, says: "or --out for no room")
        try await refused("move", "floor", "Bedroom", "--out", status: 64, says: "or --out for no room")
    }

    @Test func roomsComeAndGo() async throws {
        let home = try await hub.run("rooms")
        expect(home.output.hasPrefix("STRUCTURE  ROOM"))
        let structure = try require(home.output.split(separator: "\n").dropFirst().first?.split(separator: " ").first)
        try await done("rooms", "add", "Attic", says: "Attic: a room of \(structure) now")
        try await done("move", "floor", "Attic", says: "Floor Lamp: it is in Attic now")
        try await done("rooms", "rename", "attic", "Loft", says: #"Attic: the room is called "Loft" now"#)
        let json = try await hub.run("rooms", "list", "--json").output
        let rooms = try require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
        let loft = try require(rooms.first { $0["name"] as? String == "Loft" })
        expect(loft["devices"] as? [String] == ["living-floor-lamp"])
        try await done("rooms", "remove", "Loft", "--yes", says: "Loft is removed; 1 device is in no room now")
        try await refused("rooms", "remove", "Loft", "--yes", says: #"there is no room "Loft""#)
        try await refused("rooms", "paint", "Loft", status: 64, says: "say list, add NAME")
        try await refused("rooms", "add", "x", "--structure", "Mars", says: #"there is no structure "Mars""#)
    }

    /// Without a terminal the command can not ask.
    @Test func aDeviceIsRemoved() async throws {
        try await refused("remove", "Flor Lamp", says: #"there is no device "Flor Lamp"; did you mean "Floor Lamp""#)
        try await refused("remove", "Floor Lamp", status: 64, says: "Not a terminal; pass --yes to confirm")
        try await done("remove", "Floor Lamp", "--yes", says: "Floor Lamp is removed")
        try await refused("show", "living-floor-lamp", says: "there is no device")
        try await done("demo", "reset", says: "Floor Lamp is back.")
        try await expect(hub.run("show", "Floor Lamp").output.contains("\n  room    Living Room\n"))
        try await done("demo", "reset", says: "No virtual device is missing.")
        try await done("remove", "--yes", "worktop", "--json", says: #"{"removed":["kitchen-light"]}"#)
    }

    /// Rooms that people made stay, and so would a demo room with another device.
    @Test func theDemoIsTakenOutOfTheHome() async throws {
        try await done("rooms", "add", "Attic", says: "Attic: a room of Home now")
        try await refused("demo", "remove", status: 64, says: "pass --yes to confirm")
        let removed = try await hub.run("demo", "remove", "--yes")
        expect(removed.status, equals: 0, "\(removed.error)")
        expect(removed.output.contains("are removed; hearth demo reset"), "\(removed.error)")
        let rooms = try await hub.run("rooms", "list", "--json").output
        expect(rooms.contains("Attic"), "\(rooms)")
        expect(!rooms.contains("Kitchen"), "\(rooms)")
        try await expect(!hub.run("devices", "--json").output.contains("kitchen-"))
        try await done("demo", "remove", "--yes", says: "The home has nothing of the demo.")
        try await expect(!hub.run("automations", "list", "--json").output.contains("Good Night"))
        let back = try await hub.run("demo", "reset")
        expect(back.status, equals: 0, "\(back.error)")
        expect(back.output.contains("Floor Lamp"), "\(back.error)")
        // Without --demo the hub shows what they are.
        hub.program.send(SIGTERM)
        _ = await hub.program.wait()
        let plain = try HearthProgram.start(["serve", "--store", folder.file("home.db"), "--listen", "127.0.0.1:0"])
        _ = await plain.line { $0.contains(" listening on ") }
        plain.send(SIGTERM)
        let outcome = await plain.wait()
        expect(outcome.error.contains("in this home, are offline without --demo"))
    }

    @Test func aNoticeNeedsSomebodyWhoGetsIt() async throws {
        try await refused(
            "notify", "Dinner", "--to", "Nobody",
            says: #"there is no person "Nobody"; hearth people lists them"#)
        try await expect(!hub.run("notices").output.contains("Dinner"))
    }
}
