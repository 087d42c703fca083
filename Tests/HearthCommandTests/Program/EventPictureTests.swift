internal import Expectations
internal import Foundation
internal import Hearth
internal import HearthTraits
internal import ProcessTestSupport
internal import Testing

/// The picture that a camera took at an event, as an app gets it with the history.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct EventPictureTests {
    private typealias Session = Google.CameraHistoryTrait.HistoryItemEvent

    private func fetch(_ url: String) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run("curl", ["--silent", "--fail", url])
    }

    /// A sound is an event with a picture, and starts an automation.
    @Test func aSoundIsAnEvent() async throws {
        let folder = try TemporaryFolder()
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        let home = try await Home.connect(to: hub.address)
        let history = try require(try await home.structures().list().first).history
        let file = folder.file("listen.txt")
        let text = """
            automation: "Light at a Sound"
            steps:
              when "Garden Camera" part 2 Flag changes so that its value = true
              "Mirror Light" OnOff.on

            """
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let saved = try await hub.run("automations", "import", file)
        expect(saved.status, equals: 0, "\(saved.error)")
        let outcome = try await hub.run("demo", "sound", "Garden Camera")
        expect((outcome.status, outcome.output), are: (0, "Garden Camera hears a sound.\n"), "\(outcome.error)")
        var found: HistoryItem?
        try await until {
            let query = try await history.query().objects("garden-camera").cameraEvents("EVENT_TYPE_SOUND")
            for try await page in try query.execute(pageSize: 1) { found = page.items.first }
            return found?.thumbnailURL != nil
        }
        let visitor = HistoryItemVisitor<[Google.CameraHistoryTrait.EventType]>()
        visitor.register(Session.self) { session, _ in session.payload.eventTracks?.flatMap(\.eventTypes) }
        try expect(visitor.collect([require(found)]), equals: [[.sound]])
        try await until { try await hub.run("show", "Mirror Light", "--json").output.contains("\"onOff\":true") }
        await home.disconnect()
        await hub.stop()
    }

    @Test func aPressHasAPicture() async throws {
        let folder = try TemporaryFolder()
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        let home = try await Home.connect(to: hub.address)
        let history = try require(try await home.structures().list().first).history
        let outcome = try await hub.run("demo", "press", "Video Doorbell")
        expect(outcome.status, equals: 0, "\(outcome.error)")
        var item: HistoryItem?
        try await until {
            let query = try await history.query().objects("hallway-video-doorbell").cameraEvents("EVENT_TYPE_DOORBELL")
            for try await page in try query.execute(pageSize: 1) { item = page.items.first }
            return item?.thumbnailURL != nil
        }
        let found = try require(item)
        let visitor = HistoryItemVisitor<String>()
        visitor.register(Session.self) { session, _ in session.payload.mediaUrl?.thumbnailUrl }
        let url = try require(try visitor.collect([found]).first)
        expect((url, url.hasPrefix("http://\(hub.address)/media/")), are: (found.thumbnailURL?.absoluteString, true))
        let picture = try await fetch(url)
        expect((picture.status, Array(picture.outputBytes.prefix(2))), are: (0, [0xFF, 0xD8]))
        _ = try await hub.run(
            "set", "Video Doorbell", "CameraAvStreamManagement.softLivestreamPrivacyModeEnabled=true")
        // curl's status for an HTTP error.
        try await expect(fetch(url).status, equals: 22)
        await home.disconnect()
        await hub.stop()
    }
}
