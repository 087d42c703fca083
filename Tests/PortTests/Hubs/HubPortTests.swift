import GoogleHomeSDK
import IntegrationTestSupport
import Testing

/// Google's calls for finding and activating hubs, as an app makes them, on a hub with something near.
@MainActor @Suite(.timeLimit(.minutes(5))) struct HubPortTests {
    @Test func hubIsFoundAndActivated() async throws {
        let ecosystem = FakeEcosystem()
        ecosystem["strip.local"] = .init(identity: "AA")
        ecosystem["safe.local"] = .init(identity: "BB", key: "hunter22")
        let house = try await IntegrationHouse(ecosystem)
        await house.announce("strip.local", "AA")
        await house.announce("safe.local", "BB", askingFor: "key")
        let home = try await Home.connect(over: house.client(), configuration: HomeClientConfiguration(clientID: "app"))
        let page = HubSetUp(home: home)
        await page.search()
        #expect(page.hubs.map(\.serviceInstanceName) == ["Strip AA", "Strip BB"])
        #expect(page.hubs.map(\.canBeActivated) == [true, false])
        let structure = try await home.structures().list().first
        let (open, locked) = (try #require(page.hubs.first), try #require(page.hubs.last))
        await page.activate(open, in: structure)
        #expect(page.failure == nil)
        #expect(page.hubs == [locked])
        #expect(try await home.devices().list().map(\.name) == ["one"])
        await page.activate(locked)
        #expect(page.failure?.hasPrefix("Strip BB (fake): ") == true)
        await home.disconnect()
        try await house.end()
    }
}
