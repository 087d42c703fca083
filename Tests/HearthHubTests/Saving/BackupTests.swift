internal import HearthHub
internal import HearthRPC
@testable internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Backups of a running hub, and hubs restored from them.
@Suite(.timeLimit(.minutes(5)))
struct BackupTests {
    private let lamp = TestProvider.onOff(of: "lamp-1")

    @Test func backupHasTheLastReportAndWatchesAreExact() async throws {
        let folder = try TemporaryFolder()
        let backup = folder.path + "/backup"
        let store = try await HomeStore.open(path: folder.file)
        let first = try await TestHub(store: store)
        try await first.hub.attach(TestProvider(lamps: 2, room: "Hall"))
        // No time passes, so it stays unsaved.
        _ = try await first.hub.invoke(lamp, command: 1, as: owner)
        let truth = first.truth()
        let early = try await Watcher.atMarker(first)
        try await first.hub.save()
        let made = try await store.backUp(to: backup, now: first.clock.sinceEpoch, keys: nil)
        expect(made.hubID, equals: first.hub.id)
        expect(made.devices, equals: 2)
        expect(!made.hasKeys)
        _ = try await first.hub.updateDevice("lamp-2", name: "Later", roomID: nil, as: owner)
        let late = try await Watcher.atMarker(first)

        let other = folder.path + "/other.sqlite"
        _ = try await HomeStore.restore(backup, to: other, keepingFormerAs: ".former", withKeys: true)
        let second = try await TestHub(store: HomeStore.open(path: other, now: .seconds(1_900_000_000)))
        expect(second.hub.id, equals: first.hub.id)
        expect(second.truth().rooms == truth.rooms && second.truth().devices["lamp-2"]?.name == "Lamp 2")
        try expect(second.hub.read(lamp, as: owner).attributes, equals: first.hub.read(lamp, as: owner).attributes)
        // A client that has seen nothing beyond the backup resumes; another one gets a resync.
        for (client, reasons) in [(early, []), (late, [.epochChanged])] as [(Watcher, [Hearth_V1_Resync.Reason])] {
            var again = try await Watcher(second, resuming: client.view)
            try await again.settle(second, .init())
            expect(again.view.resyncs.map(\.reason), equals: reasons)
            expect(again.view.devices, equals: second.truth().devices)
            expect(again.view.states, equals: second.truth().states)
        }
        try await second.hub.shutdown()
        try await first.hub.shutdown()
    }

    @Test func restoreWarningsAreKnownBeforeTheStart() async throws {
        let home = StoredHome(
            hubID: "h", epoch: 1, isContinuation: true, structures: [StoredStructure(id: "s", name: "Home")],
            rooms: [],
            devices: [
                StoredDevice(
                    id: "d", structureID: "s", roomID: "lost", name: "Lamp", isNameGiven: true, description: [0xFF])
            ], states: [], memories: [], events: [], schemas: [StoredSchema(traitID: 0xFFF1_FC01, schema: [0xFF])],
            providers: [:], runs: [], removedDevices: [])
        let findings = Hub.findings(in: home, traits: StandardTraits.descriptors)
        expect(findings.count, equals: 3)
        expect(findings.contains { $0.hasPrefix("the stored trait 0xfff1fc01 is not served any more") })
        expect(findings.contains("\"Lamp\" is in no room now; its room is missing from the store"))
        expect(findings.contains { $0.hasPrefix("the stored description of \"Lamp\" (d) is damaged") })
    }
}
