@testable internal import HearthIntegrations
internal import HearthWire
internal import Expectations
internal import Testing

@Suite struct IntegrationsSnapshotTests {
    private func integration(_ id: String, _ name: String = "Plug") -> Hearth_V1_Integration {
        Hearth_V1_Integration(id: id, kind: "fake", name: name)
    }

    private func thing(_ key: String, at second: Int64 = 1, address: String = "a") -> Hearth_V1_FoundDevice {
        Hearth_V1_FoundDevice(
            key: key, address: address, seenAt: Google_Protobuf_Timestamp(sinceEpoch: .seconds(second)))
    }

    @Test func onlyWhatChangedIsReported() {
        let old = IntegrationsSnapshot(
            integrations: [integration("1"), integration("2"), integration("3")],
            found: [thing("x"), thing("y"), thing("z")])
        let new = IntegrationsSnapshot(
            integrations: [integration("1"), integration("3", "Lamp"), integration("4")],
            found: [thing("x", at: 9), thing("z", address: "b"), thing("w")])
        expect(
            new.changes(since: old),
            equals: Hearth_V1_WatchIntegrationsResponse(
                integrations: [integration("3", "Lamp"), integration("4")], removedIntegrationIDs: ["2"],
                found: [thing("z", address: "b"), thing("w")], lostKeys: ["y"]))
        expect(new.changes(since: new), equals: nil)
        expect(
            IntegrationsSnapshot(found: [thing("x", at: 9)]).changes(since: IntegrationsSnapshot(found: [thing("x")])),
            equals: nil)
        expect(old.whole.isSnapshot)
    }

    @Test func ignoredThingsAreReportedByThemselves() {
        func ignored(_ keys: String...) -> IntegrationsSnapshot {
            IntegrationsSnapshot(ignored: keys.map { Hearth_V1_IgnoredDevice(key: $0, name: "TV") })
        }
        expect(
            ignored("b", "c").changes(since: ignored("a", "b")),
            equals: Hearth_V1_WatchIntegrationsResponse(
                ignored: [Hearth_V1_IgnoredDevice(key: "c", name: "TV")], unignoredKeys: ["a"]))
        expect(ignored("b", "c").changes(since: ignored("b", "c")), equals: nil)
        expect(ignored("a").whole.ignored.map(\.key), equals: ["a"])
    }

    @Test("A thing that was added and removed between two messages is reported again")
    func aRemovalIsAChange() {
        func snapshot(_ removals: [String: UInt64]) -> IntegrationsSnapshot {
            IntegrationsSnapshot(found: [thing("x"), thing("y")], removals: removals)
        }
        let (before, after) = (snapshot(["y": 1]), snapshot(["x": 1, "y": 1]))
        expect(after.changes(since: before), equals: Hearth_V1_WatchIntegrationsResponse(found: [thing("x")]))
        expect(after.changes(since: after), equals: nil)
    }
}
