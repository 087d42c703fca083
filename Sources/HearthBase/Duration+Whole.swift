extension Duration {
    /// The whole seconds, and the rest in units of 10⁻¹⁸ s with the same sign. `components` stops the program for a
    /// duration of more seconds than an `Int64` holds; here the seconds are the nearest that it holds.
    package var wholeAndRest: (seconds: Int64, attoseconds: Int64) {
        let (seconds, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000_000)
        return (Int64(clamping: seconds), Int64(clamping: rest))
    }

    /// The whole seconds, without the rest; the nearest that an `Int64` holds.
    package var wholeSeconds: Int64 { wholeAndRest.seconds }

    /// A duration from a number of seconds that need not be finite: at most 1,000,000,000,000 s (30,000 years) long, and
    /// none for what is no number. `seconds(_:)` stops the program for what no duration can be.
    package static func bounded(seconds: Double) -> Duration {
        seconds.isNaN ? .zero : .seconds(Swift.min(Swift.max(seconds, -1e12), 1e12))  // in range: 10¹² at most
    }
}
