@testable internal import HearthIntegrations
internal import HearthEntities
@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import StoreTestSupport
internal import IntegrationTestSupport
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct IntegrationCentreTests {
    private let ecosystem = FakeEcosystem()

    private func health(_ test: IntegratedHub) async -> Hearth_V1_IntegrationHealth? {
        await test.centre.snapshot().integrations.first?.health
    }

    @Test(arguments: StoreImplementation.lasting)
    func aRestartKeepsIntegrationsAndDevices(_ implementation: StoreImplementation) async throws {
        ecosystem["strip.local"] = .init(identity: "AA", devices: ["one", "two"], key: "hunter22")
        let place = try implementation.place()
        let first = try await IntegratedHub(ecosystem, store: place.open())
        let id = try await first.add("strip.local", key: "hunter22").get()
        _ = try await first.hub.updateDevice(
            "\(id)-one", name: "Reading lamp", as: Caller(.owner, clientID: "test"))
        try await first.end()
        let second = try await IntegratedHub(ecosystem, store: place.open())
        try await until { await health(second)?.state == .online }
        expect(second.devices, equals: ["\(id)-one", "\(id)-two"])
        try await until { second.hub.directory.entry(of: "\(id)-one")?.port != nil }
        try await second.end()
    }

    @Test func aLinkRemembersOverRestartAndChange() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let place = try StoreImplementation.lasting[1].place()
        let first = try await IntegratedHub(ecosystem, store: place.open())
        let id = try await first.add("strip.local").get()
        await expect(ecosystem.memory("strip.local"), equals: [])
        await ecosystem.remember([1, 2], "strip.local")
        try await first.centre.change(id, name: "Strip", by: IntegrationSettings(values: ["port": "6054"]))
        try await until { await health(first)?.state == .online }
        await expect(ecosystem.memory("strip.local"), equals: [1, 2])
        await ecosystem.remember([UInt8](repeating: 0, count: (64 << 10) + 1), "strip.local")
        expect(first.notices.all.filter { $0.contains("65537 bytes to remember") }.count, equals: 1)
        try await first.end()
        let second = try await IntegratedHub(ecosystem, store: place.open())
        try await until { await health(second)?.state == .online }
        await expect(ecosystem.memory("strip.local"), equals: [1, 2])
        try await second.end()
    }

    @Test func aDeviceThatAPersonRemovedStaysAway() async throws {
        ecosystem["strip.local"] = .init(identity: "AA", devices: ["one", "two"])
        let store = try StoreImplementation.lasting[1].place()
        let first = try await IntegratedHub(ecosystem, store: store.open())
        let id = try await first.add("strip.local").get()
        let owner = Caller(.owner, clientID: "test")
        _ = try await first.hub.removeDevice("\(id)-one", as: owner)
        await ecosystem.describe("one", "strip.local")
        expect(first.devices, equals: ["\(id)-two"])
        try await first.end()
        let second = try await IntegratedHub(ecosystem, store: store.open())
        try await until { await health(second)?.state == .online }
        expect(second.devices, equals: ["\(id)-two"])
        // The link is online before the hub has its provider.
        try await until { second.hub.directory.entry(of: "\(id)-two")?.port != nil }
        try await expect(second.hub.restoreDevices(as: owner), equals: ["\(id)-one"])
        expect(second.devices, equals: ["\(id)-one", "\(id)-two"])
        try await second.end()
    }

    /// A home whose only owner is a person of the same name.
    private static func home(of name: String) -> [StoreChange] {
        [
            .putStructure(StoredStructure(id: name, name: name)),
            .putPerson(
                StoredPerson(
                    id: "person-\(name)", structureID: name, identity: name, name: name,
                    role: Int64(Hearth_V1_Role.owner.rawValue))),
        ]
    }

    private static func person(_ name: String) -> Caller {
        let rights: Rights = [.public, .view, .operate, .manage]
        return Caller(Principal(id: name, rights: rights, credential: name, person: name), clientID: name)
    }

    @Test func devicesComeBackOnlyToHomesOfThePerson() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        ecosystem["other.local"] = .init(identity: "BB")
        let store = try await HomeStore.inMemory()
        let homes = ["ada", "bob"]
        try await store.commit(StoreTransaction(homes.flatMap { Self.home(of: $0) }))
        let test = try await IntegratedHub(ecosystem, store: store)
        let owner = Caller(.owner, clientID: "test")
        var devices: [String] = []
        for (host, home) in zip(["strip.local", "other.local"], homes) {
            let order = AddingOrder(
                kind: "fake", settings: IntegrationSettings(values: ["host": host]), structureID: home)
            devices.append(try await test.centre.add(order) { _ in }.get() + "-one")
        }
        for device in devices { _ = try await test.hub.removeDevice(device, as: owner) }
        await expect(throws: HubError.self) { try await test.hub.restoreDevices(as: Self.person("eve")) }
        try await expect(test.hub.restoreDevices(as: Self.person("bob")), equals: [devices[1]])
        expect(test.devices, equals: [devices[1]])
        try await expect(test.hub.restoreDevices(as: owner), equals: [devices[0]])
        try await test.end()
    }

    @Test("The home of a removed device counts if nobody has chosen one for its provider")
    func theHomeOfARemovedDeviceCounts() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let store = try await HomeStore.inMemory()
        try await store.commit(StoreTransaction(["ada", "bob"].flatMap { Self.home(of: $0) }))
        let test = try await IntegratedHub(ecosystem, store: store)
        let order = AddingOrder(
            kind: "fake", settings: IntegrationSettings(values: ["host": "strip.local"]), structureID: "bob")
        let id = try await test.centre.add(order) { _ in }.get()
        _ = try await test.centre.remove(id)
        let provider = EntityProvider(
            link: try FakeKind(ecosystem: ecosystem).makeLink(order.settings, identity: "AA"), idPrefix: id + "-")
        _ = try await test.hub.attach(provider, integration: id, structureID: nil)
        _ = try await test.hub.removeDevice("\(id)-one", as: Caller(.owner, clientID: "test"))
        try await expect(test.hub.restoreDevices(as: Self.person("ada")), equals: [])
        try await expect(test.hub.restoreDevices(as: Self.person("bob")), equals: ["\(id)-one"])
        expect(test.hub.directory.entry(of: "\(id)-one")?.cell.id, equals: "bob")
        try await test.end()
    }

    @Test func aChangeConnectsAgainAndKeepsDevices() async throws {
        ecosystem["old.local"] = .init(identity: "AA")
        ecosystem["new.local"] = .init(identity: "AA", key: "hunter22")
        let test = try await IntegratedHub(ecosystem)
        let id = try await test.add("old.local").get()
        try await test.centre.change(
            id, name: "Kitchen strip",
            by: IntegrationSettings(
                values: ["host": "new.local", "note": ""], secrets: ["key": StoredSecret("hunter22")]))
        try await until { await health(test)?.state == .online }
        expect(ecosystem.links("old.local"), equals: 0)
        expect(ecosystem.links("new.local"), equals: 1)
        expect(test.devices, equals: ["\(id)-one"])
        let stored = try require(await test.store.loadIntegrations().first)
        expect(stored.name, equals: "Kitchen strip")
        expect(stored.settings, equals: ["host": "new.local", "port": "6053"])
        // A name alone does not disturb the connection.
        let starts = ecosystem.starts
        try await test.centre.change(id, name: "Strip", by: IntegrationSettings())
        expect(ecosystem.starts, equals: starts)
        let error = await expect(throws: HubError.self) {
            try await test.centre.change(id, name: nil, by: IntegrationSettings(values: ["host": ""]))
        }
        expect(error?.code, equals: .invalidArgument)
        try await test.end()
    }

    @Test("What only one integration may have, another one does not get: neither at first nor later")
    func exclusiveSettingsAreFree() async throws {
        ecosystem["one.local"] = .init(identity: "AA")
        ecosystem["two.local"] = .init(identity: "BB")
        let test = try await IntegratedHub(ecosystem)
        let one = try await test.add("one.local").get()
        let two = try await test.add("two.local").get()
        let settings = IntegrationSettings(values: ["port": "7777"])
        try await test.centre.change(one, name: "First", by: settings)
        let error = await expect(throws: HubError.self) {
            try await test.centre.change(two, name: nil, by: settings)
        }
        expect(
            error?.message, equals: "\"First\" has the port 7777; give another port, as only one may have it")
        try await test.centre.change(one, name: nil, by: IntegrationSettings(values: ["mode": "slow"]))
        ecosystem["three.local"] = .init(identity: "CC")
        let order = AddingOrder(
            kind: "fake", settings: IntegrationSettings(values: ["host": "three.local", "port": "7777"]))
        let added = await expect(throws: HubError.self) { _ = try await test.centre.add(order) { _ in } }
        expect(added?.code, equals: .alreadyExists)
        try await test.end()
    }

    /// Causes of changes have the new name from then on.
    @Test func aLinkThatActsByNameGetsANewOne() async throws {
        let ecosystem = FakeEcosystem(actsByName: true)
        ecosystem["strip.local"] = .init(identity: "AA")
        let test = try await IntegratedHub(ecosystem)
        let id = try await test.add("strip.local").get()
        let starts = ecosystem.starts
        try await test.centre.change(id, name: "Assistant", by: IntegrationSettings())
        try await until { ecosystem.starts == starts + 1 }
        let found = await test.centre.integration(ofKind: "fake", identity: "AA")
        expect(found?.id, equals: id)
        expect(found?.name, equals: "Assistant")
        let other = await test.centre.integration(ofKind: "fake", identity: "BB")
        expectNil(other?.id)
        try await test.end()
    }

    @Test func aRemovalTakesDevicesSettingsAndSecrets() async throws {
        ecosystem["strip.local"] = .init(identity: "AA", devices: ["one", "two"], key: "hunter22")
        ecosystem["other.local"] = .init(identity: "BB")
        let test = try await IntegratedHub(ecosystem)
        let id = try await test.add("strip.local", key: "hunter22").get()
        let other = try await test.add("other.local").get()
        try await expect(test.centre.remove(id).sorted(), equals: ["\(id)-one", "\(id)-two"])
        expect(test.devices, equals: ["\(other)-one"])
        expect(ecosystem.links("strip.local"), equals: 0)
        try await expect(test.added.map(\.id), equals: [other])
        try await expect(test.store.load().devices.map(\.id).filter { $0.hasPrefix(id) }, equals: [])
        let error = await expect(throws: HubError.self) { try await test.centre.remove(id) }
        expect(error?.code, equals: .notFound)
        // It can be added again.
        _ = try await test.add("strip.local", key: "hunter22").get()
        try await test.end()
    }

    @Test("A link takes back what it left when its integration is removed or moves, and not at other times")
    func linksTakeBackWhatTheyLeft() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        ecosystem["other.local"] = .init(identity: "AA")
        let test = try await IntegratedHub(ecosystem)
        let id = try await test.add("strip.local").get()
        try await test.centre.change(id, name: nil, by: IntegrationSettings(values: ["mode": "slow"]))
        expect(ecosystem.withdrawn, equals: [])
        try await until { await health(test)?.state == .online }
        try await test.centre.change(id, name: nil, by: IntegrationSettings(values: ["host": "other.local"]))
        expect(ecosystem.withdrawn, equals: ["strip.local"])
        try await until { await health(test)?.state == .online }
        _ = try await test.centre.remove(id)
        expect(ecosystem.withdrawn, equals: ["strip.local", "other.local"])
        _ = try await test.add("strip.local").get()
        try await test.end()
        expect(ecosystem.withdrawn, equals: ["strip.local", "other.local"])
    }

    @Test func devicesOfARemovedIntegrationGoAtTheNextStart() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let place = try StoreImplementation.lasting[1].place()
        let first = try await IntegratedHub(ecosystem, store: place.open())
        let id = try await first.add("strip.local").get()
        // As a crash between the removal of the integration and that of its devices leaves it.
        try await first.store.commit(StoreTransaction(integrations: [.remove(id: id)]))
        try await first.end()
        let second = try await IntegratedHub(ecosystem, store: place.open())
        expect(second.devices, equals: [])
        try await second.end()
    }

    @Test func healthFollowsTheLink() async throws {
        ecosystem["strip.local"] = .init(identity: "AA", key: "hunter22")
        let test = try await IntegratedHub(ecosystem)
        _ = try await test.add("strip.local", key: "hunter22").get()
        await ecosystem.say(.offline(reason: "it does not answer to hunter22"), "strip.local")
        let offline = await health(test)
        expect(offline?.state, equals: .offline)
        expect(offline?.reason, equals: "it does not answer to …")
        await ecosystem.say(.needsAttention(reason: "the key has changed", wayOut: "give the new one"), "strip.local")
        let attention = await health(test)
        expect(attention?.state, equals: .needsAttention)
        expect(attention?.wayOut, equals: "give the new one")
        await ecosystem.say(.online, "strip.local")
        await expect(health(test)?.state, equals: .online)
        expect(test.notices.all.filter { $0.contains("needs attention") }.count, equals: 1)
        try await test.end()
    }

    @Test func anotherReasonKeepsTheTime() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let clock = ManualClock()
        let test = try await IntegratedHub(ecosystem, clock: clock)
        _ = try await test.add("strip.local").get()
        await ecosystem.say(.offline(reason: "no answer"), "strip.local")
        let first = await health(test)
        await clock.advance(by: .seconds(60))
        await ecosystem.say(.offline(reason: "connection refused"), "strip.local")
        let second = await health(test)
        expect(second?.reason, equals: "connection refused")
        expect(second?.since, equals: first?.since)
        await ecosystem.say(.online, "strip.local")
        await expect(health(test)?.since != first?.since)
        try await test.end()
    }

    /// The link to a host, as the centre makes it.
    private func observedLink() throws -> ObservedLink {
        ecosystem["strip.local"] = .init(
            identity: "AA", devices: [], actions: [DeviceAction(name: "stop", answers: true)])
        let settings = IntegrationSettings(values: ["host": "strip.local"])
        return ObservedLink(
            link: try FakeKind(ecosystem: ecosystem).makeLink(settings, identity: "AA"),
            observer: ObservedLink.Observer(health: { _ in }, devices: { _ in }))
    }

    @Test func callsOfActionsReachTheLink() async throws {
        expect(try await observedLink().run(ActionCall(name: "stop"), on: "one"), equals: #"{"ran":"stop"}"#)
    }

    @Test func aLinkThatIsStoppedEarlyDoesNotRun() async throws {
        let link = try observedLink()
        await link.stop()
        await expect(throws: CancellationError.self) {
            try await link.start(receiver: EntityProvider(link: link, idPrefix: ""))
        }
        expect(ecosystem.links("strip.local"), equals: 0)
    }

    @Test func anIntegrationThatCannotStartTriesAgain() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let store = try StoreImplementation.lasting[1].place()
        let first = try await IntegratedHub(ecosystem, store: store.open())
        let id = try await first.add("strip.local").get()
        try await first.end()
        let host = ecosystem["strip.local"]
        ecosystem["strip.local"] = nil
        let clock = ManualClock()
        let second = try await IntegratedHub(ecosystem, store: store.open(), clock: clock)
        try await until { await health(second)?.state == .offline }
        await expect(health(second)?.reason, equals: "no answer")
        ecosystem["strip.local"] = host
        try await until {
            await clock.advance(by: .seconds(3))
            return await health(second)?.state == .online
        }
        expect(second.devices, equals: ["\(id)-one"])
        try await second.end()
    }

    @Test func whatIsMissingNeedsAttention() async throws {
        let store = try await HomeStore.inMemory()
        try await store.commit(
            StoreTransaction(integrations: [
                .put(StoredIntegration(id: "fake-1", kind: "fake", identity: "AA", name: "Strip")),
                .put(StoredIntegration(id: "zwave-1", kind: "zwave", identity: "AA", name: "Stick")),
            ]))
        let test = try await IntegratedHub(ecosystem, store: store)
        let health = await test.centre.snapshot().integrations.map(\.health)
        expect(health.map { $0?.state }, equals: [.needsAttention, .needsAttention])
        expect(health[0]?.reason, equals: "Fake needs \"Address\"; it is on the box")
        expect(health[1]?.reason, equals: "this hub has no integration of the kind \"zwave\"")
        try await test.end()
    }

    @Test func aLostSecretNeedsAttention() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let store = try await HomeStore.inMemory()
        let stored = StoredIntegration(
            id: "fake-1", kind: "fake", identity: "AA", name: "Strip", settings: ["host": "strip.local"],
            secrets: ["key": StoredSecret("")])
        try await store.commit(StoreTransaction(integrations: [.put(stored)]))
        let test = try await IntegratedHub(ecosystem, store: store)
        let shown = try require(await test.centre.snapshot().integrations.first)
        expect(shown.health?.state, equals: .needsAttention)
        expect(shown.health?.reason, equals: "the hub lacks \"Key\", as it was restored from a backup without keys")
        expect(shown.health?.wayOut, equals: "give it again, or delete it")
        expect(shown.secretFields, equals: [])
        expect(ecosystem.links("strip.local"), equals: 0)
        let error = await expect(throws: HubError.self) {
            _ = try await test.centre.test("fake-1", with: IntegrationSettings())
        }
        expect(error?.code, equals: .failedPrecondition)
        try await test.centre.change(
            "fake-1", name: nil, by: IntegrationSettings(secrets: ["key": StoredSecret("")]))
        try await until { await health(test)?.state == .online }
        try await test.end()
    }

    @Test func aTestChangesNothing() async throws {
        ecosystem["strip.local"] = .init(identity: "AA", name: "Strip", devices: ["one", "two"], key: "hunter22")
        let test = try await IntegratedHub(ecosystem)
        let id = try await test.add("strip.local", key: "hunter22").get()
        let devices = try await test.centre.test(id, with: IntegrationSettings()).get()
        expect(devices.deviceNames, equals: ["one", "two"])
        let wrong = IntegrationSettings(secrets: ["key": StoredSecret("wrong-key")])
        guard case .failure(let failure) = try await test.centre.test(id, with: wrong) else {
            return expect(false, "the wrong key was taken")
        }
        expect(failure.message, equals: "it refuses …")
        expect(ecosystem.links("strip.local"), equals: 1)
        try await expect(test.store.loadIntegrations().first?.secrets, equals: ["key": StoredSecret("hunter22")])
        try await test.end()
    }

    @Test func aStructureThatIsRemovedTakesNoIntegrationWithIt() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let test = try await IntegratedHub(ecosystem)
        let owner = Caller(.owner, clientID: "test")
        let cabin = try await test.hub.createStructure(name: "Cabin", as: owner).structure.id
        let order = AddingOrder(
            kind: "fake", settings: IntegrationSettings(values: ["host": "strip.local"]), structureID: cabin)
        let id = try await test.centre.add(order) { _ in }.get()
        expect(test.hub.directory.entry(of: "\(id)-one")?.cell.id, equals: cabin)
        _ = try await test.hub.deleteStructure(cabin, as: owner)
        expect(test.devices, equals: [])
        await ecosystem.describe("two", "strip.local")
        expect(test.hub.directory.entry(of: "\(id)-two")?.cell.id, equals: test.hub.structureIDs.first)
        try await test.end()
    }
}
