@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import Expectations
internal import Testing

/// Which watches receive changes of app data, and which part.
@Suite(.timeLimit(.minutes(5)))
struct AppDataWatchTests {
    private func set(
        _ test: TestHub, _ object: String, _ value: String, app: String = "app"
    ) async throws {
        _ = try await test.home().updateAppData(
            Hearth_V1_UpdateAppDataRequest(
                objectID: object, appID: app, set: [Hearth_V1_AppDatum(key: "k", value: value)],
                options: Hearth_V1_CallOptions(clientID: "tablet")))
    }

    /// Objects and apps in the order of their reports to a client.
    private func told(_ view: ClientView) -> [String] { view.reports.flatMap { told($0) } }

    private func told(_ report: Hearth_V1_Report) -> [String] {
        report.objects.compactMap { object in
            guard case .appData(let change) = object.change else { return nil }
            return "\(change.appID) of \(change.objectID)"
        }
    }

    private func hub(_ store: (any HomeStorage)? = nil) async throws -> TestHub {
        let test = try await TestHub(store: store)
        try await test.hub.attach(TestProvider(lamps: 2, room: "Hall"))
        return test
    }

    @Test func watchesReportChangedAppDataAndItsApp() async throws {
        let test = try await hub()
        let room = try require(test.truth().rooms.keys.first)
        let zone = try await test.hub.createZone(name: "Up", in: test.structureID, as: owner).zone.id
        var watcher = try await Watcher.atMarker(test)
        var ofDevice = try await Watcher.atMarker(test, Hearth_V1_WatchFilter(deviceIDs: ["lamp-1"], objectsOnly: true))
        for object in [test.structureID, room, "lamp-1", zone] { try await set(test, object, "1") }
        // An equal value is no change.
        try await set(test, "lamp-1", "1")
        try await set(test, "lamp-1", "2", app: "other")
        let expected = [
            "app of \(test.structureID)", "app of \(room)", "app of lamp-1", "app of \(zone)", "other of lamp-1",
        ]
        while told(watcher.view).count < expected.count { try await watcher.next() }
        expect(told(watcher.view), equals: expected)
        let report = try require(watcher.view.reports.last)
        expect(report.objects.count, equals: 1)
        expect(report.states.isEmpty)
        expect(report.cause.flatMap { ChangeCause($0) }, equals: .client("tablet"))
        while told(ofDevice.view).count < expected.count { try await ofDevice.next() }
        expect(ofDevice.view.positions, equals: watcher.view.positions)
    }

    @Test func resumedWatchIsNotifiedAfterARestart() async throws {
        let store = try await HomeStore.inMemory()
        let first = try await hub(store)
        let view = try await Watcher.atMarker(first).view
        try await set(first, "lamp-1", "1")
        let positions = Array(view.positions.values)
        var again = try await Watcher(first, resumeFrom: positions, view: view)
        while told(again.view).isEmpty { try await again.next() }
        try await first.hub.save()
        let second = try await hub(store)
        var later = try await Watcher(second, resumeFrom: positions, view: view)
        while told(later.view).isEmpty { try await later.next() }
        for view in [again.view, later.view] {
            expect(told(view), equals: ["app of lamp-1"])
            expect(view.resyncs.isEmpty)
        }
    }

    /// A change that was stored but not reported before a crash is reported at the next start.
    @Test func unreportedChangesAreReportedAfterACrash() async throws {
        let store = try await HomeStore.inMemory()
        let first = try await hub(store)
        try await set(first, "lamp-2", "1")
        try await first.hub.save()
        // As a hub stores it just before a crash.
        try await store.commit([
            .setAppData(objectID: "lamp-1", appID: "app", key: "k", value: "2", writer: nil),
            .noteAppData(structureID: first.structureID, objectID: "lamp-1", appID: "app"),
        ])
        let unreported = UnreportedObject(
            structureID: first.structureID, object: ObjectKey(.appData, "lamp-1", appID: "app"))
        try await expect(store.load().unreported, equals: [unreported])
        let view = try await Watcher.atMarker(first).view
        let second = try await hub(store)
        var later = try await Watcher(second, resuming: view)
        while told(later.view).isEmpty { try await later.next() }
        expect(told(later.view), equals: ["app of lamp-1"])
        try await second.hub.save()
        try await expect(store.load().unreported.isEmpty)
    }

    @Test func nonReaderGetsEachChangeOnce() async throws {
        let test = try await TestHub(writeHighMark: 512)
        try await test.hub.attach(TestProvider(lamps: 2, room: "Hall"))
        var watcher = try await Watcher.atMarker(test)
        for number in 0..<200 {
            try await set(test, "lamp-1", "\(number)")
            if number.isMultiple(of: 100) { try await set(test, "lamp-2", "\(number)", app: "other") }
        }
        try await watcher.settle(test, .init())
        expect(Set(told(watcher.view)), equals: ["app of lamp-1", "other of lamp-2"])
        expect(watcher.view.reports.contains { told($0) == ["other of lamp-2", "app of lamp-1"] })
    }

    @Test func guestsGetOnlyVisibleChanges() async throws {
        let home = try await PeopleHome()
        let zone = try await home.test.hub.createZone(name: "Up", in: home.home, as: owner).zone.id
        _ = try await home.test.hub.updateZone(zone, adding: [home.kitchen], as: owner)
        let guest = try await home.join("Gus", .guest, Grant(rooms: [home.kitchen]))
        var watcher = try await Watcher.atMarker(home.test, by: guest)
        let position = Array(watcher.view.positions.values)
        for object in [home.den, home.away, "lamp-2", "lock", zone, home.home, home.kitchen, "lamp-1"] {
            try await set(home.test, object, "1")
        }
        let expected = ["app of \(home.home)", "app of \(home.kitchen)", "app of lamp-1"]
        while told(watcher.view).count < expected.count { try await watcher.next() }
        expect(told(watcher.view), equals: expected)
        // So is a resumed one.
        var again = try await Watcher(home.test, resumeFrom: position, by: guest)
        while told(again.view).count < expected.count { try await again.next() }
        expect(told(again.view), equals: expected)
    }
}
