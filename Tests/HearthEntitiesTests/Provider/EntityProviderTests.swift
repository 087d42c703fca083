internal import Expectations
internal import HearthBase
internal import HearthEntities
internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import Testing

/// A provider attached to a hub.
@Suite(.timeLimit(.minutes(5)))
struct EntityProviderTests {
    private typealias T = StandardTraits

    @Test func commandsAndReportsGoRound() async throws {
        let link = FakeLink.obedient([Devices.plug, Devices.lamp])
        let home = try await EntityHome(link, store: HomeStore.inMemory())
        expect(try home.isOnline("plug"))
        // The electrical endpoint was planned first.
        try await home.invoke("plug", 1, T.matterOnOff, "on")
        expect(try home.value("plug", 1, T.matterOnOff, "onOff"), equals: .bool(true))
        expect(link.commands, equals: [EntityCommand(entity: "relay", values: [.on: .bool(true)])])
        await link.report("plug", "power", [.value: .number(12.3456)])
        expect(try home.value("plug", 2, T.matterElectricalPowerMeasurement, "activePower"), equals: .signed(12_346))
        await link.report("plug", "power", [.value: .unknown])
        expect(try home.value("plug", 2, T.matterElectricalPowerMeasurement, "activePower"), equals: .null)
        try await home.hub.shutdown()
        expect(link.isStopped)
    }

    @Test func commandWaitsForItsState() async throws {
        let link = FakeLink([Devices.plug])
        let home = try await EntityHome(link, store: HomeStore.inMemory())
        async let answer: CommandAnswer = home.invoke("plug", 1, T.matterOnOff, "on")
        try await until { !link.commands.isEmpty }
        expect(try home.value("plug", 1, T.matterOnOff, "onOff"), equals: .bool(false))
        await link.report("plug", "relay", [.on: .bool(true)])
        _ = try await answer
        expect(try home.value("plug", 1, T.matterOnOff, "onOff"), equals: .bool(true))
        try await home.hub.shutdown()
    }

    @Test func unconfirmedCommandSaysSo() async throws {
        let link = FakeLink([Devices.plug])
        let home = try await EntityHome(link, store: HomeStore.inMemory())
        let command = Task { try await home.invoke("plug", 1, T.matterOnOff, "on") }
        try await until { !link.commands.isEmpty }
        // The sender's alarm may not be set yet.
        let steps = Task {
            while !Task.isCancelled {
                await home.clock.advance(by: .seconds(1))
                await Task.yield()
            }
        }
        let error = await expect(throws: RPCError.self) { try await command.value }
        steps.cancel()
        expect(error?.code, equals: .deadlineExceeded)
        expect(error?.message.contains("not confirmed by the device within 10 s") ?? false)
        try await home.hub.shutdown()
    }

    @Test func aPanelThatIgnoresACodeIsRefusedInTime() async throws {
        let kind = EntityKind.alarmPanel(modes: ["armed_away"], needsCode: true, needsCodeToArm: true)
        let link = FakeLink([EntityDevice(id: "p", name: "Panel", entities: [Entity(key: "a", name: "", kind: kind)])])
        let home = try await EntityHome(link, store: HomeStore.inMemory())
        let command = Task {
            try await home.invoke(
                "p", 1, T.hearthProjectSecuritySystem, "SetTargetState",
                [0: .unsigned(1), 1: .octets(Array("4711".utf8))])
        }
        try await until { !link.commands.isEmpty }
        expect(
            link.commands,
            equals: [EntityCommand(entity: "a", values: [.alarmState: .text("armed_away")], code: "4711")])
        let steps = Task {
            while !Task.isCancelled {
                await home.clock.advance(by: .seconds(1))
                await Task.yield()
            }
        }
        let error = await expect(throws: RPCError.self) { try await command.value }
        steps.cancel()
        expect(error?.code, equals: .failedPrecondition)
        expect(
            error?.message,
            equals: "\"Panel\" did not confirm it within 8 s; check the code, as the device does not report a wrong one"
        )
        try await home.hub.shutdown()
    }

    @Test func assumedEntityTakesTheStateAtOnce() async throws {
        var device = Devices.plug
        device.entities[0].isAssumed = true
        let home = try await EntityHome(FakeLink([device]), store: HomeStore.inMemory())
        try await home.invoke("plug", 1, T.matterOnOff, "toggle")
        expect(try home.value("plug", 1, T.matterOnOff, "onOff"), equals: .bool(true))
        try await home.hub.shutdown()
    }

    @Test func refusedAndUnreachableAreErrors() async throws {
        let link = FakeLink.obedient([Devices.plug])
        let home = try await EntityHome(link, store: HomeStore.inMemory())
        link.refuse(TraitError(.busy, "the broker is away"))
        let refused = await expect(throws: RPCError.self) { try await home.invoke("plug", 1, T.matterOnOff, "on") }
        expect(refused?.message.contains("the broker is away") ?? false)
        await link.receiver?.reachable("plug", false)
        expect(try home.isOnline("plug"), equals: false)
        let offline = await expect(throws: RPCError.self) { try await home.invoke("plug", 1, T.matterOnOff, "on") }
        expect(offline?.message.contains("offline") ?? false)
        try await home.hub.shutdown()
    }

    @Test func restartKeepsEndpointsAndValues() async throws {
        let store = try await HomeStore.inMemory()
        let link = FakeLink.obedient([Devices.plug, Devices.sensor])
        let first = try await EntityHome(link, store: store)
        try await first.provider.turn(["offset"], on: true, of: "fake-sensor")
        await link.report("sensor", "t", [.value: .number(21.5)])
        await link.report("sensor", "offset", [.value: .number(1.5)])
        await first.clock.advance(by: .seconds(2))
        expect(try first.value("sensor", 3, T.hearthProjectNumberSetting, "value"), equals: .double(1.5))
        try await first.hub.save()

        // The firmware has a new entity before the others, and lost one; its link is not up at first.
        var renewed = Devices.sensor
        renewed.entities.insert(
            Entity(key: "h", name: "Humidity", kind: .sensor(deviceClass: "humidity", unit: "%", stateClass: "")), at: 0
        )
        renewed.entities.removeAll { $0.key == "door" }
        let later = FakeLink([])
        let second = try await EntityHome(later, store: store)
        expect(try second.isOnline("sensor"), equals: false)
        expect(try second.value("sensor", 2, T.matterTemperatureMeasurement, "measuredValue"), equals: .signed(2150))
        await later.receiver?.describe(renewed)
        await later.receiver?.reachable("sensor", true)
        expect(try second.isOnline("sensor"))
        expect(try second.value("sensor", 2, T.matterTemperatureMeasurement, "measuredValue"), equals: .signed(2150))
        expect(try second.value("sensor", 3, T.hearthProjectNumberSetting, "value"), equals: .double(1.5))
        expect(try second.value("sensor", 4, T.matterRelativeHumidityMeasurement, "measuredValue"), equals: .null)
        // The door's number is not given again.
        expect(throws: RPCError.self) { try second.value("sensor", 1, T.matterBooleanState, "stateValue") }
        try await second.hub.shutdown()
    }

    @Test func removedDeviceIsGone() async throws {
        let link = FakeLink.obedient([Devices.plug])
        let home = try await EntityHome(link, store: HomeStore.inMemory())
        await link.receiver?.remove("plug")
        expect(throws: RPCError.self) { try home.isOnline("plug") }
        try await home.hub.shutdown()
    }

    @Test func slowSendCountsForTheConfirmation() async throws {
        let link = FakeLink([Devices.plug])
        let home = try await EntityHome(link, store: HomeStore.inMemory())
        link.wait { await home.clock.advance(by: .seconds(10)) }
        let command = Task { try await home.invoke("plug", 1, T.matterOnOff, "on") }
        // The sender's alarm is due as soon as it is set.
        let steps = Task {
            while !Task.isCancelled {
                await home.clock.advance(by: .zero)
                await Task.yield()
            }
        }
        let error = await expect(throws: RPCError.self) { try await command.value }
        steps.cancel()
        expect(error?.message.contains("not confirmed by the device within 10 s") ?? false)
        try await home.hub.shutdown()
    }

    @Test func restoredDeviceStaysOfflineAndKeepsItsMemories() async throws {
        let store = try await HomeStore.inMemory()
        let link = FakeLink.obedient([Devices.plug])
        let home = try await EntityHome(link, store: store)
        await link.receiver?.reachable("plug", false)
        _ = try await home.hub.removeDevice("fake-plug", as: EntityHome.owner)
        expect(try await home.hub.restoreDevices(as: EntityHome.owner), equals: ["fake-plug"])
        expect(try home.isOnline("plug"), equals: false)
        try await home.hub.save()
        // Known before its link describes it.
        let second = try await EntityHome(FakeLink([]), store: store)
        expect(try await second.hub.restoreDevices(as: EntityHome.owner), equals: [])
        expect(try second.value("plug", 1, T.matterOnOff, "onOff"), equals: .bool(false))
        try await second.provider.turn(["rssi"], on: true, of: "fake-plug")
        await expect(second.provider.entities(of: "fake-plug")?.compactMap(\.leftOut), equals: [])
        try await second.hub.shutdown()
    }

    @Test func assumedStatesAreNamed() {
        let device = EntityDevice(
            id: "d", name: "D",
            entities: [
                Entity(key: "relay", name: "Relay", isAssumed: true, kind: .toggle(deviceClass: "")),
                Entity(key: "bell", name: "Bell", isAssumed: true, kind: .press(deviceClass: "")),
                Entity(key: "plug", name: "Plug", kind: .toggle(deviceClass: "outlet")),
            ])
        expect(EndpointPlan(device).entities.map(\.isAssumed), equals: [true, false, false])
    }

    @Test func peopleChooseSettingsAndDiagnostics() async throws {
        let store = try await HomeStore.inMemory()
        let link = FakeLink([Devices.sensor])
        let home = try await EntityHome(link, store: store)
        func entities(_ home: EntityHome, offset: LeftOut.Reason?) async {
            await expect(
                home.provider.entities(of: "fake-sensor"),
                equals: [
                    ListedEntity(key: "t", name: "Temperature", category: .main),
                    ListedEntity(key: "door", name: "Door", category: .main),
                    ListedEntity(key: "battery", name: "Battery", category: .diagnostic),
                    ListedEntity(
                        key: "offset", name: "Offset", category: .setting, leftOut: offset, isChoice: true),
                ])
        }
        await entities(home, offset: .turnedOff)
        await expect(home.provider.entities(of: "fake-none") == nil)
        try await home.provider.turn(["offset"], on: true, of: "fake-sensor")
        expect(try home.value("sensor", 3, T.hearthProjectNumberSetting, "maximum"), equals: .double(5))
        // A new description keeps the choice, and so does a restart.
        var renewed = Devices.sensor
        renewed.softwareVersion = "3.0"
        await link.receiver?.describe(renewed)
        await entities(home, offset: nil)
        try await home.hub.save()
        let second = try await EntityHome(FakeLink([]), store: store)
        await entities(second, offset: nil)
        try await second.provider.turn(["offset"], on: false, of: "fake-sensor")
        await entities(second, offset: .turnedOff)
        expect(throws: RPCError.self) { try second.value("sensor", 3, T.hearthProjectNumberSetting, "maximum") }
        try await second.hub.shutdown()
    }

    /// A hub that takes its time to add devices.
    private struct SlowHub: DeviceReporter {
        let isAsked = Latch()
        let mayAdd = Latch()

        func report(_ change: DeviceChange) {}

        func bring(_ devices: [DeviceDescription]) async throws {
            isAsked.open()
            await mayAdd.wait()
        }

        func remove(_ deviceIDs: [String]) async throws {}
        func remember(_ deviceID: String, key: String, _ value: [UInt8]) {}
    }

    @Test func aDeviceHasItsHubIDOnceTheHubHasIt() async throws {
        let (link, hub) = (FakeLink([Devices.plug]), SlowHub())
        let provider = EntityProvider(link: link, idPrefix: "fake-")
        _ = try await provider.start(hub: hub, stored: StoredState())
        let describing = Task { await link.receiver?.describe(Devices.lamp) }
        await hub.isAsked.wait()
        expect(["plug", "lamp"].map(provider.hubID), equals: ["fake-plug", nil])
        hub.mayAdd.open()
        await describing.value
        expect(["plug", "lamp"].map(provider.hubID), equals: ["fake-plug", "fake-lamp"])
        await link.receiver?.remove("lamp")
        expect(provider.hubID(of: "lamp"), equals: nil)
        await provider.stop()
    }

    @Test func aRefusedDeviceKeepsNoOtherOut() async throws {
        let link = FakeLink([])
        let home = try await EntityHome(link, store: HomeStore.inMemory())
        var refused = Devices.plug
        refused.id = String(repeating: "p", count: 1_000)
        await link.receiver?.describe([Devices.lamp, refused, Devices.sensor])
        expect(try home.isOnline("lamp"))
        expect(try home.isOnline("sensor"))
        expect(throws: RPCError.self) { try home.isOnline(refused.id) }
        try await home.hub.shutdown()
    }

    @Test func whatACompleteListLacksIsRemoved() async throws {
        let store = try await HomeStore.inMemory()
        let first = try await EntityHome(FakeLink([Devices.plug, Devices.lamp]), store: store)
        try await first.hub.save()
        // The lamp went while the hub was off.
        let link = FakeLink([])
        let second = try await EntityHome(link, store: store)
        expect(try second.isOnline("lamp"), equals: false)
        await link.receiver?.keepOnly(["plug", "never-described"])
        expect(throws: RPCError.self) { try second.isOnline("lamp") }
        expect(try second.isOnline("plug"), equals: false)
        // It keeps its endpoints for the case that it comes back.
        await link.receiver?.describe(Devices.lamp)
        expect(try second.isOnline("lamp"))
        try await second.hub.shutdown()
    }
}
