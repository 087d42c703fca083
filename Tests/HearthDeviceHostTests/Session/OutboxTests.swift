@testable internal import HearthDeviceHost
internal import HearthTraitCore
internal import Expectations
internal import Testing

@Suite struct OutboxTests {
    @Test func reportsLeaveAsTheyCameWhileTheHubKeepsUp() {
        var outbox = Outbox()
        for isOn in [true, false, true] { expect(outbox.add(Sample.turned("a", on: isOn)), equals: 0) }
        expect(
            reports(&outbox).map { $0.attributes[Sample.key]?[0] }, equals: [.bool(true), .bool(false), .bool(true)])
    }

    @Test func aHubThatReadsSlowlyCostsTheDevicesAndNoQueue() {
        var outbox = Outbox()
        for index in 0..<100_000 {
            _ = outbox.add(Sample.turned("lamp-\(index % 300)", on: index % 7 < 3))
        }
        expect(outbox.count, isAtMost: Outbox.limit + 300)
        var last: [String: TraitValue] = [:]
        for change in reports(&outbox) { last[change.deviceID] = change.attributes[Sample.key]?[0] }
        for index in 99_700..<100_000 { expect(last["lamp-\(index % 300)"], equals: .bool(index % 7 < 3)) }
    }

    @Test func eventsBeyondTheLimitAreCountedAndTheNewestStay() {
        var outbox = Outbox()
        for _ in 0..<Outbox.limit { _ = outbox.add(Sample.turned("other", on: true)) }
        var lost = 0
        for index in 0..<100 { lost += outbox.add(Sample.pressed("a", UInt64(index))) }
        expect(lost, equals: 100 - Outbox.eventLimit)
        let events = reports(&outbox).flatMap(\.events)
        expect(events.count, equals: Outbox.eventLimit)
        expect(events.last?.fields[0], equals: .unsigned(99))
    }

    @Test func causesThatDifferBecomeTheDevice() {
        var change = Sample.turned("a", on: true, cause: .client("x"))
        _ = change.merge(Sample.turned("a", on: false, cause: .client("x")), eventLimit: 1)
        expect(change.cause, equals: .client("x"))
        _ = change.merge(Sample.turned("a", on: true, cause: .client("y")), eventLimit: 1)
        expect(change.cause, equals: .device)
    }

    @Test(arguments: [UInt64.random(in: 0...UInt64.max)])
    func orderHoldsForEachDevice(seed: UInt64) {
        var random = Seeded(state: seed)
        var outbox = Outbox()
        var sent: [String: [UInt64]] = [:]
        var got: [String: [UInt64]] = [:]
        func take() {
            guard case .report(let change)? = outbox.take() else { return }
            for event in change.events {
                if case .unsigned(let number)? = event.fields[0] { got[change.deviceID, default: []].append(number) }
            }
        }
        var lost = 0
        for number in 0..<5_000 {
            let device = "lamp-\(Int.random(in: 0..<20, using: &random))"
            sent[device, default: []].append(UInt64(number))
            lost += outbox.add(Sample.pressed(device, UInt64(number)))
            for _ in 0..<Int.random(in: 0...2, using: &random) where number % 1000 > 400 { take() }
        }
        while outbox.count > 0 { take() }
        expect(got.values.map(\.count).reduce(0, +) + lost, equals: 5_000, "seed \(seed)")
        for (device, numbers) in got { expect(numbers, equals: numbers.sorted(), "seed \(seed), \(device)") }
    }

    private func reports(_ outbox: inout Outbox) -> [DeviceChange] {
        var changes: [DeviceChange] = []
        while let entry = outbox.take() {
            if case .report(let change) = entry { changes.append(change) }
        }
        return changes
    }
}

struct Seeded: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
