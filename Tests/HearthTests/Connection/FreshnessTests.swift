internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import ProcessTestSupport
internal import Synchronization
internal import Expectations
internal import Testing
@testable internal import Hearth

/// Values are marked as stale, with a time, while the hub is not followed.
@Suite(.timeLimit(.minutes(5))) struct FreshnessTests {
    /// Advances the clock until a task has ended.
    private func advance<Value: Sendable>(_ clock: ManualClock, until done: Task<Value, any Error>) async throws
        -> Value
    {
        let moving = Task {
            while !Task.isCancelled {
                await clock.advance(by: .milliseconds(200))
                await Task.yield()
            }
        }
        defer { moving.cancel() }
        return try await done.value
    }

    @Test func staleValuesHaveAnAge() {
        expectNil(Freshness.current.age(at: 100))
        expect(!Freshness.current.isStale)
        let stale = Freshness.stale(since: 100)
        expect((stale.isStale, stale.staleSince, stale.age(at: 160)), are: (true, 100, .seconds(60)))
        expect(stale.age(at: 40), equals: .zero, "the machine's clock was set back")
        expectNil(Freshness.stale(since: .nan).age(at: 40))
    }

    /// The connection stays open, and the watch falls silent.
    @Test(arguments: [false, true])
    func silentWatchIsStaleSinceItsLastMessage(overSocket: Bool) async throws {
        let clock = ManualClock(sinceEpoch: .seconds(1_000))
        let goOn = AsyncStream<Void>.makeStream()
        let hub = ScriptedHub(
            { _, writer in
                try await writer.start()
                try await writer.snapshot()
                try await stayOpen()
            },
            { _, writer in
                for await _ in goOn.stream { break }
                try await writer.start(heartbeatSeconds: 86_400)
                try await writer.report([0: .bool(true)], sequence: 2)
                try await stayOpen()
            })
        let folder = try TemporaryFolder()
        var server: HTTP2Server?
        var client = hub.client()
        if overSocket {
            let listening = try await HTTP2Server.listen(
                RPCServer(router: hub.router), on: "unix:" + folder.file("hub.sock"))
            client = RPCClient(transport: try HTTP2Transport(connectingTo: listening.address))
            server = listening
        }
        let home = try await Home.connect(over: client, clock: clock)
        let device = try require(try await home.devices().list().first)
        expect((home.freshness, device.freshness), are: (.current, .current))
        let told = Task {
            var told: [Freshness] = []
            for try await freshness in home.freshnessUpdates().values {
                told.append(freshness)
                if freshness.isStale { break }
            }
            return told
        }
        try await expect(advance(clock, until: told), equals: [.current, .stale(since: 1_000)])
        expect(home.freshness.age(at: clock.sinceEpoch / .seconds(1)).map { $0 >= .seconds(30) }, equals: true)

        // Every shown object is marked as stale and keeps its value.
        let light = try require(await device.types.get(OnOffLightDeviceType.self))
        expect(light.metadata.freshness, equals: .stale(since: 1_000))
        expect(light.matterTraits.onOffTrait?.metadata.freshness, equals: .stale(since: 1_000))
        expect((light.matterTraits.onOffTrait?.onOff, device.freshness.isStale), are: (false, true))

        let again = Task {
            for try await light in device.types.subscribe(OnOffLightDeviceType.self).values
            where light.metadata.freshness == .current { return light.matterTraits.onOffTrait?.onOff }
            return nil
        }
        goOn.continuation.yield()
        try await expect(advance(clock, until: again), equals: true)
        expect(home.freshness, equals: .current)
        await home.disconnect()
        expect(home.freshness.isStale)
        await server?.shutdown(grace: .zero)
    }

    /// A hub that accepts the second watch and never sends a message is left like one that falls silent later.
    @Test func aWatchThatNeverSpeaksIsLeft() async throws {
        let clock = ManualClock()
        let hub = ScriptedHub(
            { _, writer in
                try await writer.start()
                try await writer.snapshot()
            },
            { _, _ in try await stayOpen() },
            { _, writer in
                try await writer.start(heartbeatSeconds: 86_400)
                try await writer.report([0: .bool(true)], sequence: 2)
                try await stayOpen()
            })
        let home = try await Home.connect(over: hub.client(), clock: clock)
        let back = Task {
            var isLost = false
            for try await freshness in home.freshnessUpdates().values {
                if isLost, freshness == .current { return true }
                isLost = isLost || freshness.isStale
            }
            return false
        }
        try await expect(advance(clock, until: back))
        expect(hub.requests.withLock { $0.count }, equals: 3)
        await home.disconnect()
    }
}
