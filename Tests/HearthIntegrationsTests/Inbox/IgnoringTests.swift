internal import Expectations
internal import HearthBase
internal import HearthEntities
internal import HearthHub
@testable internal import HearthIntegrations
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import IntegrationTestSupport
internal import ProcessTestSupport
internal import Testing

/// Found things that people have hidden.
@Suite(.timeLimit(.minutes(5)))
struct IgnoringTests {
    private let ecosystem = FakeEcosystem()

    private func found(_ test: IntegratedHub) async -> [String] { await test.centre.snapshot().found.map(\.key) }

    private func ignored(_ test: IntegratedHub) async -> [String] { await test.centre.snapshot().ignored.map(\.key) }

    @Test("An ignored thing stays hidden at another address, after it was gone, and after a restart")
    func itStaysHidden() async throws {
        let clock = ManualClock()
        let test = try await IntegratedHub(ecosystem, clock: clock)
        await test.announce("strip.local", "AA")
        await test.announce("lamp.local", "BB")
        try await test.centre.ignore("fake/AA")
        await expect(found(test), equals: ["fake/BB"])
        await test.announce("elsewhere.local", "AA")
        await test.centre.take(.gone(type: "_fake._tcp", name: "Strip AA"))
        await expect(ignored(test), equals: ["fake/AA"])
        await test.announce("strip.local", "AA", askingFor: "key")
        await expect(found(test), equals: ["fake/BB"])
        // Without an orderly end.
        let other = try await IntegratedHub(ecosystem, store: test.store, clock: clock)
        await other.announce("strip.local", "AA")
        await expect((found(other), ignored(other)), are: ([], ["fake/AA"]))
        try await other.centre.unignore("fake/AA")
        await expect((found(other), ignored(other)), are: (["fake/AA"], []))
        try await expect(test.store.loadIgnoredThings(), equals: [])
        try await other.end()
    }

    @Test("Adding an ignored thing by its address or its key works, and shows it again once it is removed")
    func anAdditionEndsIt() async throws {
        ecosystem["strip.local"] = .init(identity: "AA")
        let test = try await IntegratedHub(ecosystem)
        await test.announce("strip.local", "AA")
        for byAddress in [true, false] {
            try await test.centre.ignore("fake/AA")
            await expect(found(test), equals: [])
            let id =
                if byAddress {
                    try await test.add("strip.local").get()
                } else {
                    try await test.centre.add(AddingOrder(foundKey: "fake/AA")) { _ in }.get()
                }
            expect(await test.centre.snapshot().found.map(\.readiness), equals: [.added])
            try await expect((ignored(test), test.store.loadIgnoredThings()), are: ([], []))
            _ = try await test.centre.remove(id)
            expect(await test.centre.snapshot().found.map(\.readiness), equals: [.ready])
        }
        try await test.end()
    }

    @Test func aFailedAdditionLeavesItIgnored() async throws {
        ecosystem["strip.local"] = .init(identity: "AA", key: "hunter22")
        let test = try await IntegratedHub(ecosystem)
        await test.announce("strip.local", "AA", askingFor: "key")
        try await test.centre.ignore("fake/AA")
        guard case .failure = try await test.add("strip.local", key: "wrong") else {
            return expect(false, "a wrong key was accepted")
        }
        await expect((found(test), ignored(test)), are: ([], ["fake/AA"]))
        try await test.end()
    }

    @Test("What fails or is cancelled once it is stored leaves its thing ignored", arguments: [true, false])
    func anUndoneAdditionLeavesItIgnored(_ isCancelled: Bool) async throws {
        let latch = Latch()
        var host = FakeEcosystem.Host(identity: "AA", isBroken: !isCancelled)
        if isCancelled { host.claimable = latch }
        ecosystem["strip.local"] = host
        let test = try await IntegratedHub(ecosystem)
        await test.announce("strip.local", "AA")
        try await test.centre.ignore("fake/AA")
        let before = try await test.store.loadIgnoredThings()
        let adding = Task { try await test.add("strip.local").get() }
        if isCancelled {
            try await until { ecosystem.beginningClaims == 1 }
            adding.cancel()
            latch.open()
        }
        let id = try? await adding.value
        await expect((id, found(test), ignored(test)), are: (nil, [], ["fake/AA"]))
        try await expect(test.store.loadIgnoredThings(), equals: before)
        try await test.end()
    }

    @Test("A key that is written in another normal form names the same thing, in the store, too")
    func normalFormsOfAKeyAreOneThing() async throws {
        let (composed, decomposed) = ("fake/Caf\u{e9}", "fake/Cafe\u{301}")
        let test = try await IntegratedHub(ecosystem)
        await test.announce("strip.local", "Caf\u{e9}")
        try await test.centre.ignore(decomposed)
        let stored = try await test.store.loadIgnoredThings()
        expect(stored.map { Array($0.key.utf8) }, equals: [Array(composed.utf8)])
        try await test.centre.unignore(decomposed)
        try await expect((ignored(test), test.store.loadIgnoredThings()), are: ([], []))
        try await test.end()
    }

    @Test func aThingWithoutIdentityIsNotAdded() async throws {
        ecosystem["strip.local"] = .init(identity: "")
        let test = try await IntegratedHub(ecosystem)
        await test.announce("other.local", "")
        _ = try await test.add("strip.local").get()
        expect(await test.centre.snapshot().found.map(\.readiness), equals: [.ready])
        try await test.centre.ignore("fake/")
        await expect(ignored(test), equals: ["fake/"])
        try await test.end()
    }

    @Test func onlyFoundThingsThatAreNotAddedAreIgnored() async throws {
        ecosystem["strip.local"] = .init(identity: "AA", name: "Strip")
        let test = try await IntegratedHub(ecosystem)
        await test.announce("strip.local", "AA")
        _ = try await test.add("strip.local").get()
        var errors: [String] = []
        for key in ["fake/AA", "fake/none"] {
            let error = await expect(throws: HubError.self) { try await test.centre.ignore(key) }
            errors.append(error.map { "\($0.code): \($0.message)" } ?? "none")
        }
        expect(
            errors,
            equals: [
                "FAILED_PRECONDITION: \"Strip AA\" was added as \"Strip\"; remove this integration first",
                "NOT_FOUND: \"fake/none\" is not found any more; there is nothing to ignore",
            ])
        try await test.centre.unignore("fake/none")
        try await expect((ignored(test), test.store.loadIgnoredThings()), are: ([], []))
        try await test.end()
    }

    @Test func whatOneBrokerFindsIsIgnoredThereOnly() async throws {
        let thing = FoundThing(
            key: "fake/CC", kind: "fake", identity: "CC", name: "Bridge", address: "broker.local", readiness: .ready)
        for (host, identity) in [("one.local", "AA"), ("two.local", "BB")] {
            var broker = FakeEcosystem.Host(identity: identity, name: host)
            broker.finds = [thing]
            ecosystem[host] = broker
        }
        let test = try await IntegratedHub(ecosystem)
        let one = try await test.add("one.local").get()
        let two = try await test.add("two.local").get()
        try await until { await found(test).count == 2 }
        try await test.centre.ignore("\(one)/fake/CC")
        await expect(found(test), equals: ["\(two)/fake/CC"])
        // The broker that is added again has the same ID, and finds the same thing.
        _ = try await test.centre.remove(one)
        try await expect(test.add("one.local").get(), equals: one)
        try await until { await test.centre.found("\(one)/fake/CC") != nil }
        await expect(found(test), equals: ["\(two)/fake/CC"])
        try await test.end()
    }

    @Test("Of too many ignored things, the first one that is not near is shown again, or else the first one")
    func theNumberIsBounded() {
        func thing(_ number: Int) -> StoredIgnoredThing {
            StoredIgnoredThing(key: "\(number)", kind: "fake", name: "", ignoredAt: .seconds(number))
        }
        let all = (0..<IgnoredThings.most).map(thing)
        for (near, dropped) in [(["0", "1"], "2"), (all.map(\.key), "0")] {
            var ignored = IgnoredThings(all)
            expect(ignored.add(thing(1_000)) { near.contains($0) }, equals: [dropped])
            expect(ignored.all, equals: all.filter { $0.key != dropped } + [thing(1_000)])
            expect((ignored.has(dropped), ignored.has("1000"), ignored["1000"]), are: (false, true, thing(1_000)))
        }
    }

    @Test("Things that are ignored, shown again, added and lost at random are where a model has them")
    func randomChoicesEqualTheModel() async throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = Dice(seed: seed)
        let names = ["AA", "BB", "CC", "DD"]
        for name in names { ecosystem["\(name).local"] = .init(identity: name, name: name) }
        var test = try await IntegratedHub(ecosystem)
        var (near, hidden): (Set<String>, [String]) = ([], [])
        var added: [String: String] = [:]
        for step in 0..<200 {
            let name = names[random.below(names.count)]
            let key = "fake/\(name)"
            switch random.below(7) {
            case 0, 1:
                await test.announce("\(name).local", name)
                near.insert(key)
            case 2:
                await test.centre.take(.gone(type: "_fake._tcp", name: "Strip \(name)"))
                near.remove(key)
            case 3:
                let isIgnored = (try? await test.centre.ignore(key)) != nil
                let isPossible = hidden.contains(key) || near.contains(key) && added[key] == nil
                expect(isIgnored, equals: isPossible, "\(seed) \(step)")
                if isIgnored, !hidden.contains(key) { hidden.append(key) }
            case 4:
                try await test.centre.unignore(key)
                hidden.removeAll { $0 == key }
            case 5:
                if let id = added.removeValue(forKey: key) {
                    _ = try await test.centre.remove(id)
                } else {
                    added[key] = try await test.add("\(name).local").get()
                    hidden.removeAll { $0 == key }
                }
            default:
                guard random.below(8) == 0 else { continue }
                let store = test.store
                await test.centre.stop()
                test = try await IntegratedHub(ecosystem, store: store)
                near = []
            }
            await expect(Set(found(test)), equals: near.subtracting(hidden), "\(seed) \(step)")
            await expect(ignored(test), equals: hidden, "\(seed) \(step)")
            try await expect(test.store.loadIgnoredThings().map(\.key), equals: hidden, "\(seed) \(step)")
        }
        try await test.end()
    }
}
