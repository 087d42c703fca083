@testable internal import HearthHub
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import Synchronization
internal import ProcessTestSupport
internal import Expectations
internal import Testing
internal import RefusalTestSupport

/// Traits that makers bring while the hub runs.
@Suite(.timeLimit(.minutes(5)))
struct GrowthTests {
    private let values: StructureValue = [
        0: .unsigned(300), 1: .unsigned(1), 2: .string("hush"), 0xFFF9: .list([.unsigned(0)]),
    ]
    private let target = Hearth_V1_Target(deviceID: "fan", endpoint: 1)

    private func attached(
        _ test: TestHub, _ schema: Hearth_V1_TraitSchema = TestRemote.spinner(), id: String = "maker",
        device: String = "fan"
    ) async throws -> TestRemote {
        let remote = try await TestRemote(test.client())
        _ = try await remote.hello(id, schemas: [schema])
        let status = try await remote.bring([TestRemote.device(device, TestRemote.trait(schema), values)])
        expect(status.code, equals: 0, "\(status.message)")
        return remote
    }

    /// The status with which a hello with these schemas ends.
    private func refusal(_ test: TestHub, _ schemas: Hearth_V1_TraitSchema...) async throws -> RPCError? {
        let remote = try await TestRemote(test.client())
        try await remote.send(.hello(.init(providerID: "other", schemas: schemas)))
        return await remote.end()
    }

    private func schemas(_ test: TestHub, _ ids: [UInt32]) async throws -> [Hearth_V1_TraitSchema] {
        try await test.home().getTraitSchemas(.init(traitIDs: ids)).schemas
    }

    @Test func makersTraitReachesServicesAndRunningWatches() async throws {
        let test = try await TestHub()
        let heard = Mutex<[String]>([])
        test.hub.onNewTrait { trait in heard.withLock { $0.append(trait.name) } }
        let watcher = try await Watcher.atMarker(test)
        defer { withExtendedLifetime(watcher) {} }
        let trait = try TestRemote.trait(TestRemote.spinner())
        await expect(throws: RPCError.self) {
            let _: Hearth_V1_TraitGetResponse = try await test.call(
                trait, "Get", Hearth_V1_TraitGetRequest(target: target))
        }
        let remote = try await attached(test)
        expect(heard.withLock { $0 }, equals: ["Turner"])
        try await expect(schemas(test, [0xFFF1_FC31]), equals: [TestRemote.spinner()])
        try await expect(schemas(test, []).count, equals: test.hub.servedTraits.count)
        try await expect(schemas(test, [6, 99]).map(\.name), equals: ["OnOff"])

        let got: Hearth_V1_TraitGetResponse = try await test.call(
            trait, "Get", Hearth_V1_TraitGetRequest(target: target))
        try expect(trait.decodeAttributes(got.attributes.span.bytes), equals: values)
        // Parts that only some principals may see are hidden also from watches that are older than the trait.
        let guest = Principal(id: "guest", rights: [.view, .operate])
        let seen: Hearth_V1_TraitGetResponse = try await test.call(
            trait, "Get", Hearth_V1_TraitGetRequest(target: target), by: guest)
        try expectNil(trait.decodeAttributes(seen.attributes.span.bytes)[2])

        let bytes = trait.encodeArguments(of: trait.commands[0], [0: .unsigned(500), 1: .unsigned(0)])
        async let answer: Hearth_V1_TraitCommandResponse = test.call(
            trait, "Turn", Hearth_V1_TraitCommandRequest(target: target, command: bytes))
        let invoke = try await remote.nextCommand()
        expect(invoke.command, equals: bytes)
        expect(invoke.traitID, equals: trait.id)
        try await remote.send(TestRemote.report("fan", trait, [0: .unsigned(500)]))
        let response = trait.encodeResponse(of: trait.commands[0], [0: .unsigned(12)])
        try await remote.send(.result(.init(callID: invoke.callID, response: response)))
        try await expect(answer.response, equals: response)

        let error = await expect(throws: RPCError.self) {
            let tooFast = trait.encodeArguments(of: trait.commands[0], [0: .unsigned(901), 1: .unsigned(0)])
            let _: Hearth_V1_TraitCommandResponse = try await test.call(
                trait, "Turn", Hearth_V1_TraitCommandRequest(target: target, command: tooFast))
        }
        expect(error?.traitError?.constraint, equals: "max = 900")
    }

    @Test func runningWatchHidesForbiddenPartsOfANewTrait() async throws {
        let test = try await TestHub()
        let guest = Principal(id: "guest", rights: [.view])
        let access = test.hub.reader.accesses[guest.rights]
        let hidden = access.visible(values, of: 0xFFF1_FC31)
        expect(hidden, equals: values)
        _ = try await attached(test)
        expectNil(access.visible(values, of: 0xFFF1_FC31)[2])
        expect(test.hub.reader.accesses[.all].visible(values, of: 0xFFF1_FC31), equals: values)
    }

    @Test func compatibleRevisionReplacesTheOlderOne() async throws {
        let test = try await TestHub()
        let old = TestRemote.spinner()
        let new = TestRemote.spinner(revision: 2) { schema in
            schema.attributes.append(
                .init(field: .init(id: 3, name: "noise", kind: .unsigned, bits: 8, isOptional: true), readField: .view))
            schema.commands.append(
                .init(id: 1, name: "Stop", methodName: "stop", arguments: .init(name: "Stop"), invoke: .operate))
        }
        let first = try await attached(test, old)
        let second = try await attached(test, new, id: "second", device: "fan-2")
        try await expect(schemas(test, [0xFFF1_FC31]), equals: [new])
        try await second.send(TestRemote.report("fan-2", try TestRemote.trait(new), [3: .unsigned(40)]))
        try await second.bring([])
        let path = TraitPath(TraitTarget(deviceID: "fan-2", endpoint: 1), 0xFFF1_FC31)
        try expect(test.hub.read(path, as: owner).attributes[3], equals: .unsigned(40))
        let trait = try TestRemote.trait(new)
        await expect(refused: .unimplemented, saying: "turn") {
            let _: Hearth_V1_TraitCommandResponse = try await test.call(
                trait, "Stop", Hearth_V1_TraitCommandRequest(target: target))
        }
        // The older firmware comes back; the newer schema stays.
        first.writer.finish()
        await expectNil(first.end())
        _ = try await attached(test, old)
        try await expect(schemas(test, [0xFFF1_FC31]), equals: [new])
    }

    @Test func widerContentOfOneRevisionIsServed() async throws {
        let narrow = TestRemote.spinner()
        let wide = TestRemote.spinner { schema in
            schema.enums[0].constants.append(.init(name: "still", value: 2))
        }
        for order in [[narrow, wide], [wide, narrow]] {
            let test = try await TestHub()
            _ = try await attached(test, order[0])
            _ = try await attached(test, order[1], id: "second", device: "fan-2")
            try await expect(schemas(test, [0xFFF1_FC31]), equals: [wide])
        }
    }

    @Test func breakingRevisionIsRefusedNamingItsItems() async throws {
        let test = try await TestHub()
        let remote = try await attached(test)
        let breaks = TestRemote.spinner(revision: 2) { schema in
            schema.attributes.removeFirst()
            schema.commands[0].arguments?.fields[0].max = .init(limit: .literal(300))
        }
        try await expect(
            refusal(test, breaks), is: .failedPrecondition, saying: "Turner.speed: removed",
            "Turner.Turn.speed: limits narrowed", "0xfff1fc31")
        try await expect(schemas(test, [0xFFF1_FC31]), equals: [TestRemote.spinner()])
        try await remote.send(TestRemote.report("fan", TestRemote.trait(TestRemote.spinner()), [0: .unsigned(1)]))
        try await expect(remote.bring([]).code, equals: 0)
    }

    @Test func traitWithATakenIdOrNameIsRefused() async throws {
        let test = try await TestHub()
        try await expect(
            refusal(test, TestRemote.spinner { $0.id = 6 }), is: .alreadyExists,
            saying: "hearth.traits.acme.v1.Turner (0x6)", "hearth.traits.matter.v1.OnOff")

        let package = try await refusal(test, TestRemote.spinner { $0.package = "hearth.traits.matter.v1" })
        expect(package?.code, equals: .invalidArgument)
        _ = try await attached(test)
        let name = try await refusal(test, TestRemote.spinner { $0.id = 0xFFF1_FC32 })
        expect(name?.code, equals: .alreadyExists)
        try await expect(
            refusal(test, TestRemote.spinner { ($0.id, $0.name) = (0xFFF1_FC32, "TurnerService") }), is: .alreadyExists)
        try await expect(refusal(test, TestRemote.spinner { $0.package = "hearth.v1" })?.code, equals: .invalidArgument)
        try await expect(refusal(test, TestRemote.spinner(), TestRemote.spinner())?.code, equals: .invalidArgument)
        // A hello adds all its schemas or none.
        let another = TestRemote.spinner { ($0.id, $0.name) = (0xFFF1_FC32, "Another") }
        _ = try await refusal(test, another, TestRemote.spinner { $0.id = 6 })
        try await expect(schemas(test, [0xFFF1_FC32]).isEmpty)
    }

    /// A standard trait in a hello has no effect if it is compatible with the hub's, and is refused otherwise.
    @Test func standard() async throws {
        let test = try await TestHub()
        var onOff = TestProvider.onOff.schema
        onOff.revision += 1
        onOff.commands.append(
            .init(id: 0x90, name: "Blink", methodName: "blink", arguments: .init(name: "Blink"), invoke: .operate))
        let remote = try await TestRemote(test.client())
        _ = try await remote.hello(schemas: [onOff, TestProvider.doorLock.schema])
        try await expect(schemas(test, [6]), equals: [TestProvider.onOff.schema])
        onOff.commands.removeAll()
        try await expect(refusal(test, onOff), is: .failedPrecondition, saying: "OnOff.Toggle: removed")
    }

    @Test func theHubServesNoMoreTraitsThanItMay() async throws {
        let test = try await TestHub(limits: .with { $0.traits = TestHub.standardCount + 1 })
        _ = try await attached(test)
        let another = TestRemote.spinner { ($0.id, $0.name) = (0xFFF1_FC32, "Another") }
        try await expect(refusal(test, another)?.code, equals: .resourceExhausted)
    }

    @Test func restartKeepsAMakersDeviceWithoutItsProvider() async throws {
        let folder = try TemporaryFolder()
        let first = try await TestHub(store: HomeStore.open(path: folder.file))
        let remote = try await attached(first)
        try await remote.send(TestRemote.report("fan", TestRemote.trait(TestRemote.spinner()), [0: .unsigned(7)]))
        try await remote.send(.remember(.init(memory: .init(deviceID: "fan", key: "k", value: [9]))))
        try await remote.bring([])
        try await first.hub.shutdown()

        let second = try await TestHub(store: HomeStore.open(path: folder.file))
        try await expect(schemas(second, [0xFFF1_FC31]), equals: [TestRemote.spinner()])
        let fan = TraitPath(TraitTarget(deviceID: "fan", endpoint: 1), 0xFFF1_FC31)
        let reading = try second.hub.read(fan, as: owner)
        expect(reading.attributes[0], equals: .unsigned(7))
        expect(reading.connectivity.connectivityState, equals: .offline)
        await expect(refused: .unavailable) {
            _ = try await second.hub.invoke(fan, command: 0, [0: .unsigned(1), 1: .unsigned(0)], as: owner)
        }
        let again = try await TestRemote(second.client())
        let welcome = try await again.hello(schemas: [TestRemote.spinner()])
        expect(welcome.states.map(\.traitID), equals: [0xFFF1_FC31])
        expect(welcome.memories, equals: [.init(deviceID: "fan", key: "k", value: [9])])
        try await second.hub.shutdown()
    }
}
