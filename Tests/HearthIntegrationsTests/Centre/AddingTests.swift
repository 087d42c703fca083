internal import HearthBase
@testable internal import HearthIntegrations
internal import HearthEntities
internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization
internal import IntegrationTestSupport
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct AddingTests {
    private let ecosystem = FakeEcosystem()

    @Test func anAddedIntegrationBringsItsDevices() async throws {
        ecosystem["strip.local"] = .init(
            identity: "AA", name: "Strip", devices: ["one", "two"], key: "hunter22", givenToken: "t0ken")
        let test = try await IntegratedHub(ecosystem)
        let steps = Mutex<[AddingStep]>([])
        let order = AddingOrder(
            kind: "fake",
            settings: IntegrationSettings(
                values: ["host": "strip.local"], secrets: ["key": StoredSecret("hunter22")]))
        let id = try await test.centre.add(order) { step in steps.withLock { $0.append(step) } }.get()
        expect(steps.withLock { $0 }, equals: AddingStep.allCases)
        expect(test.devices, equals: ["\(id)-one", "\(id)-two"])
        let integration = try require(await test.centre.snapshot().integrations.first)
        expect(integration.name, equals: "Strip")
        expect(integration.health?.state, equals: .online)
        expect(integration.deviceCount, equals: 2)
        expect(
            integration.settings,
            equals: [
                .init(field: "host", value: "strip.local"), .init(field: "port", value: "6053"),
                .init(field: "note", value: "learnt"),
            ])
        expect(integration.secretFields, equals: ["key", "token"])
        let stored = try await test.store.loadIntegrations()
        expect(stored.map(\.identity), equals: ["AA"])
        expect(stored.first?.secrets, equals: ["key": StoredSecret("hunter22"), "token": StoredSecret("t0ken")])
        try await test.end()
        expect(ecosystem.links("strip.local"), equals: 0)
    }

    @Test func aFailureNamesStepReasonAndFieldsAndLeavesNothing() async throws {
        ecosystem["strip.local"] = .init(identity: "AA", key: "hunter22")
        let test = try await IntegratedHub(ecosystem)
        for (host, key, wanted) in [
            (
                "off.local", nil,
                IntegrationFailure(.unreachable, "no answer", wayOut: "switch it on", step: .asking)
            ),
            (
                "strip.local", "wrong-key",
                IntegrationFailure(
                    .secretRefused, "it refuses …", wayOut: "give the right key", fields: ["key"], step: .asking)
            ),
        ] as [(String, String?, IntegrationFailure)] {
            guard case .failure(let failure) = try await test.add(host, key: key) else {
                expect(false, "\(host) was added")
                continue
            }
            expect(failure, equals: wanted)
        }
        expect(test.devices, equals: [])
        try await expect(test.store.loadIntegrations(), equals: [])
        // Repeated with the right key.
        _ = try await test.add("strip.local", key: "hunter22").get()
        expect(test.devices.count, equals: 1)
        try await test.end()
    }

    @Test("The other end is changed once all that was learnt is stored")
    func anAdditionIsClaimedAfterItIsStored() async throws {
        ecosystem["strip.local"] = .init(identity: "AA", givenToken: "t0ken")
        let test = try await IntegratedHub(ecosystem)
        _ = try await test.add("strip.local").get()
        let stored = try require(await test.store.loadIntegrations().first)
        expect(
            ecosystem.claimed,
            equals: [IntegrationSettings(values: stored.settings, secrets: stored.secrets)])
        expect(ecosystem.claimed.first?.secret("token"), equals: "t0ken")
        // A new start of the link changes nothing there.
        try await test.centre.change(
            stored.id, name: nil, by: IntegrationSettings(values: ["note": "other"]))
        expect(ecosystem.claimed.count, equals: 1)
        try await test.end()
    }

    @Test func anAdditionThatIsNotClaimedIsUndone() async throws {
        var host = FakeEcosystem.Host(identity: "AA")
        host.refusal = IntegrationFailure(.secretRefused, "it takes no key", wayOut: "add it without")
        ecosystem["strip.local"] = host
        let test = try await IntegratedHub(ecosystem)
        guard case .failure(let failure) = try await test.add("strip.local") else {
            return expect(false, "it was added")
        }
        expect(failure.message, equals: "it takes no key")
        expect(ecosystem.withdrawn, equals: [], "it has nothing to give back")
        try await expect(test.store.loadIntegrations(), equals: [])
        expect(ecosystem.starts, equals: 0)
        try await test.end()
    }

    @Test(
        "What the other end got is taken back when the addition is cancelled or the hub ends", arguments: [true, false])
    func aClaimIsTakenBack(_ isCancelled: Bool) async throws {
        let latch = Latch()
        var host = FakeEcosystem.Host(identity: "AA", key: "hunter22")
        host.claimable = latch
        ecosystem["strip.local"] = host
        let test = try await IntegratedHub(ecosystem)
        let adding = Task { try await test.add("strip.local", key: "hunter22") }
        try await until { ecosystem.beginningClaims == 1 }
        let id = try require(await test.added.first).id
        // An edit waits for the claim, as it could remove what is being claimed.
        let removing = Task { try? await test.centre.remove(id) }
        let ending = Task { if !isCancelled { await test.centre.stop() } }
        if isCancelled { adding.cancel() } else { try await until { await test.centre.isStopped } }
        latch.open()
        let error = await expect(throws: HubError.self) { _ = try await adding.value }
        expect(error?.code, equals: .cancelled)
        await ending.value
        _ = await removing.value
        expect(ecosystem.claimed.count, equals: 1, "the claim was cut short")
        expect(ecosystem.withdrawn, equals: ["strip.local"])
        try await expect(test.added, equals: [])
        try await test.end()
    }

    @Test func aLinkThatFailsIsUndone() async throws {
        ecosystem["strip.local"] = .init(identity: "AA", key: "hunter22", isBroken: true)
        let test = try await IntegratedHub(ecosystem)
        guard case .failure(let failure) = try await test.add("strip.local", key: "hunter22") else {
            return expect(false, "it was added")
        }
        expect(failure.step, equals: .describing)
        expect(failure.message, equals: "it speaks gibberish with …")
        try await expect(test.store.loadIntegrations(), equals: [])
        await expect(test.centre.snapshot().integrations.count, equals: 0)
        expect(ecosystem.links("strip.local"), equals: 0)
        try await test.end()
    }

    @Test(arguments: [AddingStep.searching, .connecting, .asking])
    func aCancelledAdditionLeavesNothing(_ step: AddingStep) async throws {
        ecosystem["strip.local"] = .init(identity: "AA", hangsAt: step)
        let test = try await IntegratedHub(ecosystem)
        let reached = Mutex<AddingStep?>(nil)
        let adding = Task {
            try await test.centre.add(
                AddingOrder(kind: "fake", settings: IntegrationSettings(values: ["host": "strip.local"]))
            ) { step in reached.withLock { $0 = step } }
        }
        try await until { reached.withLock { $0 } == step }
        adding.cancel()
        let error = await expect(throws: HubError.self) { _ = try await adding.value }
        expect(error?.code, equals: .cancelled)
        expect(ecosystem.cancelled, equals: 1)
        try await expect(test.store.loadIntegrations(), equals: [])
        try await test.end()
    }

    @Test func aSilentStepTimesOut() async throws {
        ecosystem["strip.local"] = .init(identity: "AA", hangsAt: .connecting)
        let clock = ManualClock()
        let test = try await IntegratedHub(ecosystem, clock: clock)
        let reached = Mutex<AddingStep?>(nil)
        let adding = Task {
            try await test.centre.add(
                AddingOrder(kind: "fake", settings: IntegrationSettings(values: ["host": "strip.local"]))
            ) { step in reached.withLock { $0 = step } }
        }
        try await until { reached.withLock { $0 } == .connecting }
        // The timer is set after the report.
        let over = Mutex(false)
        let ending = Task {
            let result = try await adding.value
            over.withLock { $0 = true }
            return result
        }
        try await until {
            await clock.advance(by: .seconds(20))
            return over.withLock { $0 }
        }
        guard case .failure(let failure) = try await ending.value else { return expect(false, "it was added") }
        expect(failure.reason, equals: .timedOut)
        expect(failure.step, equals: .connecting)
        try await test.end()
    }

    @Test func theSameThingIsAddedOnce() async throws {
        ecosystem["strip.local"] = .init(identity: "AA", name: "Strip")
        ecosystem["192.0.2.7"] = ecosystem["strip.local"]
        let test = try await IntegratedHub(ecosystem)
        let id = try await test.add("strip.local").get()
        guard case .failure(let failure) = try await test.add("192.0.2.7") else { return expect(false, "it was added") }
        expect(failure.reason, equals: .addedAlready)
        expect(failure.integrationID, equals: id)
        expect(test.devices, equals: ["\(id)-one"])
        try await test.end()
    }

    @Test func namesDiffer() async throws {
        for host in ["a", "b", "c"] { ecosystem[host] = .init(identity: host, name: "Strip") }
        let test = try await IntegratedHub(ecosystem)
        _ = try await test.add("a").get()
        _ = try await test.add("b").get()
        await expect(test.centre.snapshot().integrations.map(\.name), equals: ["Strip", "Strip 2"])
        let error = await expect(throws: HubError.self) { _ = try await test.add("c", name: "strip") }
        expect(error?.code, equals: .alreadyExists)
        try await test.end()
    }

    @Test func wrongOrdersAreRefusedAtOnce() async throws {
        let test = try await IntegratedHub(ecosystem)
        await test.centre.take(
            .seen(NearbyService(type: "_hap._tcp", name: "Eve", host: "eve.local", addresses: [], port: 1)))
        for (order, code) in [
            (AddingOrder(kind: "zwave"), .notFound), (AddingOrder(), .notFound),
            (AddingOrder(kind: "fake"), .invalidArgument), (AddingOrder(foundKey: "nothing"), .notFound),
            (AddingOrder(foundKey: "_hap._tcp/Eve"), .failedPrecondition),
            (
                AddingOrder(
                    kind: "fake", settings: IntegrationSettings(values: ["host": "a"]), structureID: "elsewhere"),
                .notFound
            ),
        ] as [(AddingOrder, RPCError.Code)] {
            let error = await expect(throws: HubError.self) { _ = try await test.centre.add(order) { _ in } }
            expect(error?.code, equals: code, "\(order)")
        }
        try await test.end()
    }

    @Test func aHubWithoutAStructureRefuses() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let test = try await IntegratedHub(ecosystem)
        for id in test.hub.structureIDs {
            _ = try await test.hub.deleteStructure(id, as: Caller(.owner, clientID: "test"))
        }
        let error = await expect(throws: HubError.self) { _ = try await test.add("strip.local") }
        expect(error?.code, equals: .failedPrecondition)
        expect(error?.message, equals: "the hub has no structure for the devices; create one first")
        try await test.end()
    }

    @Test func aFailureTellsThatTheIntegrationIsLeft() {
        let left = StoredIntegration(id: "fake-1", kind: "fake", identity: "AA", name: "Strip")
        expect(
            IntegrationFailure(.failed, "it broke", wayOut: "mend it").leaving(left),
            equals: IntegrationFailure(
                .failed, "it broke; the integration \"Strip\" is still there",
                wayOut: "remove the integration \"Strip\", and try again", integrationID: "fake-1"))
    }

    @Test func aServiceHasTheThingItAnnouncedLast() async throws {
        let test = try await IntegratedHub(ecosystem)
        func announce(_ name: String, _ properties: [String: String]) async {
            await test.centre.take(
                .seen(
                    NearbyService(
                        type: "_fake._tcp", name: name, host: "strip.local", addresses: [], port: 1,
                        properties: properties)))
        }
        func keys() async -> [String] { await test.centre.snapshot().found.map(\.key) }
        for mac in 0..<50 { await announce("strip", ["mac": "\(mac)"]) }
        await expect(keys(), equals: ["fake/49"])
        // Another service announces the same thing.
        await announce("twin", ["mac": "49"])
        await announce("strip", ["mac": "AA"])
        await expect(keys(), equals: ["fake/49", "fake/AA"])
        await announce("strip", [:])
        await expect(keys(), equals: ["fake/49"])
        await expect(test.centre.nearby.keys, equals: ["_fake._tcp/twin": "fake/49"])
        try await test.end()
    }

    @Test func whatWasFoundIsAddedByItsKey() async throws {
        ecosystem["strip.local"] = .init(identity: "AA", name: "Strip", key: "hunter22")
        let test = try await IntegratedHub(ecosystem)
        let service = NearbyService(
            type: "_fake._tcp", name: "strip", host: "strip.local", addresses: ["192.0.2.7"], port: 1,
            properties: ["mac": "AA", "key": "1"])
        await test.centre.take(.seen(service))
        let found = try require(await test.centre.snapshot().found.first)
        expect(found.readiness, equals: .needsKey)
        expect(found.settings, equals: [.init(field: "host", value: "strip.local")])
        let order = AddingOrder(
            foundKey: found.key, settings: IntegrationSettings(secrets: ["key": StoredSecret("hunter22")]))
        let id = try await test.centre.add(order) { _ in }.get()
        let added = try require(await test.centre.snapshot().found.first)
        expect(added.readiness, equals: .added)
        expect(added.integrationID, equals: id)
        _ = try await test.centre.remove(id)
        await expect(test.centre.snapshot().found.first?.readiness, equals: .needsKey)
        await test.centre.take(.gone(type: "_fake._tcp", name: "strip"))
        await expect(test.centre.snapshot().found.count, equals: 0)
        try await test.end()
    }
}
