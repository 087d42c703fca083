internal import HearthRPC
@testable internal import HearthRPCHTTP2
internal import Expectations
internal import Testing

@Suite struct RequestBudgetTests {
    private let budget = RequestBudget(limit: 400)

    private func principal(_ name: String) -> Principal { Principal(id: name, rights: .all) }

    @Test func aCallerHasAQuarterAndAllTheWhole() {
        expect(budget.change(by: 100, of: principal("a")))
        expect(!budget.change(by: 1, of: principal("a")))
        for name in ["b", "c", "d"] { expect(budget.change(by: 100, of: principal(name))) }
        expect(!budget.change(by: 1, of: principal("e")))
        expect(budget.change(by: -40, of: principal("b")))
        expect((budget.change(by: 40, of: principal("e")), budget.held), are: (true, 400))
    }

    @Test func strangersAreOne() {
        expect(budget.change(by: 60, of: .anonymous(.all)))
        expect(!budget.change(by: 60, of: .anonymous(Rights(rawValue: 1))))
        expect((budget.change(by: -60, of: .anonymous(.all)), budget.held), are: (true, 0))
    }
}
