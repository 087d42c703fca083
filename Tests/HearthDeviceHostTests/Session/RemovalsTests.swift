@testable internal import HearthDeviceHost
internal import HearthRPC
internal import HearthWire
internal import Expectations
internal import Testing

/// Removed devices, until the hub knows.
@Suite struct RemovalsTests {
    @Test func removalsAreBounded() {
        var removals = Removals()
        for number in 0..<(Removals.limit + 10) { removals.add("\(number)") }
        expect(removals.markAllSent(), equals: (10..<(Removals.limit + 10)).map { "\($0)" })
        expect(removals.markAllSent().isEmpty)
        removals.callEnded()
        expect(removals.markAllSent().count, equals: Removals.limit)
        removals.bringFollows()
        removals.add("one more")
        removals.answered()
        expect(removals.markAllSent(), equals: ["one more"])
    }

    @Test func manyRemovalsTakeSeveralMessages() {
        var machine = AttachMachine.attached([])
        _ = machine.ended(RPCError(.unavailable, "cut"), chance: 0)
        let ids = (0..<2_500).map { "gone-\($0)" }
        for id in ids { _ = machine.remove(id) }
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        let told = machine.sent().compactMap { if case .remove(let remove) = $0 { remove.deviceIDs } else { nil } }
        expect(told.map(\.count), equals: [1000, 1000, 500])
        expect(told.flatMap { $0 }, equals: ids)
    }
}
