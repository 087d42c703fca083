@testable internal import HearthAutomation
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

/// Integers of all widths compare by value, with doubles exactly, and nothing traps.
@Suite struct AutomationNumberTests {
    private static let pairs: [(TraitValue, TraitValue, Ordering)] = [
        (.signed(-1), .unsigned(.max), .less),
        (.unsigned(UInt64(Int64.max) + 1), .signed(.max), .greater),
        (.unsigned(1 << 53 + 1), .double(9_007_199_254_740_992), .greater),
        (.double(9_007_199_254_740_992), .unsigned(1 << 53), .equal),
        (.signed(2), .double(2.5), .less),
        (.signed(-3), .double(-2.5), .less),
        (.signed(-2), .double(-2.5), .greater),
        (.unsigned(.max), .double(1e300), .less),
        (.signed(.min), .double(-.infinity), .greater),
        (.float(0.5), .double(0.5), .equal),
    ]

    @Test(arguments: pairs)
    func numbersCompareByValue(_ left: TraitValue, _ right: TraitValue, _ order: Ordering) throws {
        let (one, other) = (try require(AutomationNumber(left)), try require(AutomationNumber(right)))
        expect(one.compare(other), equals: order)
        expect(other.compare(one), equals: order.reversed)
    }
}
