@testable internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import Synchronization
internal import Expectations
internal import Testing

/// What the hours of grants cost a structure's changes: how often the time is asked, under the structure's lock.
@Suite(.timeLimit(.minutes(1))) struct HoursWorkTests {
    /// Counts how often the time since 1970 is asked.
    private final class CountingClock: HomeClock {
        let manual = ManualClock()
        private let count = Atomic(0)

        var now: Duration { manual.now }
        var sinceEpoch: Duration {
            count.add(1, ordering: .relaxed)
            return manual.sinceEpoch
        }

        func schedule(
            after delay: Duration, _ action: @escaping @Sendable () async -> Void
        ) -> any ScheduledAction { manual.schedule(after: delay, action) }

        func take() -> Int { count.exchange(0, ordering: .relaxed) }
    }

    private let lamp = TestProvider.onOff(of: "lamp-0")
    private let clock = CountingClock()

    /// A structure with lamps, and a guest whose hours begin in two minutes and last for one.
    private func state(lamps count: Int) -> StructureState {
        let key = TraitKey(endpoint: 1, traitID: lamp.traitID)
        let lamps = (0..<count).map { number in
            DeviceRecord(
                id: "lamp-\(number)", name: "Lamp \(number)", isNameGiven: false, roomID: nil, isMatterDevice: false,
                endpoints: [EndpointRecord(id: 1, parent: nil, deviceTypes: [], traitIDs: [lamp.traitID])],
                traits: [
                    key: DeviceTrait(descriptor: TestProvider.onOff, attributes: [0: .bool(false)], observedAt: .zero)
                ], connectivity: .offline)
        }
        let now = LocalMinute(clock.manual.sinceEpoch, in: "UTC").minute
        let grant = Grant(hasEverything: true, hours: [Grant.Hours(from: now + 2, until: now + 3)])
        return StructureState(
            id: "s", name: "Home", epoch: 1, place: StructurePlace(timeZone: "UTC"), devices: lamps,
            people: [PersonRecord(id: "p", identity: "Gus", name: "Gus", role: .guest, grant: grant)],
            limits: HubLimits())
    }

    private func machine() -> SubscriptionMachine {
        let accesses = ReadAccesses(TraitTable([TestProvider.onOff]))
        let guest = Principal(
            id: "Gus", rights: [.public, .view, .operate], credential: "key of Gus", person: "Gus")
        return SubscriptionMachine(
            view: WatchView(.home(.init()), access: accesses[.all]), limits: HubLimits(), now: .zero,
            viewer: Viewer(guest, ViewerBook(accesses, clock: clock)))
    }

    @Test(arguments: [1, 1_000]) func aTurnOfTheHourAsksTheTimeOnce(_ lamps: Int) async {
        let state = state(lamps: lamps)
        var machine = machine()
        machine.join(state, isNew: false)
        _ = clock.take()
        var asked: [Int] = []
        var changed: [Bool] = []
        for _ in 0..<4 {
            changed.append(machine.regrant(state))
            asked.append(clock.take())
            await clock.manual.advance(by: .seconds(60))
        }
        // Before the hours twice, within them, after them. A structure that is hidden has the time in its report.
        expect(changed, equals: [false, false, true, true])
        expect(asked.max() ?? 0, isAtMost: 2)
        expect(asked.prefix(2), equals: [1, 1])
    }

    @Test func valuesOfAStructureOutsideItsHoursAskNothing() throws {
        var state = state(lamps: 10)
        var machine = machine()
        machine.join(state, isNew: false)
        _ = clock.take()
        for isOn in [true, false] {
            let values = [TraitKey(endpoint: 1, traitID: lamp.traitID): [0: .bool(isOn)] as StructureValue]
            let record = try require(
                state.apply(DeviceChange(deviceID: "lamp-0", attributes: values, cause: .device), at: .zero))
            expect(machine.regrant(state, after: record), equals: false)
            guard case .nothing = machine.offer(OfferedRecord(record)) else {
                Issue.record("a change that the guest may not see was offered")
                return
            }
        }
        expect(clock.take(), equals: 0)
    }
}
