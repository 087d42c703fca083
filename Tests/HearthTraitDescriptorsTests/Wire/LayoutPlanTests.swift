internal import HearthTraitDescriptors
internal import Testing

/// The rule of offsets is a contract with the runtime library, which follows it for layouts that it plans itself.
struct LayoutPlanTests {
    @Test func placesFollowTheRule() {
        var plan = LayoutPlan()
        #expect(plan.place(.word) == LayoutPlan.Place(at: 24, has: 28))
        #expect(plan.place(.long) == LayoutPlan.Place(at: 32, has: 40))
        #expect(plan.place(.data) == LayoutPlan.Place(at: 48, has: 64))
        #expect(plan.place(.word) == LayoutPlan.Place(at: 68, has: 72))
        #expect(plan.place(.message) == LayoutPlan.Place(at: 80))
        #expect(plan.place(.word) == LayoutPlan.Place(at: 88, has: 92))
        #expect(plan.place(.repeated) == LayoutPlan.Place(at: 96))
        #expect(plan.size == 112)
    }

    @Test func membersOfAOneofShareOnePlace() {
        var plan = LayoutPlan()
        _ = plan.place(.word)
        #expect(plan.place(oneof: 0) == LayoutPlan.Place(at: 40, has: 32))
        #expect(plan.place(.word) == LayoutPlan.Place(at: 56, has: 60))
        #expect(plan.place(oneof: 0) == LayoutPlan.Place(at: 40, has: 32))
        #expect(plan.size == 64)
    }

    @Test func anEmptyMessageHasOnlyTheHead() {
        #expect(LayoutPlan().size == 24)
    }
}
