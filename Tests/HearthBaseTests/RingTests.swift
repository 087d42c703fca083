import Testing

@testable import HearthBase

@Suite struct RingTests {
    @Test(arguments: [1, 2, 3, 7])
    func keepsTheNewestOldestFirst(capacity: Int) {
        var ring = Ring<Int>(capacity: capacity)
        #expect(ring.isEmpty)
        for number in 1...20 {
            ring.append(number)
            #expect(Array(ring) == Array(max(1, number - capacity + 1)...number))
        }
    }

    @Test func hasRoomForOneAtLeast() {
        var ring = Ring<Int>(capacity: 0)
        ring.append(1)
        ring.append(2)
        #expect(Array(ring) == [2])
    }
}
