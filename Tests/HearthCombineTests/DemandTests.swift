internal import HearthCombine
internal import Expectations
internal import Testing

@Suite struct DemandTests {
    @Test func sumsAndDifferences() {
        var demand = Subscribers.Demand.max(2)
        demand += .max(3)
        demand -= 1
        expect((demand, demand + 1), are: (.max(4), .max(5)))
        expect(.unlimited + .max(1), equals: Subscribers.Demand.unlimited)
        expect(.unlimited - .max(1), equals: Subscribers.Demand.unlimited)
        expect(Subscribers.Demand.max(0), equals: .none)
        expectNil(Subscribers.Demand.unlimited.max)
    }

    @Test func order() {
        expect(Subscribers.Demand.none, isBelow: .max(1))
        expect(Subscribers.Demand.max(.max), isBelow: .unlimited)
        expect(!(Subscribers.Demand.unlimited < .unlimited))
        expect(!(Subscribers.Demand.unlimited < .max(1)))
    }

    #if !canImport(Darwin)
        @Test func nothingOverflows() {
            expect(Subscribers.Demand.max(.max) + .max(1), equals: .max(.max))
            expect((Subscribers.Demand.max(1) - .max(2), Subscribers.Demand.max(-1)), are: (.none, .none))
            expect(Subscribers.Demand.max(1) - .unlimited, equals: .none)
        }
    #endif
}
