internal import Expectations
internal import HearthEntities
internal import Synchronization
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct ConnectTurnsTests {
    /// The numbers of links whose turn came.
    private final class Begun: Sendable {
        private let numbers = Mutex<[Int]>([])
        var all: [Int] { numbers.withLock { $0 } }
        func add(_ number: Int) { numbers.withLock { $0.append(number) } }
    }

    private func take(_ count: Int, of turns: ConnectTurns) -> (begun: Begun, turns: [ConnectTurn]) {
        let begun = Begun()
        return (begun, (0..<count).map { number in turns.take { _ in begun.add(number) } })
    }

    private func expectFree(_ count: Int, of limit: ConnectTurns) {
        let (begun, turns) = take(count + 1, of: limit)
        expect(begun.all, equals: Array(0..<count), "no turn was lost")
        for turn in turns { turn.end() }
    }

    @Test func twentyLinksConnectAtATime() {
        let (begun, turns) = take(100, of: ConnectTurns())
        expect(begun.all, equals: Array(0..<20))
        for turn in turns { turn.end() }
        expect(begun.all, equals: Array(0..<100), "each has its turn, in the order of the requests")
    }

    @Test func aTurnIsGivenBackOnce() {
        let (begun, turns) = take(4, of: ConnectTurns(most: 1))
        for _ in 0..<3 { turns[0].end() }
        expect(begun.all, equals: [0, 1])
    }

    @Test func aLinkThatStopsNoLongerWaits() {
        let limit = ConnectTurns(most: 1)
        let (begun, turns) = take(3, of: limit)
        turns[1].end()
        turns[0].end()
        expect(begun.all, equals: [0, 2])
        turns[2].end()
        expectFree(1, of: limit)
    }

    @Test func manyThreadsLoseNoTurn() async {
        let (limit, count) = (ConnectTurns(most: 3), Count())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    let turn = await withCheckedContinuation { continuation in
                        _ = limit.take { continuation.resume(returning: $0) }
                    }
                    count.enter()
                    await Task.yield()
                    count.leave()
                    turn.end()
                }
            }
        }
        expect(count.most, isAtMost: 3)
        expectFree(3, of: limit)
    }

    /// How many are connecting.
    private final class Count: Sendable {
        private let state = Mutex((now: 0, most: 0))
        var most: Int { state.withLock { $0.most } }
        func enter() {
            state.withLock { state in
                state.now += 1
                state.most = max(state.most, state.now)
            }
        }
        func leave() { state.withLock { $0.now -= 1 } }
    }
}
