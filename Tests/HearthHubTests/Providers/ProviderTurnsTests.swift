@testable internal import HearthHub
internal import Synchronization
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct ProviderTurnsTests {
    private final class Seen: Sendable {
        let running = Atomic(0)
        let overlaps = Atomic(0)
        let done = Atomic(0)
        let order = Mutex<[Int]>([])
    }

    /// Two turns at once would both see it.
    @Test func turnsAreExclusiveAndAllEnd() async {
        let turns = ProviderTurns()
        let seen = Seen()
        await withTaskGroup(of: Void.self) { group in
            for number in 1...8 {
                group.addTask {
                    var hasTurn = false
                    for _ in 0..<50 * number {
                        await turns.next(hasTurn)
                        hasTurn = true
                        let count = seen.running.add(1, ordering: .relaxed).newValue
                        if count > 1 { seen.overlaps.add(1, ordering: .relaxed) }
                        seen.running.subtract(1, ordering: .relaxed)
                        seen.done.add(1, ordering: .relaxed)
                    }
                    turns.end()
                }
            }
        }
        expect(seen.overlaps.load(ordering: .relaxed), equals: 0)
        expect(seen.done.load(ordering: .relaxed), equals: 50 * 36)
        // No task waits for it.
        await turns.next(false)
        turns.end()
    }

    @Test func turnsAreFirstComeFirstServed() async throws {
        let turns = ProviderTurns()
        await turns.next(false)
        let seen = Seen()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<5 {
                group.addTask {
                    await turns.next(false)
                    seen.order.withLock { $0.append(number) }
                    turns.end()
                }
                try await until("it waits") { turns.waiting == number + 1 }
            }
            turns.end()
        }
        expect(seen.order.withLock(\.self), equals: [0, 1, 2, 3, 4])
    }
}
