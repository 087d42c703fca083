@testable internal import HearthDeviceHost
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Expectations
internal import Testing

@Suite struct EventBacklogTests {
    private func positions(_ changes: [DeviceChange]) -> [TraitValue?] {
        changes.flatMap(\.events).map { $0.fields[0] }
    }

    private func positions(_ reports: [Hearth_V1_DeviceReport]) throws -> [TraitValue?] {
        try reports.flatMap(\.events).map { event in
            let descriptor = try require(Sample.button.event(event.eventID))
            let bytes = event.payload?.value ?? []
            return try Sample.button.decodeEvent(descriptor, bytes.span.bytes)[0]
        }
    }

    /// The reports of a new call in which all devices are added.
    private func afterReattaching(_ machine: inout AttachMachine) -> (reports: [Hearth_V1_DeviceReport], lost: [Int]) {
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        var reports: [Hearth_V1_DeviceReport] = []
        var lost: [Int] = []
        while let content = machine.takeOutgoing(now: .zero)?.content {
            if case .report(let report) = content { reports.append(report) }
            guard case .bring(let bring) = content else { continue }
            for case .eventsLost(_, let count)? in machine.received(.brought(bring.callID), now: .zero).map(\.notice) {
                lost.append(count)
            }
        }
        return (reports, lost)
    }

    @Test func theOldestAreLeftOutAndCounted() {
        var backlog = EventBacklog()
        for number in 0..<2_500 { backlog.add(Sample.pressed(number % 2 == 0 ? "a" : "b", UInt64(number))) }
        expect(backlog.count, equals: EventBacklog.limit)
        let a = backlog.take("a")
        expect(positions(a.changes), equals: (750..<1250).map { .unsigned(UInt64($0 * 2)) })
        expect(a.lost, equals: 750)
        expect(a.changes.allSatisfy { $0.events.count == 1 })
        expect(backlog.count, equals: 500)
        expect(backlog.take("a").changes.isEmpty)
        expect(backlog.take("b").lost, equals: 750)
        expect(backlog.count, equals: 0)
    }

    @Test func eventsFollowInOrderOnceTheDeviceIsBack() throws {
        var machine = AttachMachine.attached([Sample.lamp("a"), Sample.lamp("b")])
        _ = machine.ended(RPCError(.unavailable, "cut"), chance: 0)
        for number in 1...300 {
            _ = machine.report(Sample.pressed("a", UInt64(number)))
            _ = machine.report(Sample.turned("a", on: number % 2 == 0))
        }
        let (reports, lost) = afterReattaching(&machine)
        try expect(positions(reports), equals: (1...300).map { .unsigned(UInt64($0)) })
        expect(lost.isEmpty)
        // Only once.
        _ = machine.received(.stored(reports.last?.number ?? 0), now: .zero)
        _ = machine.ended(RPCError(.unavailable, "cut"), chance: 0)
        expect(afterReattaching(&machine).reports.isEmpty)
    }

    @Test func excessEventsAreReportedAsLost() {
        var machine = AttachMachine.attached([Sample.lamp("a")])
        _ = machine.ended(RPCError(.unavailable, "cut"), chance: 0)
        for number in 0..<(EventBacklog.limit + 20) { _ = machine.report(Sample.pressed("a", UInt64(number))) }
        let (reports, lost) = afterReattaching(&machine)
        expect(reports.flatMap(\.events).count, equals: EventBacklog.limit)
        expect(lost, equals: [20])
    }

    @Test(arguments: [UInt64.random(in: 0...UInt64.max)])
    func cutAtRandomEachComesOnceAndInOrder(seed: UInt64) throws {
        var random = Seeded(state: seed)
        var machine = AttachMachine.attached([Sample.lamp("a"), Sample.lamp("b")])
        var got: [TraitValue?] = []
        var (stored, taken) = (UInt64(0), UInt64(0))
        var onTheirWay: [Hearth_V1_AttachRequest.OneOf_Content] = []
        func send(_ count: Int) {
            for _ in 0..<count {
                guard let content = machine.takeOutgoing(now: .zero)?.content else { return }
                onTheirWay.append(content)
            }
        }
        // The hub's answers to the reports may be lost with the call; the others arrive at once.
        func arrive(_ count: Int, answers: Bool = true) throws {
            for content in onTheirWay.prefix(count) {
                if case .bring(let bring) = content, answers {
                    _ = machine.received(.brought(bring.callID), now: .zero)
                }
                guard case .report(let report) = content else { continue }
                got += try positions([report])
                guard report.number > 0 else { continue }
                taken = report.number
                if Bool.random(using: &random) { stored = taken }
                if answers, Bool.random(using: &random) { _ = machine.received(.stored(stored), now: .zero) }
            }
            onTheirWay.removeFirst(min(count, onTheirWay.count))
        }
        for number in 0..<2_000 {
            _ = machine.report(Sample.pressed("a", UInt64(number)))
            send(Int.random(in: 0...4, using: &random))
            try arrive(Int.random(in: 0...4, using: &random))
            guard Int.random(in: 0..<20, using: &random) == 0 else { continue }
            try arrive(Int.random(in: 0...onTheirWay.count, using: &random), answers: false)
            onTheirWay = []
            _ = machine.ended(RPCError(.unavailable, "cut"), chance: 0)
            if Bool.random(using: &random) { _ = machine.report(Sample.turned("b", on: Bool.random(using: &random))) }
            _ = machine.begin(now: .zero)
            _ = machine.received(.welcome(stored: stored, taken: taken), now: .zero)
        }
        repeat {
            send(.max)
            try arrive(.max)
        } while machine.outbox.count > 0 || !machine.isAttached
        expect(got, equals: (0..<2_000).map { .unsigned(UInt64($0)) }, "seed \(seed)")
        _ = machine.received(.stored(taken), now: .zero)
        expect(machine.unconfirmed.count, equals: 0)
    }
}
