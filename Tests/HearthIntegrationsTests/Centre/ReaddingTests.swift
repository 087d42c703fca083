internal import HearthBase
internal import HearthEntities
@testable internal import HearthHub
@testable internal import HearthIntegrations
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import IntegrationTestSupport
internal import StoreTestSupport
internal import Expectations
internal import Testing

/// Things that are removed and added again.
@Suite(.timeLimit(.minutes(5)))
struct ReaddingTests {
    private let ecosystem = FakeEcosystem()
    private let owner = Caller(.owner, clientID: "test")

    /// What people see of a device.
    private struct Shown: Equatable {
        var name: String
        var room: String?
    }

    private func shown(_ test: IntegratedHub) -> [String: Shown] {
        var shown: [String: Shown] = [:]
        for cell in test.hub.directory.cells {
            cell.read { state in
                for device in state.devices where device.id != state.id {
                    let room = state.rooms.first { $0.id == device.roomID }?.name
                    shown[device.id] = Shown(name: device.name, room: room)
                }
            }
        }
        return shown
    }

    /// Gives a device a name, a room and an app's value.
    private func setUp(_ device: String, _ test: IntegratedHub) async throws {
        let home = try require(test.hub.structureIDs.first)
        let room = try await test.hub.createRoom(name: "Attic", in: home, as: owner).room
        _ = try await test.hub.updateDevice(device, name: "Reading lamp", roomID: room.id, as: owner)
        try await test.store.commit([.setAppData(objectID: device, appID: "app", key: "k", value: "v", writer: nil)])
    }

    @Test(arguments: StoreImplementation.lasting)
    func theSameThingBringsTheSameDevices(_ implementation: StoreImplementation) async throws {
        ecosystem["strip.local"] = .init(identity: "AA", devices: ["one", "two"])
        ecosystem["moved.local"] = .init(identity: "AA", devices: ["one", "two"])
        let place = try implementation.place()
        let first = try await IntegratedHub(ecosystem, store: place.open())
        let id = try await first.add("strip.local").get()
        try await setUp("\(id)-one", first)
        let before = shown(first)
        try await expect(first.centre.remove(id).sorted(), equals: ["\(id)-one", "\(id)-two"])
        expect(first.devices, equals: [])
        // A crash: the hub does not end.
        await first.centre.stop()
        try await first.store.close(clean: false)

        let second = try await IntegratedHub(ecosystem, store: place.open())
        expect(second.devices, equals: [])
        try await expect(second.add("moved.local").get(), equals: id)
        expect(shown(second), equals: before)
        try await expect(second.store.appData(of: "\(id)-one", app: "app"), equals: ["k": "v"])
        try await second.end()
        let third = try await IntegratedHub(ecosystem, store: place.open())
        expect(shown(third), equals: before)
        try await third.end()
    }

    @Test func aForgottenThingIsANewOne() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let test = try await IntegratedHub(ecosystem)
        let id = try await test.add("strip.local").get()
        try await setUp("\(id)-one", test)
        let response = try await test.calls().removeIntegration(.init(integrationID: id, forget: true))
        expect(response.deviceIDs, equals: ["\(id)-one"])
        try await expect(test.store.loadIntegrations(), equals: [])
        try await expect(test.store.load().formerDevices, equals: [])
        let other = try await test.add("strip.local").get()
        expect(other != id)
        expect(shown(test), equals: ["\(other)-one": Shown(name: "one", room: nil)])
        try await test.end()
    }

    @Test("A forgetting removal that ends between its two transactions is completed at the next start")
    func aForgettingRemovalIsCompleted() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let first = try await IntegratedHub(ecosystem)
        let id = try await first.add("strip.local").get()
        _ = try await first.hub.removeDevice("\(id)-one", as: owner)
        await first.centre.stop()
        try await first.store.commit(StoreTransaction([], integrations: [.remove(id: id)]))
        let second = try await IntegratedHub(ecosystem, store: first.store)
        let stored = try await first.store.load()
        expect(stored.formerDevices, equals: [])
        expect(stored.removedDevices, equals: [])
        try await second.end()
    }

    @Test func removedThingIsForgottenAfter90Days() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let clock = ManualClock()
        let test = try await IntegratedHub(ecosystem, clock: clock)
        let id = try await test.add("strip.local").get()
        _ = try await test.centre.remove(id)
        await clock.advance(by: FormerIntegrations.life)
        try await expect(test.store.loadIntegrations().map(\.id), equals: [id])
        await clock.advance(by: .seconds(86_400))
        try await expect(test.store.loadIntegrations(), equals: [])
        try await expect(test.store.load().formerDevices, equals: [])
        let other = try await test.add("strip.local").get()
        expect(other != id)
        try await test.end()
    }

    @Test func itHasTheNameThatPeopleGaveIt() async throws {
        ecosystem["strip.local"] = .init(identity: "AA", name: "Strip")
        let test = try await IntegratedHub(ecosystem)
        let id = try await test.add("strip.local").get()
        try await test.centre.change(id, name: "Desk", by: IntegrationSettings())
        _ = try await test.centre.remove(id)
        _ = try await test.add("strip.local").get()
        try await expect(test.added.map(\.name), equals: ["Desk"])
        _ = try await test.centre.remove(id)
        _ = try await test.add("strip.local", name: "Shelf").get()
        try await expect(test.added.map(\.name), equals: ["Shelf"])
        try await test.end()
    }

    @Test func removedDeviceComesBackWithItsNameOrIsForgotten() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let test = try await IntegratedHub(ecosystem)
        let device = try await test.add("strip.local").get() + "-one"
        try await setUp(device, test)
        let before = shown(test)
        _ = try await test.hub.removeDevice(device, as: owner)
        try await expect(test.hub.restoreDevices(as: owner), equals: [device])
        expect(shown(test), equals: before)

        _ = try await test.hub.removeDevice(device, as: owner)
        try await expect(test.hub.removeDevice(device, forgetting: true, as: owner).deviceIDs, equals: [device])
        let error = await expect(throws: HubError.self) {
            _ = try await test.hub.removeDevice(device, forgetting: true, as: owner)
        }
        expect(error?.code, equals: .notFound)
        // It stays away until it is asked for, and is then a new one.
        await ecosystem.describe("one", "strip.local")
        expect(shown(test), equals: [:])
        try await expect(test.hub.restoreDevices(as: owner), equals: [device])
        expect(shown(test), equals: [device: Shown(name: "one", room: nil)])
        try await expect(test.store.appData(of: device, app: "app"), equals: [:])
        try await test.end()
    }

    @Test("A thing whose devices people have all removed is one to add, and brings them back")
    func emptiedThingIsAddedAgain() async throws {
        ecosystem["strip.local"] = .init(identity: "AA", devices: ["one", "two"])
        let test = try await IntegratedHub(ecosystem)
        await test.centre.see(
            FoundThing(
                key: "k", kind: "fake", identity: "AA", name: "Strip", address: "strip.local", readiness: .needsKey))
        func readiness() async -> Hearth_V1_FoundDevice.Readiness? {
            await test.centre.snapshot().found.first?.readiness
        }
        let id = try await test.add("strip.local").get()
        try await setUp("\(id)-one", test)
        let before = shown(test)
        _ = try await test.hub.removeDevice("\(id)-one", as: owner)
        await expect(readiness(), equals: .added)
        guard case .failure(let failure) = try await test.add("strip.local") else {
            return expect(false, "it was added")
        }
        expect(failure.reason, equals: .addedAlready)

        _ = try await test.hub.removeDevice("\(id)-two", as: owner)
        await expect(readiness(), equals: .needsKey)
        try await expect(test.add("strip.local").get(), equals: id)
        expect(ecosystem.withdrawn, equals: [], "the new probe has found the thing as it was left")
        expect(shown(test), equals: before)
        await expect(readiness(), equals: .added)
        try await test.end()
    }

    /// Adds a host, and removes its only device.
    private func addEmptied(_ host: String, _ name: String, _ test: IntegratedHub) async throws -> String {
        let id = try await test.add(host, name: name).get()
        _ = try await test.hub.removeDevice("\(id)-one", as: owner)
        return id
    }

    @Test func emptiedThingKeepsItsNameAndMemory() async throws {
        ecosystem["strip.local"] = .init(identity: "AA", name: "Strip")
        let test = try await IntegratedHub(ecosystem)
        let id = try await addEmptied("strip.local", "Desk", test)
        await ecosystem.remember([7], "strip.local")
        // Once with its name, once without one.
        for name in ["Desk", ""] {
            try await expect(test.add("strip.local", name: name).get(), equals: id)
            try await expect(test.added.map(\.name), equals: ["Desk"])
            try await expect(test.added.map(\.memory), equals: [[7]])
            await expect(ecosystem.memory("strip.local"), equals: [7])
            _ = try await test.hub.removeDevice("\(id)-one", as: owner)
        }
        try await test.end()
    }

    @Test func refusedAdditionLeavesTheEmptiedThing() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        ecosystem["lamp.local"] = .init(identity: "BB")
        let test = try await IntegratedHub(ecosystem)
        _ = try await addEmptied("strip.local", "Strip", test)
        _ = try await addEmptied("lamp.local", "Lamp", test)
        let before = try await test.added
        guard case .failure(let failure) = try await test.add("strip.local", name: "Lamp") else {
            return expect(false, "it was added")
        }
        expect(failure.message, equals: "another integration is called \"Lamp\"; choose another name")
        try await expect(test.added, equals: before)
        expect(ecosystem.links("strip.local"), equals: 1)
        try await test.end()
    }

    @Test("What an earlier integration of the same thing says late is not the present one's")
    func lateNewsOfAnEarlierRunIsIgnored() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        ecosystem["moved.local"] = .init(identity: "AA")
        let test = try await IntegratedHub(ecosystem)
        let id = try await test.add("strip.local").get()
        _ = try await test.centre.remove(id)
        try await expect(test.add("moved.local").get(), equals: id)
        await ecosystem.remember([7], "strip.local")
        await ecosystem.say(.offline(reason: "late"), "strip.local")
        try await expect(test.added.map(\.memory), equals: [[]])
        await expect(test.centre.snapshot().integrations.map(\.health?.state), equals: [.online])
        try await test.end()
    }

    @Test func anotherHomeGetsNothingOfIt() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let test = try await IntegratedHub(ecosystem)
        let id = try await test.add("strip.local").get()
        try await setUp("\(id)-one", test)
        _ = try await test.centre.remove(id)
        let cabin = try await test.hub.createStructure(name: "Cabin", as: owner).structure.id
        let order = AddingOrder(
            kind: "fake", settings: IntegrationSettings(values: ["host": "strip.local"]), structureID: cabin)
        try await expect(test.centre.add(order) { _ in }.get(), equals: id)
        expect(shown(test), equals: ["\(id)-one": Shown(name: "one", room: nil)])
        try await expect(test.store.appData(of: "\(id)-one", app: "app"), equals: [:])
        expect(test.hub.directory.entry(of: "\(id)-one")?.cell.id, equals: cabin)
        try await test.end()
    }

    @Test func itReturnsToItsHomeWithItsNewDevices() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let test = try await IntegratedHub(ecosystem)
        let cabin = try await test.hub.createStructure(name: "Cabin", as: owner).structure.id
        let order = AddingOrder(
            kind: "fake", settings: IntegrationSettings(values: ["host": "strip.local"]), structureID: cabin)
        let id = try await test.centre.add(order) { _ in }.get()
        _ = try await test.centre.remove(id)
        ecosystem["strip.local"] = .init(identity: "AA", devices: ["one", "two"])
        try await expect(test.add("strip.local").get(), equals: id)
        expect(
            test.hub.directory.devices.mapValues(\.cell.id), equals: ["\(id)-one": cabin, "\(id)-two": cabin])
        try await test.end()
    }

    @Test func roomThatIsGoneIsLeftOut() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let test = try await IntegratedHub(ecosystem)
        let id = try await test.add("strip.local").get()
        try await setUp("\(id)-one", test)
        _ = try await test.centre.remove(id)
        let room = try require(test.hub.directory.cells.first?.read { $0.rooms.first { $0.name == "Attic" }?.id })
        _ = try await test.hub.deleteRoom(room, as: owner)
        try await expect(test.add("strip.local").get(), equals: id)
        expect(shown(test), equals: ["\(id)-one": Shown(name: "Reading lamp", room: nil)])
        try await test.end()
    }

    @Test func endpointsKeepTheirNumbersAndChoices() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let test = try await IntegratedHub(ecosystem)
        let id = try await test.add("strip.local").get()
        let device = "\(id)-one"
        _ = try await test.calls().showEntities(.init(deviceID: device, entityKeys: ["limit"], shown: true))
        let endpoints = test.hub.directory.entry(of: device)?.cell.read { $0.devices[device]?.endpoints.map(\.id) }
        _ = try await test.centre.remove(id)
        try await expect(test.add("strip.local").get(), equals: id)
        try await until {
            test.hub.directory.entry(of: device)?.cell.read { $0.devices[device]?.endpoints.map(\.id) } == endpoints
        }
        try await test.end()
    }
}
