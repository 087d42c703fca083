/// Delays that grow from one failure to the next, up to a limit, and are spread at random: those who failed together
/// shall not all come back together.
package struct ExponentialBackoff: Hashable, Sendable {
    /// The first delay.
    package var initial: Duration
    /// The factor from one delay to the next; less than 1 counts as 1.
    package var multiplier: Double
    /// The longest delay, before it is spread.
    package var maximum: Duration
    /// What a delay is multiplied by: something between the two, chosen by the random number.
    package var spread: ClosedRange<Double>

    package init(initial: Duration, multiplier: Double = 2, maximum: Duration, spread: ClosedRange<Double>) {
        self.initial = initial
        self.multiplier = multiplier
        self.maximum = maximum
        self.spread = spread
    }

    /// The delay that follows so many others.
    /// - Parameter random: from 0 to 1.
    package func delay(after earlier: Int, random: Double) -> Duration {
        var delay = min(initial, maximum)
        guard delay > .zero else { return .zero }
        if multiplier > 1 {
            // A bound for multipliers that are hardly more than 1.
            for _ in 0..<min(max(earlier, 0), 1000) {
                // Compared before it is multiplied, which could overflow.
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
