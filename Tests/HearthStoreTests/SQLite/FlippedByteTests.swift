internal import Foundation
@testable internal import HearthStore
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// A store with one changed byte in its file is refused, or its losses are reported. Nothing is missing or changed
/// silently.
@Suite(.timeLimit(.minutes(30)))
struct FlippedByteTests {
    private static let bytes = FaultRounds.count(1_000)

    private static let lamp = TraitPath(TraitTarget(deviceID: "device-0-of-the-house", endpoint: 1), 6)

    /// All contents of a store, with histories and its whole log.
    private struct Content: Equatable {
        var home: StoredHome
        var reports: [StoredReports]
        var history: [HistorySample]

        init(of store: HomeStore) async throws(StoreError) {
            home = try await store.load()
            reports = try await store.reports(of: "s", after: 0, bytes: .max)
            history = []
            var from: Int64 = 0
            while let part = try await store.historyPart(HistoryKey(FlippedByteTests.lamp, 0), from: from, until: .max)
            {
                history += part.samples
                from = part.next
            }
        }

        /// Whether rows are missing; changed values are not checked.
        func lacks(_ whole: Content) -> Bool {
            home.structures.count != whole.home.structures.count || home.rooms.count != whole.home.rooms.count
                || home.devices.count != whole.home.devices.count || home.states.count != whole.home.states.count
                || home.events.count != whole.home.events.count || reports.count != whole.reports.count
                || history.count != whole.history.count
        }

        static func == (one: Content, other: Content) -> Bool {
            // A start after a crash skips some numbers of events.
            one.home.structures.map(\.name) == other.home.structures.map(\.name)
                && one.home.structures.map(\.sequence) == other.home.structures.map(\.sequence)
                && one.home.rooms == other.home.rooms
                && one.home.devices == other.home.devices && Set(one.home.states) == Set(other.home.states)
                && one.home.hubID == other.home.hubID && one.home.events == other.home.events
                && one.reports == other.reports && one.history == other.history
        }
    }

    /// An open store in a file, with a home of some size.
    private func make(_ folder: TemporaryFolder) async throws -> HomeStore {
        let store = try await HomeStore.open(path: folder.file)
        try await store.commit([.putStructure(structure)])
        for number in 0..<40 {
            let room = RoomRecord(id: "room-\(number)-of-the-house", structureID: "s", name: "Room \(number)")
            try await store.commit([
                .putRoom(room),
                .putDevice(
                    StoredDevice(
                        id: "device-\(number)-of-the-house", structureID: "s", roomID: room.id, name: "Lamp \(number)",
                        isNameGiven: true, description: [UInt8](repeating: UInt8(number), count: 300))),
            ])
        }
        let states = (0..<40).map { number in
            StoredTraitState(
                path: TraitPath(TraitTarget(deviceID: "device-\(number)-of-the-house", endpoint: 1), 6),
                attributes: [UInt8](repeating: 1, count: 60), observedAt: .seconds(1))
        }
        let events = (1...40).map { number in
            StoredEvent(
                structureID: "s", number: UInt64(number), path: Self.lamp, eventID: 2, time: .seconds(number),
                payload: [UInt8](repeating: UInt8(number), count: 40))
        }
        try await store.commit(
            StoreTransaction(
                states: states, events: events, progress: [.init(structureID: "s", sequence: 7, eventNumber: 40)]))
        // Some hours of a history, mostly in blocks.
        for hour in 0..<4 {
            let entries = (0..<60).map { minute in
                HistoryEntry(
                    path: Self.lamp, subject: .attribute(0, isState: false), place: Int64(hour * 60 + minute),
                    sample: HistorySample(Int64(hour * 60 + minute) * 60_000, .integer(Int64(minute * 7_919 % 1_000))))
            }
            let reports = StoredReports(
                structureID: "s", epoch: 1, first: UInt64(hour) + 1, eventNumber: 0, time: .zero,
                reports: [[UInt8](repeating: UInt8(hour), count: 5_000)])
            try await store.commit(
                StoreTransaction(
                    reports: [reports], history: HistoryBatch(entries, now: Int64(hour) * 3_600_000 + 3_540_000)))
        }
        return store
    }

    private enum Outcome: String {
        case refused = "refused"
        case same = "intact"
        case named = "with a reported loss"
        case otherValues = "a value changed"
        case silent = "lost in silence"
    }

    private func outcome(_ path: String, _ whole: Content, _ comment: Comment) async throws -> Outcome {
        let content: Content
        do throws(StoreError) {
            let store = try await HomeStore.open(path: path)
            do throws(StoreError) {
                content = try await Content(of: store)
            } catch {
                try? await store.close(clean: true)
                throw error
            }
            try await store.close(clean: true)
        } catch {
            expect([.damaged, .notOurs, .newerVersion, .failed].contains(error.code), "\(comment): \(error)")
            expect(error.message.contains(path) || error.message.contains("hub is missing"), "\(comment): \(error)")
            return .refused
        }
        if !content.home.findings.isEmpty { return .named }
        if content.lacks(whole) { return .silent }
        return content == whole ? .same : .otherValues
    }

    @Test func aByteThatIsAnotherLosesNothingInSilence() async throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        var dice = Dice(seed: seed)
        let folder = try TemporaryFolder()
        let store = try await make(folder)
        let whole = try await Content(of: store)
        expect(whole.reports.count, equals: 4)
        expect(whole.history.count, isAbove: 200)
        expect(whole.home.events.count, equals: 40)
        try await store.close(clean: true)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file))
        let lock = try Data(contentsOf: URL(fileURLWithPath: folder.file + ".lock"))
        var outcomes: [Outcome: Int] = [:]
        for _ in 0..<Self.bytes {
            let place = dice.below(bytes.count)
            let bits = UInt8(1 + dice.below(255))
            var copy = bytes
            copy[place] ^= bits
            // It stays the same file, which its lock refers to.
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder.file + suffix) }
            try copy.write(to: URL(fileURLWithPath: folder.file))
            try lock.write(to: URL(fileURLWithPath: folder.file + ".lock"))
            let comment: Comment = "seed \(seed): byte \(place) with bits \(bits)"
            let outcome = try await outcome(folder.file, whole, comment)
            outcomes[outcome, default: 0] += 1
            expect(outcome, differsFrom: .silent, comment)
            expect(outcome, differsFrom: .otherValues, comment)
        }
        expect(outcomes[.refused] ?? 0, isAbove: 0, "seed \(seed)")
        let counts = outcomes.map { "\($0.value) \($0.key.rawValue)" }.sorted().joined(separator: ", ")
        print("FAULTS damaged bytes | \(Self.bytes) | \(counts)")
    }

    /// As after a crash: the last transactions are in the log only.
    @Test func aByteOfTheLogThatIsAnotherLosesNothingInSilence() async throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        var dice = Dice(seed: seed)
        let folder = try TemporaryFolder()
        try await make(folder).close(clean: true)
        let store = try await HomeStore.open(path: folder.file)
        for number in 0..<20 {
            try await store.commit([
                .putRoom(RoomRecord(id: "late-\(number)", structureID: "s", name: "Late \(number)"))
            ])
        }
        let whole = try await Content(of: store)
        let killed = try folder.abandoned()
        try await store.close(clean: true)
        let (file, log) = (URL(fileURLWithPath: killed), URL(fileURLWithPath: killed + "-wal"))
        let (bytes, sound) = (try Data(contentsOf: file), try Data(contentsOf: log))
        try await expect(outcome(folder.abandoned(killed), whole, "as it is"), equals: .same)
        var outcomes: [Outcome: Int] = [:]
        for _ in 0..<Self.bytes {
            let place = dice.below(sound.count)
            let bits = UInt8(1 + dice.below(255))
            var copy = sound
            copy[place] ^= bits
            for suffix in ["-shm", ".lock"] { try? FileManager.default.removeItem(atPath: killed + suffix) }
            try bytes.write(to: file)
            try copy.write(to: log)
            let comment: Comment = "seed \(seed): byte \(place) of \(sound.count) with bits \(bits)"
            let outcome = try await outcome(killed, whole, comment)
            outcomes[outcome, default: 0] += 1
            expect(outcome, differsFrom: .silent, comment)
            expect(outcome, differsFrom: .otherValues, comment)
        }
        expect(outcomes[.named] ?? 0, isAbove: 0, "seed \(seed)")
        let counts = outcomes.map { "\($0.value) \($0.key.rawValue)" }.sorted().joined(separator: ", ")
        print("FAULTS damaged bytes of a log | \(Self.bytes) | \(counts)")
    }
}
