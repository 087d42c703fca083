@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import Synchronization
internal import Expectations
internal import Testing
internal import RefusalTestSupport

/// Providers in other processes, tested at the wire within one process.
@Suite(.timeLimit(.minutes(5)))
struct AttachTests {
    private let onOff = TestProvider.onOff
    private let lamp = TestProvider.onOff(of: "far")
    private let values: StructureValue = [
        0: .bool(false), 0xFFF9: .list([.unsigned(0), .unsigned(1), .unsigned(2)]), 0xFFFC: .unsigned(0),
        0xFFFD: .unsigned(6),
    ]

    private func lamps(_ test: TestHub, id: String = "maker") async throws -> TestRemote {
        let remote = try await TestRemote(test.client())
        _ = try await remote.hello(id)
        try await expect(remote.bring([TestRemote.device("far", onOff, values, room: "Barn")]).code, equals: 0)
        return remote
    }

    private func isOffline(_ test: TestHub) throws -> Bool {
        try test.hub.read(lamp, as: owner).connectivity.connectivityState == .offline
    }

    @Test func attachedDeviceReportsAndTakesCommands() async throws {
        let test = try await TestHub()
        let remote = try await lamps(test)
        expect(test.truth().rooms.values.map(\.name), equals: ["Barn"])
        try expect(test.hub.read(lamp, as: owner).attributes[0], equals: .bool(false))

        async let answer = test.hub.invoke(lamp, command: 1, as: owner)
        let invoke = try await remote.nextCommand()
        expect(invoke.target, equals: Hearth_V1_Target(lamp))
        expect(invoke.traitID, equals: 6)
        expect(invoke.commandID, equals: 1)
        expect(invoke.cause, equals: Hearth_V1_Cause(.client("test")))
        try await remote.send(TestRemote.report("far", onOff, [0: .bool(true)]))
        try await remote.answer(invoke, status: Hearth_V1_AttachStatus(code: 0))
        try await expectNil(answer.response)
        try expect(test.hub.read(lamp, as: owner).attributes[0], equals: .bool(true))

        async let refused = test.hub.invoke(lamp, command: 0, as: owner)
        let second = try await remote.nextCommand()
        let reason = TraitError(.invalidInState, "the switch is taped over", clusterStatus: 9)
        try await remote.answer(second, status: .init(reason.rpcError))
        do {
            _ = try await refused
            Issue.record("not refused")
        } catch let error as RPCError {
            expect(error.code, equals: .failedPrecondition)
            expect(error.message, equals: "the switch is taped over")
            expect(error.traitError?.clusterStatus, equals: 9)
            expect(error.traitError?.target, equals: lamp.target)
        }
    }

    /// A process that attaches again and again leaves nothing of its former calls, whichever side ends them.
    @Test func detachedProviderIsFreed() async throws {
        let test = try await TestHub()
        for ends in [true, false] {
            let remote = try await lamps(test)
            weak let provider = test.hub.providers.remotes["maker"] as? RemoteProvider
            weak let port = test.hub.providers.ports.last
            expect(provider != nil)
            expect(port != nil)
            if ends {
                remote.writer.finish()
            } else {
                // The hub ends a call that greets twice.
                try await remote.send(.hello(.init(providerID: "maker", name: "Maker")))
            }
            _ = await remote.end()
            try await until("it is freed") { provider == nil && port == nil }
            try expect(isOffline(test))
        }
    }

    @Test func commandIsForwardedWithoutUnknownFields() async throws {
        let test = try await TestHub()
        let remote = try await TestRemote(test.client())
        _ = try await remote.hello("maker")
        var values = values
        values[0xFFF9] = .list([.unsigned(0x42)])
        values[0xFFFC] = .unsigned(1)
        try await expect(remote.bring([TestRemote.device("far", onOff, values, room: "Barn")]).code, equals: 0)
        let command = try require(onOff.command(0x42))
        let arguments: StructureValue = [0: .unsigned(1), 1: .unsigned(300), 2: .unsigned(0)]
        let encoded = onOff.encodeArguments(of: command, arguments)
        // The hub's own code never writes the fields in this order.
        var turned: [UInt8] = []
        for id in [2, 1, 0] as [UInt32] {
            turned += onOff.encodeArguments(of: command, StructureValue(arguments.fields.filter { $0.key == id }))
        }
        expect(turned, differsFrom: encoded)
        let withUnknown: [UInt8] = turned + [120, 0]
        for (sent, passed) in [(turned, turned), (withUnknown, encoded)] {
            async let answer: Hearth_V1_TraitCommandResponse = test.call(
                onOff, command.name,
                Hearth_V1_TraitCommandRequest(target: Hearth_V1_Target(lamp), command: sent))
            let invoke = try await remote.nextCommand()
            expect(invoke.command, equals: passed)
            try await remote.answer(invoke, status: Hearth_V1_AttachStatus(code: 0))
            _ = try await answer
        }
    }

    @Test func lostConnectionFailsCallsInFlightAndLaterOnes() async throws {
        let test = try await TestHub()
        let remote = try await lamps(test)
        async let lost = test.hub.invoke(lamp, command: 1, as: owner)
        _ = try await remote.nextCommand()
        remote.writer.finish()
        do {
            _ = try await lost
            Issue.record("answered")
        } catch let error as RPCError {
            expect(error.code, equals: .unavailable)
            expect(error.message.contains("unknown"))
        }
        try await until("offline") { try isOffline(test) }
        await expect(refused: .unavailable, throws: RPCError.self) {
            try await test.hub.invoke(lamp, command: 1, as: owner)
        }
        try expect(test.hub.read(lamp, as: owner).attributes[0], equals: .bool(false))
    }

    @Test func idempotencyKeyPreventsARepeatOfUnknownOutcome() async throws {
        let test = try await TestHub()
        let remote = try await lamps(test)
        let request = Hearth_V1_TraitCommandRequest(
            target: .init(lamp), options: .init(idempotencyKey: "k", clientID: "test"))
        async let first: Hearth_V1_TraitCommandResponse = test.call(onOff, "On", request)
        _ = try await remote.nextCommand()
        remote.writer.finish()
        _ = try? await first
        let again = try await lamps(test)
        await expect(refused: .unavailable, saying: "unknown") {
            let _: Hearth_V1_TraitCommandResponse = try await test.call(onOff, "On", request)
        }
        again.writer.finish()
        await expectNil(again.end())
    }

    /// After a lost connection the device comes back with its stored state; no other provider may add it.
    @Test func comingBack() async throws {
        let test = try await TestHub()
        let first = try await lamps(test)
        try await first.send(TestRemote.report("far", onOff, [0: .bool(true)]))
        try await first.send(.remember(.init(memory: .init(deviceID: "far", key: "pins", value: [1, 2]))))
        try await first.send(.remember(.init(memory: .init(deviceID: "far", key: "old", value: [1]))))
        try await first.send(.remember(.init(memory: .init(deviceID: "far", key: "old"))))
        first.writer.finish()
        try await until("offline") { try isOffline(test) }
        _ = try await test.hub.updateDevice("far", name: "Beacon", as: owner)

        let thief = try await TestRemote(test.client())
        try await expect(thief.hello("thief").states.isEmpty)
        let refusal = try await thief.bring([TestRemote.device("far", onOff, values)])
        expect(refusal.code, equals: Int32(RPCError.Code.alreadyExists.rawValue))
        expect(refusal.message.contains("far"))
        await expect(refused: .alreadyExists, throws: HubError.self) {
            try await test.hub.attach(TestProvider([TestProvider.lamp("far", name: "X")]))
        }

        let second = try await TestRemote(test.client())
        let welcome = try await second.hello()
        expect(welcome.memories, equals: [.init(deviceID: "far", key: "pins", value: [1, 2])])
        let state = try require(welcome.states.first)
        let bytes = state.attributes?.value ?? []
        try expect(onOff.decodeAttributes(bytes.span.bytes)[0], equals: .bool(true))
        try await expect(second.bring([TestRemote.device("far", onOff, values)]).code, equals: 0)
        expect(test.truth().devices["far"]?.name, equals: "Beacon")
        try expect(!isOffline(test))
    }

    @Test func secondCallOfAProviderReplacesTheFirst() async throws {
        let test = try await TestHub()
        let first = try await lamps(test)
        let second = try await lamps(test)
        await expect(first.end(), is: .aborted, saying: "maker")
        try expect(!isOffline(test))
        async let answer = test.hub.invoke(lamp, command: 1, as: owner)
        let invoke = try await second.nextCommand()
        try await second.answer(invoke)
        _ = try await answer
    }

    @Test func silenceEndsACallPingsKeepIt() async throws {
        let test = try await TestHub()
        let remote = try await lamps(test)
        await test.clock.advance(by: .seconds(20))
        try await remote.send(.ping(.init()))
        try await remote.send(TestRemote.report("far", onOff, [0: .bool(true)]))
        try await until("report") { try test.hub.read(lamp, as: owner).attributes[0] == .bool(true) }
        await test.clock.advance(by: .seconds(20))
        try expect(!isOffline(test))
        await test.clock.advance(by: .seconds(20))
        await expect(remote.end()?.code, equals: .unavailable)
        try await until("offline") { try isOffline(test) }
    }

    @Test func abandonedCallIsCancelledAtTheProvider() async throws {
        let test = try await TestHub()
        let remote = try await lamps(test)
        let task = Task { try await test.hub.invoke(lamp, command: 1, as: owner) }
        let invoke = try await remote.nextCommand()
        task.cancel()
        guard case .cancel(let cancel) = try await remote.next() else { Issue.record("not cancelled"); return }
        expect(cancel.callID, equals: invoke.callID)
        try await remote.answer(invoke)
        try await remote.send(TestRemote.report("far", onOff, [0: .bool(true)]))
        try await until("report") { try test.hub.read(lamp, as: owner).attributes[0] == .bool(true) }
    }

    @Test func attachedProvidersAddAndRemoveDevices() async throws {
        let test = try await TestHub()
        let remote = try await lamps(test)
        try await expect(remote.bring([TestRemote.device("near", onOff, values)]).code, equals: 0)
        expect(Set(test.truth().devices.keys), equals: ["far", "near"])
        try await remote.send(.remove(.init(deviceIDs: ["far", "nowhere"])))
        try await expect(remote.bring([]).code, equals: 0)
        expect(Set(test.truth().devices.keys), equals: ["near"])
        try await expect(test.store.load().devices.map(\.id), equals: ["near"])

        let local = Reporting()
        try await test.hub.attach(local)
        let reporter = try require(local.reporter)
        try await reporter.bring([TestProvider.lamp("local", name: "Local")])
        try expect(
            test.hub.read(TestProvider.onOff(of: "local"), as: owner).connectivity.connectivityState, equals: .online)
        try await reporter.remove(["local", "near"])
        expect(Set(test.truth().devices.keys), equals: ["near"])
        await expect(throws: HubError.self) { try await reporter.bring([TestProvider.lamp("near", name: "Mine")]) }
    }

    @Test func misbehavingProviderGetsAStatus() async throws {
        let test = try await TestHub()
        let bad: [(Hearth_V1_AttachRequest.OneOf_Content, String)] = [
            (TestRemote.report("elsewhere", onOff, [0: .bool(true)]), "not brought"),
            (.result(.init(callID: 99)), "never made"),
            (.hello(.init(providerID: "maker")), "twice"),
            (
                .report(
                    .init(deviceID: "far", states: [.init(target: .init(deviceID: "far", endpoint: 7), traitID: 6)])),
                "endpoint 7"
            ),
            (
                .report(.init(deviceID: "far", states: [.init(target: .init(deviceID: "other"), traitID: 6)])),
                "not one of its endpoints"
            ),
            (
                .report(
                    .init(
                        deviceID: "far",
                        states: [
                            .init(
                                target: .init(lamp), traitID: 6,
                                attributes: .init(typeName: onOff.attributesTypeName, value: [0xFF]))
                        ])),
                "can't be read"
            ),
            (
                .report(
                    .init(
                        deviceID: "far",
                        states: [
                            .init(
                                target: .init(lamp), traitID: 6,
                                attributes: .init(typeName: "hearth.v1.Target", value: []))
                        ])),
                "hearth.v1.Target"
            ),
            (.report(.init(deviceID: "far", events: [.init(target: .init(lamp), traitID: 6, eventID: 3)])), "event 3"),
        ]
        for (content, words) in bad {
            let remote = try await lamps(test)
            try await remote.send(content)
            await expect(remote.end(), is: .invalidArgument, saying: words)
        }
        let mute = try await TestRemote(test.client())
        try await mute.send(.ping(.init()))
        await expect(mute.end()?.code, equals: .invalidArgument)
        let lost = try await TestRemote(test.client())
        try await lost.send(.hello(.init(providerID: "maker", structureID: "nowhere")))
        await expect(lost.end()?.code, equals: .notFound)
        let again = try await lamps(test)
        // The call ends with its provider.
        let isGone = try withExtendedLifetime(again) { try isOffline(test) }
        expect(!isGone)
    }

    @Test func wronglyDescribedDevicesKeepTheCall() async throws {
        let test = try await TestHub()
        let remote = try await TestRemote(test.client())
        _ = try await remote.hello()
        let good = TestRemote.device("far", onOff, values)
        var unknown = good
        unknown.device?.endpoints[1].traits[0].id = 0xFFF1_FCFF
        unknown.states = []
        var misnamed = good
        misnamed.device?.endpoints[1].traits[0].name = "hearth.traits.matter.v1.Other"
        var loop = good
        loop.device?.endpoints += [.init(id: 2, parent: 3), .init(id: 3, parent: 2)]
        var garbage = good
        garbage.states[0].attributes?.value = [0x08]
        var tagged = good
        tagged.device?.endpoints[1].tags = (0..<7).map { .init(namespaceID: 7, tag: $0) }
        var labelled = good
        labelled.device?.endpoints[1].tags = [.init(namespaceID: 7, tag: 1, label: String(repeating: "x", count: 65))]
        var stray = good
        stray.states[0].target?.endpoint = 0
        for (device, words) in [
            (unknown, "no schema"), (misnamed, "OnOff"), (loop, "under itself"), (garbage, "can't be read"),
            (stray, "endpoint 0"), (.init(), "description"), (tagged, "7 tags"), (labelled, "64 characters"),
        ] {
            let status = try await remote.bring([good, device])
            expect(status.code, equals: 3, "\(status.message)")
            expect(status.message.contains(words), "\(status.message)")
        }
        expect(test.truth().devices.isEmpty)
        try await expect(remote.bring([good]).code, equals: 0)
    }

    @Test func anEventThatIsTooLargeIsLeftOutAndSaidToHaveBeen() async throws {
        let test = try await TestHub(limits: .with { $0.eventBytes = 2 })
        let remote = try await TestRemote(test.client())
        let schema = TestRemote.spinner()
        _ = try await remote.hello(schemas: [schema])
        let spinner = try TestRemote.trait(schema)
        let fan = TestRemote.device("fan", spinner, [0: .unsigned(1), 1: .unsigned(0), 2: .string("s")])
        try await expect(remote.bring([fan]).code, equals: 0)
        let target = Hearth_V1_Target(deviceID: "fan", endpoint: 1)
        // The same event, the second time with an unknown field.
        for bytes in [[0x08, 0x01], [0x08, 0x01, 0xF8, 0x01, 0x01]] as [[UInt8]] {
            let event = Hearth_V1_EventReport(
                target: target, traitID: spinner.id, eventID: 0, payload: .init(typeName: "", value: bytes))
            try await remote.send(.report(.init(deviceID: "fan", events: [event])))
        }
        try await until("notice") { test.notices.all.contains { $0.contains("fan") && $0.contains("2 bytes") } }
        expect(test.hub.directory.cells.first?.read { $0.eventNumber }, equals: 1)
    }

    @Test func providerLimitsHoldAndFloodsAreCut() async throws {
        let test = try await TestHub(
            limits: .with {
                $0.providers = 1
                $0.devicesPerProvider = 2
                $0.schemasPerProvider = 1
                $0.memoriesPerDevice = 1
                $0.memoryBytes = 8
                $0.providerMessagesPerSecond = 10
                $0.floodTime = .seconds(1)
            })
        let remote = try await lamps(test)
        let second = try await TestRemote(test.client())
        try await second.send(.hello(.init(providerID: "second")))
        await expect(second.end()?.code, equals: .resourceExhausted)
        try await expect(
            remote.bring([TestRemote.device("a", onOff, values), TestRemote.device("b", onOff, values)]).code,
            equals: 8)
        let greedy = try await TestRemote(test.client())
        try await greedy.send(.hello(.init(providerID: "maker", schemas: [.init(), .init()])))
        await expect(greedy.end()?.code, equals: .resourceExhausted)

        for (key, value) in [("a", [1]), ("b", [1]), ("a", Array(repeating: 1, count: 9))] as [(String, [UInt8])] {
            try await remote.send(.remember(.init(memory: .init(deviceID: "far", key: key, value: value))))
        }
        try await until("notices") { test.notices.all.count == 2 }

        let flood = Task {
            while true { try await remote.send(.report(.init(deviceID: "far"))) }
        }
        let end = Task { await remote.end() }
        let isOver = Atomic(false)
        let clock = Task {
            while !isOver.load(ordering: .relaxed) {
                await test.clock.advance(by: .milliseconds(50))
                await Task.yield()
            }
        }
        await expect(end.value?.code, equals: .resourceExhausted)
        isOver.store(true, ordering: .relaxed)
        await clock.value
        flood.cancel()
        _ = await flood.result
        try await until("offline") { try isOffline(test) }
        let again = try await lamps(test)
        // The call ends with its provider.
        let isGone = try withExtendedLifetime(again) { try isOffline(test) }
        expect(!isGone)
    }

    @Test func theHubsEndEndsTheCallsOfProviders() async throws {
        let test = try await TestHub()
        let remote = try await lamps(test)
        try await test.hub.shutdown()
        await expect(remote.end()?.code, equals: .unavailable)
    }
}

/// A provider of this process that keeps its reporter.
private final class Reporting: DeviceProvider {
    private let hub = Mutex<(any DeviceReporter)?>(nil)

    var reporter: (any DeviceReporter)? { hub.withLock { $0 } }

    func start(hub reporter: any DeviceReporter, stored: StoredState) -> [DeviceDescription] {
        hub.withLock { $0 = reporter }
        return []
    }

    func invoke(_ invocation: CommandInvocation) throws -> StructureValue? { nil }
    func write(_ update: AttributeUpdate) {}
    func stop() {}
}
