@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Makers that add many traits.
@Suite(.timeLimit(.minutes(5)))
struct ManyTraitsTests {
    private static let count = 500

    private func schema(_ number: Int) -> Hearth_V1_TraitSchema {
        TestRemote.spinner { ($0.id, $0.name) = (0xFFF2_FC00 + UInt32(number), "Turner\(number)") }
    }

    private var schemas: [Hearth_V1_TraitSchema] { (0..<Self.count).map { schema($0) } }

    @Test func traitsAddedTogetherChangeTheRoutesOnce() async throws {
        let test = try await TestHub()
        let heard = Mutex<[UInt32]>([])
        test.hub.onNewTrait { trait in heard.withLock { $0.append(trait.id) } }
        let before = test.server.routesGeneration
        let remote = try await TestRemote(test.client())
        _ = try await remote.hello(schemas: schemas)
        expect(test.server.routesGeneration, equals: before + 1)
        expect(heard.withLock { $0 }, equals: schemas.map(\.id))
        expect(test.hub.servedTraits.count, equals: TestHub.standardCount + Self.count)
        expect(test.hub.servedTraits.map(\.id), equals: test.hub.servedTraits.map(\.id).sorted())
        let services = Set(test.server.methods.map(\.service))
        for schema in schemas { expect(services.contains(try TestRemote.trait(schema).serviceName)) }
    }

    @Test func traitNamesAreReservedUntilRemoval() async throws {
        let test = try await TestHub()
        func refusal(_ schemas: [Hearth_V1_TraitSchema]) async throws -> RPCError? {
            let remote = try await TestRemote(test.client())
            try await remote.send(.hello(.init(providerID: "other", schemas: schemas)))
            if case .welcome? = try? await remote.next() { remote.writer.finish() }
            return await remote.end()
        }
        let taker = TestRemote.spinner { ($0.id, $0.name) = (0xFFF3_FC00, "Turner7") }
        // In one call, and in two.
        try await expect(refusal([schema(7), taker])?.code, equals: .alreadyExists)
        try await expectNil(refusal([schema(7)]))
        try await expect(refusal([taker])?.message.contains("0xfff2fc07"), equals: true)
        try await test.hub.traitRegistry.removeTrait(0xFFF2_FC07, as: owner)
        try await expectNil(refusal([taker]))
        try await expect(refusal([schema(7)])?.message.contains("0xfff3fc00"), equals: true)
    }

    @Test func traitsSurviveARestart() async throws {
        let folder = try TemporaryFolder()
        let first = try await TestHub(store: HomeStore.open(path: folder.file))
        let remote = try await TestRemote(first.client())
        _ = try await remote.hello(schemas: schemas)
        try await first.hub.shutdown()
        let second = try await TestHub(store: HomeStore.open(path: folder.file))
        expect(second.hub.servedTraits.map(\.schema), equals: first.hub.servedTraits.map(\.schema))
        expect(second.notices.all.isEmpty)
        try await second.hub.shutdown()
    }

    @Test func storedSchemasBeyondTheBudgetAreLeftOut() async throws {
        let folder = try TemporaryFolder()
        let first = try await TestHub(store: HomeStore.open(path: folder.file))
        let remote = try await TestRemote(first.client())
        _ = try await remote.hello(schemas: (0..<4).map { schema($0) })
        try await first.hub.shutdown()
        var limits = HubLimits()
        limits.schemaBytes = 3 * schema(0).memoryCost + schema(0).memoryCost / 2
        let second = try await TestHub(store: HomeStore.open(path: folder.file), limits: limits)
        expect(second.hub.servedTraits.count, equals: TestHub.standardCount + 3)
        expect(second.notices.all.count, equals: 1)
        try await second.hub.shutdown()
    }
}
