internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import Synchronization
internal import Expectations
internal import Testing
internal import RefusalTestSupport

@Suite(.timeLimit(.minutes(5)))
struct ProviderTests {
    private let lamp = TestProvider.onOff(of: "lamp-1")

    @Test func theFirstStartMakesAHomeDevicesComeWithTheirRooms() async throws {
        let test = try await TestHub()
        expect(test.truth().structures.values.map(\.name), equals: ["Home"])
        let cabin = try await test.hub.createStructure(name: "Cabin", as: owner).structure.id
        try await test.hub.attach(TestProvider(lamps: 2, room: "Hall"), structureID: cabin)
        let truth = test.truth()
        expect(truth.devices.values.allSatisfy { $0.structureID == cabin })
        expect(truth.rooms.values.map(\.name), equals: ["Hall"])
        expect(Set(truth.devices.values.map(\.roomID)), equals: Set(truth.rooms.keys))
    }

    @Test func reportBeforeItsDeviceIsNotLost() async throws {
        let test = try await TestHub()
        let early = DeviceChange(
            deviceID: "lamp-1", attributes: [.init(endpoint: 1, traitID: 6): [0: .bool(true)]], cause: .device)
        try await test.hub.attach(TestProvider([TestProvider.lamp("lamp-1", name: "L")], early: [early]))
        try expect(test.hub.read(lamp, as: owner).attributes[0], equals: .bool(true))
    }

    @Test func wronglyDescribedDevicesLeaveNothing() async throws {
        let test = try await TestHub()
        var twice = TestProvider.lamp("x", name: "X")
        twice.endpoints.append(twice.endpoints[1])
        var orphan = TestProvider.lamp("x", name: "X")
        orphan.endpoints[1].parent = 9
        var unknown = TestProvider.lamp("x", name: "X")
        unknown.endpoints[1].traits[0].descriptor = TraitDescriptor(
            id: 0xFFF1_9999, name: "Odd", vendor: "Test", package: "hearth.traits.test.v1", revision: 1)
        for devices in [
            [twice], [orphan], [unknown], [TestProvider.lamp("", name: "X")],
            [TestProvider.lamp("x", name: "X"), TestProvider.lamp("x", name: "Y")],
        ] {
            let provider = TestProvider(devices)
            await expect(refused: .invalidArgument, throws: HubError.self) { try await test.hub.attach(provider) }
            expect(provider.isStopped)
        }
        expect(test.truth().devices.isEmpty)
    }

    /// Reports after a detach are ignored, so the write is not confirmed.
    @Test func writeDuringADetachIsNotConfirmed() async throws {
        final class Going: DeviceProvider {
            private let lamps = TestProvider(lamps: 1)
            private let leave = Mutex<(@Sendable () async -> Void)?>(nil)

            func leave(by leave: @escaping @Sendable () async -> Void) { self.leave.withLock { $0 = leave } }

            func start(hub: any DeviceReporter, stored: StoredState) async throws -> [DeviceDescription] {
                try await lamps.start(hub: hub, stored: stored)
            }
            func invoke(_ invocation: CommandInvocation) async throws -> StructureValue? { nil }
            func write(_ update: AttributeUpdate) async throws {
                await leave.withLock { $0 }?()
                try await lamps.write(update)
            }
            func stop() async { await lamps.stop() }
        }
        let test = try await TestHub()
        let provider = Going()
        let handle = try await test.hub.attach(provider)
        provider.leave { [hub = test.hub] in await hub.detach(handle) }
        let error = await expect(refused: .unavailable) {
            _ = try await test.hub.update(lamp, [0x4001: .unsigned(3)], as: owner)
        }
        expect(error?.cause is OutcomeUnknown)
    }

    @Test func aDeviceHasOneProviderAndOnlyThatOneSpeaksForIt() async throws {
        let test = try await TestHub()
        try await test.hub.attach(TestProvider(lamps: 1))
        await expect(refused: .alreadyExists, throws: HubError.self) {
            try await test.hub.attach(TestProvider(lamps: 1))
        }
        let liar = TestProvider([TestProvider.lamp("mine", name: "Mine")])
        try await test.hub.attach(liar)
        liar.report(lamp, [0: .bool(true)])
        try expect(test.hub.read(lamp, as: owner).attributes[0], equals: .bool(false))
        expect(test.notices.all.count == 1 && test.notices.all[0].contains("lamp-1"))
    }

    @Test func aDetachedProvidersDevicesStayOfflineAndComeBack() async throws {
        let test = try await TestHub()
        let provider = TestProvider(lamps: 1)
        let handle = try await test.hub.attach(provider)
        _ = try await test.hub.invoke(lamp, command: 1, as: owner)
        _ = try await test.hub.updateDevice("lamp-1", name: "Star", as: owner)
        await test.hub.detach(handle)
        expect(provider.isStopped)
        let reading = try test.hub.read(lamp, as: owner)
        expect(reading.connectivity.connectivityState == .offline && reading.attributes[0] == .bool(true))
        await expect(refused: .unavailable, throws: RPCError.self) {
            try await test.hub.invoke(lamp, command: 0, as: owner)
        }
        let next = TestProvider(lamps: 1)
        try await test.hub.attach(next)
        expect(next.stored.values[lamp]?[0], equals: .bool(true))
        expect(test.truth().devices["lamp-1"]?.name, equals: "Star")
        try expect(test.hub.read(lamp, as: owner).connectivity.connectivityState, equals: .online)
        await test.hub.detach(handle)
        try expect(test.hub.read(lamp, as: owner).connectivity.connectivityState, equals: .online)
    }
}
