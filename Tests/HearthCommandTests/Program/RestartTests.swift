internal import Foundation
internal import Hearth
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// The state that a hub keeps across shutdowns and crashes.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct RestartTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func change(_ hub: HubUnderTest) async throws {
        let home = try await Home.connect(to: hub.address)
        // A device that the demo family does not use by itself at any hour.
        let stand = try require(try await home.devices().list().first { $0.name == "Display Stand" })
        _ = try await stand.setName("Globe by the window")
        await home.disconnect()
        try await expect(hub.run("send", "globe by", "OnOff.off").status, equals: 0)
        try await expect(hub.run("set", "front", "DoorLock.wrongCodeEntryLimit=9").status, equals: 0)
    }

    private func expectChanged(_ hub: HubUnderTest) async throws {
        try await expect(hub.run("devices").output.contains("  Globe by the window  off"))
        try await expect(hub.run("show", "front", "--json").output.contains(#""wrongCodeEntryLimit":9"#))
    }

    @Test func killedHubRestoresItsState() async throws {
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        try await change(hub)
        // Device state is on disk within a second.
        try await Task.sleep(for: .seconds(3))
        await expect(hub.kill(), equals: 128 + SIGKILL)
        try await expectChanged(HubUnderTest(store: folder.file("home.db"), listen: hub.address))
    }

    @Test(arguments: [SIGTERM, SIGINT]) func anAskedEndSavesAtOnce(_ signal: Int32) async throws {
        // Other tests add and remove network interfaces, of which a hub with mDNS complains.
        let hub = try await HubUnderTest(store: folder.file("home.db"), ["--no-mdns"])
        try await change(hub)
        hub.program.send(signal)
        let end = await hub.program.wait()
        expect((end.status, end.error), are: (0, ""))
        try await expectChanged(HubUnderTest(store: folder.file("home.db")))
    }

    @Test func staleSocketOfAKilledHubIsReplaced() async throws {
        let socket = "unix:" + folder.file("hub.sock")
        let hub = try await HubUnderTest(store: folder.file("home.db"), listen: socket)
        expect(hub.address, equals: socket)
        try await expect(hub.run("devices").status, equals: 0)
        await hub.kill()
        expect(FileManager.default.fileExists(atPath: folder.file("hub.sock")))
        let again = try await HubUnderTest(store: folder.file("home.db"), listen: socket)
        try await expect(again.run("devices").status, equals: 0)
        await again.stop()
        expect(!FileManager.default.fileExists(atPath: folder.file("hub.sock")))
    }
}
