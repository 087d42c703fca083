internal import HearthCombine
internal import Testing

@Suite struct DemandTests {
    @Test func sumsAndDifferences() {
        var demand = Subscribers.Demand.max(2)
        demand += .max(3)
        demand -= 1
        #expect(demand == .max(4))
        #expect(demand + 1 == .max(5))
        #expect(.unlimited + .max(1) == Subscribers.Demand.unlimited)
        #expect(.unlimited - .max(1) == Subscribers.Demand.unlimited)
        #expect(Subscribers.Demand.max(0) == .none)
        #expect(Subscribers.Demand.unlimited.max == nil)
    }

    @Test func order() {
        #expect(Subscribers.Demand.none < .max(1))
        #expect(Subscribers.Demand.max(.max) < .unlimited)
        #expect(!(Subscribers.Demand.unlimited < .unlimited))
        #expect(!(Subscribers.Demand.unlimited < .max(1)))
    }

    #if !canImport(Darwin)
        @Test func nothingOverflows() {
            #expect(Subscribers.Demand.max(.max) + .max(1) == .max(.max))
            #expect(Subscribers.Demand.max(1) - .max(2) == .none)
            #expect(Subscribers.Demand.max(-1) == .none)
            #expect(Subscribers.Demand.max(1) - .unlimited == .none)
        }
    #endif
}
