@testable internal import HearthHub
internal import Testing

@Suite("Report queue")
struct ReportQueueTests {
    private final class Item: Sendable {}

    private struct Weak {
        weak var item: Item?
    }

    @Test("what was sent is let go though something always waits, and the order stays")
    func release() {
        var queue = ReportQueue<(Int, Item)>()
        var all: [Weak] = []
        for number in 0..<1_000 {
            let item = Item()
            all.append(Weak(item: item))
            queue.append((number, item))
            if number > 1 { #expect(queue.popFirst()?.0 == number - 2) }
        }
        #expect(queue.count == 2)
        #expect(all.count { $0.item != nil } < 200)
    }
}
