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

/// A request with an idempotency key takes effect once, also when the hub crashes or ends in between.
@Suite(.timeLimit(.minutes(5)))
struct IdempotencyTests {
    private let lamp = TestProvider.onOff(of: "lamp-1")
    private let onOff = TestProvider.onOff

    private func options(_ key: String) -> Hearth_V1_CallOptions { .init(idempotencyKey: key, clientID: "test") }

    private func toggle(
        _ test: TestHub, _ key: String, at path: TraitPath? = nil, by principal: Principal = .owner
    ) async throws -> Hearth_V1_TraitCommandResponse {
        try await test.call(
            onOff, "Toggle",
            Hearth_V1_TraitCommandRequest(target: .init(path ?? lamp), options: options(key)), by: principal)
    }

    /// Every kind of request, each answered once by the first hub and then repeated at the second.
    private func everything(_ test: TestHub, structure: String) async throws -> [RPCFrame] {
        let home = test.home()
        let room = try await home.createRoom(
            .init(structureID: structure, name: "Attic", options: options("room")))
        let roomID = room.room?.id ?? ""
        let cabin = try await home.createStructure(.init(name: "Cabin", options: options("structure")))
        let loft = try await home.createRoom(
            .init(structureID: cabin.structure?.id ?? "", name: "Loft", options: options("loft")))
        let items = [
            Hearth_V1_BatchItem(
                target: .init(lamp), traitID: onOff.id, action: .command(Hearth_V1_BatchCommand(commandID: 2)))
        ]
        var frames: [RPCFrame] = [room.frame, cabin.frame, loft.frame]
        frames.append(
            try await home.updateStructure(
                .init(structureID: structure, name: "House", options: options("rename"))
            ).frame)
        frames.append(
            try await home.updateRoom(.init(roomID: roomID, name: "Den", options: options("room name"))).frame)
        frames.append(
            try await home.updateDevice(
                .init(deviceID: "lamp-1", name: "Star", roomID: roomID, options: options("device"))
            ).frame)
        frames.append(
            try await home.updateEndpoint(
                .init(target: .init(lamp), name: "Bulb", options: options("part"))
            ).frame)
        frames.append(
            try await home.updateAppData(
                .init(
                    objectID: "lamp-1", appID: "app", set: [.init(key: "k", value: "v")], options: options("data"))
            ).frame)
        frames.append(try await home.deleteRoom(.init(roomID: roomID, options: options("no room"))).frame)
        frames.append(
            try await home.deleteStructure(
                .init(structureID: cabin.structure?.id ?? "", options: options("no structure"))
            ).frame)
        frames.append(try await home.removeDevice(.init(deviceID: "lamp-2", options: options("remove"))).frame)
        frames.append(try await home.restoreDevices(.init(options: options("restore"))).frame)
        frames.append(try await home.sendBatch(.init(items: items, options: options("batch"))).frame)
        frames.append(try await toggle(test, "toggle").frame)
        let updated: Hearth_V1_TraitUpdateResponse = try await test.call(
            onOff, "Update",
            Hearth_V1_TraitUpdateRequest(
                target: .init(lamp), attributes: onOff.encodeAttributes([0x4001: .unsigned(4)]),
                options: options("update")))
        frames.append(updated.frame)
        return frames
    }

    @Test func crashKeepsAnswersOfKeyedRequests() async throws {
        let folder = try TemporaryFolder()
        let first = try await TestHub(store: HomeStore.open(path: folder.file))
        try await first.hub.attach(TestProvider(lamps: 2))
        let structure = first.structureID
        let answers = try await everything(first, structure: structure)

        let second = try await TestHub(store: HomeStore.open(path: folder.abandoned()), clock: first.clock)
        let provider = TestProvider(lamps: 2)
        try await second.hub.attach(provider)
        let before = second.truth()
        let again = try await everything(second, structure: structure)
        expect(again, equals: answers)
        expect(provider.commands, equals: 0)
        let after = second.truth()
        expect(after.rooms, equals: before.rooms)
        expect(after.devices, equals: before.devices)
        expect(after.states, equals: before.states)
        expect(after.positions, equals: before.positions)
        try await second.hub.shutdown()
        try await first.hub.shutdown()
    }

    @Test func afterACleanEndTheAnswersAreTheSame() async throws {
        let folder = try TemporaryFolder()
        let first = try await TestHub(store: HomeStore.open(path: folder.file))
        try await first.hub.attach(TestProvider(lamps: 2))
        let structure = first.structureID
        let answers = try await everything(first, structure: structure)
        try await first.hub.shutdown()

        let second = try await TestHub(store: HomeStore.open(path: folder.file), clock: first.clock)
        let provider = TestProvider(lamps: 2)
        try await second.hub.attach(provider)
        try await expect(everything(second, structure: structure), equals: answers)
        expect(provider.commands, equals: 0)
        try await second.hub.shutdown()
    }

    /// An edit and its answer are stored in one transaction: the disk never has only one.
    @Test func anEditAndItsAnswerAreStoredTogether() async throws {
        let folder = try TemporaryFolder()
        let first = try await TestHub(store: HomeStore.open(path: folder.file))
        let request = Hearth_V1_CreateRoomRequest(
            structureID: first.structureID, name: "Attic", options: options("k"))
        let made = try await first.home().createRoom(request)
        let second = try await TestHub(store: HomeStore.open(path: folder.abandoned()), clock: first.clock)
        expect(second.truth().rooms.count, equals: 1)
        try await expect(second.home().createRoom(request), equals: made)
        await expect(refused: .invalidArgument, saying: "\"k\"") {
            try await second.home().createRoom(
                .init(structureID: second.structureID, name: "Cellar", options: options("k")))
        }
        try await second.hub.shutdown()
        try await first.hub.shutdown()
    }

    @Test func crashKeepsRefusalsOfKeyedRequests() async throws {
        let folder = try TemporaryFolder()
        let first = try await TestHub(store: HomeStore.open(path: folder.file))
        try await first.hub.attach(TestProvider(lamps: 1))
        let command = Hearth_V1_TraitCommandRequest(target: .init(lamp), options: options("c"))
        func ask(_ test: TestHub) async -> RPCError? {
            await refusal { let _: RPCFrame = try await test.call(onOff, "OnWithTimedOff", command) }
        }
        let taken = Hearth_V1_CreateRoomRequest(structureID: "nowhere", name: "Attic", options: options("r"))
        let errors = [await ask(first), await refusal { _ = try await first.home().createRoom(taken) }]
        let second = try await TestHub(store: HomeStore.open(path: folder.abandoned()), clock: first.clock)
        let again = [await ask(second), await refusal { _ = try await second.home().createRoom(taken) }]
        expect(errors.map { $0?.code }, equals: [.invalidArgument, .notFound])
        expect(again.map { $0?.code }, equals: errors.map { $0?.code })
        expect(again.map { $0?.message }, equals: errors.map { $0?.message })
        expect(again[0]?.traitError?.field, equals: "onOffControl")
        try await second.hub.shutdown()
        try await first.hub.shutdown()
    }

    /// The hub crashes while a device carries out a command: the outcome is unknown, and it isn't sent a second time.
    @Test func commandInterruptedByACrashIsNotRepeated() async throws {
        let folder = try TemporaryFolder()
        let first = try await TestHub(store: HomeStore.open(path: folder.file))
        let values: StructureValue = [
            0: .bool(false), 0xFFF9: .list([.unsigned(0), .unsigned(1), .unsigned(2)]), 0xFFFC: .unsigned(0),
            0xFFFD: .unsigned(6),
        ]
        let remote = try await TestRemote(first.client())
        _ = try await remote.hello()
        try await remote.bring([TestRemote.device("far", onOff, values)])
        let far = TestProvider.onOff(of: "far")
        async let answer = toggle(first, "k", at: far)
        _ = try await remote.nextCommand()
        let killed = try folder.abandoned()
        remote.writer.finish()
        _ = try? await answer

        let second = try await TestHub(store: HomeStore.open(path: killed), clock: first.clock)
        let again = try await TestRemote(second.client())
        _ = try await again.hello()
        try await again.bring([TestRemote.device("far", onOff, values)])
        await expect(refused: .aborted, saying: "may have taken effect") { try await toggle(second, "k", at: far) }
        again.writer.finish()
        await expectNil(again.end())
        try await second.hub.shutdown()
        try await first.hub.shutdown()
    }

    @Test func undoneRequestMayBeRepeatedAfterACrash() async throws {
        let folder = try TemporaryFolder()
        let first = try await TestHub(store: HomeStore.open(path: folder.file))
        let provider = TestProvider(lamps: 1)
        try await first.hub.attach(provider)
        provider.reportConnectivity(of: "lamp-1", isOnline: false)
        await expect(refused: .unavailable) { try await toggle(first, "k") }

        let second = try await TestHub(store: HomeStore.open(path: folder.abandoned()), clock: first.clock)
        let other = TestProvider(lamps: 1)
        try await second.hub.attach(other)
        _ = try await toggle(second, "k")
        expect(other.commands, equals: 1)
        try await second.hub.shutdown()
        try await first.hub.shutdown()
    }

    @Test func eachCredentialHasKeysOfItsOwn() async throws {
        let test = try await TestHub()
        let provider = TestProvider(lamps: 2)
        try await test.hub.attach(provider)
        let callers = ["phone", "tablet"].map { Principal(id: "owner", rights: .all, credential: $0) } + [.owner]
        for caller in callers {
            _ = try await toggle(test, "k", by: caller)
            _ = try await toggle(test, "k", by: caller)
        }
        expect(provider.commands, equals: 3)
        // A refusal does not reveal that another caller has used a key.
        _ = try await toggle(test, "mine", by: callers[0])
        await expectNil(
            refusal { _ = try await toggle(test, "mine", at: TestProvider.onOff(of: "lamp-2"), by: callers[1]) }
        )
    }

    @Test func keysEndTenMinutesAfterTheyBeganAlsoOverAStart() async throws {
        let folder = try TemporaryFolder()
        let first = try await TestHub(store: HomeStore.open(path: folder.file))
        try await first.hub.attach(TestProvider(lamps: 1))
        _ = try await toggle(first, "k")
        await first.clock.advance(by: .seconds(400))
        let killed = try folder.abandoned()

        let clock = ManualClock(sinceEpoch: first.clock.sinceEpoch)
        let second = try await TestHub(store: HomeStore.open(path: killed), clock: clock)
        let provider = TestProvider(lamps: 1)
        try await second.hub.attach(provider)
        await clock.advance(by: .seconds(190))
        _ = try await toggle(second, "k")
        expect(provider.commands, equals: 0)
        await clock.advance(by: .seconds(20))
        _ = try await toggle(second, "k")
        expect(provider.commands, equals: 1)
        try await second.hub.shutdown()
        try await first.hub.shutdown()
    }

    /// A wrong clock keeps no key for ever: one from the future counts from the start.
    @Test func aClockThatWasAheadMakesNoKeyStay() async throws {
        let folder = try TemporaryFolder()
        let first = try await TestHub(
            store: HomeStore.open(path: folder.file), clock: ManualClock(sinceEpoch: .seconds(4_000_000_000)))
        try await first.hub.attach(TestProvider(lamps: 1))
        _ = try await toggle(first, "k")
        try await first.hub.shutdown()
        let second = try await TestHub(store: HomeStore.open(path: folder.file))
        let provider = TestProvider(lamps: 1)
        try await second.hub.attach(provider)
        _ = try await toggle(second, "k")
        expect(provider.commands, equals: 0)
        await second.clock.advance(by: .seconds(601))
        _ = try await toggle(second, "k")
        expect(provider.commands, equals: 1)
        try await second.hub.shutdown()
    }

    /// Old answers are deleted with the next save: an idle home writes nothing.
    @Test func oldAnswersLeaveTheStoreWithTheNextSave() async throws {
        let test = try await TestHub()
        let provider = TestProvider(lamps: 1)
        try await test.hub.attach(provider)
        for number in 0..<5 { _ = try await toggle(test, "\(number)") }
        try await expect(test.store.load().answers.count, equals: 5)
        await test.clock.advance(by: .seconds(700))
        try await expect(test.store.load().answers.count, equals: 5)
        provider.report(lamp, [0x4001: .unsigned(9)])
        await test.clock.advance(by: .seconds(1))
        try await expect(test.store.load().answers.isEmpty)
    }

    @Test func theFirstOfThousandsOfKeysIsStillKnown() async throws {
        let test = try await TestHub()
        let provider = TestProvider(lamps: 1)
        try await test.hub.attach(provider)
        let first = try await toggle(test, "0")
        // Many at once: one by one they would wait behind all other tests.
        for start in stride(from: 1, to: 3_000, by: 100) {
            try await withThrowingTaskGroup { group in
                for number in start..<min(start + 100, 3_000) {
                    group.addTask { _ = try await toggle(test, "\(number)") }
                }
                try await group.waitForAll()
            }
        }
        expect(provider.commands, equals: 3_000)
        try await expect(toggle(test, "0"), equals: first)
        expect(provider.commands, equals: 3_000)
    }

    @Test func fullKeyStoreRefusesNewKeys() async throws {
        let test = try await TestHub(limits: .with { $0.idempotentBytesPerCaller = 1_500 })
        let provider = TestProvider(lamps: 1)
        try await test.hub.attach(provider)
        let first = try await toggle(test, "0")
        await test.clock.advance(by: .seconds(60))
        var refused: RPCError?
        var number = 1
        while refused == nil, number < 10 {
            refused = await refusal { _ = try await toggle(test, "\(number)") }
            number += 1
        }
        expect(number, isAbove: 3)
        expect(provider.commands, equals: number - 1)
        expect(refused, is: .resourceExhausted, saying: "try again in 541 seconds")
        try await expect(toggle(test, "0"), equals: first)
        // Other callers are not affected, nor are requests without a key.
        _ = try await toggle(test, "0", by: Principal(id: "owner", rights: .all, credential: "phone"))
        _ = try await toggle(test, "")
        await test.clock.advance(by: .seconds(541))
        _ = try await toggle(test, "\(number - 1)")
    }

    @Test func keysOfAllCallersAreLimited() async throws {
        let test = try await TestHub(limits: .with { $0.idempotentBytes = 3_000 })
        try await test.hub.attach(TestProvider(lamps: 1))
        var refused: RPCError?
        for number in 0..<20 where refused == nil {
            let caller = Principal(id: "owner", rights: .all, credential: "\(number)")
            refused = await refusal { _ = try await toggle(test, "k", by: caller) }
        }
        expect(refused, is: .resourceExhausted, saying: "all idempotency keys")
        await test.clock.advance(by: .seconds(601))
        _ = try await toggle(test, "k")
    }

    /// If the store can't take the key, no command is sent, since it might be sent twice.
    @Test func aKeyThatCantBeStoredIsRefusedBeforeAnythingIsDone() async throws {
        let test = try await TestHub()
        let provider = TestProvider(lamps: 1)
        try await test.hub.attach(provider)
        try await test.store.close(clean: false)
        await expect(refused: .unavailable, saying: "nothing was done") { try await toggle(test, "k") }
        expect(provider.commands, equals: 0)
        _ = try await toggle(test, "")
        expect(provider.commands, equals: 1)
    }

    /// A caller that gave up its call gets the answer when it asks again.
    @Test func aCallThatWasGivenUpIsCarriedOutOnce() async throws {
        let test = try await TestHub()
        let provider = TestProvider(lamps: 1)
        try await test.hub.attach(provider)
        let call = Task { try await toggle(test, "k") }
        call.cancel()
        _ = try? await call.value
        _ = try await toggle(test, "k")
        _ = try await toggle(test, "k")
        expect(provider.commands, equals: 1)
    }
}
