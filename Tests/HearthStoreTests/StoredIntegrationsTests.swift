internal import HearthStore
internal import StoreTestSupport
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct StoredIntegrationsTests {
    private let plug = StoredIntegration(
        id: "i", kind: "esphome", identity: "AA:BB", name: "Plug", structureID: "s", settings: ["host": "192.0.2.7"],
        secrets: ["key": StoredSecret("a very secret key")])
    private let broker = StoredIntegration(id: "j", kind: "mqtt", identity: "AA:BB", name: "Broker")

    private func commit(_ changes: IntegrationChange..., to store: any HomeStorage) async throws {
        try await store.commit(StoreTransaction(integrations: changes))
    }

    @Test(arguments: StoreImplementation.all)
    func comesBackAsItWentIn(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.open()
        try await expect(store.loadIntegrations(), equals: [])
        try await commit(.put(plug), .put(broker), to: store)
        try await expect(store.loadIntegrations(), equals: [plug, broker])
        var changed = plug
        changed.name = "Heater"
        changed.settings = ["host": "192.0.2.8", "port": "6053"]
        changed.secrets = [:]
        try await commit(.put(changed), to: store)
        try await expect(store.loadIntegrations(), equals: [changed, broker])
        try await commit(.remove(id: "i"), .remove(id: "unknown"), to: store)
        try await expect(store.loadIntegrations(), equals: [broker])
        // Nothing of the removed one is left.
        try await commit(.put(StoredIntegration(id: "i", kind: "esphome", identity: "C", name: "New")), to: store)
        try await expect(store.loadIntegrations().last?.settings, equals: [:])
        try await store.close(clean: true)
    }

    @Test(arguments: StoreImplementation.all)
    func aMemoryStaysUntilTheRemoval(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.open()
        try await commit(.put(plug), .remember(id: "i", [1, 2]), .remember(id: "unknown", [3]), to: store)
        var changed = plug
        changed.name = "Heater"
        try await commit(.put(changed), to: store)
        changed.memory = [1, 2]
        try await expect(store.loadIntegrations(), equals: [changed])
        try await commit(.remove(id: "i"), .put(plug), to: store)
        try await expect(store.loadIntegrations(), equals: [plug])
        try await store.close(clean: true)
    }

    @Test(arguments: StoreImplementation.all)
    func refusesTheSameThingTwice(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.open()
        try await commit(.put(plug), to: store)
        var again = plug
        again.id = "k"
        let error = await expect(throws: StoreError.self) { try await commit(.put(broker), .put(again), to: store) }
        expect(error?.code, equals: .failed)
        try await expect(store.loadIntegrations(), equals: [plug])
        try await store.close(clean: true)
    }

    @Test(arguments: StoreImplementation.all)
    func ignoredThingsKeepTheirOrder(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.open()
        try await expect(store.loadIgnoredThings(), equals: [])
        let tv = StoredIgnoredThing(
            key: "_googlecast._tcp/TV", kind: "Google Cast", name: "TV", maker: "Google Cast",
            ignoredAt: .milliseconds(1_500))
        var lamp = StoredIgnoredThing(
            key: "esphome/AA", kind: "esphome", identity: "AA", name: "Lamp", ignoredAt: .zero)
        try await commit(.ignore(tv), .ignore(lamp), to: store)
        lamp.name = "Lamp next door"
        var again = tv
        again.ignoredAt = .seconds(9)
        try await commit(.ignore(lamp), .ignore(again), .unignore(key: "unknown"), to: store)
        try await expect(store.loadIgnoredThings(), equals: [again, lamp])
        try await commit(.unignore(key: tv.key), .ignore(tv), to: store)
        try await expect(store.loadIgnoredThings(), equals: [lamp, tv])
        try await store.close(clean: true)
    }

    @Test func aSecretIsInNoDescription() {
        var dumped = ""
        dump(plug, to: &dumped)
        for text in ["\(plug)", String(reflecting: plug), "\(StoreTransaction(integrations: [.put(plug)]))", dumped] {
            expect(!text.contains("very secret"), "\(text)")
        }
        expect("\(StoredSecret("a very secret key"))", equals: "…")
    }
}
