@testable internal import HearthHub
internal import HearthMessage
internal import HearthRPC
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import HomeStateTestSupport
internal import Synchronization
internal import Expectations
internal import Testing
internal import RefusalTestSupport

@Suite(.timeLimit(.minutes(5)))
struct BatchTests {
    private let onOff = TestProvider.onOff
    private let doorLock = TestProvider.doorLock

    private func hub(_ limits: HubLimits = HubLimits()) async throws -> (TestHub, TestProvider) {
        let test = try await TestHub(limits: limits)
        let provider = TestProvider(
            [1, 2].map { TestProvider.lamp("lamp-\($0)", name: "Lamp \($0)") } + [
                TestProvider.lock("lock", name: "Door")
            ])
        try await test.hub.attach(provider)
        return (test, provider)
    }

    private func command(_ device: String, _ id: UInt32, _ trait: TraitDescriptor? = nil) -> Hearth_V1_BatchItem {
        Hearth_V1_BatchItem(
            target: Hearth_V1_Target(deviceID: device, endpoint: 1), traitID: (trait ?? onOff).id,
            action: .command(Hearth_V1_BatchCommand(commandID: id)))
    }

    private func update(_ device: String, _ values: StructureValue) -> Hearth_V1_BatchItem {
        Hearth_V1_BatchItem(
            target: Hearth_V1_Target(deviceID: device, endpoint: 1), traitID: onOff.id,
            action: .update(Hearth_V1_BatchUpdate(attributes: onOff.encodeAttributes(values))))
    }

    private func send(
        _ test: TestHub, _ items: [Hearth_V1_BatchItem], key: String = "", timeout: Duration? = .seconds(30),
        by principal: Principal = .owner
    ) async throws -> [Hearth_V1_BatchResult] {
        try await test.home(principal).sendBatch(
            Hearth_V1_SendBatchRequest(items: items, options: Hearth_V1_CallOptions(idempotencyKey: key)),
            options: CallOptions(timeout: timeout)
        ).results
    }

    private func error(_ result: Hearth_V1_BatchResult) -> TraitError? {
        result.error?.traitError
    }

    @Test func eachItemHasItsOwnResultInOrder() async throws {
        let (test, provider) = try await hub()
        let results = try await send(
            test,
            [
                command("lamp-1", 1), command("lamp-9", 1), update("lamp-2", [0x4001: .unsigned(7)]),
                command("lamp-1", 99), update("lamp-2", [0x0: .bool(true)]), command("lock", 0, doorLock),
            ])
        expect(results.map(\.code), equals: [0, 5, 0, 12, 3, 0])
        expect(results[1].message.contains("lamp-9") && error(results[1])?.target?.deviceID == "lamp-9")
        expect(error(results[3])?.status, equals: .unsupportedCommand)
        let response = results[2].response
        let updated = try onOff.decodeAttributes(response.span.bytes)
        expect(updated[0x4001], equals: .unsigned(7))
        expect(results[0].position?.structureID, equals: test.structureID)
        try expect(test.hub.read(TestProvider.onOff(of: "lamp-1"), as: owner).attributes[0], equals: .bool(true))
        expect(provider.commands, equals: 2)
    }

    @Test func invalidItemIsRefusedByItself() async throws {
        let (test, _) = try await hub()
        let far = Hearth_V1_Target(deviceID: "lamp-1", endpoint: 70_000)
        let long = Hearth_V1_Target(deviceID: String(repeating: "x", count: 255), endpoint: 1)
        let here = Hearth_V1_Target(deviceID: "lamp-1", endpoint: 1)
        let toggle = Hearth_V1_BatchItem.OneOf_Action.command(Hearth_V1_BatchCommand(commandID: 2))
        let results = try await send(
            test,
            [
                Hearth_V1_BatchItem(traitID: onOff.id, action: toggle),
                Hearth_V1_BatchItem(target: far, traitID: onOff.id, action: toggle),
                Hearth_V1_BatchItem(target: long, traitID: onOff.id, action: toggle),
                Hearth_V1_BatchItem(target: here, traitID: onOff.id),
                Hearth_V1_BatchItem(target: here, traitID: 0xFFFF_FFFF, action: toggle),
                Hearth_V1_BatchItem(
                    target: here, traitID: onOff.id,
                    action: .command(Hearth_V1_BatchCommand(commandID: 2, arguments: [0xFF]))),
                command("lamp-1", 2),
            ])
        expect(results.map(\.code), equals: [3, 3, 5, 3, 5, 3, 0])
        expect(results[0].message.contains("target") && results[2].message.contains("\"xxx"))
    }

    /// Items for one device take effect in order, while another device delays no one.
    @Test func order() async throws {
        let test = try await TestHub()
        let provider = SlowLamps()
        try await test.hub.attach(provider)
        let items = (0..<20).map { command($0.isMultiple(of: 2) ? "slow" : "quick", $0 % 4 < 2 ? 1 : 0) }
        async let results = send(test, items)
        // The quick device is done although the slow one has not answered once.
        await provider.untilDone("quick", 10)
        expect(provider.done("slow").isEmpty)
        provider.open()
        try await expect(results.allSatisfy { $0.code == 0 })
        for (device, first) in [("slow", 0), ("quick", 1)] {
            expect(provider.done(device), equals: stride(from: first, to: 20, by: 2).map { $0 % 4 < 2 ? 1 : 0 })
        }
    }

    @Test func deadlineAnswersWithPartialResultsAndStops() async throws {
        let (test, _) = try await hub(.with { $0.heartbeat = .seconds(60) })
        let remote = try await TestRemote(test.client())
        _ = try await remote.hello()
        let values: StructureValue = [
            0: .bool(false), 0xFFF9: .list([.unsigned(0), .unsigned(1)]), 0xFFFC: .unsigned(0),
        ]
        try await expect(remote.bring([TestRemote.device("far", onOff, values)]).code, equals: 0)
        async let results = send(test, [command("far", 1), command("lamp-1", 1), command("far", 0)])
        let invoke = try await remote.nextCommand()
        await test.clock.advance(by: .seconds(30))
        guard case .cancel(let cancel) = try await remote.next() else { Issue.record("not cancelled"); return }
        expect(cancel.callID, equals: invoke.callID)
        let outcome = try await results
        expect(outcome.map(\.code), equals: [4, 0, 4])
        expect(outcome[0].message.contains("may still have") && outcome[2].message.contains("before this item"))
        // No item of the batch is ahead of this one.
        async let next = test.hub.invoke(TestProvider.onOff(of: "far"), command: 1, as: owner)
        let other = try await remote.nextCommand()
        try await remote.answer(other)
        _ = try await next
    }

    @Test func responsesThatWouldNotFitAMessageAreLeftOut() async throws {
        let test = try await TestHub()
        let list = TraitValue.list([TraitValue](repeating: .unsigned(0xFFFF_FFFF), count: 12_000))
        let lamps = (0..<40).map { number in
            var lamp = TestProvider.lamp("lamp-\(number)", name: "Lamp")
            lamp.endpoints[1].traits[0].attributes[0xFFFB] = list
            return lamp
        }
        try await test.hub.attach(TestProvider(lamps))
        let items = (0..<40).map { update("lamp-\($0)", [0x4001: .unsigned(5)]) }
        let response = try await test.home().sendBatch(Hearth_V1_SendBatchRequest(items: items))
        expect(response.results.allSatisfy { $0.code == 0 })
        expect(response.serialized().count, isBelow: 3 << 20)
        expect(response.results.contains { $0.response.isEmpty })
        expect(response.results.contains { !$0.response.isEmpty })
    }

    @Test func onlyOneMissingDeviceGetsSuggestions() async throws {
        let (test, _) = try await hub()
        let results = try await send(test, ["lamp-3", "lamp-4", "lamp-4", "lamp-3", "lamp-1"].map { command($0, 1) })
        expect(results.map(\.code), equals: [5, 5, 5, 5, 0])
        expect(results.count { $0.message.contains("did you mean") }, equals: 1)
        expect(results.dropLast().allSatisfy { error($0)?.target?.deviceID.isEmpty == false })
    }

    @Test func tooLargeAnswerIsNeitherKeptNorRedone() async throws {
        let (test, provider) = try await hub(.with { $0.idempotentBytesPerCaller = 4_000 })
        let items = [command("lamp-1", 2)] + (0..<200).map { _ in command("lamp-9", 1) }
        try await expect(send(test, items, key: "a").first?.code, equals: 0)
        await expect(refused: .failedPrecondition, saying: "was carried out") { try await send(test, items, key: "a") }
        expect(provider.commands, equals: 1)
    }

    @Test func itemsNeedTheirRightsAndTimedOnesADeadline() async throws {
        let (test, _) = try await hub()
        let operating = Principal(id: "operator", rights: [.public, .view, .operate])
        // startUpOnOff needs the manage right.
        let items = [command("lamp-1", 1), update("lamp-1", [0x4003: .null]), command("lock", 0, doorLock)]
        let results = try await send(test, items, by: operating)
        expect(results.map(\.code), equals: [0, 7, 0])
        var options = RPCClient.Options()
        options.defaultTimeout = nil
        let patient = RPCClient(transport: InProcessTransport(server: test.server), options: options)
        let untimed = try await Hearth_V1_HomeClient(patient).sendBatch(Hearth_V1_SendBatchRequest(items: items))
            .results
        expect(untimed.map { error($0)?.status }, equals: [nil, nil, .needsTimedInteraction])
    }

    @Test func tooLongBatchIsRefusedAndAKeyCountsOnce() async throws {
        let (test, provider) = try await hub(.with { $0.batchItems = 3 })
        await expect(refused: .invalidArgument, saying: "3") {
            _ = try await send(test, (0..<4).map { _ in command("lamp-1", 2) })
        }
        expect(provider.commands, equals: 0)
        let toggles = [command("lamp-1", 2), command("lamp-2", 2)]
        let first = try await send(test, toggles, key: "k")
        try await expect(send(test, toggles, key: "k"), equals: first)
        expect(provider.commands, equals: 2)
        try await expect(send(test, []).isEmpty)
    }
}

/// Two lamps: one answers at once, the other when the test lets it.
private final class SlowLamps: DeviceProvider {
    private struct State {
        var done: [String: [UInt32]] = [:]
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var watchers: [(device: String, count: Int, CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    func start(hub: any DeviceReporter, stored: StoredState) -> [DeviceDescription] {
        ["slow", "quick"].map { TestProvider.lamp($0, name: $0) }
    }

    func invoke(_ invocation: CommandInvocation) async -> StructureValue? {
        let device = invocation.path.target.deviceID
        if device == "slow" { await gate() }
        let ready = state.withLock { state in
            state.done[device, default: []].append(invocation.command.id)
            let ready = state.watchers.filter { $0.device == device && (state.done[device]?.count ?? 0) >= $0.count }
            state.watchers.removeAll { $0.device == device && (state.done[device]?.count ?? 0) >= $0.count }
            return ready
        }
        for watcher in ready { watcher.2.resume() }
        return nil
    }

    func write(_ update: AttributeUpdate) {}
    func stop() {}

    func done(_ device: String) -> [UInt32] { state.withLock { $0.done[device] ?? [] } }

    func untilDone(_ device: String, _ count: Int) async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if (state.done[device]?.count ?? 0) >= count { return true }
                state.watchers.append((device, count, continuation))
                return false
            }
            if isDone { continuation.resume() }
        }
    }

    private func gate() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
