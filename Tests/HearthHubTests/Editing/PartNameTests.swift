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
internal import RefusalTestSupport

/// Names of the parts of a device.
@Suite(.timeLimit(.minutes(5)))
struct PartNameTests {
    private static let strip = TestBridge.Lamp(endpoint: 4, label: "Strip", uniqueID: .string("s"), inner: [5, 6])
    private let first = TraitTarget(deviceID: "bridge/s", endpoint: 5)

    private func names(_ test: TestHub, _ id: String = "bridge/s") -> [String] {
        test.truth().devices[id]?.endpoints.map(\.name) ?? []
    }

    @Test func partNamePersistsAndIsReported() async throws {
        let store = try await HomeStore.inMemory()
        let test = try await TestHub(store: store)
        let provider = TestProvider([TestBridge.device([Self.strip])])
        try await test.hub.attach(provider)
        var watcher = try await Watcher.atMarker(test)
        let answer = try await test.home().updateEndpoint(
            .init(target: .init(deviceID: "bridge/s", endpoint: 5), name: " Monitor "))
        expect(answer.device?.endpoints.map(\.name), equals: ["", "Monitor", ""])
        _ = try await test.hub.updateEndpoint(TraitTarget(deviceID: "bridge", endpoint: 1), name: "Button", as: owner)
        try await watcher.settle(test, .init())
        expect(watcher.view.devices == test.truth().devices && names(test) == ["", "Monitor", ""])
        try await provider.bring([TestBridge.device([Self.strip, .init(endpoint: 2)])])
        expect(names(test) == ["", "Monitor", ""] && names(test, "bridge") == ["", "Button"])

        let second = try await TestHub(store: store)
        expect(names(second), equals: ["", "Monitor", ""])
        try await second.hub.attach(TestProvider([TestBridge.device([Self.strip])]))
        expect(names(second) == ["", "Monitor", ""] && names(second, "bridge") == ["", "Button"])
        _ = try await second.hub.updateEndpoint(first, name: "", as: owner)
        expect(names(second), equals: ["", "", ""])
        let bytes = second.hub.directory.cells.first?.read { state in
            (state.deviceBytes[""] ?? 0, state.devices.reduce(0) { $0 + $1.size })
        }
        expect(bytes?.0, equals: bytes?.1)
    }

    @Test func invalidPartNamesAreRefused() async throws {
        let test = try await TestHub()
        try await test.hub.attach(TestProvider([TestBridge.device([Self.strip])]))
        _ = try await test.hub.updateEndpoint(first, name: "Monitor", as: owner)
        func refusal(_ endpoint: UInt16, _ name: String, device: String = "bridge/s") async -> HubError? {
            await expect(throws: HubError.self) {
                _ = try await test.hub.updateEndpoint(
                    TraitTarget(deviceID: device, endpoint: endpoint), name: name, as: owner)
            }
        }
        await expect(refusal(4, "X"), is: .invalidArgument, saying: "rename the device")
        await expect(refusal(0, "X", device: "bridge")?.code, equals: .invalidArgument)
        await expect(refusal(9, "X")?.message, equals: "\"Strip\" has no endpoint 9; its parts are 5, 6")
        await expect(refusal(6, "monitor")?.code, equals: .alreadyExists)
        await expect(refusal(6, "\u{1B}[2J")?.code, equals: .invalidArgument)
        await expect(refusal(6, String(repeating: "x", count: 65))?.code, equals: .invalidArgument)
        await expect(refusal(5, "X", device: "nobody")?.code, equals: .notFound)
        let viewer = Principal(id: "guest", rights: [.view, .operate])
        for request in [
            Hearth_V1_UpdateEndpointRequest(name: "X"),
            .init(target: .init(deviceID: "bridge/s", endpoint: 70_000), name: "X"),
            .init(target: .init(deviceID: "bridge/s", endpoint: 5)),
        ] {
            await expect(refused: .invalidArgument) { try await test.home().updateEndpoint(request) }
        }
        await expect(refused: .permissionDenied) {
            try await test.home(viewer).updateEndpoint(
                .init(target: .init(deviceID: "bridge/s", endpoint: 5), name: "Mine"))
        }
        expect(names(test), equals: ["", "Monitor", ""])
    }

    /// A maker's process can't set the names that people give to parts.
    @Test func providersPartNamesAreIgnored() async throws {
        let test = try await TestHub()
        let remote = try await TestRemote(test.client())
        _ = try await remote.hello()
        var strip = TestRemote.device("strip", TestBridge.onOff, [0: .bool(false)])
        strip.device?.endpoints[1].name = "Theirs"
        try await expect(remote.bring([strip]).code, equals: 0)
        expect(names(test, "strip"), equals: ["", ""])
    }
}
