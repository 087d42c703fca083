@testable internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import Expectations
internal import Testing
internal import RefusalTestSupport

@Suite(.timeLimit(.minutes(5)))
struct ServiceTests {
    private let lamp = TestProvider.onOff(of: "lamp-1")
    private let onOff = TestProvider.onOff

    private func hub() async throws -> (TestHub, TestProvider) {
        let test = try await TestHub()
        let provider = TestProvider(lamps: 2, room: "Hall")
        try await test.hub.attach(provider)
        return (test, provider)
    }

    @Test func infoListAndRead() async throws {
        let (test, _) = try await hub()
        let hub = try await test.home().getInfo(Hearth_V1_GetInfoRequest())
        let time = Google_Protobuf_Timestamp(sinceEpoch: test.clock.sinceEpoch)
        expect(
            hub,
            equals: Hearth_V1_GetInfoResponse(
                hubID: "the-hub", version: "1.2", schemaFingerprint: "abc", time: time))
        let list = try await test.home().list(Hearth_V1_ListRequest())
        expect(list.structures.map(\.name), equals: ["Home"])
        expect(list.rooms.map(\.name), equals: ["Hall"])
        expect(list.devices.map(\.name), equals: ["Lamp 1", "Lamp 2"])
        let device = try require(list.devices.first)
        expect(device.roomID, equals: list.rooms.first?.id)
        expect(device.connectivity?.state, equals: .online)
        expect(device.endpoints.map(\.parent), equals: [nil, 0])
        let info = Hearth_V1_TraitInfo(id: 6, name: "hearth.traits.matter.v1.OnOff", revision: 6)
        expect(device.endpoints.last?.traits, equals: [info])
        let read = try await test.home().read(
            Hearth_V1_ReadRequest(filter: Hearth_V1_WatchFilter(deviceIDs: ["lamp-2"])))
        expect(read.states.map { $0.target?.deviceID }, equals: ["lamp-2"])
        expect(read.positions, equals: list.positions)
        await expect(refused: .notFound, saying: "lamp-1") {
            try await test.home().read(
                Hearth_V1_ReadRequest(filter: Hearth_V1_WatchFilter(deviceIDs: ["lamp-9"])))
        }
    }

    @Test func aTraitsGetUpdateAndCommandsOverTheWire() async throws {
        let (test, _) = try await hub()
        let target = Hearth_V1_Target(lamp)
        let got: Hearth_V1_TraitGetResponse = try await test.call(
            onOff, "Get", Hearth_V1_TraitGetRequest(target: target, fields: [1]))
        try expect(onOff.decodeAttributes(got.attributes.span.bytes), equals: [0: .bool(false)])
        expect(got.connectivity?.state, equals: .online)
        let toggled: Hearth_V1_TraitCommandResponse = try await test.call(
            onOff, "Toggle", Hearth_V1_TraitCommandRequest(target: target))
        expect(toggled.position?.sequence, equals: (got.position?.sequence ?? 0) + 1)
        let updated: Hearth_V1_TraitUpdateResponse = try await test.call(
            onOff, "Update",
            Hearth_V1_TraitUpdateRequest(
                target: target, attributes: onOff.encodeAttributes([0x4001: .unsigned(4), 0x4003: .null])))
        let values = try onOff.decodeAttributes(updated.attributes.span.bytes)
        expect(values[0] == .bool(true) && values[0x4001] == .unsigned(4) && values[0x4003] == .null)
    }

    @Test("No target state is written that an alarm system takes only with a code")
    func aCodeIsNotPassedBy() async throws {
        let test = try await TestHub()
        let system = HearthProject.SecuritySystemTrait.descriptor
        let trait = TraitInstance(
            descriptor: system,
            attributes: [
                0: .unsigned(1), 1: .unsigned(1), 5: .bool(false), 6: .bool(true), 0xFFFC: .unsigned(1),
                0xFFFD: .unsigned(2),
            ])
        let alarm = DeviceDescription(
            id: "alarm", name: "Alarm",
            endpoints: [
                EndpointDescription(id: 0, parent: nil, deviceTypes: [], traits: []),
                EndpointDescription(
                    id: 1, parent: 0, deviceTypes: [.init(id: 0xFFF0_0001, revision: 1, isPrimary: true)],
                    traits: [trait]),
            ], isMatterDevice: false)
        try await test.hub.attach(TestProvider([alarm]))
        let path = TraitPath(TraitTarget(deviceID: "alarm", endpoint: 1), system.id)
        func write(_ target: UInt64) async throws {
            let _: Hearth_V1_TraitUpdateResponse = try await test.call(
                system, "Update",
                Hearth_V1_TraitUpdateRequest(
                    target: .init(path), attributes: system.encodeAttributes([1: .unsigned(target)])))
        }
        let error = await refusal { try await write(3) }
        expect(
            error?.message,
            equals: "Alarm takes this target state only with a code; send SecuritySystem.setTargetState")
        expect(error?.traitError?.status, equals: .failure)
        try await write(2)
        expect(try test.hub.read(path, as: owner).attributes[1], equals: .unsigned(2))
    }

    @Test func badRequestsAreNamed() async throws {
        let (test, _) = try await hub()
        let target = Hearth_V1_Target(lamp)
        func answer(_ method: String, _ request: some RPCMessage) async -> RPCError? {
            await refusal { let _: RPCFrame = try await test.call(onOff, method, request) }
        }
        var error = await answer("Get", Hearth_V1_TraitGetRequest())
        expect(error, is: .invalidArgument, saying: "target")
        let far = Hearth_V1_Target(deviceID: "lamp-1", endpoint: 70_000)
        error = await answer("Get", Hearth_V1_TraitGetRequest(target: far))
        expect(error?.code, equals: .invalidArgument)
        error = await answer("Get", Hearth_V1_TraitGetRequest(target: target, fields: [2]))
        expect(error, is: .invalidArgument, saying: "1 (onOff)")
        // Field 900, a varint: an attribute that this version does not know.
        error = await answer("Update", Hearth_V1_TraitUpdateRequest(target: target, attributes: [0xA0, 0x38, 0x01]))
        expect(error?.traitError?.status, equals: .unsupportedAttribute)
        expect(error?.message.contains("900"), equals: true)
        error = await answer("Update", Hearth_V1_TraitUpdateRequest(target: target, attributes: [0xFF]))
        expect(error?.code, equals: .invalidArgument)
        error = await answer("OnWithTimedOff", Hearth_V1_TraitCommandRequest(target: target, command: [0x0A, 0xFF]))
        expect(error?.traitError?.status, equals: .invalidCommand)
        error = await answer("OnWithTimedOff", Hearth_V1_TraitCommandRequest(target: target))
        expect(error?.traitError?.field, equals: "onOffControl")
        error = await answer("Toggle", RPCFrame(message: [0xFF, 0xFF]))
        expect(error?.code, equals: .invalidArgument)
    }

    @Test func onlyADeadlineThatTheCallerSetMakesACommandTimed() async throws {
        let (test, _) = try await hub()
        try await test.hub.attach(TestProvider([TestProvider.lock("lock", name: "Door")]))
        let request = Hearth_V1_TraitCommandRequest(target: Hearth_V1_Target(TestProvider.doorLock(of: "lock")))
        let method = MethodDescriptor(
            service: TestProvider.doorLock.serviceName, method: "LockDoor", kind: .unary)
        var options = RPCClient.Options()
        options.defaultTimeout = nil
        let patient = RPCClient(transport: InProcessTransport(server: test.server), options: options)
        let error = await refusal { let _: RPCFrame = try await patient.unary(method, request) }
        expect(error?.traitError?.status, equals: .needsTimedInteraction)
        let _: RPCFrame = try await patient.unary(method, request, options: CallOptions(timeout: .seconds(60)))
    }

    @Test func editsWorkAndWrongOnesSayTheRightForm() async throws {
        let (test, _) = try await hub()
        let home = test.home()
        let structure = test.structureID
        let room = try await home.createRoom(Hearth_V1_CreateRoomRequest(structureID: structure, name: " Attic ")).room
        expect(room?.name, equals: "Attic")
        let roomID = room?.id ?? ""
        let cabin = try await home.createStructure(Hearth_V1_CreateStructureRequest(name: "Cabin")).structure?.id ?? ""
        let loft = try await home.createRoom(.init(structureID: cabin, name: "Attic")).room?.id ?? ""
        let moved = try await home.updateDevice(
            Hearth_V1_UpdateDeviceRequest(deviceID: "lamp-1", name: "Star", roomID: roomID))
        expect(moved.device?.name, equals: "Star")
        expect(moved.device?.roomID, equals: roomID)
        for (expected, body) in [
            (.alreadyExists, { _ = try await home.createRoom(.init(structureID: structure, name: "attic")) }),
            (.alreadyExists, { _ = try await home.createStructure(.init(name: "HOME")) }),
            (.alreadyExists, { _ = try await home.updateRoom(.init(roomID: roomID, name: "Hall")) }),
            (.alreadyExists, { _ = try await home.updateDevice(.init(deviceID: "lamp-2", name: "star")) }),
            (.invalidArgument, { _ = try await home.createRoom(.init(structureID: structure, name: " ")) }),
            (.invalidArgument, { _ = try await home.updateRoom(.init(roomID: roomID)) }),
            (.invalidArgument, { _ = try await home.updateDevice(.init(deviceID: "lamp-1")) }),
            (.notFound, { _ = try await home.createRoom(.init(structureID: "nowhere", name: "X")) }),
            (.notFound, { _ = try await home.deleteRoom(.init(roomID: "nowhere")) }),
            (.notFound, { _ = try await home.removeDevice(.init(deviceID: "lamp-7")) }),
            (.notFound, { _ = try await home.updateDevice(.init(deviceID: "lamp-1", roomID: "nowhere")) }),
            (.failedPrecondition, { _ = try await home.updateDevice(.init(deviceID: "lamp-1", roomID: loft)) }),
        ] as [(RPCError.Code, () async throws -> Void)] {
            let before = test.truth().positions
            await expect(refusal { try await body() }, is: expected)
            expect(test.truth().positions, equals: before)
        }
        _ = try await home.updateDevice(.init(deviceID: "lamp-1", roomID: ""))
        expect(test.truth().devices["lamp-1"]?.roomID, equals: "")
        _ = try await home.updateStructure(.init(structureID: structure, name: "House"))
        _ = try await home.deleteStructure(.init(structureID: cabin))
        expect(test.truth().structures.values.map(\.name), equals: ["House"])
        _ = try await home.deleteStructure(.init(structureID: structure))
        await expect(refused: .notFound) { try await home.deleteStructure(.init(structureID: structure)) }
    }

    @Test func aRequestWithTheSameKeyTakesEffectOnce() async throws {
        let (test, provider) = try await hub()
        func toggle(_ key: String, _ device: TraitPath) async throws -> Hearth_V1_TraitCommandResponse {
            try await test.call(
                onOff, "Toggle",
                Hearth_V1_TraitCommandRequest(
                    target: Hearth_V1_Target(device), options: Hearth_V1_CallOptions(idempotencyKey: key)))
        }
        async let one = toggle("a", lamp)
        async let two = toggle("a", lamp)
        try await expect(one, equals: two)
        expect(provider.commands, equals: 1)
        _ = try await toggle("b", lamp)
        expect(provider.commands, equals: 2)
        await expect(refused: .invalidArgument, saying: "\"a\"") {
            try await toggle("a", TestProvider.onOff(of: "lamp-2"))
        }
        await expect(refused: .invalidArgument) { try await toggle(String(repeating: "k", count: 256), lamp) }

        // A failed command may be sent again.
        provider.reportConnectivity(of: "lamp-1", isOnline: false)
        await expect(refused: .unavailable) { try await toggle("c", lamp) }
        provider.reportConnectivity(of: "lamp-1", isOnline: true)
        _ = try await toggle("c", lamp)
        expect(provider.commands, equals: 3)

        await test.clock.advance(by: .seconds(601))
        _ = try await toggle("a", lamp)
        expect(provider.commands, equals: 4)
    }
}
