@testable internal import HearthHub
internal import HearthStore
internal import HearthTraitCore
internal import HomeStateTestSupport
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct FormerDeviceExpiryTests {
    private static let day: Duration = .seconds(86_400)

    /// The IDs of the removed devices, in the hub and in its store.
    private func kept(_ test: TestHub) async throws -> [String] {
        let stored = try await test.store.load().formerDevices.map(\.device.id).sorted()
        expect(test.hub.directory.former.memories(ofProvider: "").keys.sorted(), equals: stored)
        return stored
    }

    private func start() async throws -> TestHub {
        let test = try await TestHub()
        try await test.hub.attach(TestProvider(lamps: 2))
        return test
    }

    @Test func removedDevicesAreForgottenAfter90DaysOfARun() async throws {
        let test = try await start()
        _ = try await test.hub.removeDevice("lamp-1", as: owner)
        await test.clock.advance(by: Self.day * 45)
        _ = try await test.hub.removeDevice("lamp-2", as: owner)
        await test.clock.advance(by: Self.day * 45)
        try await expect(kept(test), equals: ["lamp-1", "lamp-2"])
        await test.clock.advance(by: Self.day)
        try await expect(kept(test), equals: ["lamp-2"])
        try await test.hub.shutdown()
    }

    @Test("A clock that is years ahead for less than a day forgets no device, also over a restart")
    func aClockAheadForgetsNothing() async throws {
        let test = try await start()
        _ = try await test.hub.removeDevice("lamp-1", as: owner)
        await test.clock.advance(by: .seconds(60))
        let years = Self.day * 1_000
        test.clock.step(by: years)
        await test.clock.advance(by: Self.day - .seconds(1))
        try await expect(kept(test), equals: ["lamp-1"])
        let second = try await TestHub(store: test.store, clock: test.clock)
        try await expect(kept(second), equals: ["lamp-1"])
        test.clock.step(by: .zero - years)
        await test.clock.advance(by: Self.day * 2)
        try await expect(kept(second), equals: ["lamp-1"])
        try await second.hub.shutdown()
    }
}
