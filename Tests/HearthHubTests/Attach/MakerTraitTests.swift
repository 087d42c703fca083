internal import HearthBase
@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization
internal import Expectations
internal import Testing
internal import RefusalTestSupport

/// The cost, the ownership and the removal of makers' traits.
@Suite(.timeLimit(.minutes(5)))
struct MakerTraitTests {
    private static let id: UInt32 = 0xFFF1_FC31
    private static let maker = Principal(id: "maker-client", rights: [.view, .operate, .provide])
    private static let other = Principal(id: "other-client", rights: [.view, .operate, .provide])
    private static let values: StructureValue = [0: .unsigned(300), 1: .unsigned(1)]

    /// The n-th of many traits of one size.
    private static func schema(_ number: Int) -> Hearth_V1_TraitSchema {
        TestRemote.spinner { schema in
            schema.id = 0xFFF1_FC40 + UInt32(number)
            schema.name = "Trait\(number)"
        }
    }

    private static var bytes: Int { schema(0).memoryCost }

    /// An attached provider, or the error that refused it.
    private func attach(
        _ test: TestHub, _ id: String, _ schemas: [Hearth_V1_TraitSchema], by principal: Principal = .owner
    ) async throws -> (remote: TestRemote, refusal: RPCError?) {
        let remote = try await TestRemote(test.client(principal))
        try await remote.send(.hello(.init(providerID: id, name: "Maker", schemas: schemas)))
        do {
            guard case .welcome = try await remote.next() else { return (remote, RPCError(.internal, "no welcome")) }
            return (remote, nil)
        } catch {
            return (remote, RPCError(error))
        }
    }

    private func detach(_ remote: TestRemote) async {
        remote.writer.finish()
        _ = await remote.end()
    }

    private func traits(_ test: TestHub) async throws -> [Hearth_V1_TraitSummary] {
        try await test.home().listTraits(.init()).traits
    }

    private func live(_ test: TestHub) -> Int { test.hub.traitRegistry.liveCount }

    // MARK: Memory

    @Test func refusedTraitIsNotKept() async throws {
        let test = try await TestHub()
        _ = try await attach(test, "maker", [TestRemote.spinner()])
        for revision in 2...20 {
            let breaking = TestRemote.spinner(revision: UInt16(revision)) { $0.attributes.removeFirst() }
            try await expect(attach(test, "other", [breaking]).refusal?.code, equals: .failedPrecondition)
        }
        expect(live(test), equals: 1)
    }

    @Test func onlyServedOrUsedRevisionsAreKept() async throws {
        let limits = HubLimits.with { $0.reportLog = 2 }
        let test = try await TestHub(limits: limits)
        for revision in 1...20 {
            let schema = TestRemote.spinner(revision: UInt16(revision))
            let (remote, refusal) = try await attach(test, "maker", [schema])
            expectNil(refusal)
            await detach(remote)
        }
        expect(live(test), equals: 1)
        for revision in 21...40 {
            let schema = TestRemote.spinner(revision: UInt16(revision))
            let (remote, _) = try await attach(test, "maker", [schema])
            let device = TestRemote.device("fan", try TestRemote.trait(schema), Self.values)
            try await expect(remote.bring([device]).code, equals: 0)
            await detach(remote)
        }
        // The device's revision is served; reports kept for clients refer to a few earlier ones.
        await test.clock.advance(by: .seconds(1))
        expect(live(test), isAtMost: 1 + limits.reportLog)
    }

    @Test func theSameSchemaGivesTheSameDescriptorWhileItIsUsed() async throws {
        let test = try await TestHub()
        _ = try await attach(test, "one", [TestRemote.spinner()])
        let served = test.hub.traits[Self.id]
        _ = try await attach(test, "two", [TestRemote.spinner()])
        expect(test.hub.traits[Self.id] === served)
        expect(live(test), equals: 1)
    }

    @Test func aClientsSchemasHaveABudget() async throws {
        let test = try await TestHub(limits: .with { $0.schemaBytesPerPrincipal = 2 * Self.bytes })
        try await expectNil(attach(test, "a", [Self.schema(1), Self.schema(2)], by: Self.maker).refusal)
        // Under another provider id as well.
        let refusal = try await attach(test, "b", [Self.schema(3)], by: Self.maker).refusal
        expect(refusal?.code, equals: .resourceExhausted)
        for words in [#""Trait3""#, "of one client", "KiB more than", "hearth traits remove"] {
            expect(refusal?.message.contains(words), equals: true, "\(refusal?.message ?? "")")
        }
        try await expectNil(attach(test, "c", [Self.schema(1)], by: Self.maker).refusal, "it is there already")
        try await expectNil(attach(test, "d", [Self.schema(3)], by: Self.other).refusal)
        try await expect(traits(test).map(\.trait?.id), equals: [0xFFF1_FC41, 0xFFF1_FC42, 0xFFF1_FC43])
    }

    @Test func theOwnersProcessesAreCountedEachForItself() async throws {
        let test = try await TestHub(limits: .with { $0.schemaBytesPerPrincipal = Self.bytes })
        try await expectNil(attach(test, "a", [Self.schema(1)]).refusal)
        try await expect(attach(test, "a", [Self.schema(2)]).refusal?.code, equals: .resourceExhausted)
        try await expectNil(attach(test, "b", [Self.schema(2)]).refusal)
    }

    @Test func traitsCountForTheirProviderAfterARestart() async throws {
        let store = try await HomeStore.inMemory { "the-hub" }
        let schema = Self.schema(1)
        try await store.commit([
            .putProvider(id: "a", principal: Self.maker.id),
            .putSchema(StoredSchema(traitID: schema.id, schema: schema.serialized(), providerID: "a")),
        ])
        let test = try await TestHub(store: store, limits: .with { $0.schemaBytesPerPrincipal = Self.bytes })
        try await expect(attach(test, "b", [Self.schema(2)], by: Self.maker).refusal?.code, equals: .resourceExhausted)
        try await expectNil(attach(test, "c", [Self.schema(2)], by: Self.other).refusal)
    }

    @Test func schemasShareABudgetAlsoAtTheStart() async throws {
        let store = try await HomeStore.inMemory { "the-hub" }
        try await store.commit(
            (1...4).map { number in
                let schema = Self.schema(number)
                return .putSchema(
                    StoredSchema(traitID: schema.id, schema: schema.serialized(), providerID: "maker"))
            })
        let test = try await TestHub(store: store, limits: .with { $0.schemaBytes = 2 * Self.bytes })
        let listed = try await traits(test)
        expect(listed.map(\.problem.isEmpty), equals: [true, true, false, false])
        expect(listed.last?.trait?.name, equals: "hearth.traits.acme.v1.Trait4")
        expect(listed.last?.memoryBytes, equals: 0)
        expect(test.notices.all.count { $0.contains("of all makers") }, equals: 2)
        try await expect(attach(test, "new", [Self.schema(5)]).refusal?.message.contains("of all makers"), equals: true)
        // A trait that no device uses can be removed, which makes room.
        for number in [1, 3] {
            _ = try await test.home().removeTrait(.init(traitID: Self.schema(number).id))
        }
        try await expectNil(attach(test, "new", [Self.schema(5)]).refusal)
        try await expect(store.load().schemas.map(\.traitID), equals: [2, 4, 5].map { Self.schema($0).id })
    }

    // MARK: Owners of traits

    @Test func aTraitBelongsToItsFirstProvider() async throws {
        let test = try await TestHub()
        _ = try await attach(test, "maker", [TestRemote.spinner()], by: Self.maker)
        try await expectNil(attach(test, "other", [TestRemote.spinner()], by: Self.other).refusal)
        let newer = TestRemote.spinner(revision: 2)
        let refusal = try await attach(test, "other", [newer], by: Self.other).refusal
        expect(refusal, is: .permissionDenied, saying: #""maker""#)
        try await expectNil(attach(test, "owners", [newer]).refusal)
        let listed = try await traits(test)
        expect(listed.map(\.providerID) == ["maker"] && listed[0].trait?.revision == 2)
        try await expect(test.store.load().schemas.map(\.providerID), equals: ["maker"])
    }

    @Test func aStoredTraitWithoutAnOwnerIsTheFirstOnes() async throws {
        let store = try await HomeStore.inMemory { "the-hub" }
        let schema = TestRemote.spinner()
        try await store.commit([.putSchema(StoredSchema(traitID: schema.id, schema: schema.serialized()))])
        let test = try await TestHub(store: store)
        try await expect(traits(test).map(\.providerID), equals: [""])
        _ = try await attach(test, "first", [schema], by: Self.maker)
        try await expect(attach(test, "second", [TestRemote.spinner(revision: 2)], by: Self.other).refusal != nil)
        try await expect(store.load().schemas.map(\.providerID), equals: ["first"])
    }

    // MARK: Listing and removing

    @Test func traitsAreListedInPages() async throws {
        let test = try await TestHub()
        _ = try await attach(test, "maker", (1...5).map(Self.schema))
        var request = Hearth_V1_ListTraitsRequest(pageSize: 2)
        var pages: [[UInt32]] = []
        repeat {
            let page = try await test.home().listTraits(request)
            pages.append(page.traits.compactMap { ($0.trait?.id).map { $0 - 0xFFF1_FC40 } })
            request.pageToken = page.nextPageToken
        } while !request.pageToken.isEmpty
        expect(pages, equals: [[1, 2], [3, 4], [5]])
        let all = try await test.home().listTraits(.init(includeStandard: true)).traits
        expect(all.count, equals: TestHub.standardCount + 5)
        expect(all.count { $0.isStandard }, equals: TestHub.standardCount)
        for request in [Hearth_V1_ListTraitsRequest(pageToken: "no"), Hearth_V1_ListTraitsRequest(pageToken: "-1")] {
            await expect(refused: .invalidArgument) { try await test.home().listTraits(request) }
        }
    }

    /// Devices keep all other traits, in the store too, and the trait may come again.
    @Test func aTraitIsTakenOffItsDevices() async throws {
        let test = try await TestHub()
        let schema = TestRemote.spinner()
        let trait = try TestRemote.trait(schema)
        let (remote, _) = try await attach(test, "maker", [schema])
        _ = try await remote.bring([TestRemote.device("fan", trait, Self.values)])
        let removal = Hearth_V1_RemoveTraitRequest(traitID: Self.id, fromDevices: true)
        let attached = await expect(throws: RPCError.self) { try await test.home().removeTrait(removal) }
        expect(attached?.message.contains(#"provider "maker""#), equals: true)
        await detach(remote)
        let used = await expect(throws: RPCError.self) { try await test.home().removeTrait(.init(traitID: Self.id)) }
        expect(
            used?.message.contains("hearth traits remove 0x\(String(Self.id, radix: 16)) --keep-devices"), equals: true)
        let before = try require(test.hub.directory.cells.compactMap { $0.read { $0.devices["fan"] } }.first)
        _ = try await test.home().removeTrait(removal)
        let after = try require(test.hub.directory.cells.compactMap { $0.read { $0.devices["fan"] } }.first)
        expect(after.name, equals: before.name)
        expect(after.roomID, equals: before.roomID)
        expect(after.providerID, equals: "maker")
        expect(after.traits.keys.allSatisfy { $0.traitID != Self.id })
        expect(after.traits.count, equals: before.traits.count - 1)
        expect(after.endpoints.allSatisfy { !$0.traitIDs.contains(Self.id) })
        try await expect(traits(test).isEmpty && test.hub.traits[Self.id] == nil)
        let stored = try await test.store.load()
        expect(stored.schemas.isEmpty)
        expect(stored.states.allSatisfy { $0.path.traitID != Self.id })
        let (again, refusal) = try await attach(test, "maker", [schema])
        expectNil(refusal)
        _ = try await again.bring([TestRemote.device("fan", trait, Self.values)])
        try await expect(traits(test).map(\.deviceCount), equals: [1])
    }

    @Test func aTraitGoesWhenNothingHasIt() async throws {
        let test = try await TestHub()
        let schema = TestRemote.spinner()
        let trait = try TestRemote.trait(schema)
        let (remote, _) = try await attach(test, "maker", [schema])
        _ = try await remote.bring([TestRemote.device("fan", trait, Self.values)])
        try await expect(traits(test).map(\.deviceCount), equals: [1])
        func removal(by principal: Principal = .owner) async -> RPCError? {
            do {
                _ = try await test.home(principal).removeTrait(.init(traitID: Self.id))
                return nil
            } catch {
                return RPCError(error)
            }
        }
        await expect(removal(), is: .failedPrecondition, saying: #"a trait of "fan""#)
        try await remote.send(.remove(Hearth_V1_RemoveDevices(deviceIDs: ["fan"])))
        _ = try await remote.bring([])
        await expect(removal(), is: .failedPrecondition, saying: #"provider "maker""#)
        await detach(remote)
        await expect(removal(by: Self.maker)?.code, equals: .permissionDenied)
        await expectNil(removal())
        await expect(removal()?.code, equals: .notFound)
        try await expect(traits(test).isEmpty && test.hub.traits[Self.id] == nil)
        try await expect(test.store.load().schemas.isEmpty)
        await expect(refused: .unimplemented) {
            let _: Hearth_V1_TraitGetResponse = try await test.call(
                trait, "Get", Hearth_V1_TraitGetRequest(target: .init(deviceID: "fan", endpoint: 1)))
        }
        await expect(refused: .failedPrecondition) { try await test.home().removeTrait(.init(traitID: 6)) }
        // Its id is free again.
        try await expectNil(attach(test, "other", [schema], by: Self.other).refusal)
    }
}
