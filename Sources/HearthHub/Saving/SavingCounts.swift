internal import HearthMetrics

/// The counters of saving, for metrics.
struct SavingCounts: Sendable {
    /// The times of transactions.
    private var times = MetricHistogram(MetricHistogram.seconds)
    /// The callers that shared a transaction.
    private var callers = MetricHistogram(MetricHistogram.sizes)
    /// Transactions that were not stored.
    var failures: UInt64 = 0

    /// Counts a stored transaction.
    mutating func stored(callers: Int, in time: Duration) {
        times.add(time)
        self.callers.add(Double(callers))
    }

    var metrics: [MetricFamily] {
        var times = MetricFamily(
            .histogram, "hearth_store_commit_seconds", "Time from the start of a transaction until it is durable.")
        times.add(self.times)
        var callers = MetricFamily(
            .histogram, "hearth_store_commit_callers", "Callers that shared a transaction (group commit).")
        callers.add(self.callers)
        return [
            times, callers,
            MetricFamily(
                .counter, "hearth_store_commit_failures", "Transactions that could not be stored.", failures),
        ]
    }
}
