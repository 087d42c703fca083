internal import HearthStore
internal import HearthTraitCore

/// Histories as a ``ModelStore`` keeps them: every sample, for as long as any tier holds it, and the beginning of each
/// tier.
struct ModelHistories: Sendable {
    private struct Series {
        let isState: Bool
        var varies = false
        /// In the order of arrival.
        var samples: [HistorySample] = []

        /// In ascending order of time; samples of one time in the order of arrival.
        var ordered: [HistorySample] {
            samples.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
        }
    }

    private var all: [HistoryKey: Series] = [:]
    /// Nothing is held before these times, by tier. They are beginnings of hours.
    private var begins: [HistoryTier: Int64] = [:]
    /// The last hour in which samples were dropped.
    private var hour: Int64?

    private func begin(_ tier: HistoryTier) -> Int64 { begins[tier] ?? .min }

    mutating func add(_ entry: HistoryEntry) {
        switch entry.subject {
        case .attribute(let id, let isState):
            let key = HistoryKey(entry.path, id)
            if all[key] == nil { all[key] = Series(isState: isState) } else { all[key]?.varies = true }
            all[key]?.samples.append(entry.sample)
        case .all:
            for (key, series) in all where key.path == entry.path && series.varies {
                all[key]?.samples.append(entry.sample)
            }
        }
    }

    mutating func remove(_ deviceID: String) { all = all.filter { $0.key.path.target.deviceID != deviceID } }

    /// Drops samples that are too old or too many, once an hour.
    mutating func forget(_ batch: HistoryBatch) {
        let now = batch.now.floored(to: HistoryTier.hour)
        guard hour != now else { return }
        hour = now
        let times = [batch.retention.values, batch.retention.minutes, batch.retention.hours]
        for (tier, time) in zip(HistoryTier.allCases, times) {
            let begin = (batch.now &- time.milliseconds).floored(to: HistoryTier.hour)
            begins[tier] = max(self.begin(tier), min(begin, now))
        }
        for tier in HistoryTier.allCases {
            while bytes > batch.retention.bytes,
                let oldest = all.values.flatMap(\.samples).map(\.time).filter({ $0 >= begin(tier) }).min(), oldest < now
            {
                begins[tier] = oldest.floored(to: HistoryTier.hour) &+ HistoryTier.hour
            }
        }
        let oldest = HistoryTier.allCases.map(begin).min() ?? .min
        for key in all.keys { all[key]?.samples.removeAll { $0.time < oldest } }
    }

    /// Approximately the need of a store: 8 bytes for each value and each summary.
    private var bytes: Int64 { all.values.reduce(0) { $0 + bytes($1) } }

    private func bytes(_ series: Series) -> Int64 {
        let counts = HistoryTier.allCases.map { tier in
            Set(
                series.samples.filter { $0.time >= begin(tier) }.enumerated().map { index, sample in
                    tier == .values ? Int64(index) : sample.time.floored(to: tier.length)
                }
            ).count
        }
        return Int64(8 * counts.reduce(0, +))
    }

    func range(_ request: HistoryRequest) -> HistoryRange? {
        guard let series = all[request.key] else { return nil }
        var tier = request.tier
        while let coarser = tier.coarser, begin(tier) > begin(.hours), request.from < begin(tier) { tier = coarser }
        let samples = series.ordered.filter { $0.time >= begin(.hours) }
        guard let first = samples.first(where: { $0.time >= begin(tier) }) ?? samples.first else { return nil }
        return HistoryRange(request, tier, heldSince: first.time, isState: series.isState, samples: samples)
    }

    func part(_ key: HistoryKey, from: Int64, until: Int64) -> HistoryPart? {
        guard let series = all[key] else { return nil }
        var before: HistoryContent = .null
        var samples: [HistorySample] = []
        for sample in series.ordered where sample.time < until {
            if sample.time >= max(from, begin(.values)) {
                samples.append(sample)
            } else if sample.content.number != nil || sample.content == .null {
                before = sample.content
            }
        }
        return samples.isEmpty ? nil : HistoryPart(next: until, before: before, samples: samples)
    }

    func series(of deviceID: String) -> [StoredSeries] {
        all.filter { $0.key.path.target.deviceID == deviceID && $0.value.varies }
            .map { StoredSeries(key: $0.key, bytes: bytes($0.value)) }
            .sorted { left, right in
                let paths = [left.key, right.key].map { ($0.path.target.endpoint, $0.path.traitID, $0.attributeID) }
                return paths[0] < paths[1]
            }
    }
}
