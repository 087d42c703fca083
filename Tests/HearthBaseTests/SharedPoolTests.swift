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

    @Test func aHouseholdHasMostButNeverAll() {
        func ofHousehold(_ total: Int, _ reserve: Int, _ part: Int?) -> Int {
            PoolLimits(total: total, share: 1, reserve: reserve, ofHousehold: part).ofHousehold
        }
        expect(ofHousehold(10_000, 1_000, 7_500), equals: 7_500)
        expect(ofHousehold(4, 1, 3), equals: 2)
        expect(ofHousehold(100, 10, 100), equals: 89)
        expect(ofHousehold(1, 0, 1), equals: 1)
        expect(ofHousehold(4, 1, nil), equals: 4)
        expect([75, 100, 120, -1].map { PoolLimits.part($0, of: 4_030) }, equals: [3_022, 4_030, 4_030, 0])
    }

    @Test func whatIsTakenCountsInEachHousehold() throws {
        var pool = SharedPool<String>(PoolLimits(total: 10, share: 4, reserve: 2, ofHousehold: 5))
        try pool.take(3, for: "a", in: ["home", "barn"])
        try pool.take(2, for: "b", in: ["home"])
        // The person's share comes first, and others of the household have used it up.
        expect(pool.refusal(of: 2, for: "a", in: ["home"]), equals: .share(4))
        expect(pool.refusal(for: "c", in: ["barn", "home"]), equals: .household("home", 5))
        expectNil(pool.refusal(for: "c", in: ["barn"]))
        // What the owner takes counts in no household, and is not limited by it.
        try pool.take(2, for: nil, in: ["home"])
        expect((pool.taken(in: "home"), pool.taken(in: "barn"), pool.taken), are: (5, 3, 7))
        pool.giveBack(3, of: "a", in: ["home", "barn"])
        pool.add(1, for: "b", inOnly: "barn")
        expect((pool.taken(in: "home"), pool.taken(in: "barn"), pool.taken), are: (2, 1, 4))
    }

    /// The last tenth is for households that have little, also if the same people are in several.
    @Test func householdsThatHaveLittleAreLetIn() throws {
        var pool = SharedPool<String>(PoolLimits(total: 400, share: 400, reserve: 80, ofHousehold: 200))
        try pool.take(200, for: "a", in: ["home"])
        try pool.take(88, for: "a", in: ["second"])
        // 320 are for others, and of those the last 32 for households with at most 2.
        let isRest = PoolRefusal.lastPart(taken: 288, floor: 2)
        expect(pool.refusal(for: "a", in: ["second"]), equals: isRest)
        expect(pool.refusal(of: 3, for: "b", in: ["barn"]), equals: isRest)
        expect(pool.refusal(for: "b", in: ["barn", "second"]), equals: isRest)
        try pool.take(2, for: "b", in: ["barn"])
        expect(pool.refusal(for: "b", in: ["barn"]), equals: isRest)
        // What was taken in it can't be moved to a household that has more.
        expect(pool.refusal(for: "b", inOnly: ["second"]), equals: isRest)
        expectNil(pool.refusal(for: "b", inOnly: ["attic"]))
        // What is in no household may take it, and the owner.
        expectNil(pool.refusal(of: 30, for: "b"))
        expectNil(pool.refusal(of: 110, for: nil, in: ["home"]))
        pool.giveBack(60, of: "a", in: ["second"])
        expectNil(pool.refusal(of: 58, for: "b", in: ["barn"]))
    }

    @Test func theReserveLeavesHalfAtLeast() {
        expect(PoolLimits(total: 5, share: 5, reserve: 5).forOthers, equals: 3)
        expect(PoolLimits(total: 1, share: 1, reserve: 1).forOthers, equals: 1)
    }

    @Test func aRefusalSaysWhichLimitItIs() {
        expect(
            [PoolRefusal.share(3), .household("s", 5), .lastPart(taken: 3, floor: 1), .others(4), .total(6)].map {
                $0.sentence("watches")
            },
            equals: [
                "you have 3 watches, the most a person may have",
                "there are 5 watches in the household, the most a structure may have with those that its owners created",
                "there are 3 watches, and the rest is for households with at most 1",
                "there are 4 watches, the most that all but the hub's owner may have",
                "there are 6 watches, the most there may be",
            ])
        expect(
            [PoolRefusal.share(3), .household("s", 5), .others(4), .total(6)].map {
                $0.excess("bytes", wayOut: "remove some")
            },
            equals: [
                "you would have more than 3 bytes, the most a person may have; remove some",
                "there would be more than 5 bytes in the household, the most a structure may have with those that its owners "
                    + "created; ask the household's members or the hub's owner to remove some",
                "there would be more than 4 bytes, the most that all but the hub's owner may have; "
                    + "ask the others or the hub's owner to remove some",
                "there would be more than 6 bytes, the most there may be; remove some",
            ])
    }
}
