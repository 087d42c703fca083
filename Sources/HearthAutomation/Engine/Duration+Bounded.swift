extension Duration {
    /// The duration clamped to 0 to 100 years. Graphs come from clients and may contain any duration, and the sum of
    /// two very long ones would trap.
    var bounded: Duration { min(max(self, .zero), .seconds(100 * 366 * 86_400)) }
}
