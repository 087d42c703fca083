internal import HearthEntities
@testable internal import HearthIntegrations
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import IntegrationTestSupport
internal import Expectations
internal import Testing

/// Announcements of devices that were added.
@Suite(.timeLimit(.minutes(5)))
struct MovingTests {
    private let ecosystem = FakeEcosystem()

    private func announcement(_ host: String, by name: String = "Strip") -> ServiceNews {
        .seen(
            NearbyService(
                type: "_fake._tcp", name: name, host: host, addresses: ["192.0.2.8"], port: 1,
                properties: ["mac": "AA"]))
    }

    private func health(_ test: IntegratedHub) async -> Hearth_V1_IntegrationHealth? {
        await test.centre.snapshot().integrations.first?.health
    }

    private func host(_ test: IntegratedHub) async throws -> String? {
        try await test.store.loadIntegrations().first?.settings["host"]
    }

    @Test func anAnnouncementWakesTheLink() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let test = try await IntegratedHub(ecosystem)
        _ = try await test.add("strip.local").get()
        await test.centre.take(announcement("strip.local"))
        expect(ecosystem.wakes, equals: 1)
        try await test.end()
    }

    @Test("Announcements wake a link once a minute, and only those that say something new")
    func forgedAnnouncementsSeldomWake() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let clock = ManualClock()
        let test = try await IntegratedHub(ecosystem, clock: clock)
        _ = try await test.add("strip.local").get()
        for number in 0..<20 { await test.centre.take(announcement("strip\(number).local")) }
        expect(ecosystem.wakes, equals: 1)
        await clock.advance(by: .seconds(60))
        await test.centre.take(announcement("strip19.local"))
        expect(ecosystem.wakes, equals: 1, "nothing new")
        await test.centre.take(.gone(type: "_fake._tcp", name: "Strip"))
        for _ in 0..<2 { await test.centre.take(announcement("strip19.local")) }
        expect(ecosystem.wakes, equals: 2)
        try await test.end()
    }

    @Test func aDeviceWithAKeyIsFollowedOnceItIsGone() async throws {
        ecosystem["old.local"] = .init(identity: "AA", key: "hunter22")
        ecosystem["new.local"] = .init(identity: "AA", key: "hunter22")
        ecosystem["third.local"] = .init(identity: "AA", key: "hunter22")
        let clock = ManualClock()
        let test = try await IntegratedHub(ecosystem, clock: clock)
        _ = try await test.add("old.local", key: "hunter22").get()
        await test.centre.take(announcement("new.local"))
        try await expect(host(test), equals: "old.local", "it answers at its address")
        await ecosystem.say(.offline(reason: "no answer"), "old.local")
        try await until { try await host(test) == "new.local" }
        try await until { await health(test)?.state == .online }
        expect(ecosystem.links("old.local"), equals: 0)
        // Said once the change has ended; the new link is online earlier.
        try await until { test.notices.all.contains { $0.contains("another address") } }
        expect(test.notices.all.filter { $0.contains("another address") }.count, equals: 1)
        // Contradictory announcements do not chase it around.
        await ecosystem.say(.offline(reason: "no answer"), "new.local")
        await test.centre.take(announcement("third.local"))
        try await expect(host(test), equals: "new.local")
        await clock.advance(by: .seconds(60))
        await test.centre.take(announcement("third.local"))
        try await until { try await host(test) == "third.local" }
        try await test.end()
    }

    @Test func withoutAKeyAPersonDecides() async throws {
        ecosystem["old.local"] = .init(identity: "AA")
        let test = try await IntegratedHub(ecosystem)
        let id = try await test.add("old.local").get()
        await ecosystem.say(.offline(reason: "no answer"), "old.local")
        await test.centre.take(announcement("new.local"))
        let attention = await health(test)
        expect(attention?.state, equals: .needsAttention)
        expect(
            attention?.reason,
            equals: "no answer; a device with its identity now announces itself at another address (host=new.local)")
        expect(
            attention?.wayOut,
            equals: "if that is your device: hearth integrations change \(id) --set host=new.local")
        try await expect(host(test), equals: "old.local")
        await test.centre.take(.gone(type: "_fake._tcp", name: "Strip"))
        await expect(health(test)?.state, equals: .offline)
        await test.centre.take(announcement("new.local"))
        await ecosystem.say(.online, "old.local")
        await expect(health(test)?.state, equals: .online)
        // Another announcement is none of this device.
        await ecosystem.say(.offline(reason: "no answer"), "old.local")
        await test.centre.take(announcement("old.local"))
        await expect(health(test)?.reason, equals: "no answer")
        try await test.end()
    }

    @Test func onlyAProvenAddressIsStored() async throws {
        ecosystem["old.local"] = .init(identity: "AA", key: "hunter22")
        ecosystem["evil.local"] = .init(identity: "AA", key: "another key")
        ecosystem["other.local"] = .init(identity: "BB", key: "hunter22")
        let clock = ManualClock()
        let test = try await IntegratedHub(ecosystem, clock: clock)
        let id = try await test.add("old.local", key: "hunter22").get()
        await ecosystem.say(.offline(reason: "no answer"), "old.local")
        for (count, impostor) in ["evil.local", "other.local"].enumerated() {
            await test.centre.take(announcement(impostor))
            try await until { test.notices.all.count { $0.contains("another address") } == count + 1 }
            // Behind whatever the announcement began.
            try await test.centre.change(id, name: "Strip \(count)", by: IntegrationSettings())
            try await expect(host(test), equals: "old.local")
            expect(ecosystem.links("old.local"), equals: 1)
            await clock.advance(by: .seconds(60))
        }
        expect(
            test.notices.all,
            equals: [
                "\"Strip\" announces itself at another address (host=evil.local), which the hub does not take on: "
                    + "it refuses …",
                "\"Strip 0\" announces itself at another address (host=other.local), which the hub does not take on: "
                    + "another device is there",
            ])
        expect(ecosystem.additions, equals: 1, "a new address is no addition, which trusts more")
        try await test.end()
    }

    @Test func anImpostorDoesNotHideTheDevice() async throws {
        ecosystem["old.local"] = .init(identity: "AA", key: "hunter22")
        ecosystem["new.local"] = .init(identity: "AA", key: "hunter22")
        let clock = ManualClock()
        let test = try await IntegratedHub(ecosystem, clock: clock)
        _ = try await test.add("old.local", key: "hunter22").get()
        for (host, name) in [("evil.local", "An Impostor"), ("new.local", "Strip"), ("evil.local", "The Impostor")] {
            await test.centre.take(announcement(host, by: name))
        }
        // Each failed attempt of the link tries the next one.
        await ecosystem.say(.offline(reason: "no answer"), "old.local")
        try await until { !test.notices.all.isEmpty }
        await clock.advance(by: .seconds(60))
        await ecosystem.say(.offline(reason: "no answer"), "old.local")
        try await until { try await host(test) == "new.local" }
        try await test.end()
    }

    @Test func aFloodOfAnnouncementsIsOneLine() async throws {
        ecosystem["old.local"] = .init(identity: "AA")
        let clock = ManualClock()
        let test = try await IntegratedHub(ecosystem, clock: clock)
        _ = try await test.add("old.local").get()
        await ecosystem.say(.offline(reason: "no answer"), "old.local")
        for number in 0..<20 {
            await test.centre.take(announcement("host\(number).local"))
            await test.centre.take(.gone(type: "_fake._tcp", name: "Strip"))
        }
        expect(test.notices.all.count, equals: 1)
        await clock.advance(by: .seconds(60))
        await test.centre.take(announcement("new.local"))
        expect(test.notices.all.count, equals: 2)
        // What the link itself says is always in the log.
        await ecosystem.say(.needsAttention(reason: "it refuses the key", wayOut: "give the right key"), "old.local")
        expect(test.notices.all.count, equals: 3)
        try await test.end()
    }
}
