internal import HearthStore
internal import HearthTraitCore
internal import ProcessTestSupport
internal import StoreTestSupport
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct StoredHistoryTests {
    private static let hour: Int64 = 3_600_000
    private static let day = 24 * hour
    /// The beginning of an hour.
    private static let start: Int64 = 1_800_000_000_000
    private let key = HistoryKey(TraitPath(TraitTarget(deviceID: "d", endpoint: 1), 6), 0)

    private func begin(_ place: any HomePlace) async throws -> any HomeStorage {
        let store = try await place.open()
        try await store.commit([.putStructure(structure), .putRoom(room), .putDevice(device)])
        return store
    }

    /// Saves samples as a hub does, one save after the other.
    private func save(
        _ samples: [HistorySample], in store: any HomeStorage, from place: Int = 0, isState: Bool = false,
        retention: HistoryRetention = HistoryRetention()
    ) async throws {
        for (index, sample) in samples.enumerated() {
            let entry = HistoryEntry(
                path: key.path, subject: .attribute(key.attributeID, isState: isState), place: Int64(place + index),
                sample: sample)
            try await store.commit(
                StoreTransaction(history: HistoryBatch([entry], now: sample.time, retention: retention)))
        }
    }

    /// A naive model of the value from each time on.
    private struct Model {
        var samples: [HistorySample]
        let isState: Bool

        struct Column: Hashable {
            var start: Int64
            var changes = 0
            var known: Int64 = 0
            var minimum: Double?
            var maximum: Double?
            var mean: Double?
            var last: Double?
            var states: [Int64: Int64] = [:]
        }

        func columns(from: Int64, length: Int64, until: Int64, now: Int64) -> [Column] {
            // Each value with its beginning and end; a sample that changes nothing splits it.
            var spans: [(from: Int64, until: Int64, value: Double?, isSample: Bool)] = []
            var held: Double?
            var isAway = false
            for (index, sample) in samples.enumerated() {
                switch sample.content {
                case .integer(let value): (held, isAway) = (Double(value), false)
                case .real(let value): (held, isAway) = (value, false)
                case .null: (held, isAway) = (nil, false)
                case .away: isAway = true
                case .back: isAway = false
                }
                let end = index + 1 < samples.count ? samples[index + 1].time : .max
                spans.append((sample.time, end, isAway ? nil : held, true))
            }
            return stride(from: from, to: until, by: Int(length)).compactMap { begin -> Column? in
                var column = Column(start: begin)
                let end = min(begin + length, until)
                var integral = 0.0
                for span in spans where span.from < end && span.until >= begin {
                    let isHere = span.from >= begin
                    let time = max(0, min(span.until, end, now) - max(span.from, begin))
                    if isHere { column.changes += 1 }
                    if span.until > begin || isHere { column.last = span.value }
                    guard let value = span.value, time > 0 || isHere else { continue }
                    column.known += time
                    if isState {
                        if time > 0 { column.states[Int64(value), default: 0] += time }
                    } else {
                        column.minimum = min(column.minimum ?? value, value)
                        column.maximum = max(column.maximum ?? value, value)
                        integral += value * Double(time)
                    }
                }
                if !isState { column.mean = column.known > 0 ? integral / Double(column.known) : nil }
                return column.changes > 0 || column.known > 0 ? column : nil
            }
        }
    }

    private func samples(_ count: Int, _ random: inout some RandomNumberGenerator) -> [HistorySample] {
        var time = Self.start
        return (0..<count).map { _ in
            // At once, soon, within the hour, or much later.
            time +=
                [0, 300, 40_000, 900_000, 9_000_000].map { Int64.random(in: 0...$0, using: &random) }
                .randomElement(using: &random) ?? 0
            let content: HistoryContent =
                switch Int.random(in: 0..<10, using: &random) {
                case 0: .null
                case 1: .away
                case 2: .back
                case 3: .real(Double.random(in: 0...1, using: &random))
                default: .integer(Int64.random(in: -3...3, using: &random))
                }
            return HistorySample(time, content)
        }
    }

    @Test(arguments: StoreImplementation.all, [false, true])
    func everyTierSaysWhatHappened(_ implementation: StoreImplementation, isState: Bool) async throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = Dice(seed: seed)
        let store = try await begin(implementation.place())
        var samples = self.samples(600, &random)
        if isState { samples = samples.filter { if case .real = $0.content { false } else { true } } }
        try await save(samples, in: store, isState: isState)
        let model = Model(samples: samples, isState: isState)
        let now = (samples.last?.time ?? 0) + 1_000
        var tiers: Set<HistoryTier> = []
        for _ in 0..<200 {
            let from = Int64.random(in: Self.start - Self.hour...now, using: &random)
            let lengths: [Int64] = [60_000, Self.hour, 100 * Self.hour]
            let longest = lengths.randomElement(using: &random) ?? 1
            let request = HistoryRequest(
                key, from: from, until: from + Int64.random(in: 1...longest, using: &random),
                mostColumns: ([1, 7, 60, 500] as [Int64]).randomElement(using: &random) ?? 1)
            let range = try require(try await store.history(request))
            tiers.insert(range.tier)
            expect(range.start, isAtMost: from)
            expect(from, isBelow: range.start + range.tier.length)
            let columns = range.columns(now: now)
            expect(columns.count <= request.mostColumns)
            let expected = model.columns(
                from: range.start, length: range.length, until: request.columns(of: range.tier).end, now: now)
            let found = columns.map { column in
                Model.Column(
                    start: column.start, changes: column.changes, known: column.known, minimum: column.minimum,
                    maximum: column.maximum, mean: column.known > 0 && !isState ? column.mean : nil, last: column.last,
                    states: column.states)
            }
            expect(found.map(\.start), equals: expected.map(\.start), "seed \(seed), \(request)")
            for (found, expected) in zip(found, expected) {
                var (found, expected) = (found, expected)
                if let mean = found.mean, let other = expected.mean, abs(mean - other) < 1e-6 {
                    (found.mean, expected.mean) = (0, 0)
                }
                expect(found, equals: expected, "seed \(seed), \(request)")
            }
        }
        expect(tiers, equals: Set(HistoryTier.allCases))
    }

    private func export(
        _ store: any HomeStorage, from: Int64 = 0, until: Int64 = .max
    ) async throws -> [HistorySample] {
        var all: [HistorySample] = []
        var from = from
        while let part = try await store.historyPart(key, from: from, until: until) {
            all += part.samples
            from = part.next
        }
        return all
    }

    @Test(arguments: StoreImplementation.all)
    func everyValueComesBackInOrder(_ implementation: StoreImplementation) async throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = Dice(seed: seed)
        let store = try await begin(implementation.place())
        let samples = self.samples(500, &random)
        try await save(samples, in: store)
        try await expect(export(store), equals: samples, "seed \(seed)")
        let (from, until) = (samples[100].time, samples[400].time)
        try await expect(
            export(store, from: from, until: until), equals: samples.filter { $0.time >= from && $0.time < until },
            "seed \(seed)")
    }

    /// After a crash every saved sample is there once, whether its hour was packed or not.
    @Test(arguments: StoreImplementation.lasting)
    func crashKeepsSavedSamples(_ implementation: StoreImplementation) async throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = Dice(seed: seed)
        let place = try implementation.place()
        let store = try await begin(place)
        let samples = self.samples(300, &random)
        try await save(Array(samples[..<200]), in: store)
        let again = try await place.killed().open()
        try await expect(export(again), equals: Array(samples[..<200]), "seed \(seed)")
        try await save(Array(samples[200...]), in: again, from: 200)
        try await expect(export(again), equals: samples, "seed \(seed)")
        try await store.close(clean: true)
        try await again.close(clean: true)
    }

    @Test(arguments: StoreImplementation.all)
    func aClockThatIsSetBackLosesNothing(_ implementation: StoreImplementation) async throws {
        let store = try await begin(implementation.place())
        let first = (0..<100).map { HistorySample(Self.start + $0 * 600_000, .integer($0)) }
        let second = (0..<100).map { HistorySample(Self.start + 300_000 + $0 * 600_000, .integer(1_000 + $0)) }
        try await save(first + second, in: store)
        try await expect(export(store), equals: (first + second).sorted { $0.time < $1.time })
        // The hours were summarized again.
        let request = HistoryRequest(key, from: Self.start, until: Self.start + 10 * Self.hour, mostColumns: 10)
        let columns = try require(try await store.history(request)).columns(now: .max)
        expect(columns.map(\.changes), equals: [Int](repeating: 12, count: 10))
        expect(columns.map(\.maximum), equals: (0..<10).map { 1_005 + 6 * Double($0) })
    }

    @Test(arguments: StoreImplementation.all)
    func expiredTiersAreAnsweredByCoarserOnes(_ implementation: StoreImplementation) async throws {
        let store = try await begin(implementation.place())
        let samples = (0..<400).map { HistorySample(Self.start + $0 * Self.hour + 5, .integer($0)) }
        let retention = HistoryRetention(
            values: .seconds(86_400), minutes: .seconds(5 * 86_400), hours: .seconds(10 * 86_400))
        try await save(samples, in: store, retention: retention)
        let now = Self.start + 399 * Self.hour + 6
        func tier(daysBack: Int64) async throws -> (HistoryTier, Int) {
            let from = now - daysBack * Self.day
            let range = try require(
                try await store.history(HistoryRequest(key, from: from, until: from + 60_000, mostColumns: 100)))
            return (range.tier, range.columns(now: now).count)
        }
        try await expect(tier(daysBack: 0).0, equals: .values)
        try await expect(tier(daysBack: 2) == (.minutes, 2))
        try await expect(tier(daysBack: 8) == (.hours, 1))
        try await expect(tier(daysBack: 12) == (.hours, 0))
        try await expect(export(store).first?.time, equals: samples[375].time)
    }

    /// A hub that was off for longer than single values are kept.
    @Test(arguments: StoreImplementation.all)
    func samplesBeforeALongOutageAreSummarized(_ implementation: StoreImplementation) async throws {
        let store = try await begin(implementation.place())
        let samples = [HistorySample(Self.start, .integer(3)), HistorySample(Self.start + Self.day, .integer(4))]
        try await save(samples, in: store, retention: HistoryRetention(values: .seconds(6 * 3_600)))
        let range = try require(
            try await store.history(
                HistoryRequest(key, from: Self.start, until: Self.start + Self.day, mostColumns: 24)))
        let columns = range.columns(now: Self.start + Self.day)
        expect(columns.map(\.last), equals: [Double?](repeating: 3, count: 24))
        expect(columns.first?.changes, equals: 1)
    }

    /// Others change often, and one keeps its value for longer than single values are kept.
    @Test(arguments: StoreImplementation.all)
    func constantValueOutlivesItsSamples(_ implementation: StoreImplementation) async throws {
        let store = try await begin(implementation.place())
        let retention = HistoryRetention(values: .seconds(6 * 3_600))
        let times = (0..<48).map { Self.start + $0 * Self.hour }
        for time in times {
            let entries = [UInt32(0), 9].filter { $0 == 9 || time == Self.start }.map { id in
                HistoryEntry(
                    path: key.path, subject: .attribute(id, isState: false), place: time,
                    sample: HistorySample(time, .integer(time - Self.start + 5)))
            }
            try await store.commit(
                StoreTransaction(history: HistoryBatch(entries, now: time, retention: retention)))
        }
        let now = times[47]
        let range = try await store.history(
            HistoryRequest(key, from: now - Self.hour, until: now, mostColumns: 100))
        expect(range?.columns(now: now).map(\.last).last, equals: 5)
        expect(range?.heldSince, equals: Self.start)
    }

    @Test(arguments: StoreImplementation.all)
    func theOldestValuesGoFirstWhenItIsTooMuch(_ implementation: StoreImplementation) async throws {
        let store = try await begin(implementation.place())
        let samples = (0..<3_000).map { HistorySample(Self.start + $0 * 120_000, .integer($0 * $0)) }
        try await save(samples, in: store, retention: HistoryRetention(bytes: 16_000))
        let left = try await export(store)
        expect(left.count, isBelow: samples.count)
        expect(left, equals: Array(samples.suffix(left.count)))
        let size = try await store.historySeries(of: "d")[0].bytes
        expect(size, isBelow: 20_000)
        // The first hour is still there, in the hourly tier.
        let range = try require(
            try await store.history(
                HistoryRequest(key, from: Self.start, until: Self.start + Self.hour, mostColumns: 60)))
        expect(range.tier, differsFrom: .values)
        expect(range.columns(now: .max).first?.changes ?? 0, isAbove: 0)
    }

    @Test(arguments: StoreImplementation.all)
    func historyIsRemovedWithItsDevice(_ implementation: StoreImplementation) async throws {
        let store = try await begin(implementation.place())
        try await save((0..<500).map { HistorySample(Self.start + $0 * 60_000, .integer($0)) }, in: store)
        try await expect(store.historySeries(of: "d").map(\.key), equals: [key])
        try await store.commit([.removeDevice(id: "d")])
        // A late sample is ignored.
        try await save([HistorySample(Self.start + Self.day, .integer(1))], in: store, from: 500)
        try await expect(store.historySeries(of: "d").isEmpty)
        try await expect(export(store).isEmpty)
    }

    /// An offline device records that only for attributes that ever changed, not for a hundred settings.
    @Test(arguments: StoreImplementation.all)
    func onlyWhatHasChangedIsListedAndKnowsOfConnectivity(_ implementation: StoreImplementation) async throws {
        let store = try await begin(implementation.place())
        func entry(_ id: UInt32?, _ place: Int64, _ content: HistoryContent) -> HistoryEntry {
            HistoryEntry(
                path: key.path, subject: id.map { .attribute($0, isState: true) } ?? .all, place: place,
                sample: HistorySample(Self.start + place, content))
        }
        let entries = [
            entry(0, 1, .integer(0)), entry(9, 1, .integer(7)), entry(0, 2, .integer(1)), entry(nil, 3, .away),
            entry(nil, 4, .back),
        ]
        try await store.commit(StoreTransaction(history: HistoryBatch(entries, now: Self.start + 4)))
        try await expect(store.historySeries(of: "d").map(\.key), equals: [key])
        try await expect(export(store).map(\.content), equals: [.integer(0), .integer(1), .away, .back])
        let other = try await store.historyPart(HistoryKey(key.path, 9), from: 0, until: .max)
        expect(other?.samples.map(\.content), equals: [.integer(7)])
    }
}
