@testable internal import HearthDeviceHost
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Expectations
internal import Testing

/// Devices that come and go at any moment.
@Suite struct ComingAndGoingTests {
    private static func pressedBelow(_ id: String) -> DeviceChange {
        var change = Sample.pressed(id, endpoint: 2)
        change.attributes = [.init(endpoint: 2, traitID: Sample.button.id): [1: .unsigned(1)]]
        return change
    }

    @Test func reportsOfARedescribedDeviceFollowItsAdd() {
        var machine = AttachMachine.attached([Sample.lamp("a")])
        _ = machine.add(Sample.lamp("a", hasPart: true))
        // The hub does not know the part yet.
        _ = machine.report(Self.pressedBelow("a"))
        guard case .bring(let bring)? = machine.takeOutgoing(now: .zero)?.content else {
            Issue.record("something overtakes the device")
            return
        }
        expect(bring.devices.first?.device?.endpoints.count, equals: 3)
        _ = machine.received(.brought(bring.callID), now: .zero)
        expect(machine.sentReports().map(\.events.count), equals: [1])
    }

    @Test func deviceRedescribedDuringAddIsAddedAgainFirst() {
        var machine = AttachMachine.attached([])
        _ = machine.add(Sample.lamp("a"))
        let first = machine.sent().compactMap { if case .bring(let bring) = $0 { bring } else { nil } }
        _ = machine.report(Sample.pressed("a", 1))
        _ = machine.add(Sample.lamp("a", isOn: true, hasPart: true))
        _ = machine.report(Self.pressedBelow("a"))
        _ = machine.received(.brought(first.first?.callID ?? 0), now: .zero)
        guard case .bring(let bring)? = machine.takeOutgoing(now: .zero)?.content else {
            Issue.record("something overtakes the device")
            return
        }
        expect(bring.devices.map(\.isOn), equals: [true])
        expect(machine.received(.brought(bring.callID), now: .zero).compactMap(\.notice), equals: [.state(.attached)])
        expect(machine.sentReports().flatMap(\.events).map { $0.target?.endpoint }, equals: [1, 2])
    }

    @Test func redescribedDeviceIgnoresRefusalOfItsOldForm() {
        var machine = AttachMachine.attached([])
        _ = machine.add(Sample.lamp("a"))
        let first = machine.sent().compactMap { if case .bring(let bring) = $0 { bring } else { nil } }
        _ = machine.add(Sample.lamp("a", hasPart: true))
        let refusal = RPCError(.invalidArgument, "no")
        let callID = first.first?.callID ?? 0
        expect(machine.received(.brought(callID, refusal), now: .zero).isEmpty)
        machine.bringEverything()
        expect(machine.isAttached)
        _ = machine.report(Self.pressedBelow("a"))
        expect(machine.sentReports().count, equals: 1)
    }

    @Test func reportsOfARemovedDeviceAreNotItsSuccessors() {
        var machine = AttachMachine.attached([])
        machine.announce("a")
        _ = machine.report(Sample.turned("a", on: true))
        _ = machine.remove("a")
        _ = machine.add(Sample.lamp("a"))
        let brought = machine.sent().flatMap { content -> [Bool?] in
            if case .bring(let bring) = content { bring.devices.map(\.isOn) } else { [] }
        }
        expect(brought, equals: [false])
    }

    @Test func lastReportBeforeStartCountsDespiteOthers() {
        var machine = AttachMachine.sample()
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        var lost = 0
        func report(_ change: DeviceChange) {
            for case .eventsLost(_, let count)? in machine.report(change).map(\.notice) { lost += count }
        }
        report(Sample.turned("lamp", on: true))
        report(Sample.turned("lamp", on: false))
        for number in 0..<UInt64(AttachMachine.earlyLimit) { report(Sample.pressed("button", number)) }
        report(Sample.turned("lamp", on: true))
        _ = machine.started([Sample.lamp("lamp", isOn: true), Sample.lamp("button")])
        let brought = machine.sent().flatMap { content -> [Bool?] in
            if case .bring(let bring) = content { bring.devices.map(\.isOn) } else { [] }
        }
        expect(brought, equals: [true, false])
        expect(machine.early.isEmpty)
        expect(lost, equals: 0)
    }

    @Test func aHostWhoseLastNewDeviceIsTakenBackIsAttached() {
        var machine = AttachMachine.sample()
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        _ = machine.started([Sample.lamp("a")])
        expect(machine.remove("a").compactMap(\.notice), equals: [.state(.attached)])
        expect(machine.isAttached)
        expect(machine.sent().allSatisfy { if case .bring = $0 { false } else { true } })
    }

    /// A machine that has sent two devices in one call, and waits for the answer.
    private func bringingTwo() -> (machine: AttachMachine, callID: UInt64) {
        var machine = AttachMachine.sample()
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        _ = machine.started([Sample.lamp("a"), Sample.lamp("b")])
        let brings = machine.sent().compactMap { if case .bring(let bring) = $0 { bring } else { nil } }
        expect(brings.map(\.devices.count), equals: [2])
        return (machine, brings.first?.callID ?? 0)
    }

    @Test func aHostIsAttachedAlsoWhenOneOfARefusedGroupHasGone() {
        var (machine, callID) = bringingTwo()
        _ = machine.remove("b")
        _ = machine.received(.brought(callID, RPCError(.invalidArgument, "no")), now: .zero)
        machine.bringEverything()
        expect(machine.isAttached)
    }

    @Test func refusalOfAnOldDescriptionIsIgnored() {
        var (machine, callID) = bringingTwo()
        _ = machine.add(Sample.lamp("b", hasPart: true))
        let actions = machine.received(.brought(callID, RPCError(.invalidArgument, "b is wrong")), now: .zero)
        expect(actions.compactMap(\.notice).isEmpty)
        machine.bringEverything()
        expect(machine.isAttached)
        _ = machine.report(Sample.turned("a", on: true))
        expect(machine.sentReports().map(\.deviceID), equals: ["a"])
    }
}
