internal import Expectations
import Testing

@testable import HearthBase

@Suite struct RingTests {
    @Test(arguments: [1, 2, 3, 7])
    func keepsTheNewestOldestFirst(capacity: Int) {
        var ring = Ring<Int>(capacity: capacity)
        expect(ring.isEmpty)
        for number in 1...20 {
            ring.append(number)
            expect(Array(ring), equals: Array(max(1, number - capacity + 1)...number))
        }
    }

    @Test func hasRoomForOneAtLeast() {
        var ring = Ring<Int>(capacity: 0)
        ring.append(1)
        ring.append(2)
        expect(Array(ring), equals: [2])
    }

    @Test func keepsNoMoreBytesThanItMay() {
        var ring = Ring<Int>(capacity: 100, mostBytes: 100)
        for number in 1...10 { ring.append(number, size: 10) }
        expect(ring.bytes, equals: 100)
        expect(ring.count, equals: 10)
        ring.append(11, size: 10)
        expect(Array(ring), equals: Array(5...11))
        expect(ring.bytes, equals: 70)
        ring.append(12, size: 90)
        expect(Array(ring), equals: [12])
        expect(ring.bytes, equals: 90)
        ring.append(13, size: 101)
        expect(ring.isEmpty)
        expect(ring.bytes, equals: 0)
        ring.append(14, size: 100)
        expect(Array(ring), equals: [14])
    }

    /// Compared with a list of all elements, cut to the allowed length.
    @Test func isAlwaysTheNewestWithoutGaps() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var dice = SeededGenerator(seed)
        for _ in 0..<200 {
            let (capacity, most) = (Int.random(in: 1...20, using: &dice), Int.random(in: 1...200, using: &dice))
            var ring = Ring<Int>(capacity: capacity, mostBytes: most)
            var sizes: [Int] = []
            for number in 0..<200 {
                sizes.append(Int.random(in: 0...50, using: &dice))
                ring.append(number, size: sizes[number])
                expect(Array(ring), equals: Array((number + 1 - ring.count)..<(number + 1)), "seed \(seed)")
                expect(ring.count, isAtMost: capacity, "seed \(seed)")
                expect(ring.bytes, isAtMost: most, "seed \(seed)")
                expect(ring.bytes, equals: sizes.suffix(ring.count).reduce(0, +), "seed \(seed)")
                expect(!ring.isEmpty || sizes[number] > most, "seed \(seed)")
            }
        }
    }
}
