internal import Foundation
@testable internal import HearthStore
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Testing

/// A store in whose file a byte is another one: it is refused, or what it lost is named. Nothing is missing or another
/// in silence.
@Suite(.timeLimit(.minutes(10)))
struct FlippedByteTests {
    private static let bytes = FaultRounds.count(1_000)

    /// A home of some size in a file, closed.
    private func make(_ folder: TemporaryFolder) async throws -> StoredHome {
        let store = try await HomeStore.open(path: folder.file)
        try await store.commit([.putStructure(structure)])
        for number in 0..<40 {
            let room = StoredRoom(id: "room-\(number)-of-the-house", structureID: "s", name: "Room \(number)")
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
        try await store.commit(
            StoreTransaction(states: states, progress: [.init(structureID: "s", sequence: 7, eventNumber: 0)]))
        let home = try await store.load()
        try await store.close(clean: true)
        return home
    }

    private enum Outcome: String {
        case refused = "refused"
        case same = "all there"
        case named = "loss named"
        case otherValues = "a value changed"
        case silent = "lost in silence"
    }

    private func outcome(_ path: String, _ whole: StoredHome, _ comment: Comment) async throws -> Outcome {
        let home: StoredHome
        do {
            let store = try await HomeStore.open(path: path)
            home = try await store.load()
            try await store.close(clean: true)
        } catch {
            #expect([.damaged, .notOurs, .newerVersion, .failed].contains(error.code), "\(comment): \(error)")
            #expect(error.message.contains(path) || error.message.contains("lost its hub"), "\(comment): \(error)")
            return .refused
        }
        if !home.findings.isEmpty { return .named }
        guard home.structures.count == whole.structures.count, home.rooms.count == whole.rooms.count,
            home.devices.count == whole.devices.count, home.states.count == whole.states.count
        else { return .silent }
        let isSame =
            home.structures == whole.structures && home.rooms == whole.rooms && home.devices == whole.devices
            && Set(home.states) == Set(whole.states) && home.hubID == whole.hubID
        return isSame ? .same : .otherValues
    }

    @Test func aByteThatIsAnotherLosesNothingInSilence() async throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        var dice = Dice(seed: seed)
        let folder = try TemporaryFolder()
        let whole = try await make(folder)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file))
        let lock = try Data(contentsOf: URL(fileURLWithPath: folder.file + ".lock"))
        var outcomes: [Outcome: Int] = [:]
        for _ in 0..<Self.bytes {
            let place = dice.below(bytes.count)
            let bits = UInt8(1 + dice.below(255))
            let damaged = try TemporaryFolder()
            var copy = bytes
            copy[place] ^= bits
            try copy.write(to: URL(fileURLWithPath: damaged.file))
            try lock.write(to: URL(fileURLWithPath: damaged.file + ".lock"))
            let comment: Comment = "seed \(seed): byte \(place) with bits \(bits)"
            let outcome = try await outcome(damaged.file, whole, comment)
            outcomes[outcome, default: 0] += 1
            #expect(outcome != .silent && outcome != .otherValues, comment)
        }
        #expect(outcomes[.refused] ?? 0 > 0, "seed \(seed)")
        let counts = outcomes.map { "\($0.value) \($0.key.rawValue)" }.sorted().joined(separator: ", ")
        print("FAULTS damaged bytes | \(Self.bytes) | \(counts)")
    }
}
