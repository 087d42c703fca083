internal import Expectations
internal import HearthEntities
internal import HearthHub
@testable internal import HearthIntegrations
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import IntegrationTestSupport
internal import Testing

/// Things that an integration finds, such as a bridge at its broker.
@Suite(.timeLimit(.minutes(5))) struct FindingTests {
    @Test("A thing that an integration finds is added with its secrets, which no client sees")
    func aFoundThingSharesSecrets() async throws {
        let ecosystem = FakeEcosystem()
        let thing = FoundThing(
            key: "fake/CC", kind: "fake", identity: "CC", name: "Bridge", address: "broker.local", readiness: .ready,
            settings: ["host": "bridge.local"], sharedFields: ["key", "port"])
        var broker = FakeEcosystem.Host(identity: "BB", name: "Broker", key: "hunter22")
        broker.finds = [thing]
        ecosystem["broker.local"] = broker
        ecosystem["bridge.local"] = .init(identity: "CC", name: "Bridge", devices: ["two"], key: "hunter22")
        let test = try await IntegratedHub(ecosystem)
        let brokerID = try await test.add("broker.local", key: "hunter22").get()
        let key = "\(brokerID)/fake/CC"
        try await until { await test.centre.snapshot().found.map(\.key) == [key] }
        let found = try require(await test.centre.snapshot().found.first)
        expect(found.readiness, equals: .ready)
        expect(found.settings.map { "\($0.field)=\($0.value)" }, equals: ["host=bridge.local", "port=6053"])

        func add(_ values: [String: String]) async throws -> Result<String, IntegrationFailure> {
            try await test.centre.add(
                AddingOrder(foundKey: key, settings: IntegrationSettings(values: values))
            ) { _ in }
        }
        // The secrets go to no other place than that of the integration.
        guard case .failure(let failure) = try await add(["port": "6054"]) else {
            return expect(false, "a secret was sent to another place")
        }
        expect(failure.fields, equals: ["key"])
        let bridgeID = try await add([:]).get()
        let (one, other) = ("\(brokerID)-one", "\(bridgeID)-two")
        expect(test.devices, equals: [one, other].sorted())
        expect(await test.centre.snapshot().found.map(\.readiness), equals: [.added])
        let both: Set<IntegrationIdentity> = [
            IntegrationIdentity(kind: "fake", identity: "BB"), IntegrationIdentity(kind: "fake", identity: "CC"),
        ]
        try await until { ecosystem.left == both }

        _ = try await test.centre.remove(bridgeID)
        try await until { ecosystem.left.map(\.identity) == ["BB"] }
        _ = try await test.centre.remove(brokerID)
        try await until { await test.centre.snapshot().found.isEmpty }
        try await test.end()
    }

    @Test("What two integrations find is two things, and what one finds is gone once it leads elsewhere")
    func findingsBelongToTheirFinder() async throws {
        let ecosystem = FakeEcosystem()
        let thing = FoundThing(
            key: "fake/CC", kind: "fake", identity: "CC", name: "Bridge", address: "broker.local", readiness: .ready,
            settings: ["host": "bridge.local"], sharedFields: ["key"])
        for (host, identity) in [("one.local", "AA"), ("two.local", "BB")] {
            var broker = FakeEcosystem.Host(identity: identity, name: host, key: "hunter22")
            broker.finds = [thing]
            ecosystem[host] = broker
        }
        ecosystem["moved.local"] = FakeEcosystem.Host(identity: "AA", key: "hunter22")
        let test = try await IntegratedHub(ecosystem)
        let one = try await test.add("one.local", key: "hunter22").get()
        let two = try await test.add("two.local", key: "hunter22").get()
        try await until {
            await test.centre.snapshot().found.map(\.key).sorted() == ["\(one)/fake/CC", "\(two)/fake/CC"].sorted()
        }
        try await test.centre.change(one, name: nil, by: IntegrationSettings(values: ["host": "moved.local"]))
        expect(await test.centre.snapshot().found.map(\.key), equals: ["\(two)/fake/CC"])
        let error = await expect(throws: HubError.self) {
            _ = try await test.centre.add(AddingOrder(foundKey: "\(one)/fake/CC")) { _ in }
        }
        expect(error?.code, equals: .notFound)
        try await test.end()
    }
}
