@testable internal import HearthDeviceHost
internal import HearthRPC
internal import HearthWire
internal import Expectations
internal import Testing

/// Removed devices, until the hub knows.
@Suite struct RemovalsTests {
    /// The removals of a new call, before the devices are added.
    private func removedAfterReattaching(_ machine: inout AttachMachine) -> [String] {
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        var removed: [String] = []
        while let content = machine.takeOutgoing(now: .zero)?.content {
            if case .remove(let remove) = content { removed += remove.deviceIDs }
            if case .bring(let bring) = content { _ = machine.received(.brought(bring.callID), now: .zero) }
        }
        return removed
    }

    private func cut(_ machine: inout AttachMachine) { _ = machine.ended(RPCError(.unavailable, "cut"), chance: 0) }

    @Test func removalQueuedAtACutIsSentInTheNextCall() {
        var machine = AttachMachine.attached([Sample.lamp("a"), Sample.lamp("b")])
        _ = machine.remove("a")
        cut(&machine)
        expect(removedAfterReattaching(&machine), equals: ["a"])
    }

    @Test func removalIsResentUntilTheHubAnswers() {
        var machine = AttachMachine.attached([Sample.lamp("a"), Sample.lamp("b")])
        _ = machine.remove("a")
        expect(machine.sent(), equals: [.remove(Hearth_V1_RemoveDevices(deviceIDs: ["a"]))])
        cut(&machine)
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        // The removal is sent and followed by an add without an answer.
        expect(machine.sent().count, equals: 3)
        cut(&machine)
        expect(removedAfterReattaching(&machine), equals: ["a"])
        cut(&machine)
        expect(removedAfterReattaching(&machine).isEmpty)
    }

    @Test func readdedDeviceIsNotRemoved() {
        var machine = AttachMachine.attached([Sample.lamp("a"), Sample.lamp("b")])
        _ = machine.remove("a")
        cut(&machine)
        _ = machine.add(Sample.lamp("a"))
        expect(removedAfterReattaching(&machine).isEmpty)
        _ = machine.remove("b")
        _ = machine.add(Sample.lamp("b"))
        // Here the hub receives both, in order.
        guard case .remove? = machine.takeOutgoing(now: .zero)?.content,
            case .bring? = machine.takeOutgoing(now: .zero)?.content
        else {
            Issue.record("the device does not go and come")
            return
        }
        cut(&machine)
        expect(removedAfterReattaching(&machine).isEmpty)
    }

    @Test func deviceNamedAtTheStartIsNotRemoved() {
        var machine = AttachMachine.sample()
        _ = machine.remove("a")
        _ = machine.remove("b")
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        _ = machine.started([Sample.lamp("a")])
        expect(machine.sent().dropFirst().first, equals: .remove(Hearth_V1_RemoveDevices(deviceIDs: ["b"])))
    }

    @Test func anAnswerToWhatWasSentBeforeSaysNothing() {
        var machine = AttachMachine.attached([Sample.lamp("a"), Sample.lamp("b")])
        _ = machine.remove("a")
        _ = machine.add(Sample.lamp("c"))
        let bring = machine.sent().compactMap { if case .bring(let bring) = $0 { bring } else { nil } }
        // It comes and goes once more, which the hub has not read yet.
        _ = machine.add(Sample.lamp("a"))
        _ = machine.remove("a")
        _ = machine.received(.brought(bring.first?.callID ?? 0), now: .zero)
        cut(&machine)
        expect(removedAfterReattaching(&machine), equals: ["a"])
    }

    @Test func removalFromARefusedGroupIsSentAtOnce() {
        var machine = AttachMachine.attached([Sample.lamp("a"), Sample.lamp("b")])
        cut(&machine)
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        let bring = machine.sent().compactMap { if case .bring(let bring) = $0 { bring } else { nil } }
        _ = machine.remove("a")
        _ = machine.received(.brought(bring.first?.callID ?? 0, RPCError(.alreadyExists, "another's")), now: .zero)
        expect(machine.sent().first, equals: .remove(Hearth_V1_RemoveDevices(deviceIDs: ["a"])))
    }

    @Test func removalsAreBounded() {
        var removals = Removals()
        for number in 0..<(Removals.limit + 10) { removals.add("\(number)") }
        expect(removals.tellAll(), equals: (10..<(Removals.limit + 10)).map { "\($0)" })
        expect(removals.tellAll().isEmpty)
        removals.callEnded()
        expect(removals.tellAll().count, equals: Removals.limit)
        removals.bringFollows()
        removals.add("one more")
        removals.answered()
        expect(removals.tellAll(), equals: ["one more"])
    }

    @Test func manyRemovalsTakeSeveralMessages() {
        var machine = AttachMachine.attached([])
        cut(&machine)
        let ids = (0..<2_500).map { "gone-\($0)" }
        for id in ids { _ = machine.remove(id) }
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        let told = machine.sent().compactMap { if case .remove(let remove) = $0 { remove.deviceIDs } else { nil } }
        expect(told.map(\.count), equals: [1000, 1000, 500])
        expect(told.flatMap { $0 }, equals: ids)
    }
}
