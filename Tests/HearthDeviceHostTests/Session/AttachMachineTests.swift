internal import HearthBase
@testable internal import HearthDeviceHost
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Expectations
internal import Testing

/// The session of a host, as a value, where it takes many devices or whole messages. Transcripts have the rest.
@Suite struct AttachMachineTests {
    @Test func hostIsAttachedOnceDevicesAreSentWhole() throws {
        var machine = AttachMachine.sample()
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        expect(machine.started([Sample.lamp("a", isOn: true), Sample.lamp("b")]).isEmpty)
        _ = machine.takeOutgoing(now: .zero)
        guard case .bring(let bring)? = machine.takeOutgoing(now: .zero)?.content else {
            Issue.record("nothing is brought")
            return
        }
        expect(bring.devices.map { $0.device?.id }, equals: ["a", "b"])
        expect(bring.devices.map(\.isOn), equals: [true, false])
        expect(bring.devices.first?.suggestedRoom, equals: "Hall")
        let endpoints = try require(bring.devices.first?.device?.endpoints)
        expect(endpoints.map(\.parent), equals: [nil, 0])
        expect(
            endpoints.last?.traits.map(\.name),
            equals: ["hearth.traits.matter.v1.OnOff", "hearth.traits.matter.v1.Switch"])
        expect(machine.received(.brought(bring.callID), now: .zero).compactMap(\.notice), equals: [.state(.attached)])
    }

    /// As while the hub's disk is full.
    @Test func postponedDevicesAreRetriedAndReportedOnce() throws {
        let full = RPCError(.resourceExhausted, "the disk is full")
        var machine = AttachMachine.sample()
        var now = Duration.zero
        var notices: [HostNotice] = []
        /// The devices of each add. The hub answers every add with this error.
        func brought(_ error: RPCError?) -> [[String]] {
            var groups: [[String]] = []
            while let content = machine.takeOutgoing(now: now)?.content {
                guard case .bring(let bring) = content else { continue }
                groups.append(bring.devices.compactMap { $0.device?.id })
                notices += machine.received(.brought(bring.callID, error), now: now).compactMap(\.notice)
            }
            return groups
        }
        _ = machine.begin(now: now)
        _ = machine.received(.welcome(heartbeat: 3_600), now: now)
        _ = machine.started([Sample.lamp("a"), Sample.lamp("b"), Sample.lamp("c")])
        expect(brought(full).last, equals: ["c"])
        expect(notices.filter { if case .refused = $0 { true } else { false } }.count, equals: 3)
        notices = []
        var pauses: [Duration] = []
        for id in ["a", "b", "c", "a", "b", "c", "a", "b", "c", "a"] {
            let due = try require(machine.deadline)
            expect(machine.timePassed(now: due - .milliseconds(1)).isEmpty)
            expect(brought(full).isEmpty)
            pauses.append(due - now)
            now = due
            expect(machine.timePassed(now: now).isEmpty)
            expect(brought(full), equals: [[id]])
        }
        expect(pauses.first, equals: .milliseconds(250))
        expect(pauses.last, equals: .seconds(30))
        expect(pauses, equals: pauses.sorted())
        expect(notices.isEmpty)
        // An event meanwhile is sent with the device.
        _ = machine.report(Sample.pressed("c"))
        now = try require(machine.deadline)
        _ = machine.timePassed(now: now)
        expect(brought(nil), equals: [["b"], ["c", "a"]])
        expect(machine.brought, equals: ["a", "b", "c"])
        expect(machine.deadline, equals: now + .seconds(3_600))
    }

    @Test func anEventIsReportedWithItsPayload() throws {
        var machine = AttachMachine.attached([Sample.lamp("a")])
        _ = machine.report(Sample.pressed("a", 1))
        let event = try require(machine.sentReports().first?.events.first)
        expect(event.eventID, equals: 1)
        let bytes = try require(event.payload?.value)
        let descriptor = try require(Sample.button.event(1))
        try expect(Sample.button.decodeEvent(descriptor, bytes.span.bytes), equals: [0: .unsigned(1)])
        expect(event.payload?.typeURL, equals: "/" + Sample.button.typeName(of: descriptor))
    }

    @Test func afterACutTheSameDevicesComeWithThePresentValues() {
        var machine = AttachMachine.attached([Sample.lamp("a"), Sample.lamp("b")])
        _ = machine.report(Sample.turned("a", on: true))
        _ = machine.ended(RPCError(.unavailable, "cut"), chance: 0)
        for index in 0..<10_000 { _ = machine.report(Sample.turned("b", on: index % 2 == 0)) }
        _ = machine.report(Sample.turned("b", on: true))
        expect(machine.outbox.count, equals: 0)
        let devices = machine.reattach()
        expect(devices.map { $0.device?.id }, equals: ["a", "b"])
        expect(devices.map(\.isOn), equals: [true, true])
    }

    @Test func valuesAgainstTheSchemaAreNotSent() {
        var machine = AttachMachine.attached([Sample.lamp("a")])
        var change = Sample.turned("a", on: true)
        change.attributes[Sample.key]?[0] = .unsigned(3)
        change.attributes[.init(endpoint: 1, traitID: 0x999)] = [0: .bool(true)]
        change.events = [.init(endpoint: 1, traitID: 0x3B, eventID: 99, fields: [:])]
        let mistakes = machine.report(change).compactMap(\.notice)
        expect(mistakes.count, equals: 3)
        expect(mistakes.contains { "\($0)".contains("a/1: OnOff.onOff must be true or false") })
        expect(machine.sent().isEmpty)
    }

    // MARK: Many devices

    @Test func manyDevicesComeInSeveralMessagesOneAfterTheOther() {
        var machine = AttachMachine.sample()
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        _ = machine.started((0..<1000).map { Sample.lamp("lamp-\($0)") })
        var ids: [String] = []
        _ = machine.takeOutgoing(now: .zero)
        while case .bring(let bring)? = machine.takeOutgoing(now: .zero)?.content {
            expect(bring.devices.count, isAtMost: 100)
            ids += bring.devices.compactMap { $0.device?.id }
            expectNil(machine.takeOutgoing(now: .zero), "the hub has not answered yet")
            _ = machine.received(.brought(bring.callID), now: .zero)
        }
        expect(ids, equals: (0..<1000).map { "lamp-\($0)" })
        expect(machine.isAttached)
    }

    @Test func aDeviceThatTheHubRefusesDoesNotHinderTheOthers() {
        var machine = AttachMachine.sample()
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        _ = machine.started((0..<40).map { Sample.lamp("lamp-\($0)") })
        var taken: Set<String> = []
        var notices: [HostNotice] = []
        _ = machine.takeOutgoing(now: .zero)
        while case .bring(let bring)? = machine.takeOutgoing(now: .zero)?.content {
            let ids = bring.devices.compactMap { $0.device?.id }
            let isBad = ids.contains("lamp-17") || ids.contains("lamp-33")
            if !isBad { taken.formUnion(ids) }
            let error = isBad ? RPCError(.alreadyExists, "another provider's") : nil
            notices += machine.received(.brought(bring.callID, error), now: .zero).compactMap(\.notice)
        }
        expect(taken.count, equals: 38)
        let refusal = HomeError(.alreadyExists, "another provider's")
        expect(
            notices,
            equals: [
                .refused(deviceIDs: ["lamp-17"], refusal), .refused(deviceIDs: ["lamp-33"], refusal), .state(.attached),
            ])
    }

    @Test(arguments: [
        (0, 0.125, 0.25), (1, 0.25, 0.5), (3, 1, 2), (6, 8, 16), (7, 15, 30), (500, 15, 30),
    ])
    func pausesGrowUpToHalfAMinute(failures: Int, least: Double, most: Double) {
        expect(AttachMachine.backoff.delay(after: failures, random: 0), equals: .seconds(least))
        expect(AttachMachine.backoff.delay(after: failures, random: 1), equals: .seconds(most))
    }
}
