@testable internal import HearthDeviceHost
internal import HearthRPC
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing

/// Events that the hub has not confirmed.
@Suite struct UnconfirmedEventsTests {
    private func positions(_ changes: [DeviceChange]) -> [TraitValue?] {
        changes.flatMap(\.events).map { $0.fields[0] }
    }

    @Test func aConfirmationIsForAllBeforeIt() {
        var events = UnconfirmedEvents()
        expect((1...5).map { events.add(Sample.pressed("a", $0)) }, equals: [1, 2, 3, 4, 5])
        events.confirm(upTo: 3)
        expect(events.count, equals: 2)
        events.confirm(upTo: 1)
        expect(positions(events.take(after: 0).changes), equals: [.unsigned(4), .unsigned(5)])
        expect(events.count, equals: 0)
        // Numbers are never used twice: the hub may have them from an earlier call.
        expect(events.add(Sample.pressed("a")), equals: 6)
        events.confirm(upTo: .max)
        expect(events.count, equals: 0)
    }

    @Test func attributesAreNotKeptWithThem() {
        var events = UnconfirmedEvents()
        var change = Sample.turned("a", on: true)
        change.events = Sample.pressed("a").events
        _ = events.add(change)
        expect(events.take(after: 0).changes.map(\.attributes.isEmpty), equals: [true])
    }

    /// The queues are bounded by number, so each event takes as little memory as possible.
    @Test func queuedEventsAreKeptUnencoded() throws {
        let button = try require(Sample.button.event(1))
        let change = DeviceChange(
            deviceID: "a",
            events: [
                .init(
                    endpoint: 1, traitID: Sample.button.id, eventID: 1, fields: [0: .unsigned(1)],
                    message: [UInt8](repeating: 0, count: 1_000))
            ], cause: .device)
        var events = UnconfirmedEvents()
        _ = events.add(change)
        var backlog = EventBacklog()
        backlog.add(change)
        for queued in events.take(after: 0).changes + backlog.take("a").changes {
            expect(queued.events.map { $0.message(of: button, in: Sample.button).count }, equals: [2])
        }
    }

    @Test func unconfirmedEventsAreBoundedAndLossIsReported() {
        let limit = UInt64(UnconfirmedEvents.limit)
        var full = UnconfirmedEvents()
        for number in 1...(3 * limit) { _ = full.add(Sample.pressed(number % 2 == 0 ? "a" : "b", number)) }
        var events = full
        let (changes, lost) = events.take(after: 0)
        expect(positions(changes), equals: (2 * limit + 1...3 * limit).map { .unsigned($0) })
        expect(lost, equals: ["a": Int(limit), "b": Int(limit)])
        expect(events.take(after: 0).lost.isEmpty)
        // A hub that has them needs none of them.
        events = full
        expect(events.take(after: 2 * limit).lost.isEmpty)
        events = full
        events.confirm(upTo: 2 * limit)
        expect(events.take(after: 2 * limit).lost.isEmpty)
        full.remove("a")
        expect(full.take(after: 0).lost, equals: ["b": Int(limit)])
    }

    @Test func anEventThatNoHubTakesIsAMistakeAndIsNotSent() {
        let washing = Matter.OperationalStateTrait.descriptor
        var machine = AttachMachine.attached([
            DeviceDescription(
                id: "washer", name: "Washer", suggestedRoom: nil,
                endpoints: [
                    EndpointDescription(
                        id: 0, parent: nil, deviceTypes: [],
                        traits: [TraitInstance(descriptor: washing, attributes: [:])])
                ], isMatterDevice: false)
        ])
        _ = machine.ended(RPCError(.unavailable, "cut"), chance: 0)
        func report(detail length: Int) -> [HostNotice] {
            let detail = TraitValue.string(String(repeating: "x", count: length))
            let error = TraitValue.structure([0: .unsigned(1), 2: detail])
            let event = DeviceChange.EventOccurrence(
                endpoint: 0, traitID: washing.id, eventID: 0, fields: [0: error])
            return machine.report(DeviceChange(deviceID: "washer", events: [event], cause: .device)).compactMap(
                \.notice)
        }
        expect(report(detail: HeldDevices.eventBytes - 100).isEmpty)
        let notices = report(detail: HeldDevices.eventBytes)
        expect(notices.count, equals: 1)
        expect("\(notices)".contains("at most 65536"))
        expect(machine.backlog.count, equals: 1)
    }
}
