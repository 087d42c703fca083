internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Zones, service groups and places, by the commands that people use for them.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct ZonesAndGroupsTests {
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

    @Test func zonesHoldRooms() async throws {
        try await done("zones", "add", "Upstairs", "--json", says: #"{"zone":"Upstairs"}"#)
        try await done("zones", "put", "upstairs", "Bedroom", "Kitchen", says: "Upstairs: it has Bedroom, Kitchen now")
        try await done("zones", "take", "Upstairs", "Kitchen", says: "Upstairs: it has Bedroom now")
        try await done("rename", "Upstairs", "Above", says: #"Upstairs: the zone is called "Above" now"#)
        try await expect(hub.run("zones").output.contains("Above  Bedroom"))
        try await expect(hub.run("off", "Above").status, equals: 0)
        try await refused("rooms", "add", "ABOVE", says: #"a zone called "Above""#)
        try await refused("zones", "paint", "Above", status: 64, says: "say list, add NAME")
        try await done("zones", "remove", "Above", "--yes", says: "Above is removed")
    }

    @Test func groupsHoldServices() async throws {
        try await done("groups", "add", "Reading", "--json", says: #"{"group":"Reading"}"#)
        try await done(
            "groups", "put", "Reading", "Floor Lamp", says: "Reading: it has Floor Lamp (Lightbulb) now")
        try await expect(hub.run("groups").output.contains("Reading  Floor Lamp (Lightbulb)"))
        try await expect(hub.run("on", "Reading").status, equals: 0)
        try await done("groups", "take", "Reading", "Floor Lamp", says: "Reading: it has no services now")
        try await refused("groups", "take", "Reading", "Floor Lamp", says: "has no service of Floor Lamp")
        try await done("groups", "remove", "Reading", "--yes", says: "Reading is removed")
    }

    @Test func aStructureIsPlaced() async throws {
        let outcome = try await hub.run("home", "--time-zone", "Asia/Tokyo", "--location", "35.7,139.7", "--json")
        expect(outcome.output.contains(#""timeZone":"Asia/Tokyo","location":{"latitude":35.7,"longitude":139.7}"#))
        try await expect(hub.run("home").output.contains("Asia/Tokyo  35.7,139.7"))
        try await refused("home", "--time-zone", "Mars/Base", says: "there is no time zone")
    }
}
