internal import Expectations
import Testing

@testable import HearthBase

@Suite struct FIFOTests {
    @Test func takesElementsInTheOrderTheyCame() {
        var queue = FIFO<Int>()
        queue.append(1)
        queue.append(contentsOf: [2, 3])
        expect(queue.first, equals: 1)
        expect(queue.count, equals: 3)
        expect(Array(queue), equals: [1, 2, 3])
        expect([queue.popFirst(), queue.popFirst(), queue.popFirst(), queue.popFirst()], equals: [1, 2, 3, nil])
        expect(queue.isEmpty)
    }

    @Test func removesFromTheMiddle() {
        var queue = FIFO<Int>()
        queue.append(contentsOf: 0..<6)
        _ = queue.popFirst()
        expect(queue.remove(at: 1), equals: 2)
        expectNil(queue.remove(at: 9))
        expectNil(queue.remove(at: -1))
        expect(queue.removeAll { $0.isMultiple(of: 2) }, equals: [4])
        expect(queue.removeFirst { $0 > 2 }, equals: 3)
        expectNil(queue.removeFirst { $0 > 9 })
        expect(Array(queue), equals: [1, 5])
    }

    @Test func laggingReaderDoesNotGrowTheStorage() {
        var queue = FIFO<Int>()
        queue.append(contentsOf: 0..<10)
        for number in 10..<10_000 {
            queue.append(number)
            expect(queue.popFirst(), equals: number - 10)
            expect(queue.elements.count, isAtMost: 2 * 64 + 10)
        }
    }

    @Test func equalsAnArrayOverRandomSteps() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed)
        var queue = FIFO<Int>()
        var array: [Int] = []
        for step in 0..<20_000 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0...3:
                queue.append(step)
                array.append(step)
            case 4...6:
                expect(queue.popFirst(), equals: (array.isEmpty ? nil : array.removeFirst()), "seed \(seed)")
            default:
                let offset = Int.random(in: 0..<4, using: &random)
                expect(
                    queue.remove(at: offset), equals: (offset < array.count ? array.remove(at: offset) : nil),
                    "seed \(seed)")
            }
        }
        expect(Array(queue), equals: array, "seed \(seed)")
    }
}

struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
