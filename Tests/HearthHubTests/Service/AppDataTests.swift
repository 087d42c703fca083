@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import Expectations
internal import Testing
internal import RefusalTestSupport

@Suite(.timeLimit(.minutes(5)))
struct AppDataTests {
    private func hub(_ limits: HubLimits = HubLimits()) async throws -> TestHub {
        let test = try await TestHub(limits: limits)
        try await test.hub.attach(TestProvider(lamps: 2, room: "Hall"))
        return test
    }

    private func set(
        _ test: TestHub, _ object: String, _ data: [String: String], remove: [String] = [], app: String = "app",
        key: String = "", by principal: Principal = .owner
    ) async throws -> [Hearth_V1_AppDatum] {
        try await test.home(principal).updateAppData(
            Hearth_V1_UpdateAppDataRequest(
                objectID: object, appID: app, set: data.map { Hearth_V1_AppDatum(key: $0.key, value: $0.value) },
                remove: remove, options: Hearth_V1_CallOptions(idempotencyKey: key))
        ).data
    }

    private func get(
        _ test: TestHub, _ object: String, app: String = "app", by principal: Principal = .owner
    ) async throws -> [Hearth_V1_AppDatum] {
        try await test.home(principal).getAppData(Hearth_V1_GetAppDataRequest(objectID: object, appID: app)).data
    }

    @Test func objectsKeepTheDataOfEachAppSeparately() async throws {
        let test = try await hub()
        let room = try require(test.truth().rooms.keys.first)
        for object in [test.structureID, room, "lamp-1"] {
            try await expect(get(test, object).isEmpty)
            let data = try await set(test, object, ["b": "2", "a": object])
            expect(
                data, equals: [Hearth_V1_AppDatum(key: "a", value: object), Hearth_V1_AppDatum(key: "b", value: "2")])
            try await expect(get(test, object), equals: data)
            try await expect(get(test, object, app: "other").isEmpty)
        }
        _ = try await set(test, "lamp-1", ["a": "", "c": "x\u{0}y"], remove: ["b", "never"])
        try await expect(
            get(test, "lamp-1"),
            equals: [
                Hearth_V1_AppDatum(key: "a", value: ""), Hearth_V1_AppDatum(key: "c", value: "x\u{0}y"),
            ])
        try await expect(get(test, room).count, equals: 2)
    }

    @Test func appDataIsRemovedWithItsObject() async throws {
        let test = try await hub()
        let room = try require(test.truth().rooms.keys.first)
        let cabin = try await test.hub.createStructure(name: "Cabin", as: owner).structure.id
        let attic = try await test.hub.createRoom(name: "Attic", in: cabin, as: owner).room.id
        try await test.hub.attach(TestProvider([TestProvider.lamp("far", name: "Far")]), structureID: cabin)
        for object in [room, "lamp-1", cabin, attic, "far"] { _ = try await set(test, object, ["k": "v"]) }
        _ = try await test.hub.deleteRoom(room, as: owner)
        _ = try await test.hub.removeDevice("lamp-1", forgetting: true, as: owner)
        _ = try await test.hub.deleteStructure(cabin, as: owner)
        for object in [room, "lamp-1", cabin, attic, "far"] {
            try await expect(test.store.appData(of: object, app: "app").isEmpty, "\(object)")
            await expect(refused: .notFound) { try await get(test, object) }
            await expect(refused: .notFound) { try await set(test, object, ["k": "v"]) }
        }
    }

    @Test func tooMuchIsRefusedNamedAndChangesNothing() async throws {
        let test = try await hub()
        let ten = Dictionary(uniqueKeysWithValues: (0..<10).map { ("k\($0)", "v") })
        let long = String(repeating: "ü", count: 128)
        _ = try await set(test, "lamp-1", ten)
        // Replacing a key keeps the count.
        _ = try await set(test, "lamp-1", [long: String(repeating: "é", count: 1_024)], remove: ["k9"])
        let before = try await get(test, "lamp-1")
        for (expected, text, body) in [
            (.resourceExhausted, "11", { _ = try await set(test, "lamp-1", ["more": ""]) }),
            (.invalidArgument, "128", { _ = try await set(test, "lamp-1", [long + "x": ""]) }),
            (
                .invalidArgument, "k1",
                { _ = try await set(test, "lamp-1", ["k1": String(repeating: "x", count: 1_025)]) }
            ),
            (.invalidArgument, "k1", { _ = try await set(test, "lamp-1", ["k1": ""], remove: ["k1"]) }),
            (.invalidArgument, "app id", { _ = try await set(test, "lamp-1", [:], app: "") }),
            (.invalidArgument, "256", { _ = try await get(test, "lamp-1", app: String(repeating: "a", count: 256)) }),
            (.notFound, "lamp-1", { _ = try await get(test, "lamp-9") }),
        ] as [(RPCError.Code, String, () async throws -> Void)] {
            await expect(refusal { try await body() }, is: expected, saying: text)
        }
        // A character may be many code points; the bytes are limited anyway.
        let family = "e" + String(repeating: "\u{301}", count: 20_000)
        await expect(refused: .invalidArgument) { try await set(test, "lamp-1", ["k1": family]) }
        try await expect(get(test, "lamp-1"), equals: before)
    }

    @Test func appsPerObjectAreLimited() async throws {
        let test = try await hub(.with { $0.appsPerObject = 2 })
        for app in ["one", "two"] { _ = try await set(test, "lamp-1", ["k": "v"], app: app) }
        await expect(refused: .resourceExhausted) { try await set(test, "lamp-1", ["k": "v"], app: "three") }
        _ = try await set(test, "lamp-1", ["k": "w"], app: "two")
        _ = try await set(test, "lamp-2", ["k": "v"], app: "three")
        _ = try await set(test, "lamp-1", [:], remove: ["k"], app: "one")
        _ = try await set(test, "lamp-1", ["k": "v"], app: "three")
    }

    @Test func viewersReadAndOperatorsChangeAppData() async throws {
        let test = try await hub()
        let viewer = Principal(id: "viewer", rights: [.public, .view])
        let operating = Principal(id: "operator", rights: [.public, .view, .operate])
        _ = try await set(test, "lamp-1", ["k": "1"], key: "once", by: operating)
        _ = try await set(test, "lamp-1", ["k": "2"], by: operating)
        _ = try await set(test, "lamp-1", ["k": "1"], key: "once", by: operating)
        try await expect(get(test, "lamp-1", by: viewer).map(\.value), equals: ["2"])
        await expect(refused: .permissionDenied) { try await set(test, "lamp-1", ["k": "3"], by: viewer) }
    }
}
