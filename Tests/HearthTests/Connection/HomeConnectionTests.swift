internal import HearthCombine
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization
internal import Testing
@testable internal import Hearth

@Suite(.timeLimit(.minutes(1))) struct HomeConnectionTests {
    private func error(_ body: () async throws -> Void) async -> HomeError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? HomeError)?.code
        }
    }

    @Test func connectingBringsTheWholeState() async throws {
        let hub = ScriptedHub { _, writer in
            try await writer.start()
            try await writer.snapshot()
            try await stayOpen()
        }
        let home = try await Home.connect(over: hub.client())
        #expect(try await home.devices().list().map(\.name) == ["Lamp"])
        #expect(try await home.devices().list().first?.sourceConnectivity == .direct)
        #expect(home.hubID == "hub")
        await home.disconnect()
    }

    @Test func aHomeThatHasEndedKnowsNothingOfItsDevices() async throws {
        let hub = ScriptedHub { _, writer in
            try await writer.start()
            try await writer.snapshot()
            try await stayOpen()
        }
        let home = try await Home.connect(over: hub.client())
        let connection = home.connection
        #expect(connection.withCache { $0.connectivity(of: "lamp") } == .direct)
        await home.disconnect()
        #expect(connection.withCache { $0.connectivity(of: "lamp") }.connectivityState == .unknown)
    }

    @Test func aServerThatIsNoHubIsSaidToBeNone() async {
        let client = RPCClient(transport: InProcessTransport(server: RPCServer(router: RPCRouter())))
        #expect(await error { _ = try await Home.connect(over: client) } == .unimplemented)
    }

    @Test func connectWithoutRightsIsPermissionDenied() async {
        let hub = ScriptedHub { _, _ in }
        let stranger = hub.client(Principal(id: "stranger", rights: []))
        #expect(await error { _ = try await Home.connect(over: stranger) } == .permissionDenied)
    }

    @Test func aHubThatEndsTheFirstWatchEarlyIsUnavailable() async {
        let hub = ScriptedHub { _, writer in try await writer.start() }
        #expect(await error { _ = try await Home.connect(over: hub.client()) } == .unavailable)
    }

    @Test func aHubThatNeverFinishesItsSnapshotIsGivenUp() async throws {
        let clock = ManualClock()
        let hub = ScriptedHub { _, writer in
            try await writer.start(heartbeatSeconds: 3600)
            try await stayOpen()
        }
        let client = hub.client()
        let connecting = Task { await error { _ = try await Home.connect(over: client, clock: clock) } }
        while hub.requests.withLock({ $0.isEmpty }) { await Task.yield() }
        await clock.advance(by: .seconds(20))
        #expect(await connecting.value == .deadlineExceeded)
    }

    @Test func connectingCanBeCancelled() async throws {
        let hub = ScriptedHub { _, writer in
            try await writer.start()
            try await stayOpen()
        }
        let client = hub.client()
        let connecting = Task { await error { _ = try await Home.connect(over: client) } }
        while hub.requests.withLock({ $0.isEmpty }) { await Task.yield() }
        connecting.cancel()
        #expect(await connecting.value == .cancelled)
    }

    /// Advances the clock until a publisher has sent a matching value.
    private func advance(_ clock: ManualClock, until done: Task<Bool, Never>) async throws -> Bool {
        let moving = Task {
            while !Task.isCancelled {
                await clock.advance(by: .milliseconds(200))
                try? await Task.sleep(for: .milliseconds(2))
            }
        }
        defer { moving.cancel() }
        return await done.value
    }

    @Test func aSilentHubIsLeftAndTheWatchResumed() async throws {
        let clock = ManualClock()
        let hub = ScriptedHub(
            { _, writer in
                try await writer.start()
                try await writer.snapshot()
                try await writer.report([0: .bool(true)], sequence: 2)
                try await stayOpen()
            },
            { _, writer in
                try await writer.start(heartbeatSeconds: 86_400)
                try await writer.report([0x4001: .unsigned(7)], sequence: 3)
                try await stayOpen()
            })
        let home = try await Home.connect(over: hub.client(), clock: clock)
        let path = onOffPath("lamp")
        let connectivity = Task {
            let devices = Recorder(home.device(id: "lamp"))
            let before = await devices.next().value?.sourceConnectivity
            let without = await devices.next().value?.sourceConnectivity
            let after = await devices.next().value?.sourceConnectivity
            return [before, without, after] == [.direct, .unknown, .direct]
        }
        #expect(try await advance(clock, until: connectivity))
        #expect(hub.requests.withLock { $0.map { $0.resumeFrom.map(\.sequence) } } == [[], [2]])
        while try home.record(at: path).map({ try onOff.decodeAttributes($0.attributes.span.bytes) })
            != [0: .bool(true), 0x4001: .unsigned(7)]
        {
            await Task.yield()
        }
        await home.disconnect()
    }

    @Test func anotherHubAtTheSameAddressEndsThePublishers() async throws {
        let clock = ManualClock()
        let hub = ScriptedHub(
            hubIDs: ["one", "two"],
            { _, writer in
                try await writer.start()
                try await writer.snapshot()
            })
        let home = try await Home.connect(over: hub.client(), clock: clock)
        let ended = Task {
            let devices = Recorder(home.devices().batched())
            var event = await devices.next()
            while event.value != nil { event = await devices.next() }
            return event.error?.code == .failedPrecondition
        }
        #expect(try await advance(clock, until: ended))
        #expect(await error { _ = try await home.devices().list() } == .failedPrecondition)
    }

    @Test func disconnectingEndsPublishersAndCalls() async throws {
        let hub = ScriptedHub { _, writer in
            try await writer.start()
            try await writer.snapshot()
            try await stayOpen()
        }
        let home = try await Home.connect(over: hub.client())
        let device = try #require(try await home.devices().list().first)
        let devices = Recorder(home.devices().stream())
        let changes = Recorder(home.changes())
        #expect(await devices.next().value == .initial(device))
        await home.disconnect()
        #expect(await devices.next().isFinished)
        #expect(await changes.next().isFinished)
        #expect(await error { _ = try await device.setName("New") } == .cancelled)
        #expect(await Recorder(home.structures().batched()).next().error?.code == .cancelled)
        #expect(await Recorder(home.changes()).next().error?.code == .cancelled)
    }

    @Test func releasedHomeEndsItsWatch() async throws {
        let ended = Mutex(false)
        let hub = ScriptedHub { _, writer in
            try await writer.start()
            try await writer.snapshot()
            defer { ended.withLock { $0 = true } }
            try await stayOpen()
        }
        do {
            let home = try await Home.connect(over: hub.client())
            #expect(try await home.structures().list().count == 1)
        }
        while !ended.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test func anUnknownDeviceHasNoPublisher() async throws {
        let hub = ScriptedHub { _, writer in
            try await writer.start()
            try await writer.snapshot()
            try await stayOpen()
        }
        let home = try await Home.connect(over: hub.client())
        #expect(await Recorder(home.device(id: "nothing")).next().error?.code == .notFound)
        await home.disconnect()
    }
}
