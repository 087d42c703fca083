extension Duration {
    /// The whole seconds, and the rest in units of 10⁻¹⁸ s with the same sign. Seconds are clamped to `Int64`; the
    /// standard `components` traps instead.
    package var wholeAndRest: (seconds: Int64, attoseconds: Int64) {
        let (seconds, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000_000)
        return (Int64(clamping: seconds), Int64(clamping: rest))
    }

    /// The whole seconds without the rest, clamped to `Int64`.
    package var wholeSeconds: Int64 { wholeAndRest.seconds }

    /// The seconds as a number, to about 16 digits.
    package var inSeconds: Double { Double(wholeAndRest.seconds) + Double(wholeAndRest.attoseconds) / 1e18 }

    /// A duration of a number of seconds, clamped to ±1,000,000,000,000 s (30,000 years); zero for NaN. The standard
    /// `seconds(_:)` traps for a number that no duration can represent.
    package static func bounded(seconds: Double) -> Duration {
        seconds.isNaN ? .zero : .seconds(Swift.min(Swift.max(seconds, -1e12), 1e12))  // in range: 10¹² at most
    }
}
