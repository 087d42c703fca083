internal import HearthCombine
internal import HearthTraitCore
internal import HearthTraits
internal import Synchronization
internal import Expectations
internal import Testing
@testable internal import Hearth

/// Devices that are removed while observed, and observers that don't read.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd)
struct ObserverFaultTests {
    @Test func aDeviceThatIsRemovedEndsWhatObservesIt() async throws {
        let (fixture, device) = try await HubFixture.with("ceiling")
        let light = try require(await device.types.get(OnOffLightDeviceType.self))
        let one = Recorder(fixture.home.device(id: "ceiling"))
        let types = Recorder(device.types.subscribe(OnOffLightDeviceType.self))
        let all = Recorder(fixture.home.devices().stream())
        let sets = Recorder(fixture.home.devices().batched())
        await expect(one.next().value, equals: device)
        await expect(types.next().value != nil)
        for _ in TestHouse.all { await expect(all.next().value?.object != nil) }
        await expect(sets.next().value?.contains(device), equals: true)

        try await fixture.removeDevice("ceiling")
        await expect(one.next().isFinished)
        await expect(types.next().isFinished)
        await expect(all.next().value, equals: .deleted(objectID: "ceiling"))
        await expect(sets.next().value?.count, equals: TestHouse.all.count - 1)

        // Objects that the app still holds report it.
        let late = [
            await failure { try await light.matterTraits.onOffTrait?.on() },
            await failure { try await device.setName("x") },
        ]
        for error in late {
            expect(error?.code, equals: .notFound)
            expect(error?.message.contains("ceiling"), equals: true, "\(error as Any)")
        }
        await expectNil(device.types.get(OnOffLightDeviceType.self))
        await expect(Recorder(device.types.subscribe(OnOffLightDeviceType.self)).next().isFinished)
        await expect(Recorder(fixture.home.device(id: "ceiling")).next().error?.code, equals: .notFound)
    }

    /// Subscribes without demand.
    private final class Deaf<Input: Sendable>: Subscriber {
        let completion = Mutex<Subscribers.Completion<HomeError>?>(nil)
        private var subscription: (any Subscription)?

        func receive(subscription: any Subscription) { self.subscription = subscription }
        func receive(_ input: Input) -> Subscribers.Demand {
            Issue.record("a value without demand")
            return .none
        }
        func receive(completion: Subscribers.Completion<HomeError>) { self.completion.withLock { $0 = completion } }

        func cancel() { subscription.take()?.cancel() }
    }

    /// A watch with endless changes: a slow observer delays no other, and only the last state is kept for it.
    @Test func nonReadingObserverDelaysNoOther() async throws {
        let hub = ScriptedHub { _, writer in
            try await writer.start(heartbeatSeconds: 3600)
            try await writer.snapshot()
            for number in 2...UInt64(BoundedQueue<HomeChange>.capacity + 100) {
                try await writer.report([0x4001: .unsigned(number & 0xFFFF)], sequence: number)
            }
            try await stayOpen()
        }
        let home = try await Home.connect(over: hub.client())
        let (state, changes) = (Deaf<HomeDevice>(), Deaf<HomeChange>())
        home.device(id: "lamp").subscribe(state)
        home.changes().subscribe(changes)
        let last = StructureValue([
            0: .bool(false), 0x4001: .unsigned(UInt64(BoundedQueue<HomeChange>.capacity + 100) & 0xFFFF),
        ])
        let path = onOffPath("lamp")
        while try home.record(at: path).map({ try onOff.decodeAttributes($0.attributes.span.bytes) }) != last {
            await Task.yield()
        }
        expectNil(state.completion.withLock { $0 })
        state.cancel()
        changes.cancel()
        await home.disconnect()
    }

    /// No change may be dropped, so the queue has a limit.
    @Test func unreadChangesEndInAnError() async throws {
        let hub = ScriptedHub.calm()
        let home = try await Home.connect(over: hub.client())
        let feed = ChangeFeed(home.connection) {}
        feed.take(Array(repeating: .connectionRestored, count: BoundedQueue<HomeChange>.capacity))
        feed.take([.connectionRestored])
        feed.take([.connectionRestored])
        // Queued changes are still delivered, in order and complete, before the error.
        for _ in 0..<BoundedQueue<HomeChange>.capacity {
            guard case .value = feed.next() else { return expect(false, "a change is missing") }
        }
        guard case .failed(let error) = feed.next() else { return expect(false, "there is no error") }
        expect(error.code, equals: .resourceExhausted)
        expect(error.message.contains("10000") || error.message.contains("10,000"))
        feed.cancel()
        await home.disconnect()
    }

    @Test func observersThatAreCancelledAreGone() async throws {
        let fixture = try await HubFixture.start()
        weak var left: HomeConnection?
        do {
            let home = try await Home.connect(over: fixture.client)
            left = home.connection
            let device = try require(try await home.devices().list().first { $0.id == "ceiling" })
            var cancellables: Set<AnyCancellable> = []
            for _ in 0..<100 {
                device.types.subscribe(OnOffLightDeviceType.self).sink { _ in
                } receiveValue: { _ in
                }
                .store(in: &cancellables)
                home.devices().stream().sink { _ in
                } receiveValue: { _ in
                }.store(in: &cancellables)
                home.changes().sink { _ in
                } receiveValue: { _ in
                }.store(in: &cancellables)
            }
            cancellables = []
        }
        while left != nil { try await Task.sleep(for: .milliseconds(1)) }
    }
}
