@testable internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore
internal import Expectations
internal import Testing

/// Which reports of a structure stay in memory once they are stored.
@Suite struct KeptReportsTests {
    private let clock = ManualClock()
    private let cell = StructureCell(
        StructureState(id: "s", name: "Home", epoch: 1), limits: HubLimits(), clock: ManualClock())

    private func rename(_ times: Int) -> [ReportRecord] {
        (0..<times).compactMap { _ in
            cell.change { state in state.edit(name: "\(state.sequence)", .hub, at: .zero) }
        }
    }

    private var kept: Int { cell.read { $0.log.count } }

    private func watch() -> Client {
        let client = Client()
        let subscription = Subscription(
            id: "w", principal: .owner, stream: client,
            machine: SubscriptionMachine(
                view: WatchView(.home(.init()), access: ReadAccess(.all, traits: [])), limits: HubLimits(),
                now: clock.now),
            home: EmptyLog(clock: clock), tick: nil)
        cell.add(subscription) { machine, state, _ in machine.join(state, isNew: true) }
        subscription.begin { _ in }
        return client
    }

    @Test func storedReportsLeaveMemoryWithoutAWatch() {
        _ = rename(5)
        cell.stored(through: 3)
        expect(kept, equals: 2)
        cell.stored(through: 5)
        expect(kept, equals: 0)
    }

    @Test func storedReportsLeaveMemoryWithTheLastWatch() {
        let (one, other) = (watch(), watch())
        _ = rename(5)
        cell.stored(through: 4)
        expect(kept, equals: 5)
        one.leave()
        expect(kept, equals: 5)
        other.leave()
        expect(kept, equals: 1)
    }

    @Test func recalledReportsAreKeptIfTheyReachThoseInMemory() {
        let records = rename(9)
        cell.stored(through: 7)
        expect(kept, equals: 2)
        _ = watch()
        cell.recall(Array(records[2...4]), forgotten: 0)
        expect(kept, equals: 2)
        // The stored log may have reports that memory has, too.
        cell.recall(Array(records[4...7]), forgotten: 0)
        expect(kept, equals: 5)
        expect(
            cell.read { $0.reports(after: 4, through: .max, count: 9, bytes: .max)?.records.map(\.position.sequence) },
            equals: Array(5...9))
    }

    /// Nothing would drop them again in a home that nobody uses.
    @Test func reportsOfAWatchThatEndedAreNotKept() {
        let records = rename(4)
        cell.stored(through: 4)
        let client = watch()
        client.leave()
        cell.recall(records, forgotten: 0)
        expect(kept, equals: 0)
    }

    /// They may have a trait that was removed since they were read.
    @Test func reportsReadBeforeAllWereForgottenAreNotKept() {
        let records = rename(4)
        cell.stored(through: 4)
        _ = watch()
        cell.change { state in
            state.forgetReports()
            return nil
        }
        cell.recall(records, forgotten: 0)
        expect(kept, equals: 0)
        cell.recall(records, forgotten: 1)
        expect(kept, equals: 4)
    }
}
