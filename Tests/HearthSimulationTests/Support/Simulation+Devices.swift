@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthTraitCore
internal import HomeStateTestSupport
internal import ProcessTestSupport

// Events at devices.
extension Simulation {
    func report(_ index: Int) {
        guard phase == .up, let run, case .there = run.providers[index] else { return }
        let provider = providers[index].devices
        let lamp = editors[index].devices[dice.below(editors[index].devices.count)]
        switch dice.below(12) {
        case 0: return detach(index)
        case 6:
            let extra = "extra-\(index)"
            note("\(extra) is brought")
            Task { try? await provider.bring([TestProvider.lamp(extra, name: extra)]) }
        case 7:
            note("extra-\(index) is removed")
            Task { try? await provider.remove(["extra-\(index)"]) }
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

    /// The maker's lock has events whether the hub is up or not.
    func useMaker() {
        occurrences += 1
        guard let maker, maker.use(occurrences, isLocked: chance(1, in: 2)) else { return }
        note("the maker's lock is used (\(occurrences))")
        makerOccurrences.append(occurrences)
    }

    /// The events of a lock that the hub has, in order.
    func happened(at device: String) -> [UInt64] {
        let cell = run?.hub.directory.cells.first { $0.id == home }
        let events = cell?.read { $0.eventLog.events(after: 0) } ?? []
        return events.compactMap { event in
            guard event.path.target.deviceID == device, case .unsigned(let number) = event.fields[4] else { return nil }
            return number
        }
    }

    /// An answered order was carried out once, others at most once.
    func checkOrders() {
        for index in providers.indices { forgetProvider(index) }
        for (order, count) in orders where count > 1 && !hasLostPower {
            fail("order \(order) was given \(count) times")
        }
        for order in answeredOrders where orders[order] == nil { fail("order \(order) was answered and never given") }
    }

    /// The hub has all events, each once and in their order.
    func checkEvents() {
        guard let run, let cell = run.hub.directory.cells.first(where: { $0.id == home }) else { return }
        let events = cell.read { $0.eventLog.events(after: 0) }
        let own = happened(at: "lock")
        if zip(own, own.dropFirst()).contains(where: { $0 >= $1 }) { fail("the hub has the lock's events as \(own)") }
        // A maker's process keeps its reports until they are stored.
        let far = happened(at: Maker.lock)
        if far != makerOccurrences {
            fail("the hub has the events \(far) of the maker's lock, where \(makerOccurrences) happened")
        }
        for event in events {
            let payload = event.descriptor.encodeEvent(event.event, event.fields)
            if let known = payloads[event.number], known != payload { fail("event \(event.number) was another before") }
        }
        noteEarlyReleases()
        for (index, client) in clients.enumerated() where client.seesEvents {
            guard let since = client.eventsSince else { continue }
            let told = Set(client.events)
            let missed = events.map(\.number).filter { $0 > since && !told.contains($0) }
            if !missed.isEmpty { fail("client \(index) did not receive the events \(missed)") }
            // A lock's change is not reported before it is stored, unless the disk fails or is too slow.
            let lost = told.subtracting(events.map(\.number))
            if !lost.isEmpty, !hasEverFailed, !hasReleasedEarly {
                fail("client \(index) received the events \(lost.sorted()), which are lost")
            }
        }
    }
}
