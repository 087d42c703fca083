internal import HearthCombine
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization
internal import Expectations
internal import Testing
@testable internal import Hearth

@Suite(.timeLimit(.minutes(5))) struct HomeConnectionTests {
    @Test func connectingBringsTheWholeState() async throws {
        let hub = ScriptedHub.calm()
        let home = try await Home.connect(over: hub.client())
        try await expect(home.devices().list().map(\.name), equals: ["Lamp"])
        try await expect(home.devices().list().first?.sourceConnectivity, equals: .direct)
        expect(home.hubID, equals: "hub")
        await home.disconnect()
    }

    @Test func aHomeThatHasEndedKnowsNothingOfItsDevices() async throws {
        let hub = ScriptedHub.calm()
        let home = try await Home.connect(over: hub.client())
        let connection = home.connection
        expect(connection.withCache { $0.connectivity(of: "lamp") }, equals: .direct)
        await home.disconnect()
        expect(connection.withCache { $0.connectivity(of: "lamp") }.connectivityState, equals: .unknown)
    }

    @Test func aServerThatIsNoHubIsSaidToBeNone() async {
        let client = RPCClient(transport: InProcessTransport(server: RPCServer(router: RPCRouter())))
        await expect(failure { _ = try await Home.connect(over: client) }?.code, equals: .unimplemented)
    }

    @Test func connectWithoutRightsIsPermissionDenied() async {
        let hub = ScriptedHub { _, _ in }
        let stranger = hub.client(Principal(id: "stranger", rights: []))
        await expect(failure { _ = try await Home.connect(over: stranger) }?.code, equals: .permissionDenied)
    }

    @Test func aHubThatEndsTheFirstWatchEarlyIsUnavailable() async {
        let hub = ScriptedHub { _, writer in try await writer.start() }
        await expect(failure { _ = try await Home.connect(over: hub.client()) }?.code, equals: .unavailable)
    }

    @Test func aHubThatNeverFinishesItsSnapshotIsGivenUp() async throws {
        let clock = ManualClock()
        let hub = ScriptedHub { _, writer in
            try await writer.start(heartbeatSeconds: 3600)
            try await stayOpen()
        }
        let client = hub.client()
        let connecting = Task { await failure { _ = try await Home.connect(over: client, clock: clock) }?.code }
        while hub.requests.withLock({ $0.isEmpty }) { await Task.yield() }
        await clock.advance(by: .seconds(20))
        await expect(connecting.value, equals: .deadlineExceeded)
    }

    @Test func connectingCanBeCancelled() async throws {
        let hub = ScriptedHub { _, writer in
            try await writer.start()
            try await stayOpen()
        }
        let client = hub.client()
        let connecting = Task { await failure { _ = try await Home.connect(over: client) }?.code }
        while hub.requests.withLock({ $0.isEmpty }) { await Task.yield() }
        connecting.cancel()
        await expect(connecting.value, equals: .cancelled)
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
        try await expect(advance(clock, until: connectivity))
        expect(hub.requests.withLock { $0.map { $0.resumeFrom.map(\.sequence) } }, equals: [[], [2]])
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
        try await expect(advance(clock, until: ended))
        await expect(failure { _ = try await home.devices().list() }?.code, equals: .failedPrecondition)
    }

    @Test func disconnectingEndsPublishersAndCalls() async throws {
        let hub = ScriptedHub.calm()
        let home = try await Home.connect(over: hub.client())
        let device = try require(try await home.devices().list().first)
        let devices = Recorder(home.devices().stream())
        let changes = Recorder(home.changes())
        await expect(devices.next().value, equals: .initial(device))
        await home.disconnect()
        await expect(devices.next().isFinished)
        await expect(changes.next().isFinished)
        await expect(failure { _ = try await device.setName("New") }?.code, equals: .cancelled)
        await expect(Recorder(home.structures().batched()).next().error?.code, equals: .cancelled)
        await expect(Recorder(home.changes()).next().error?.code, equals: .cancelled)
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
            try await expect(home.structures().list().count, equals: 1)
        }
        while !ended.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test func anUnknownDeviceHasNoPublisher() async throws {
        let hub = ScriptedHub.calm()
        let home = try await Home.connect(over: hub.client())
        await expect(Recorder(home.device(id: "nothing")).next().error?.code, equals: .notFound)
        await home.disconnect()
    }
}
