@testable internal import HearthHub
@testable internal import HearthHubTests
@testable internal import HearthStoreTests
internal import HearthTraitCore

// What happens at devices.
extension Simulation {
    func report(_ index: Int) {
        guard phase == .up, let run, case .there = run.providers[index] else { return }
        let provider = providers[index]
        let lamp = editors[index].devices[dice.below(editors[index].devices.count)]
        switch dice.below(12) {
        case 0: return detach(index)
        case 1: provider.reportConnectivity(of: lamp, isOnline: chance(1, in: 2))
        case 2, 3, 4, 5:
            guard index == 0 else { fallthrough }
            occurrences += 1
            note("the lock is used (\(occurrences))")
            provider.report(
                TestProvider.doorLock(of: "lock"), [0: .unsigned(UInt64(1 + dice.below(2)))],
                events: [
                    .init(
                        endpoint: 1, traitID: TestProvider.doorLock.id, eventID: 2,
                        fields: [0: .unsigned(0), 1: .unsigned(7), 2: .null, 3: .null, 4: .unsigned(occurrences)])
                ])
        default:
            for _ in 0..<(chance(1, in: 8) ? 30 : 1) {
                provider.report(
                    TestProvider.onOff(of: lamp),
                    [0: .bool(chance(1, in: 2)), 0x4001: .unsigned(UInt64(dice.below(50)))])
            }
        }
    }

    /// All events that the hub has, each once and in the order in which they happened.
    func checkEvents() {
        guard let run, let cell = run.hub.cells.first(where: { $0.id == home }) else { return }
        let events = cell.read { $0.eventLog.events(after: 0) }
        let happened = events.compactMap { event -> UInt64? in
            if case .unsigned(let number) = event.fields[4] { number } else { nil }
        }
        if zip(happened, happened.dropFirst()).contains(where: { $0 >= $1 }) {
            fail("the hub has what happened in the order \(happened)")
        }
        for event in events {
            let payload = event.descriptor.encodeEvent(event.event, event.fields)
            if let known = payloads[event.number], known != payload { fail("event \(event.number) was another before") }
        }
        for (index, client) in clients.enumerated() where client.seesEvents {
            guard let since = client.eventsSince else { continue }
            let told = Set(client.events)
            let missed = events.map(\.number).filter { $0 > since && !told.contains($0) }
            if !missed.isEmpty { fail("client \(index) was not told the events \(missed)") }
            // Of a lock nothing is told before it is stored, unless it can't be.
            let lost = told.subtracting(events.map(\.number))
            if !lost.isEmpty, !hasEverFailed {
                fail("client \(index) was told the events \(lost.sorted()), which are lost")
            }
        }
    }
}
