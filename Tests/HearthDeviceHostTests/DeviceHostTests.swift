internal import HearthBase
@testable internal import HearthDeviceHost
internal import HearthMessage
internal import HearthRPC
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Synchronization
internal import Expectations
internal import Testing

/// A host at the other end of the call.
@Suite(.timeLimit(.minutes(5)))
struct DeviceHostTests {
    @Test func itsDevicesComeWithRootAndDescriptors() async throws {
        let hub = PaperHub()
        let host = try DeviceHost([.lamp(startsOn: true)], to: hub.server())
        try await host.whileRunning { await hub.until { $0.brought.count == 1 } }
        let hello = try require(hub.heard.hellos.first)
        expect(hello.providerID, equals: "host-1")
        expect(hello.schemas.map(\.id), equals: [0x6, 0x1D, 0x28])
        let brought = try require(hub.heard.brought.first)
        let device = try require(brought.device)
        expect(device.name, equals: "Lamp")
        expect(brought.suggestedRoom, equals: "Hall")
        expect(device.endpoints.map { $0.traits.map(\.id) }, equals: [[0x1D, 0x28], [0x6, 0x1D]])
        expect(device.endpoints.map { $0.deviceTypes.map(\.id) }, equals: [[0x16], [0x100]])
        expect(device.endpoints.map { $0.deviceTypes.map(\.isPrimary) }, equals: [[false], [true]])
        expect(brought.isOn, equals: true)
        let root = try require(brought.states.first { $0.traitID == 0x28 }?.attributes?.value)
        let information = try Matter.BasicInformationTrait.Attributes(serialized: root.span.bytes)
        expect(information.serialNumber, equals: "lamp")
        expect(information.clusterRevision, equals: Matter.BasicInformationTrait.descriptor.revision)
        let parts = try require(brought.states.first { $0.traitID == 0x1D }?.attributes?.value)
        try expect(Matter.DescriptorTrait.Attributes(serialized: parts.span.bytes).partsList, equals: [1])
    }

    @Test func aCommandIsCarriedOutReportedAndAnswered() async throws {
        let hub = PaperHub()
        let host = try DeviceHost([.lamp()], to: hub.server())
        try await host.whileRunning {
            await hub.until { $0.brought.count == 1 }
            try await hub.send(.toggle(1, "lamp", command: 1))
            try await hub.send(.toggle(2, "lamp", command: 2))
            await hub.until { $0.results.count == 2 }
        }
        expect(hub.heard.reports.map(\.isOn), equals: [true])
        expect(hub.heard.reports.first?.cause?.clientID, equals: "app")
        expect(hub.heard.results[1]?.status?.code, equals: 0)
        let refusal = try require(hub.heard.results[2]?.status?.error)
        expect(refusal.message, equals: "the bulb is broken")
        expect(refusal.traitError?.status, equals: .invalidInState)
        expect(refusal.traitError?.target, equals: TraitTarget(deviceID: "lamp", endpoint: 1))
    }

    @Test func storedStateIsGivenOnlyAtTheFirstStart() async throws {
        let hub = PaperHub()
        hub.remember([
            Hearth_V1_TraitState(
                target: Hearth_V1_Target(deviceID: "lamp", endpoint: 1), traitID: 6,
                attributes: Google_Protobuf_Any(typeName: "x", value: Sample.onOff.encodeAttributes([0: .bool(true)])))
        ])
        let bench = Bench()
        let host = try DeviceHost([.lamp("lamp", bench)], to: hub.server())
        try await host.whileRunning {
            await hub.until { $0.brought.count == 1 }
            hub.cut()
            await hub.until { $0.ends == 1 }
            bench.turn(false)
            await hub.until { $0.brought.count == 2 }
        }
        expect(bench.state.withLock { $0.remembered }, equals: [true])
        expect(hub.heard.brought.map(\.isOn), equals: [true, false])
        expect(hub.heard.hellos.map(\.providerID), equals: ["host-1", "host-1"])
    }

    @Test func slowlyStartingDeviceDoesNotDelayTheNext() async throws {
        let hub = PaperHub()
        let (first, second) = (SlowStart(), SlowStart())
        let host = try DeviceHost([.slow("first", first), .slow("second", second)], to: hub.server())
        try await host.whileRunning {
            await second.began.wait()
            first.mayEnd.open()
            second.mayEnd.open()
            await hub.until { $0.brought.count == 2 }
        }
        expect(hub.heard.brought.map { $0.device?.id }, equals: ["first", "second"])
    }

    @Test func aCutCancelsTheCommandAndTheDeviceIsOfUseAfterwards() async throws {
        let hub = PaperHub()
        let bench = Bench()
        let told = Told()
        let host = try DeviceHost([.lamp("lamp", bench, startsOn: true)], to: hub.server(), told: told)
        try await host.whileRunning {
            await hub.until { $0.brought.count == 1 }
            try await hub.send(.toggle(1, "lamp", command: 0))
            await bench.began.wait()
            hub.cut()
            await hub.until { $0.brought.count == 2 }
            try await hub.send(.toggle(2, "lamp", command: 1))
            await hub.until { $0.results[2] != nil }
        }
        expect(bench.state.withLock { $0.isCancelled })
        expectNil(hub.heard.results[1])
        expect(hub.heard.results[2]?.status?.code, equals: 0)
        let waits = told.all.filter { if case .state(.waiting) = $0 { true } else { false } }
        expect(waits.map(\.description), equals: ["waiting 0.1 s: the hub goes away"])
    }

    @Test func aCallThatIsTakenBackIsCancelled() async throws {
        let hub = PaperHub()
        let bench = Bench()
        let host = try DeviceHost([.lamp("lamp", bench, startsOn: true)], to: hub.server())
        try await host.whileRunning {
            await hub.until { $0.brought.count == 1 }
            try await hub.send(.toggle(1, "lamp", command: 0))
            await bench.began.wait()
            try await hub.send(.cancel(1))
            try await hub.send(.toggle(2, "lamp", command: 1))
            await hub.until { $0.results[2] != nil }
        }
        expect(bench.state.withLock { $0.isCancelled })
        expectNil(hub.heard.results[1])
    }

    @Test func aHostThatIsRefusedSaysWhy() async throws {
        let hub = PaperHub()
        hub.refuse(RPCError(.alreadyExists, "Spinner clashes with a standard trait"))
        let host = try DeviceHost([.lamp()], to: hub.server())
        let error = await expect(throws: HomeError.self) { try await host.run() }
        expect(error?.code, equals: .alreadyExists)
        expect(error?.message, equals: "Spinner clashes with a standard trait")
        let again = await expect(throws: HomeError.self) { try await host.run() }
        expect(again?.code, equals: .failedPrecondition)
    }

    @Test func aHubThatIsNotThereIsTriedAgainWithLongerPauses() async throws {
        let hub = PaperHub()
        hub.refuse(RPCError(.unavailable, "not now"))
        let clock = ManualClock()
        let told = Told()
        let host = try DeviceHost([.lamp()], to: hub.server(), clock: clock, told: told)
        func pauses() -> [Duration] {
            told.all.compactMap { if case .state(.waiting(let pause, _)) = $0 { pause } else { nil } }
        }
        try await host.whileRunning {
            while pauses().count < 5 {
                await clock.advance(by: .seconds(1))
                await Task.yield()
            }
            hub.refuse(nil)
            while hub.heard.brought.isEmpty {
                await clock.advance(by: .seconds(1))
                await Task.yield()
            }
        }
        expect(
            pauses().prefix(5),
            equals: [
                .milliseconds(125), .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2),
            ])
    }

    @Test func silenceEndsTheCallAndPingsKeepItAlive() async throws {
        let hub = PaperHub(heartbeat: 10)
        let clock = ManualClock()
        let host = try DeviceHost([.lamp()], to: hub.server(), clock: clock)
        try await host.whileRunning {
            await hub.until { $0.brought.count == 1 }
            // Later than the hub's answer while the clock stood still.
            while hub.heard.pings == 0 {
                await clock.advance(by: .seconds(1))
                await Task.yield()
            }
            while hub.heard.hellos.count < 2 {
                await clock.advance(by: .seconds(1))
                await Task.yield()
            }
        }
        expect(hub.heard.ends, isAtLeast: 1)
    }

    @Test func devicesComeAndGo() async throws {
        let hub = PaperHub()
        let host = try DeviceHost([.lamp("a")], to: hub.server())
        try await host.add(.lamp("b"))
        try await host.whileRunning {
            await hub.until { $0.brought.count == 2 }
            try await host.add(.lamp("c"))
            await hub.until { $0.brought.count == 3 }
            try await hub.send(.toggle(1, "c", command: 1))
            await hub.until { $0.results[1] != nil }
            host.remove(deviceID: "a")
            await hub.until { $0.removed == ["a"] }
        }
        expect(hub.heard.brought.map { $0.device?.id }, equals: ["a", "b", "c"])
        expect(hub.heard.reports.map(\.deviceID), equals: ["c"])
        let error = await expect(throws: HomeError.self) { try await host.add(.lamp("c")) }
        expect(error?.code, equals: .alreadyExists)
    }

    @Test func aThousandDevicesAttachTogether() async throws {
        let hub = PaperHub()
        let host = try DeviceHost((0..<1000).map { .lamp("lamp-\($0)") }, to: hub.server())
        try await host.whileRunning {
            await hub.until { $0.brought.count == 1000 }
            for index in 0..<1000 { try await hub.send(.toggle(UInt64(index + 1), "lamp-\(index)", command: 1)) }
            await hub.until { $0.results.count == 1000 }
        }
        expect(Set(hub.heard.reports.map(\.deviceID)).count, equals: 1000)
    }

    @Test func aProviderThatCannotStartEndsTheHost() async throws {
        struct Broken: DeviceProvider {
            func start(hub: any DeviceReporter, stored: StoredState) async throws -> [DeviceDescription] {
                throw HomeError(.unavailable, "the radio is missing")
            }
            func invoke(_ invocation: CommandInvocation) async throws -> StructureValue? { nil }
            func write(_ update: AttributeUpdate) async throws {}
            func stop() async {}
        }
        let server = PaperHub().server()
        let host = try DeviceHost(identity: .given("x"), provider: ValueProvider(Broken())) { () throws(RPCError) in
            InProcessTransport(server: server)
        }
        let error = await expect(throws: HomeError.self) { try await host.run() }
        expect(error?.message, equals: "the radio is missing")
    }

    @Test func failedProviderStartEndsTheHostWithoutHub() async throws {
        struct Slow: DeviceProvider {
            let began = Latch()
            let mayFail = Latch()

            func start(hub: any DeviceReporter, stored: StoredState) async throws -> [DeviceDescription] {
                began.open()
                await mayFail.wait()
                throw HomeError(.unavailable, "the radio is missing")
            }
            func invoke(_ invocation: CommandInvocation) async throws -> StructureValue? { nil }
            func write(_ update: AttributeUpdate) async throws {}
            func stop() async {}
        }
        let hub = PaperHub()
        let server = hub.server()
        let provider = Slow()
        let told = Told()
        let waits = Latch()
        let host = try DeviceHost(
            identity: .given("x"), provider: ValueProvider(provider), clock: ManualClock(),
            notice: {
                told.add($0)
                if case .state(.waiting) = $0 { waits.open() }
            }
        ) { () throws(RPCError) in InProcessTransport(server: server) }
        let running = Task { try await host.run() }
        await provider.began.wait()
        hub.cut()
        await waits.wait()
        // The clock stands still, so there is no other call.
        provider.mayFail.open()
        let error = await expect(throws: HomeError.self) { try await running.value }
        expect(error?.message, equals: "the radio is missing")
        expect(hub.heard.hellos.count, equals: 1)
    }

    // MARK: Handlers

    @Test func deviceRemovedDuringStartIsNotAttached() async throws {
        let hub = PaperHub()
        let slow = SlowStart()
        let host = try DeviceHost([.lamp("a"), .slow("b", slow)], to: hub.server())
        try await host.whileRunning {
            await slow.began.wait()
            host.remove(deviceID: "b")
            slow.mayEnd.open()
            await hub.until { !$0.brought.isEmpty }
            // It would have come with the other or right after it.
            try await host.add(.lamp("c"))
            await hub.until { $0.brought.last?.device?.id == "c" }
        }
        expect(hub.heard.brought.map { $0.device?.id }, equals: ["a", "c"])
    }

    @Test func aDeviceThatIsTakenAwayWhileItIsAddedDoesNotCome() async throws {
        let hub = PaperHub()
        let slow = SlowStart()
        let host = try DeviceHost([.lamp("a")], to: hub.server())
        try await host.whileRunning {
            await hub.until { !$0.brought.isEmpty }
            async let adding: Void = host.add(.slow("b", slow))
            await slow.began.wait()
            host.remove(deviceID: "b")
            slow.mayEnd.open()
            try await adding
            try await host.add(.lamp("c"))
            await hub.until { $0.brought.last?.device?.id == "c" }
        }
        expect(hub.heard.brought.map { $0.device?.id }, equals: ["a", "c"])
    }

    @Test func aDeviceThatIsGoneDoesNotSpeakForTheNextWithItsID() async throws {
        let hub = PaperHub()
        let (old, new) = (Bench(), Bench())
        let host = try DeviceHost([.lamp("a", old)], to: hub.server())
        /// Returns when the host has read, and the hub received, everything before. The lamp refuses it.
        func ask(_ callID: UInt64) async throws {
            try await hub.send(.toggle(callID, "a"))
            await hub.until { $0.results[callID] != nil }
        }
        try await host.whileRunning {
            await hub.until { $0.brought.count == 1 }
            try await ask(1)
            host.remove(deviceID: "a")
            try await host.add(.lamp("a", new))
            await hub.until { $0.brought.count == 2 }
            try await ask(2)
            old.turn(true)
            try await ask(3)
            expect(hub.heard.reports.isEmpty)
            new.turn(true)
            try await ask(4)
        }
        expect(hub.heard.reports.map(\.isOn), equals: [true])
        expect(hub.heard.removed, equals: ["a"])
    }

    @Test func malformedAddressIsRefusedAtOnce() {
        let error = expect(throws: HomeError.self) {
            try DeviceHost(address: "no address", identity: .given("x"), devices: [])
        }
        expect(error?.code, equals: .invalidArgument)
    }
}
