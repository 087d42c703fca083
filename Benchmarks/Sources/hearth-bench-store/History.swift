internal import Foundation
internal import HearthStore
internal import HearthTraitCore

/// Histories of temperatures, as a hub with its default limits would have stored them.
enum History {
    private static let temperature: UInt32 = 0x402
    private static let retention = HistoryRetention(
        values: .seconds(14 * 86_400), minutes: .seconds(90 * 86_400), hours: .seconds(3_653 * 86_400),
        bytes: 1_000_000_000)

    static func day(_ store: HomeStore, devices count: Int, seconds: Int) async throws {
        let devices = try await temperatures(store).prefix(count)
        let end = (now / 3_600_000) * 3_600_000
        var walks = devices.map { Walk(path: $0) }
        var samples = 0
        let begin = ContinuousClock.now
        let minutes = 24 * 60
        for minute in 0...minutes {
            let start = end - Int64(minutes - minute) * 60_000
            var entries: [HistoryEntry] = []
            // The last one completes the last hour.
            for second in stride(from: 0, to: minute == minutes ? 1 : 60, by: seconds) {
                for index in walks.indices { entries.append(walks[index].next(start + Int64(second) * 1_000)) }
            }
            samples += entries.count
            try await save(entries, store, now: start + 60_000)
        }
        let taken = begin.duration(to: .now) / .seconds(1)
        print(#"{"samples": \#(samples), "seconds": \#(taken)}"#)
    }

    static func year(_ store: HomeStore, points: Int) async throws {
        guard let path = try await temperatures(store).first else { throw NothingThere() }
        var walk = Walk(path: path)
        let dense = now - Int64(points) * 2_000
        let begin = now - 365 * 86_400_000
        var entries: [HistoryEntry] = []
        var samples = 0
        var time = begin
        while time < now - 2_000 {
            entries.append(walk.next(time))
            samples += 1
            time += time < dense ? 60_000 : 2_000
            guard entries.count >= 360 else { continue }
            try await save(entries, store, now: time)
            entries = []
        }
        try await save(entries, store, now: time)
        print(#"{"samples": \#(samples), "begin": \#(begin / 1_000), "dense": \#(dense / 1_000)}"#)
    }

    private static let now = Int64(Date().timeIntervalSince1970 * 1_000)

    private static func save(_ entries: [HistoryEntry], _ store: HomeStore, now: Int64) async throws {
        try await store.commit(
            StoreTransaction(history: HistoryBatch(entries, now: now, retention: retention)))
    }

    private static func temperatures(_ store: HomeStore) async throws -> [TraitPath] {
        try await store.load().states.map(\.path).filter { $0.traitID == temperature }
            .sorted { $0.target.deviceID < $1.target.deviceID }
    }

    /// A temperature that rises and falls by some hundredths of a degree, at slightly irregular times.
    private struct Walk {
        let path: TraitPath
        private var value: Int64 = 2_000
        private var place: Int64 = 0
        private var random: UInt64

        init(path: TraitPath) {
            self.path = path
            random = path.target.deviceID.utf8.reduce(0x9E37_79B9_7F4A_7C15) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        }

        mutating func next(_ time: Int64) -> HistoryEntry {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            value += Int64((random >> 33) % 41) - 20
            place += 1
            return HistoryEntry(
                path: path, subject: .attribute(0, isState: false), place: place,
                sample: HistorySample(time + Int64((random >> 50) % 500), .integer(value)))
        }
    }
}
