internal import Hearth
internal import HearthCombine
internal import HearthTraitCore
internal import HearthTraits
internal import Testing

/// Events as an app reads them.
@Suite(.timeLimit(.minutes(1))) struct EventControllerTests {
    private typealias Pressed = Google.DoorbellPressTrait.DoorbellPressedEvent
    private typealias Operation = Matter.DoorLockTrait.LockOperationEvent
    private typealias Alarm = Matter.DoorLockTrait.DoorLockAlarmEvent

    private func operation(_ user: UInt64) -> DeviceChange.EventOccurrence {
        .init(
            endpoint: 1, traitID: Operation.traitID, eventID: Operation.eventID,
            fields: [0: .unsigned(1), 1: .unsigned(7), 2: .unsigned(user), 3: .null, 4: .null])
    }

    private var alarm: DeviceChange.EventOccurrence {
        .init(endpoint: 1, traitID: Alarm.traitID, eventID: Alarm.eventID, fields: [0: .unsigned(0)])
    }

    @Test func anEventComesTypedWithWhatGoesWithIt() async throws {
        let fixture = try await HubFixture.start()
        let lock = try #require(await fixture.device("door").types.get(DoorLockDeviceType.self))
        #expect(lock.events.contains(Operation.self))
        #expect(!lock.events.contains(Pressed.self))
        let operations = Recorder(lock.events.subscribe(Operation.self))
        fixture.house.happen(alarm, on: "door")
        fixture.house.happen(operation(3), on: "door")
        fixture.house.happen(operation(4), on: "door")
        let first = try #require(await operations.next().value)
        #expect(first.payload.lockOperationType == .unlock && first.payload.userIndex == 3)
        #expect(first.metadata.importance == .critical && first.metadata.number == 2)
        #expect(first.metadata.timestamp > 1_700_000_000)
        #expect(await operations.next().value?.metadata.number == 3)
        await fixture.stop()
    }

    @Test func allEventsOfATraitComeInTheirOrder() async throws {
        let fixture = try await HubFixture.start()
        let lock = try #require(await fixture.device("door").types.get(DoorLockDeviceType.self))
        let events = Recorder(lock.events.subscribe(Matter.DoorLockTrait.self))
        for happening in [alarm, operation(1), alarm] { fixture.house.happen(happening, on: "door") }
        var seen: [any Event] = []
        for _ in 0..<3 { seen.append(try #require(await events.next().value)) }
        #expect(seen.map { type(of: $0).eventID } == [Alarm.eventID, Operation.eventID, Alarm.eventID])
        #expect(seen.map(\.metadata.number) == [1, 2, 3])
        #expect((seen[1] as? Operation)?.payload.userIndex == 1)
        await fixture.stop()
    }

    @Test func anotherPartsEventIsNotMixedIn() async throws {
        var twin = TestHouse.frontDoor
        twin.endpoints.append(twin.endpoints[1])
        twin.endpoints[2].id = 2
        let fixture = try await HubFixture.start([twin])
        let locks = try await fixture.device("door").types.getAll(of: DoorLockDeviceType.self)
        try #require(locks.count == 2)
        let second = Recorder(locks[1].events.subscribe(Operation.self))
        fixture.house.happen(operation(1), on: "door")
        var there = operation(2)
        there.endpoint = 2
        fixture.house.happen(there, on: "door")
        #expect(await second.next().value?.payload.userIndex == 2)
        await fixture.stop()
    }

    @Test func whatADeviceHasNotFinishesAtOnce() async throws {
        let fixture = try await HubFixture.start()
        let lamp = try #require(await fixture.device("ceiling").types.get(OnOffLightDeviceType.self))
        #expect(!lamp.events.contains(Operation.self))
        #expect(await Recorder(lamp.events.subscribe(Operation.self)).next().isFinished)
        #expect(await Recorder(lamp.events.subscribe(Matter.DoorLockTrait.self)).next().isFinished)
        await fixture.stop()
    }

    @Test func aRemovedDeviceEndsItsEventsBehindTheLast() async throws {
        let fixture = try await HubFixture.start()
        let lock = try #require(await fixture.device("door").types.get(DoorLockDeviceType.self))
        let operations = Recorder(lock.events.subscribe(Operation.self))
        fixture.house.happen(operation(1), on: "door")
        try await fixture.removeDevice("door")
        #expect(await operations.next().value?.payload.userIndex == 1)
        #expect(await operations.next().isFinished)
        #expect(await Recorder(lock.events.subscribe(Operation.self)).next().isFinished)
        await fixture.stop()
    }

    @Test func aDisconnectedHomeFailsThem() async throws {
        let fixture = try await HubFixture.start()
        let lock = try #require(await fixture.device("door").types.get(DoorLockDeviceType.self))
        let operations = Recorder(lock.events.subscribe(Operation.self))
        await fixture.home.disconnect()
        #expect(await operations.next().error?.code == .cancelled)
        #expect(await Recorder(lock.events.subscribe(Operation.self)).next().error?.code == .cancelled)
        await fixture.stop()
    }

    /// Asks for as much as the test says, at most.
    private final class Slow: Subscriber {
        typealias Input = Operation
        typealias Failure = HomeError
        var subscription: (any Subscription)?
        var received: [UInt64] = []
        var failure: HomeError?

        func receive(subscription: any Subscription) { self.subscription = subscription }
        func receive(_ input: Operation) -> Subscribers.Demand {
            received.append(input.metadata.number)
            return .none
        }
        func receive(completion: Subscribers.Completion<HomeError>) {
            if case .failure(let error) = completion { failure = error }
        }
    }

    @Test func oneThatDoesNotReadMissesNothingUpToALimitThatIsSaid() async throws {
        let fixture = try await HubFixture.start()
        let lock = try #require(await fixture.device("door").types.get(DoorLockDeviceType.self))
        let slow = Slow()
        lock.events.subscribe(Operation.self).subscribe(slow)
        let quick = Recorder(lock.events.subscribe(Operation.self))
        for number in 1...10_000 { fixture.house.happen(operation(UInt64(number % 100)), on: "door") }
        _ = await quick.first { $0.metadata.number == 10_000 }
        slow.subscription?.request(.max(2))
        #expect(slow.received == [1, 2])
        for number in 1...3 { fixture.house.happen(operation(UInt64(number)), on: "door") }
        _ = await quick.first { $0.metadata.number == 10_003 }
        slow.subscription?.request(.unlimited)
        // Two were taken, so two more had room.
        #expect(slow.received == (1...10_002).map { UInt64($0) })
        #expect(slow.failure?.code == .resourceExhausted)
        await fixture.stop()
    }
}
