extension FixedWidthInteger {
    /// The nearest integer that fits; 0 for NaN.
    package init(nearest value: Double) {
        self = value.isNaN ? 0 : Self(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
    }
}
