@testable internal import HearthBase
internal import Expectations
internal import Testing

struct SharedPoolTests {
    /// The outcomes for holders that take one after the other; "" is the owner.
    private func outcomes(_ limits: PoolLimits, _ holders: [String]) -> [PoolRefusal?] {
        var pool = SharedPool<String>(limits)
        return holders.map { holder in
            do throws(PoolRefusal) {
                try pool.take(for: holder.isEmpty ? nil : holder)
                return nil
            } catch {
                return error
            }
        }
    }

    @Test func eachHasAShareAndTheOwnerTheRest() {
        let limits = PoolLimits(total: 6, share: 3, reserve: 2)
        expect(
            outcomes(limits, ["a", "a", "a", "a", "b", "b", "", "", ""]),
            equals: [nil, nil, nil, .share(3), nil, .others(4), nil, nil, .total(6)])
        // The owner's share is no limit, and leaves the rest to others.
        expect(outcomes(limits, ["", "", "", "", "", "a", "a"]), equals: [nil, nil, nil, nil, nil, nil, .total(6)])
    }

    @Test func releasedUnitsAreAvailableToOthers() {
        var pool = SharedPool<String>(PoolLimits(total: 10, share: 4, reserve: 2))
        pool.add(4, for: "a")
        pool.add(4, for: "b")
        expect(pool.refusal(for: "c"), equals: .others(8))
        expect(pool.taken, equals: 8)
        pool.giveBack(3, of: "a")
        expectNil(pool.refusal(of: 3, for: "c"))
        expect(pool.refusal(of: 4, for: "c"), equals: .others(8))
        expect(pool.taken(by: "a"), equals: 1)
        expect(pool.taken(by: "b"), equals: 4)
        expect(pool.taken(by: nil), equals: 0)
    }

    @Test func theReserveLeavesHalfAtLeast() {
        expect(PoolLimits(total: 5, share: 5, reserve: 5).forOthers, equals: 3)
        expect(PoolLimits(total: 1, share: 1, reserve: 1).forOthers, equals: 1)
    }

    @Test func aRefusalSaysWhichLimitItIs() {
        expect(
            [PoolRefusal.share(3), .others(4), .total(6)].map { $0.sentence("watches") },
            equals: [
                "you have 3 watches, the most a person may have",
                "there are 4 watches, the most that all but the hub's owner may have",
                "there are 6 watches, the most there may be",
            ])
        expect(
            [PoolRefusal.share(3), .others(4), .total(6)].map { $0.excess("bytes", wayOut: "remove some") },
            equals: [
                "you would have more than 3 bytes, the most a person may have; remove some",
                "there would be more than 4 bytes, the most that all but the hub's owner may have; "
                    + "ask the others or the hub's owner to remove some",
                "there would be more than 6 bytes, the most there may be; remove some",
            ])
    }
}
