internal import HearthHomeKitMapping
@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Each of HomeKit's errors that the hub can return, with its number, name and status in the details.
@Suite(.timeLimit(.minutes(5)))
struct HomeKitErrorTests {
    /// A device that refuses every command.
    private final class Refusing: DeviceProvider {
        let status: MatterStatus

        init(_ status: MatterStatus) { self.status = status }

        func start(hub: any DeviceReporter, stored: StoredState) -> [DeviceDescription] {
            [TestProvider.lamp("refusing-\(status.rawValue)", name: "Refusing \(status.rawValue)")]
        }

        func invoke(_ invocation: CommandInvocation) throws -> StructureValue? { throw TraitError(status, "no") }
        func write(_ update: AttributeUpdate) throws { throw TraitError(status, "no") }
        func stop() {}
    }

    private struct Fixture {
        let test: TestHub
        let home: Hearth_V1_HomeClient
        let (room, zone, group): (String, String, String)
        /// Another structure, and its room.
        let (cabin, hut): (String, String)

        init() async throws {
            test = try await TestHub(limits: .with { $0.zones = 1 })
            home = test.home()
            let hub = test.hub
            let provider = TestProvider(
                [TestProvider.lamp("lamp", name: "Lamp"), TestProvider.lamp("off", name: "Off")]
                    + [TestProvider.lamp("gone", name: "Gone"), ServiceGroupTests.outlet])
            try await hub.attach(provider)
            let bridge = TestProvider([TestBridge.device([.init(endpoint: 4, uniqueID: .string("a"))])])
            try await hub.attach(bridge)
            for status in [MatterStatus.timeout, .busy, .resourceExhausted] { try await hub.attach(Refusing(status)) }
            cabin = try await hub.createStructure(name: "Cabin", as: owner).structure.id
            hut = try await hub.createRoom(name: "Hut", in: cabin, as: owner).room.id
            room = try await hub.createRoom(name: "Hall", in: test.structureID, as: owner).room.id
            zone = try await hub.createZone(name: "Upstairs", in: test.structureID, as: owner).zone.id
            group =
                try await home.createServiceGroup(.init(structureID: test.structureID, name: "Lights")).serviceGroup?.id
                ?? ""
            provider.reportConnectivity(of: "off", isOnline: false)
            bridge.reportConnectivity(of: "bridge", isOnline: false)
            _ = try await hub.removeDevice("gone", as: owner)
        }

        func send(_ device: String, _ command: UInt32 = 1, endpoint: UInt16 = 1) async throws {
            let path = TraitPath(TraitTarget(deviceID: device, endpoint: endpoint), TestProvider.onOff.id)
            let item = Hearth_V1_BatchItem(
                target: .init(path), traitID: path.traitID, action: .command(.init(commandID: command)))
            let results = try await home.sendBatch(.init(items: [item])).results
            if let error = results.first?.error { throw error }
        }

        func write(_ bytes: [UInt8]) async throws {
            let target = Hearth_V1_Target(TestProvider.onOff(of: "lamp"))
            let _: Hearth_V1_TraitUpdateResponse = try await test.call(
                TestProvider.onOff, "Update", Hearth_V1_TraitUpdateRequest(target: target, attributes: bytes))
        }
    }

    private typealias Request = @Sendable (Fixture) async throws -> Void

    private static func light(_ device: String, endpoint: UInt32 = 1, type: String = "43") -> Hearth_V1_ServiceReference
    {
        .init(deviceID: device, endpoint: endpoint, type: type)
    }

    private static func named(_ name: String) -> Request {
        { _ = try await $0.home.createRoom(.init(structureID: $0.test.structureID, name: name)) }
    }

    private static func placed(_ latitude: Double) -> Request {
        {
            _ = try await $0.home.updateStructure(
                .init(structureID: $0.test.structureID, location: .init(latitude: latitude, longitude: 0)))
        }
    }

    /// Requests by the number of the error that they return.
    private static let requests: [(Int32, [Request])] = [
        (1, [{ try await $0.test.hub.attach(TestProvider([TestProvider.lamp($0.cabin, name: "Lamp")])) }]),
        (
            2,
            [
                { _ = try await $0.home.updateRoom(.init(roomID: "none", name: "A")) },
                { _ = try await $0.home.deleteRoom(.init(roomID: "none")) },
                { _ = try await $0.home.updateZone(.init(zoneID: "none", name: "A")) },
                { _ = try await $0.home.deleteZone(.init(zoneID: "none")) },
                { _ = try await $0.home.updateServiceGroup(.init(serviceGroupID: "none", name: "A")) },
                { _ = try await $0.home.deleteServiceGroup(.init(serviceGroupID: "none")) },
                { _ = try await $0.home.updateStructure(.init(structureID: "none", name: "A")) },
                { _ = try await $0.home.removeDevice(.init(deviceID: "none")) },
                { _ = try await $0.home.read(.init(filter: .init(deviceIDs: ["none"]))) },
                { _ = try await $0.home.getAppData(.init(objectID: "none", appID: "a")) },
                { _ = try await $0.home.updateDevice(.init(deviceID: "lamp", roomID: "none")) },
                { _ = try await $0.home.updateZone(.init(zoneID: $0.zone, addRoomIDs: ["none"])) },
                { _ = try await $0.home.updateService(.init(service: light("lamp", type: "47"), name: "A")) },
                {
                    _ = try await $0.home.updateServiceGroup(
                        .init(serviceGroupID: $0.group, addServices: [light("lamp", endpoint: 7)]))
                },
                { try await $0.send("none") },
                { try await $0.send("lamp", endpoint: 9) },
            ]
        ),
        (
            3,
            [
                {
                    _ = try await $0.home.updateStructure(
                        .init(structureID: $0.test.structureID, timeZone: "not a zone"))
                },
                { _ = try await $0.home.updateService(.init(service: light("lamp", type: "x"), name: "A")) },
            ]
        ),
        (4, [{ try await $0.send("off") }]),
        (5, [{ try await $0.write(TestProvider.onOff.encodeAttributes([0: .bool(true)])) }]),
        (8, [{ try await $0.send("refusing-\(MatterStatus.timeout.rawValue)") }]),
        (
            11,
            [
                { _ = try await $0.home.updateDevice(.init(deviceID: "lamp", roomID: $0.hut)) },
                { _ = try await $0.home.updateZone(.init(zoneID: $0.zone, addRoomIDs: [$0.hut])) },
                {
                    let group = try await $0.home.createServiceGroup(.init(structureID: $0.cabin, name: "Group"))
                    _ = try await $0.home.updateServiceGroup(
                        .init(serviceGroupID: group.serviceGroup?.id ?? "", addServices: [light("lamp")]))
                },
            ]
        ),
        (12, [{ _ = try await $0.home.updateDevice(.init(deviceID: "gone", name: "A")) }]),
        (13, [{ try await $0.test.hub.attach(TestProvider([TestProvider.lamp("lamp", name: "Mine")])) }]),
        (14, [{ try await $0.send("refusing-\(MatterStatus.busy.rawValue)") }]),
        (16, [{ try await $0.send("refusing-\(MatterStatus.resourceExhausted.rawValue)") }]),
        (
            17,
            [
                {
                    _ = try await $0.test.hub.createRoom(
                        name: "A", in: $0.test.structureID,
                        as: Caller(Principal(id: "viewer", rights: [.public, .view])))
                }
            ]
        ),
        (24, [{ _ = try await $0.home.updateZone(.init(zoneID: $0.zone, addRoomIDs: [$0.test.structureID])) }]),
        (
            27,
            [
                { _ = try await $0.home.updateZone(.init(zoneID: $0.zone)) },
                { _ = try await $0.home.updateService(.init(name: "A")) },
                { _ = try await $0.home.updateStructure(.init(structureID: $0.cabin)) },
            ]
        ),
        (
            29,
            [
                { _ = try await $0.home.updateRoom(.init(roomID: $0.test.structureID, name: "A")) },
                { _ = try await $0.home.deleteRoom(.init(roomID: $0.test.structureID)) },
            ]
        ),
        (
            31,
            [
                named("h all"), named("UPSTAIRS"), named("Light's"), named("lamp"),
                { _ = try await $0.home.createServiceGroup(.init(structureID: $0.test.structureID, name: "hall")) },
            ]
        ),
        (32, [{ _ = try await $0.home.createStructure(.init(name: "CABIN")) }]),
        (
            33,
            [
                { _ = try await $0.home.updateRoom(.init(roomID: $0.room, name: "Lamp")) },
                { _ = try await $0.home.updateZone(.init(zoneID: $0.zone, name: "Hall")) },
                { _ = try await $0.home.updateServiceGroup(.init(serviceGroupID: $0.group, name: "Hall")) },
                { _ = try await $0.home.updateDevice(.init(deviceID: "lamp", name: "upstairs")) },
                { _ = try await $0.home.updateStructure(.init(structureID: $0.cabin, name: "Home")) },
            ]
        ),
        (34, [{ _ = try await $0.home.removeDevice(.init(deviceID: "bridge/a")) }]),
        (35, [named("a\u{202E}b")]),
        (36, [named("'a")]),
        (43, [placed(.nan), { try await $0.write([0xFF]) }]),
        (44, [placed(-91)]),
        (45, [placed(91)]),
        (46, [named(String(repeating: "x", count: 65))]),
        (
            48,
            [
                {
                    _ = try await $0.home.updateServiceGroup(
                        .init(serviceGroupID: $0.group, addServices: [light("lamp", endpoint: 0, type: "3E")]))
                },
                { try await $0.send("lamp", 99) },
            ]
        ),
        (49, [{ _ = try await $0.home.createZone(.init(structureID: $0.test.structureID, name: "More")) }]),
        (51, [named("")]),
        (60, [named("a'")]),
        (62, [{ _ = try await $0.home.updateService(.init(service: light("lamp"), associatedType: "40")) }]),
        (88, [{ try await $0.send("bridge/a", endpoint: 4) }]),
        (
            95,
            [
                {
                    let strip = TestBridge.Lamp(endpoint: 4, uniqueID: .string("s"), inner: [5, 6])
                    try await $0.test.hub.attach(TestProvider([TestBridge.device([strip], id: "b", name: "Strip")]))
                    for endpoint in [5, 6] as [UInt32] {
                        _ = try await $0.home.updateEndpoint(
                            .init(target: .init(deviceID: "b/s", endpoint: endpoint), name: "Left"))
                    }
                }
            ]
        ),
    ]

    /// The numbers, names and statuses of all errors that the hub can return.
    @Test func errorsHaveHomeKitsNumbers() async throws {
        let fixture = try await Fixture()
        for (number, requests) in Self.requests {
            let code = try require(HomeKitErrorCode(rawValue: Int(number)))
            for (index, request) in requests.enumerated() {
                do {
                    try await request(fixture)
                    Issue.record("request \(index) for \(number) did not fail")
                } catch {
                    let error = RPCError(error)
                    let reason = error.homeKitError
                    expect(reason?.code, equals: number, "\(number), \(index): \(error)")
                    expect(reason?.name, equals: code.name, "\(number), \(index): \(error)")
                    // A trait's refusal keeps Matter's status.
                    guard error.traitError == nil else { continue }
                    expect(error.code.rawValue, equals: code.grpcStatus, "\(number), \(index): \(error)")
                }
            }
        }
    }

    @Test func aTraitsReasonStandsBesideHomeKits() async throws {
        let fixture = try await Fixture()
        let error = await expect(throws: RPCError.self) { try await fixture.send("off") }
        expect(error?.traitError?.status, equals: .timeout)
        expect(error?.code, equals: .unavailable)
        expect(error?.homeKitError?.objectID, equals: "off")
        let id = String(repeating: "x", count: 255)
        let long = await expect(throws: RPCError.self) {
            try await fixture.home.updateRoom(.init(roomID: id, name: "A"))
        }
        expect(long?.homeKitError?.code, equals: 2)
        expect(long?.homeKitError?.objectID, equals: id)
    }

    /// An object that may exist a thousand times is refused the ten thousandth time as at first.
    @Test func tenThousandRooms() async throws {
        let test = try await TestHub()
        let tries = FaultRounds.count(10_000) + 100
        var numbers: [Int32] = []
        for number in 0..<tries {
            do {
                _ = try await test.home().createRoom(.init(structureID: test.structureID, name: "Room \(number)"))
            } catch {
                numbers.append(RPCError(error).homeKitError?.code ?? 0)
            }
        }
        expect(test.truth().rooms.count == 1_000 && numbers.count == tries - 1_000 && Set(numbers) == [49])
    }
}
