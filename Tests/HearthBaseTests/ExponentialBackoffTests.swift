internal import Expectations
import Testing

@testable import HearthBase

@Suite struct ExponentialBackoffTests {
    private let backoff = ExponentialBackoff(initial: .seconds(1), maximum: .seconds(10), spread: 0.5...1)

    @Test(arguments: [(-1, 1), (0, 1), (1, 2), (3, 8), (4, 10), (.max, 10)])
    func doublesUpToTheLimit(earlier: Int, seconds: Int) {
        expect(backoff.delay(after: earlier, random: 1), equals: .seconds(seconds))
    }

    @Test(arguments: [(-1, 4.0), (0, 4.0), (0.5, 6.0), (1, 8.0), (2, 8.0)])
    func theRandomNumberChoosesWithinTheSpread(random: Double, seconds: Double) {
        expect(backoff.delay(after: 3, random: random), equals: .seconds(seconds))
    }

    @Test(arguments: [0, -3, 1, .nan])
    func neverShrinks(multiplier: Double) {
        var backoff = backoff
        backoff.multiplier = multiplier
        expect(backoff.delay(after: .max, random: 1), equals: .seconds(1))
    }

    @Test(arguments: [Double.infinity, .greatestFiniteMagnitude])
    func cannotOverflow(multiplier: Double) {
        var backoff = backoff
        backoff.multiplier = multiplier
        expect(backoff.delay(after: 1, random: 1), equals: .seconds(10))
    }

    @Test func takesOddLimits() {
        let high = ExponentialBackoff(initial: .seconds(9), maximum: .seconds(3), spread: 1...1)
        expect(high.delay(after: 0, random: 0), equals: .seconds(3))
        let none = ExponentialBackoff(initial: .zero, maximum: .seconds(3), spread: 1...1)
        expect(none.delay(after: 5, random: 0), equals: .zero)
        let negative = ExponentialBackoff(initial: .seconds(-1), maximum: .seconds(3), spread: 1...1)
        expect(negative.delay(after: 5, random: 0), equals: .zero)
    }
}
