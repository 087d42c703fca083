internal import Expectations
internal import Testing
@testable internal import Hearth

@Suite struct BoundedQueueTests {
    private final class Item: Sendable {}

    private struct Weak {
        weak var item: Item?
    }

    @Test func readValuesAreReleased() {
        var queue = BoundedQueue<Item>()
        queue.append([Item()], "items")
        var all: [Weak] = []
        for _ in 0..<1_000 {
            let item = Item()
            all.append(Weak(item: item))
            queue.append([item], "items")
            _ = queue.popFirst()
        }
        expect(all.count { $0.item != nil }, isBelow: 200)
    }

    @Test func queuedValuesKeepTheirOrder() {
        var queue = BoundedQueue<Int>()
        var next = 0
        for number in 0..<500 {
            queue.append([2 * number, 2 * number + 1], "numbers")
            if number > 100 {
                for _ in 0..<2 {
                    expect(queue.popFirst(), equals: next)
                    next += 1
                }
            }
        }
        while let number = queue.popFirst() {
            expect(number, equals: next)
            next += 1
        }
        expect(next, equals: 1_000)
    }
}
