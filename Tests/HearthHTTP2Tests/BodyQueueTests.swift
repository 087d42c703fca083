@testable internal import HearthHTTP2
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@Suite struct BodyQueueTests {
    /// With pieces and room of any size, bytes keep their order.
    @Test func keepsTheOrder() {
        var random = SystemRandomNumberGenerator()
        let seed = UInt64.random(in: .min ... .max, using: &random)
        var numbers = Numbers(state: seed)
        for _ in 0..<200 {
            var queue = BodyQueue()
            var (given, taken): ([UInt8], [UInt8]) = ([], [])
            for _ in 0..<numbers.below(60) {
                if numbers.below(3) > 0 {
                    let size = [1, 5, 69, BodyQueue.small, BodyQueue.small + 1, 20_000][numbers.below(6)]
                    let piece = (0..<size).map { UInt8(truncatingIfNeeded: given.count + $0) }
                    given += piece
                    queue.append(piece)
                } else {
                    taken += take(numbers.below(30_000), from: &queue)
                }
                expect(queue.isEmpty, equals: (given.count == taken.count), "seed \(seed)")
            }
            while !queue.isEmpty { taken += take(16_384, from: &queue) }
            expect(taken, equals: given, "seed \(seed)")
        }
    }

    @Test func forgetsWhatIsRemoved() {
        var queue = BodyQueue()
        for size in [3, 5000, 3] { queue.append([UInt8](repeating: 1, count: size)) }
        queue.removeAll()
        expect(queue.isEmpty)
        queue.append([7])
        expect(take(10, from: &queue), equals: [7])
    }

    private func take(_ count: Int, from queue: inout BodyQueue) -> [UInt8] {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        defer { memory.deallocate() }
        return Array(memory[..<queue.take(into: memory)])
    }

    private struct Numbers {
        var state: UInt64

        /// A linear congruence is random enough here.
        mutating func below(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
    }
}
