@testable internal import HearthEventLoop
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct TimerHeapTests {
    /// A heap, and its timers by their deadlines in the order of a sorted list.
    private struct Checked {
        var heap = TimerHeap()
        private(set) var model: [LoopTimer] = []
        let loop: EventLoop

        mutating func insert(_ deadline: UInt64) -> LoopTimer {
            let timer = LoopTimer(loop: loop, deadline: deadline) {}
            heap.insert(timer)
            model.append(timer)
            return timer
        }

        mutating func remove(_ timer: LoopTimer) {
            heap.remove(timer)
            model.removeAll { $0 === timer }
        }

        var isRight: Bool { heap.first?.deadline == model.map(\.deadline).min() }
    }

    private func withHeap(_ body: (inout Checked) throws -> Void) async throws {
        let loop = try EventLoop.start()
        var checked = Checked(loop: loop)
        try body(&checked)
        await loop.stop()
    }

    @Test func theEarliestIsFirst() async throws {
        try await withHeap { checked in
            expectNil(checked.heap.first)
            for deadline in [5, 3, 8, 1, 9, 1] as [UInt64] { _ = checked.insert(deadline) }
            var deadlines: [UInt64] = []
            while let first = checked.heap.first {
                deadlines.append(first.deadline)
                checked.remove(first)
            }
            expect(deadlines, equals: [1, 1, 3, 5, 8, 9])
        }
    }

    @Test func removingTwiceOrWhatIsNotThereIsNothing() async throws {
        try await withHeap { checked in
            let (one, two) = (checked.insert(1), checked.insert(2))
            checked.remove(one)
            checked.remove(one)
            expect(one.index, equals: -1)
            expect(checked.heap.first === two)
            checked.heap.remove(LoopTimer(loop: checked.loop, deadline: 0) {})
            expect(checked.heap.first === two)
        }
    }

    /// Timers know their places after any insertions and removals.
    @Test func anyOrderOfInsertingAndRemoving() async throws {
        let seed = UInt64.random(in: .min ... .max)
        try await withHeap { checked in
            var state = seed
            func random(_ limit: Int) -> Int {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Int(state >> 33) % limit
            }
            for _ in 0..<5_000 {
                if checked.model.isEmpty || random(5) < 3 {
                    _ = checked.insert(UInt64(random(100)))
                } else {
                    checked.remove(checked.model[random(checked.model.count)])
                }
                expect(checked.isRight, "seed \(seed)")
            }
            while let first = checked.heap.first {
                expect(checked.isRight, "seed \(seed)")
                checked.remove(first)
            }
            expect(checked.model.isEmpty, "seed \(seed)")
        }
    }
}
