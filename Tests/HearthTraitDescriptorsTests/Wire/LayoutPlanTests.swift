internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

/// The rule of offsets is a contract with the runtime library, which follows it for layouts that it plans itself.
struct LayoutPlanTests {
    @Test func placesFollowTheRule() {
        var plan = LayoutPlan()
        expect(plan.place(.word), equals: LayoutPlan.Place(at: 24, has: 28))
        expect(plan.place(.long), equals: LayoutPlan.Place(at: 32, has: 40))
        expect(plan.place(.data), equals: LayoutPlan.Place(at: 48, has: 64))
        expect(plan.place(.word), equals: LayoutPlan.Place(at: 68, has: 72))
        expect(plan.place(.message), equals: LayoutPlan.Place(at: 80))
        expect(plan.place(.word), equals: LayoutPlan.Place(at: 88, has: 92))
        expect(plan.place(.repeated), equals: LayoutPlan.Place(at: 96))
        expect(plan.size, equals: 112)
    }

    @Test func membersOfAOneofShareOnePlace() {
        var plan = LayoutPlan()
        _ = plan.place(.word)
        expect(plan.place(oneof: 0), equals: LayoutPlan.Place(at: 40, has: 32))
        expect(plan.place(.word), equals: LayoutPlan.Place(at: 56, has: 60))
        expect(plan.place(oneof: 0), equals: LayoutPlan.Place(at: 40, has: 32))
        expect(plan.size, equals: 64)
    }

    @Test func anEmptyMessageHasOnlyTheHead() {
        expect(LayoutPlan().size, equals: 24)
    }
}
