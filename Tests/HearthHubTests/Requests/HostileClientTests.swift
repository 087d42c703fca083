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

/// Senseless requests of a client: each is refused, and leaves nothing in the hub.
@Suite(.timeLimit(.minutes(5)))
struct HostileClientTests {
    private let lamp = TestProvider.onOff(of: "lamp-1")

    private func hub(limits: HubLimits = HubLimits()) async throws -> TestHub {
        let test = try await TestHub(limits: limits)
        try await test.hub.attach(TestProvider(lamps: 2))
        return test
    }

    private func toggle(
        _ test: TestHub, _ target: Hearth_V1_Target, _ options: Hearth_V1_CallOptions? = nil
    ) async throws {
        let _: Hearth_V1_TraitCommandResponse = try await test.call(
            TestProvider.onOff, "Toggle", Hearth_V1_TraitCommandRequest(target: target, options: options))
    }

    @Test func clientNamesAreShort() async throws {
        let test = try await hub()
        let before = test.truth()
        let options = Hearth_V1_CallOptions(clientID: String(repeating: "c", count: 256))
        var error = await expect(throws: RPCError.self) { try await toggle(test, Hearth_V1_Target(lamp), options) }
        expect(error, is: .invalidArgument, saying: "256 bytes", "255")
        error = await expect(throws: RPCError.self) {
            _ = try await test.home().createRoom(
                Hearth_V1_CreateRoomRequest(structureID: test.structureID, name: "Attic", options: options))
        }
        expect(error?.code, equals: .invalidArgument)
        expect(test.truth().positions, equals: before.positions)
        try await toggle(
            test, Hearth_V1_Target(lamp), Hearth_V1_CallOptions(clientID: String(repeating: "c", count: 255)))
    }

    @Test func errorDoesNotEchoAnImpossibleDeviceId() async throws {
        let test = try await hub()
        let target = Hearth_V1_Target(deviceID: String(repeating: "x", count: 100_000), endpoint: 1)
        let error = await expect(refused: .invalidArgument) { try await toggle(test, target) }
        expect(error?.message.utf8.count ?? 0, isBelow: 1_000)
        expect(error?.details.count ?? 0, isBelow: 2_000)
    }

    @Test func malformedRequestErrorNamesTheTrait() async throws {
        let test = try await hub()
        let requests = [
            Hearth_V1_TraitGetRequest(), .init(target: .init(deviceID: "lamp-1", endpoint: 70_000)),
            .init(target: .init(lamp), fields: [4242]), .init(target: .init(lamp), fields: [0]),
        ]
        for request in requests {
            let error = await expect(refused: .invalidArgument) {
                let _: Hearth_V1_TraitGetResponse = try await test.call(TestProvider.onOff, "Get", request)
            }
            expect(error?.traitError?.status, equals: .invalidAction)
            expect(error?.traitError?.trait, equals: "hearth.traits.matter.v1.OnOff")
        }
    }

    @Test func watchFilterAndPositionsAreLimited() async throws {
        let test = try await hub(limits: .with { ($0.structures, $0.filterEntries) = (4, 8) })
        let ids = (0..<9).map { "id-\($0)" }
        let positions = ids.map { Hearth_V1_Position(structureID: $0, epoch: 1, sequence: 1) }
        let requests = [
            Hearth_V1_WatchRequest(filter: Hearth_V1_WatchFilter(structureIDs: ids)),
            Hearth_V1_WatchRequest(filter: Hearth_V1_WatchFilter(deviceIDs: ids)),
            Hearth_V1_WatchRequest(filter: Hearth_V1_WatchFilter(traitIDs: Array(0..<9))),
            Hearth_V1_WatchRequest(filter: Hearth_V1_WatchFilter(exceptClientID: String(repeating: "c", count: 256))),
            Hearth_V1_WatchRequest(resumeFrom: positions),
        ]
        for request in requests {
            await expect(refused: .invalidArgument) {
                _ = try await test.home().watch(request).next()
            }
        }
        let watcher = try await Watcher.atMarker(test)
        let id = watcher.view.watchID
        for request in requests.prefix(4) {
            await expect(refused: .invalidArgument) {
                try await test.home().updateWatch(
                    Hearth_V1_UpdateWatchRequest(watchID: id, filter: request.filter))
            }
            await expect(refused: .invalidArgument) {
                _ = try await test.home().read(Hearth_V1_ReadRequest(filter: request.filter))
            }
        }
    }

    @Test func updateSettingAnUnknownToNullIsRefusedWhole() async throws {
        let test = try await hub()
        // onTime = 7 (field 16386), and null for the field number 4242.
        let attributes: [UInt8] = TestProvider.onOff.encodeAttributes([0x4001: .unsigned(7)])
        for null: [UInt8] in [[0x82, 0xEA, 0x30, 2, 0x92, 0x21], [0x80, 0xEA, 0x30, 0x92, 0x21]] {
            let error = await expect(throws: RPCError.self) {
                let _: Hearth_V1_TraitUpdateResponse = try await test.call(
                    TestProvider.onOff, "Update",
                    Hearth_V1_TraitUpdateRequest(target: Hearth_V1_Target(lamp), attributes: attributes + null))
            }
            expect(error?.traitError?.status, equals: .unsupportedAttribute)
            expect(error?.message.contains("4242"), equals: true)
        }
        try expect(test.hub.read(lamp, as: owner).attributes[0x4001], equals: .unsigned(0))
    }
}
