/// Delays that grow with each failure up to a limit, randomized so that clients that failed together do not all retry
/// together.
package struct ExponentialBackoff: Hashable, Sendable {
    /// The first delay.
    package var initial: Duration
    /// The factor from one delay to the next; less than 1 counts as 1.
    package var multiplier: Double
    /// The longest delay, before it is spread.
    package var maximum: Duration
    /// The range of the random factor of a delay.
    package var spread: ClosedRange<Double>

    package init(initial: Duration, multiplier: Double = 2, maximum: Duration, spread: ClosedRange<Double>) {
        self.initial = initial
        self.multiplier = multiplier
        self.maximum = maximum
        self.spread = spread
    }

    /// The delay after this number of earlier delays.
    /// - Parameter random: from 0 to 1.
    package func delay(after earlier: Int, random: Double) -> Duration {
        var delay = min(initial, maximum)
        guard delay > .zero else { return .zero }
        if multiplier > 1 {
            // A bound for multipliers only slightly above 1.
            for _ in 0..<min(max(earlier, 0), 1000) {
                // Compared before the multiplication, which could overflow.
                guard multiplier < maximum / delay else {
                    delay = maximum
                    break
                }
                delay = delay * multiplier
            }
        }
        let random = min(max(random, 0), 1)
        return delay * (spread.lowerBound * (1 - random) + spread.upperBound * random)
    }
}
