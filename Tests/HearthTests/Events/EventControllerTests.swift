internal import Hearth
internal import HearthBase
internal import HearthCombine
internal import HearthRPC
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct EventControllerTests {
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
        let lock = try require(await fixture.device("door").types.get(DoorLockDeviceType.self))
        expect((lock.events.contains(Operation.self), lock.events.contains(Pressed.self)), are: (true, false))
        let operations = Recorder(lock.events.subscribe(Operation.self))
        fixture.house.happen(alarm, on: "door")
        fixture.house.happen(operation(3), on: "door")
        fixture.house.happen(operation(4), on: "door")
        let first = try require(await operations.next().value)
        expect((first.payload.lockOperationType, first.payload.userIndex), are: (.unlock, 3))
        expect((first.metadata.importance, first.metadata.number), are: (.critical, 2))
        expect(first.metadata.timestamp, isAbove: 1_700_000_000)
        await expect(operations.next().value?.metadata.number, equals: 3)
        expect((first.number, first.importance, first.timestamp), are: (2, .critical, first.metadata.timestamp))
        expect(Operation.identifier.description, equals: "home.matter.0000.clusters.0101.00000002")
        expect(Operation.name, equals: "LockOperation")
    }

    @Test func eventsOfATraitArriveInOrder() async throws {
        let fixture = try await HubFixture.start()
        let lock = try require(await fixture.device("door").types.get(DoorLockDeviceType.self))
        let events = Recorder(lock.events.subscribe(Matter.DoorLockTrait.self))
        for happening in [alarm, operation(1), alarm] { fixture.house.happen(happening, on: "door") }
        var seen: [any Event] = []
        for _ in 0..<3 { seen.append(try require(await events.next().value)) }
        expect(seen.map { type(of: $0).eventID }, equals: [Alarm.eventID, Operation.eventID, Alarm.eventID])
        expect((seen.map(\.metadata.number), (seen[1] as? Operation)?.payload.userIndex), are: ([1, 2, 3], 1))
    }

    @Test func anotherPartsEventIsNotMixedIn() async throws {
        var twin = TestHouse.frontDoor
        twin.endpoints.append(twin.endpoints[1])
        twin.endpoints[2].id = 2
        let fixture = try await HubFixture.start([twin])
        let locks = try await fixture.device("door").types.getAll(of: DoorLockDeviceType.self)
        try require(locks.count == 2)
        let second = Recorder(locks[1].events.subscribe(Operation.self))
        fixture.house.happen(operation(1), on: "door")
        var there = operation(2)
        there.endpoint = 2
        fixture.house.happen(there, on: "door")
        await expect(second.next().value?.payload.userIndex, equals: 2)
    }

    @Test func missingTraitFinishesAtOnce() async throws {
        let fixture = try await HubFixture.start()
        let lamp = try require(await fixture.device("ceiling").types.get(OnOffLightDeviceType.self))
        expect(!lamp.events.contains(Operation.self))
        await expect(Recorder(lamp.events.subscribe(Operation.self)).next().isFinished)
        await expect(Recorder(lamp.events.subscribe(Matter.DoorLockTrait.self)).next().isFinished)
    }

    @Test func removedDeviceEndsItsEventsAfterTheLast() async throws {
        let fixture = try await HubFixture.start()
        let lock = try require(await fixture.device("door").types.get(DoorLockDeviceType.self))
        let operations = Recorder(lock.events.subscribe(Operation.self))
        fixture.house.happen(operation(1), on: "door")
        try await fixture.removeDevice("door")
        await expect((operations.next().value?.payload.userIndex, operations.next().isFinished), are: (1, true))
        await expect(Recorder(lock.events.subscribe(Operation.self)).next().isFinished)
    }

    @Test func aDisconnectedHomeEndsThemAndGivesNoOthers() async throws {
        let fixture = try await HubFixture.start()
        let lock = try require(await fixture.device("door").types.get(DoorLockDeviceType.self))
        let operations = Recorder(lock.events.subscribe(Operation.self))
        await fixture.home.disconnect()
        await expect(operations.next().isFinished)
        await expect(Recorder(lock.events.subscribe(Operation.self)).next().error?.code, equals: .cancelled)
    }

    @Test func aStructureHasEventsOfItsOwn() async throws {
        let target = Hearth_V1_Target(deviceID: "s")
        let press = Hearth_V1_EventReport(target: target, traitID: Pressed.traitID, eventID: Pressed.eventID, number: 4)
        let isHeard = Latch()
        let hub = ScriptedHub { _, writer in
            try await writer.start()
            let bell = Google.DoorbellPressTrait.descriptor
            let info = Hearth_V1_TraitInfo(id: bell.id, name: bell.typeName, revision: 1)
            let state = Hearth_V1_TraitState(
                target: target, traitID: bell.id,
                attributes: Google_Protobuf_Any(typeName: bell.attributesTypeName, value: []))
            try await writer.write(
                .snapshot(
                    Hearth_V1_Snapshot(
                        structures: [Hearth_V1_Structure(id: "s", name: "Home", traits: [info])], states: [state])))
            try await writer.write(
                .snapshotComplete(
                    Hearth_V1_SnapshotComplete(
                        positions: [Hearth_V1_Position(position("s", 1))],
                        events: [Hearth_V1_EventPosition(structureID: "s", number: 3)])))
            await isHeard.wait()
            try await writer.write(.report(Hearth_V1_Report(events: [press])))
            try await stayOpen()
        }
        let home = try await Home.connect(over: hub.client())
        let structure = try require(try await home.structures().list().first)
        expect((structure.events.contains(Pressed.self), structure.events.contains(Operation.self)), are: (true, false))
        let presses = Recorder(structure.events.subscribe(Pressed.self))
        isHeard.open()
        await expect(presses.next().value?.number, equals: 4)
        await home.disconnect()
    }

    /// Requests as many values as the test says.
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

    @Test func slowReaderMissesNothingUpToAReportedLimit() async throws {
        let fixture = try await HubFixture.start()
        let lock = try require(await fixture.device("door").types.get(DoorLockDeviceType.self))
        let slow = Slow()
        lock.events.subscribe(Operation.self).subscribe(slow)
        let quick = Recorder(lock.events.subscribe(Operation.self))
        for number in 1...10_000 { fixture.house.happen(operation(UInt64(number % 100)), on: "door") }
        _ = await quick.first { $0.metadata.number == 10_000 }
        slow.subscription?.request(.max(2))
        expect(slow.received, equals: [1, 2])
        for number in 1...3 { fixture.house.happen(operation(UInt64(number)), on: "door") }
        _ = await quick.first { $0.metadata.number == 10_003 }
        slow.subscription?.request(.unlimited)
        // Two were taken, which made room for two more.
        expect((slow.received, slow.failure?.code), are: ((1...10_002).map { UInt64($0) }, .resourceExhausted))
    }
}
