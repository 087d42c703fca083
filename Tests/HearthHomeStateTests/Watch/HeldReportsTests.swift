@testable internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore
internal import Expectations
internal import Testing

/// Watches of a structure whose reports are held until they are saved.
@Suite(.timeLimit(.minutes(5)))
struct HeldReportsTests {
    private let clock = ManualClock()
    private let cell: StructureCell
    private let limits: HubLimits

    init() {
        var limits = HubLimits()
        limits.reportBytes = 4 << 20
        limits.queuedReportBytes = 16 << 20
        self.limits = limits
        let state = StructureState(id: "s", name: "Home", epoch: 1, limits: limits)
        cell = StructureCell(state, limits: limits, clock: clock)
    }

    /// Renames the structure. Returns the sequence of the report.
    @discardableResult
    private func rename(isHeld: Bool) -> UInt64 {
        let number = cell.read { $0.sequence }
        return cell.change(savedFirst: isHeld) { $0.edit(name: "\(number)", .hub, at: .zero) }?.position.sequence ?? 0
    }

    /// Holds a report, and another one before each release of it.
    ///
    /// - Returns: the sequence of the last one, which is still held.
    private func hold(releases: Int) -> UInt64 {
        var last = cell.read { $0.sequence }
        for _ in 0..<releases {
            let next = rename(isHeld: true)
            cell.release(through: last)
            last = next
        }
        return last
    }

    private func subscription(_ client: Client, atMostEvery least: Duration = .zero) -> Subscription {
        var intervals = WatchIntervals(most: .seconds(3_600))
        intervals.least = least
        let view = WatchView(.home(.init()), access: ReadAccess(.all, traits: []))
        return Subscription(
            id: "w", principal: .owner, stream: client,
            machine: SubscriptionMachine(view: view, intervals: intervals, limits: limits, now: clock.now),
            home: EmptyLog(clock: clock), tick: nil)
    }

    /// Begins a watch, and takes its first messages.
    @discardableResult
    private func watch(_ client: Client, atMostEvery least: Duration = .seconds(10)) -> Subscription {
        let subscription = subscription(client, atMostEvery: least)
        cell.add(subscription) { machine, state, _ in machine.join(state, isNew: true) }
        subscription.begin { _ in }
        _ = client.take()
        return subscription
    }

    /// The catch-up report has the present values, which must not be newer than its position.
    @Test func catchUpReportWaitsForAtMost16Releases() async {
        let client = Client()
        watch(client)
        // Each catch-up report has its own 16.
        for releases in [0, 16, 17, 16] {
            await clock.advance(by: .seconds(10))
            rename(isHeld: false)
            _ = client.take()
            // It lags by this one.
            rename(isHeld: false)
            rename(isHeld: true)
            await clock.advance(by: .seconds(10))
            let last = hold(releases: releases)
            let isLate = releases > 16
            expect(client.take(), equals: (isLate ? ["resync", "snapshot", "marker \(last)"] : []), "\(releases)")
            cell.release(through: last)
            expect(client.take(), equals: (isLate ? [] : ["report \(last)"]), "\(releases)")
        }
    }

    /// Begins a replay of three reports, which waits before the held fourth one.
    private func replay(_ client: Client) -> Subscription {
        for _ in 1...3 { rename(isHeld: false) }
        rename(isHeld: true)
        let subscription = subscription(client)
        cell.add(subscription) { machine, state, missed in
            _ = machine.resume(
                state, from: StructurePosition(structureID: "s", epoch: 1, sequence: 0),
                notified: missed.notifiedSequence)
        }
        subscription.begin { _ in }
        expect(client.take(), equals: ["started", "marker 0", "report 1", "report 2", "report 3"])
        return subscription
    }

    /// A crash could undo held reports. While a lock is in constant use, there are always some.
    @Test func replayGetsEachReportOnceItIsReleased() {
        let client = Client()
        _ = replay(client)
        for released: UInt64 in 4..<40 {
            expect(rename(isHeld: true), equals: released + 1)
            expect(client.take(), equals: [])
            cell.release(through: released)
            expect(client.take(), equals: ["report \(released)"])
        }
        cell.release(through: 40)
        expect(client.take(), equals: ["report 40"])
        rename(isHeld: false)
        expect(client.take(), equals: ["report 41"])
    }

    /// Large reports for many watches that wait for the same save would hold up the hub.
    @Test func delayedCatchUpReportsComeInRounds() async {
        let (first, second) = (Client(), Client())
        watch(first)
        watch(second, atMostEvery: .milliseconds(10_005))
        rename(isHeld: false)
        expect([first.take(), second.take()], equals: [["report 1"], ["report 1"]])
        let rooms = (0..<10_000).map { "room \($0)" }
        cell.change { $0.put(ZoneRecord(id: "z", structureID: "s", name: "All", roomIDs: rooms), .hub, at: .zero) }
        await clock.advance(by: .seconds(10))
        expect([first.take(), second.take()], equals: [["report 2"], []])
        let held = rename(isHeld: true)
        await clock.advance(by: .milliseconds(5))
        cell.release(through: held)
        expect([first.take(), second.take()], equals: [[], []])
        await clock.advance(by: .seconds(1))
        expect([first.take(), second.take()], equals: [[], ["report 3"]])
    }

    @Test func watchThatLeavesWhileItWaitsIsFreed() async {
        let client = Client()
        weak let subscription = watch(client)
        rename(isHeld: false)
        rename(isHeld: false)
        rename(isHeld: true)
        await clock.advance(by: .seconds(10))
        expect(subscription != nil)
        client.leave()
        expectNil(subscription)
    }

    @Test func replayThatLeavesWhileItWaitsIsFreed() {
        let client = Client()
        weak let subscription = replay(client)
        expect(subscription != nil)
        client.leave()
        expectNil(subscription)
    }
}
