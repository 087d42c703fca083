internal import HearthAccessControl
internal import HearthBase
@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import ProcessTestSupport
internal import Synchronization
internal import Expectations
internal import Testing
internal import RefusalTestSupport

/// Shared resources: each person and each household has a share, the hub's owner a reserve, and released ones are
/// available to others.
@Suite(.timeLimit(.minutes(5)))
struct SharesTests {
    private typealias Home = AutomationHome

    private func home(_ change: (inout HubLimits) -> Void) async throws -> PeopleHome {
        var limits = HubLimits()
        (limits.percentForOwner, limits.percentPerHousehold) = (25, 50)
        change(&limits)
        return try await PeopleHome(limits: limits)
    }

    private func message(_ body: () async throws -> Void) async -> String? {
        await refusal { try await body() }?.message
    }

    @Test func watches() async throws {
        let home = try await home { ($0.watches, $0.watchesPerPerson) = (6, 2) }
        let ada = try await home.join("ada", .guest, Grant(hasEverything: true))
        let bob = try await home.join("bob", .guest, Grant(hasEverything: true))
        let eve = try await home.join("eve", .guest, Grant(hasEverything: true), in: home.away)
        var open: [Watcher] = []
        func refusal(_ principal: Principal) async -> String? {
            await message {
                let watcher = try await Watcher.atMarker(home.test, by: principal)
                open.append(watcher)
            }
        }
        for _ in 0..<2 { await expectNil(refusal(ada)) }
        await expect(refusal(ada)?.hasPrefix("you have 2 watches, the most a person may have"), equals: true)
        // With any credential of hers.
        var tablet = ada
        tablet.credential = "tablet"
        await expect(refusal(tablet)?.hasPrefix("you have 2 watches"), equals: true)
        await expectNil(refusal(bob))
        await expect(
            refusal(bob),
            equals:
                "there are 3 watches in the household, the most a structure may have with those that its owners created; "
                + "ask the household's members or the hub's owner to end one that is not needed")
        await expectNil(refusal(eve))
        await expect(refusal(eve)?.contains("4 watches, the most that all but the hub's owner may have"), equals: true)
        for _ in 0..<2 { await expectNil(refusal(.owner)) }
        await expect(refusal(.owner)?.contains("there are 6 watches, the most there may be"), equals: true)
        open.removeFirst()
        while home.test.hub.watches.taken > 5 { await Task.yield() }
        await expectNil(refusal(bob))
    }

    /// A watch counts in each structure that it shows, which filters and rights change.
    @Test func watchesCountInWhatTheyShow() async throws {
        let home = try await home { ($0.watches, $0.percentPerHousehold) = (8, 25) }
        let everything = Grant(hasEverything: true)
        let ada = try await home.join("ada", .administrator)
        try await home.join("ada", .guest, everything, in: home.away)
        let bob = try await home.join("bob", .guest, everything)
        let watches = home.test.hub.watches
        func taken() -> [Int] { [home.home, home.away].map { watches.taken(in: $0) } }
        func filter(_ ids: String...) -> Hearth_V1_WatchFilter { .init(structureIDs: ids) }
        let watcher = try await Watcher.atMarker(home.test, filter(home.away), by: ada)
        expect(taken(), equals: [0, 1])
        func update(_ filter: Hearth_V1_WatchFilter) async -> String? {
            await message {
                _ = try await home.test.home(ada).updateWatch(.init(watchID: watcher.view.watchID, filter: filter))
            }
        }
        await expectNil(update(filter()))
        expect(taken(), equals: [1, 1])
        await expectNil(update(filter(home.away)))
        expect(taken(), equals: [0, 1])
        // A watch that shows nothing counts where it did last, or else in all that its caller sees.
        await expectNil(update(filter("none")))
        expect(taken(), equals: [0, 1])
        await expectNil(update(filter(home.home)))
        expect(taken(), equals: [1, 0])
        await expectNil(update(filter(home.away)))
        expect(taken(), equals: [0, 1])
        var blind = [try await Watcher.atMarker(home.test, filter("none"), by: ada)]
        expect(taken(), equals: [1, 2])
        blind.removeAll()
        try await until { taken() == [0, 1] }
        // A watch of one trait counts too, and the hub's owner in no structure.
        let method = MethodDescriptor(
            service: "hearth.traits.matter.v1.OnOffService", method: "Watch", kind: .serverStreaming)
        let lamp: RPCReader<Hearth_V1_TraitWatchResponse> = try await home.test.client(bob).serverStreaming(
            method, Hearth_V1_TraitWatchRequest(target: Hearth_V1_Target(TestProvider.onOff(of: "lamp-1"))))
        try await expect(lamp.next()?.snapshot, equals: true)
        let others = [
            try await Watcher.atMarker(home.test, by: bob), try await Watcher.atMarker(home.test, by: .owner),
        ]
        expect(taken(), equals: [2, 1])
        await expect(update(filter())?.hasPrefix("there are 2 watches in the household"), equals: true)
        expect(taken(), equals: [2, 1])
        // Rights that change are followed, and a structure's end as well.
        await expectNil(update(filter(home.away)))
        _ = try await home.people().removePerson(.init(personID: home.person("ada", in: home.away)))
        try await home.join("ada", .guest, everything, in: home.away)
        try await until { taken() == [2, 1] }
        let third = try await home.test.hub.createStructure(name: "Third", as: owner).structure.id
        expect(watches.taken(in: third), equals: 0)
        _ = try await home.test.hub.deleteStructure(home.away, as: owner)
        expect(taken(), equals: [2, 1])
        withExtendedLifetime((lamp, others)) {}
    }

    /// A guest's watch counts within the guest's hours, unless the structure has no room.
    @Test(arguments: [(25, 2), (1, 1)]) func watchesCountWithinHours(percent: Int, within: Int) async throws {
        let clock = ManualClock(sinceEpoch: .seconds(1_800_000_000 / 86_400 * 86_400))
        var limits = HubLimits()
        (limits.watches, limits.percentPerHousehold) = (8, percent)
        let home = try await PeopleHome(clock: clock, limits: limits)
        let ada = try await home.join("ada", .administrator)
        let hours = Grant.Hours(from: 60, until: 120)
        try await home.join("ada", .guest, Grant(hasEverything: true, hours: [hours]), in: home.away)
        let eve = try await home.join("eve", .guest, Grant(hasEverything: true), in: home.away)
        let watchers = [
            try await Watcher.atMarker(home.test, by: ada), try await Watcher.atMarker(home.test, by: eve),
        ]
        func taken() -> [Int] { [home.home, home.away].map { home.test.hub.watches.taken(in: $0) } }
        expect(taken(), equals: [1, 1])
        await clock.advance(by: .seconds(61 * 60))
        try await until { taken() == [1, within] }
        await clock.advance(by: .seconds(60 * 60))
        try await until { taken() == [1, 1] }
        withExtendedLifetime(watchers) {}
    }

    @Test func runs() async throws {
        let home = try await home { ($0.runs, $0.runsPerPerson, $0.runsPerHousehold) = (8, 2, 5) }
        let graph = Home.sequence([Home.manual(2), Home.delay(3, .seconds(60))])
        func refusal(_ principal: Principal, in structure: String) async throws -> String? {
            let automations = Hearth_V1_AutomationClient(home.test.client(principal))
            let made = try await automations.createAutomation(
                .init(structureID: structure, name: "Rule", program: .init(graph: graph)))
            let rule = made.automation?.id ?? ""
            return await message { _ = try await automations.executeAutomation(.init(automationID: rule)) }
        }
        for name in ["ada", "bob", "eve", "dan"] {
            try await home.join(name, .administrator)
            try await home.join(name, .administrator, in: home.away)
        }
        let (ada, dan) = (PeopleHome.principal("ada"), PeopleHome.principal("dan"))
        for structure in [home.home, home.away] { try await expectNil(refusal(ada, in: structure)) }
        // A person's share is over all structures.
        try await expect(
            refusal(ada, in: home.away)?.contains("2 runs of automations that the same person"), equals: true)
        for name in ["bob", "bob", "eve", "eve"] {
            try await expectNil(refusal(PeopleHome.principal(name), in: home.home))
        }
        try await expect(refusal(dan, in: home.home)?.contains("5 runs of automations in the household"), equals: true)
        for _ in 0..<2 { try await expectNil(refusal(.owner, in: home.home)) }
        try await expect(refusal(dan, in: home.away)?.contains("6 runs of automations on the hub"), equals: true)
        // The runs end, and there is room again.
        await home.test.clock.advance(by: .seconds(61))
        while home.test.hub.automations.livingRuns.pool.taken > 0 { await Task.yield() }
        try await expectNil(refusal(ada, in: home.home))
    }

    @Test func dryRuns() async throws {
        let home = try await home { ($0.dryRuns, $0.dryRunsPerPerson) = (6, 2) }
        for name in ["ada", "bob"] { try await home.join(name, .administrator) }
        try await home.join("bob", .administrator, in: home.away)
        try await home.join("eve", .administrator, in: home.away)
        let (ada, bob, eve) = (PeopleHome.principal("ada"), PeopleHome.principal("bob"), PeopleHome.principal("eve"))
        let program = Hearth_V1_AutomationProgram(graph: Home.sequence([Home.manual(2)]))
        let (gate, automations) = (OneShot<Bool>(), home.test.hub.automations)
        var tasks: [Task<Void, Never>] = []
        /// Begins a dry run that lasts until the gate opens.
        func refusal(_ principal: Principal, in structure: String) async -> String? {
            let outcome = OneShot<String>()
            let task = Task {
                do {
                    try await automations.dryRun(
                        .init(structureID: structure, program: program), as: Caller(principal)
                    ) { _ in
                        outcome.set("")
                        await gate.wait()
                    }
                } catch {
                    outcome.set(RPCError(error).message)
                }
            }
            tasks.append(task)
            let told = await outcome.wait()
            return told == "" ? nil : told
        }
        for _ in 0..<2 { await expectNil(refusal(ada, in: home.home)) }
        await expect(
            refusal(ada, in: home.home)?.hasPrefix("you have 2 dry runs, the most a person may have"), equals: true)
        await expectNil(refusal(bob, in: home.home))
        await expect(
            refusal(bob, in: home.home),
            equals: "there are 3 dry runs in the household, the most a structure may have with those that its owners "
                + "created; wait until one has ended")
        await expectNil(refusal(bob, in: home.away))
        await expect(
            refusal(eve, in: home.away)?.contains("4 dry runs, the most that all but the hub's owner may have"),
            equals: true)
        for _ in 0..<2 { await expectNil(refusal(.owner, in: home.home)) }
        await expect(
            refusal(.owner, in: home.home)?.contains("there are 6 dry runs, the most there may be"), equals: true)
        gate.set(true)
        for task in tasks { await task.value }
        await expectNil(refusal(ada, in: home.home))
    }

    @Test func answersOfIdempotencyKeys() async throws {
        let home = try await home { ($0.idempotentBytesPerPerson, $0.idempotentBytes) = (1_500, 4_000) }
        func refusal(_ name: String, _ credential: String, _ key: Int) async throws -> String? {
            var caller = PeopleHome.principal(name)
            caller.credential = credential
            return await message {
                let _: Hearth_V1_TraitCommandResponse = try await home.test.call(
                    TestProvider.onOff, "Toggle",
                    Hearth_V1_TraitCommandRequest(
                        target: .init(TestProvider.onOff(of: "lamp-1")), options: .init(idempotencyKey: "\(key)")),
                    by: caller)
            }
        }
        for name in ["ada", "bob"] { try await home.join(name, .guest, Grant(hasEverything: true)) }
        var refused: String?
        for number in 0..<20 where refused == nil { refused = try await refusal("ada", "\(number % 4)", number) }
        expect(refused?.contains("answers kept for your idempotency keys"), equals: true)
        try await expectNil(refusal("bob", "phone", 1))
        await home.test.clock.advance(by: .seconds(601))
        try await expectNil(refusal("ada", "0", 100))
    }

    /// An answer counts in the structures that its request concerns, also after a restart.
    @Test func answersCountInTheirStructures() async throws {
        let home = try await home { ($0.idempotentBytes, $0.percentPerHousehold) = (40_000, 5) }
        for name in ["ada", "bob", "eve"] { try await home.join(name, .guest, Grant(hasEverything: true)) }
        try await home.join("bob", .guest, Grant(hasEverything: true), in: home.away)
        var key = 0
        func refusal(_ principal: Principal, _ lamps: String...) async -> String? {
            key += 1
            let number = key
            return await message {
                _ = try await home.test.home(principal).sendBatch(
                    .init(
                        items: lamps.map { lamp in
                            .init(
                                target: .init(TestProvider.onOff(of: lamp)), traitID: TestProvider.onOff.id,
                                action: .command(.init(commandID: 2)))
                        }, options: .init(idempotencyKey: "\(number)")))
            }
        }
        let (ada, bob) = (PeopleHome.principal("ada"), PeopleHome.principal("bob"))
        var refused: String?
        for _ in 0..<9 where refused == nil { refused = await refusal(ada, "lamp-1") }
        let there = "in the household take up 0 MiB, the most they may; try again in 601 seconds"
        expect(refused?.contains(there), equals: true)
        await expect(refusal(PeopleHome.principal("eve"), "lamp-2")?.contains(there), equals: true)
        // Of two structures both are asked. A request for what the caller does not see counts in the caller's own.
        await expect(refusal(bob, "lamp-4", "lamp-1")?.contains(there), equals: true)
        await expectNil(refusal(bob, "lamp-4"))
        for lamp in ["lamp-4", "none"] { await expect(refusal(ada, lamp)?.contains(there), equals: true) }
        await expectNil(refusal(.owner, "lamp-1"))
        await home.test.clock.advance(by: .seconds(601))
        await expectNil(refusal(ada, "lamp-1"))
    }

    /// A guest counts where the guest lives, or else where the grant holds.
    @Test func guestsCountWhereTheyLive() async throws {
        let clock = ManualClock(sinceEpoch: .seconds(1_800_000_000 / 86_400 * 86_400))
        let home = try await PeopleHome(clock: clock)
        let hours = Grant.Hours(from: 60, until: 120)
        let timed = Grant(hasEverything: true, hours: [hours])
        try await home.join("ada", .administrator)
        try await home.join("ada", .guest, Grant(hasEverything: true), in: home.away)
        try await home.join("eve", .guest, timed, in: home.away)
        let hub = home.test.hub
        func counted() -> [[String: Set<String>]] {
            let people = ["ada", "eve"]
            let one = people.map { ($0, hub.households(of: $0)) }.filter { !$0.1.isEmpty }
            let all = hub.households().ofPeople.filter { people.contains($0.key) }
            return [Dictionary(uniqueKeysWithValues: one), all]
        }
        expect(counted(), equals: Array(repeating: ["ada": [home.home]], count: 2))
        await clock.advance(by: .seconds(61 * 60))
        expect(counted(), equals: Array(repeating: ["ada": [home.home], "eve": [home.away]], count: 2))
        await clock.advance(by: .seconds(60 * 60))
        expect(counted(), equals: Array(repeating: ["ada": [home.home]], count: 2))
    }

    /// What structures count together: those that owners create count with the structures that the owners had, also after
    /// these people or structures are gone. Nothing else joins or divides households.
    @Test func householdsGrowOnlyByCreation() async throws {
        let folder = try TemporaryFolder()
        let store = try await HomeStore.open(path: folder.file)
        let home = try await PeopleHome(store: store)
        let hub = home.test.hub
        func create(_ name: String, _ principal: Principal) async throws -> String {
            try await home.test.home(principal).createStructure(.init(name: name)).structure?.id ?? ""
        }
        let ada = try await home.join("ada", .owner)
        let second = try await create("Second", ada)
        // A second identity of hers creates one and leaves; another one, as the owner of that, the next.
        let eve = try await home.join("eve", .owner)
        let third = try await create("Third", eve)
        _ = try await home.people().removePerson(.init(personID: home.person("eve")))
        let dan = try await home.join("dan", .owner, in: third)
        let fourth = try await create("Fourth", dan)
        // The owner of two households.
        let bob = try await home.join("bob", .owner, in: home.away)
        try await home.join("bob", .owner)
        let both = try await create("Both", bob)
        // An owner who is an administrator and guest elsewhere brings nothing of that, nor do the owner's own homes.
        let fay = try await home.join("fay", .guest, Grant(hasEverything: true))
        try await home.join("fay", .administrator, in: second)
        await expect(message { _ = try await create("None", fay) }?.contains("only owners"), equals: true)
        try await home.join("fay", .owner, in: home.away)
        let ofAway = try await create("Of Away", fay)
        let own = try await create("Own", .owner)
        _ = try await hub.deleteStructure(second, as: owner)
        _ = try await hub.updateStructure(third, name: "Renamed", as: owner)
        let expected: [String: Set<String>] = [
            home.home: [home.home], home.away: [home.away], third: [home.home], fourth: [home.home],
            both: [home.home, home.away], ofAway: [home.away], own: [own],
        ]
        expect(hub.households().ofStructures, equals: expected)
        try await hub.shutdown()
        let next = try await TestHub(store: HomeStore.open(path: folder.file))
        expect(next.hub.households().ofStructures, equals: expected)
        try await next.hub.shutdown()
    }

    /// The structures of one household have one share together, whoever is in them.
    @Test func structuresOfAHouseholdShare() async throws {
        let home = try await home { ($0.watches, $0.watchesPerPerson) = (12, 2) }
        let ada = try await home.join("ada", .owner)
        let second = try await home.test.home(ada).createStructure(.init(name: "Second")).structure?.id ?? ""
        var open: [Watcher] = []
        func refusal(_ name: String, _ filter: Hearth_V1_WatchFilter = .init()) async -> String? {
            await message {
                let watcher = try await Watcher.atMarker(home.test, filter, by: PeopleHome.principal(name))
                open.append(watcher)
            }
        }
        for name in ["bob", "eve", "fay"] { try await home.join(name, .administrator, in: second) }
        for name in ["dan", "guy"] { try await home.join(name, .administrator, in: home.away) }
        // Hers shows two structures, and counts once.
        for name in ["ada", "ada", "bob", "bob", "eve", "eve"] { await expectNil(refusal(name)) }
        expect(home.test.hub.watches.taken(in: home.home), equals: 6)
        await expect(refusal("fay")?.hasPrefix("there are 6 watches in the household"), equals: true)
        // A guest of the full household uses what its own has left.
        try await home.join("dan", .guest, Grant(hasEverything: true), in: second)
        await expect(refusal("dan")?.hasPrefix("there are 6 watches in the household"), equals: true)
        await expectNil(refusal("dan", .init(structureIDs: [home.away])))
        for _ in 0..<2 { await expectNil(refusal("guy")) }
        withExtendedLifetime(open) {}
    }

    @Test func structuresOfAnOwner() async throws {
        let home = try await home { $0.structuresPerPerson = 2 }
        let ada = try await home.join("ada", .owner)
        func refusal(_ name: String) async -> String? {
            await message { _ = try await home.test.home(ada).createStructure(.init(name: name)) }
        }
        await expectNil(refusal("Second"))
        await expect(refusal("Third")?.hasPrefix("you own 2 structures"), equals: true)
        _ = try await home.test.hub.createStructure(name: "Third", as: owner)
    }

    @Test func dataOfApps() async throws {
        let home = try await home { ($0.appDataBytes, $0.appDataBytesPerPerson) = (1_200, 500) }
        for name in ["ada", "bob"] { try await home.join(name, .administrator) }
        func refusal(_ principal: Principal, _ object: String, _ bytes: Int) async -> String? {
            await message {
                _ = try await home.test.home(principal).updateAppData(
                    .init(
                        objectID: object, appID: "app",
                        set: [.init(key: principal.id, value: String(repeating: "v", count: bytes))]))
            }
        }
        let (ada, bob) = (PeopleHome.principal("ada"), PeopleHome.principal("bob"))
        await expectNil(refusal(ada, "lamp-1", 400))
        await expect(
            refusal(ada, "lamp-2", 100)?.contains("you would have more than 500 bytes of app data"), equals: true)
        await expectNil(refusal(bob, "lamp-1", 400))
        await expect(
            refusal(bob, home.kitchen, 85)?.contains("more than 900 bytes of app data in the structure"), equals: true)
        await expectNil(refusal(.owner, home.home, 300))
        await expect(refusal(.owner, "lamp-3", 100)?.contains("there would be more than 1200 bytes"), equals: true)
        // A smaller value, and the removal of an object, make room; another structure has its own limit.
        await expectNil(refusal(ada, "lamp-1", 10))
        await expectNil(refusal(ada, "lamp-2", 300))
        await expect(refusal(ada, home.kitchen, 300)?.contains("you would have more than 500 bytes"), equals: true)
        // The data of a removed device is kept until the device is forgotten.
        for lamp in ["lamp-1", "lamp-2"] { _ = try await home.test.hub.removeDevice(lamp, as: owner) }
        await expect(refusal(ada, home.kitchen, 300)?.contains("you would have more than 500 bytes"), equals: true)
        for lamp in ["lamp-1", "lamp-2"] {
            _ = try await home.test.hub.removeDevice(lamp, forgetting: true, as: owner)
        }
        await expectNil(refusal(ada, home.kitchen, 300))
        await expectNil(refusal(ada, home.kitchen, 1))
        await expectNil(refusal(.owner, "lamp-3", 400))
        await expectNil(refusal(.owner, "lamp-4", 1_000))
    }

    /// What a person has stored counts for the person after a restart too, until somebody else overwrites it.
    @Test func dataOfAppsBelongsToItsWriterAfterARestart() async throws {
        let folder = try TemporaryFolder()
        let limits = HubLimits.with {
            ($0.percentForOwner, $0.appDataBytes, $0.appDataBytesPerPerson) = (25, 1_200, 500)
        }
        func start() async throws -> TestHub {
            try await TestHub(store: HomeStore.open(path: folder.file), limits: limits)
        }
        func refusal(_ test: TestHub, _ name: String, _ key: String, _ bytes: Int) async -> String? {
            await message {
                _ = try await test.home(PeopleHome.principal(name)).updateAppData(
                    .init(
                        objectID: test.structureID, appID: "app",
                        set: [.init(key: key, value: String(repeating: "v", count: bytes))]))
            }
        }
        let first = try await start()
        for name in ["ada", "bob"] {
            let offer = StoredOffer(
                structureID: first.structureID, role: MemberRole.administrator.rawValue, grant: [])
            try await first.hub.admit(name, name: name, [offer], with: [])
        }
        await expectNil(refusal(first, "ada", "a", 400))
        try await first.hub.shutdown()
        let second = try await start()
        await expect(refusal(second, "ada", "b", 100)?.contains("you would have more than 500 bytes"), equals: true)
        await expect(refusal(second, "bob", "c", 496)?.contains("more than 900 bytes"), equals: true)
        // The value that bob overwrites is no longer ada's.
        await expectNil(refusal(second, "bob", "a", 410))
        await expectNil(refusal(second, "ada", "b", 400))
        await expect(refusal(second, "bob", "c", 100)?.contains("you would have more than 500 bytes"), equals: true)
        try await second.hub.shutdown()
    }

    @Test func idsAreUniqueOverAllKindsOfObjects() async throws {
        let home = try await home { _ in }
        for id in [home.kitchen, home.person("x"), home.away, home.awayRoom] where !id.isEmpty {
            await expect(refused: .alreadyExists) {
                try await home.test.hub.attach(TestProvider([TestProvider.lamp(id, name: "Thief")]))
            }
        }
        // New objects have no id that a device has.
        let taken = (0..<200).map { "id-\($0)" }
        let hub = home.test.hub
        let free = taken.filter { id in !hub.directory.ids(of: { $0 == id }).contains(id) }
        try await hub.attach(TestProvider(free.map { TestProvider.lamp($0, name: "Lamp of \($0)") }))
        let room = try await hub.createRoom(name: "Attic", in: home.home, as: owner).room.id
        let zone = try await hub.createZone(name: "Upstairs", in: home.home, as: owner).zone.id
        expect(!taken.contains(room))
        expect(!taken.contains(zone))
        expect(room, differsFrom: zone)
    }
}
