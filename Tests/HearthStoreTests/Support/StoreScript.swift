internal import HearthStore
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Writes to a store as a hub does, and knows which writes were acknowledged.
struct StoreScript {
    /// The acknowledged changes, and the most that can be there.
    struct Ledger: Equatable {
        var rooms = 0
        var sequence: UInt64 = 0
        var name = "Home"
    }

    var dice: Dice
    private(set) var acknowledged = Ledger()
    private(set) var attempted = Ledger()
    private let lamp = TraitPath(TraitTarget(deviceID: "d", endpoint: 1), 6)

    init(seed: UInt64) { dice = Dice(seed: seed) }

    /// Creates the home into which it writes.
    func begin(_ store: any HomeStorage) async throws {
        try await store.commit([
            .putStructure(structure),
            .putDevice(
                StoredDevice(
                    id: "d", structureID: "s", roomID: nil, name: "Lamp", isNameGiven: true, description: [1])),
        ])
    }

    /// Makes one change. Rooms have numbers, and each report holds its sequence.
    mutating func step(_ store: any HomeStorage) async throws {
        switch dice.below(4) {
        case 0:
            attempted.rooms = acknowledged.rooms + 1
            try await store.commit([
                .putRoom(RoomRecord(id: "r\(attempted.rooms)", structureID: "s", name: "Room \(attempted.rooms)"))
            ])
            acknowledged.rooms = attempted.rooms
        case 1:
            attempted.name = "Home \(dice.below(1_000))"
            try await store.commit([.putStructure(StoredStructure(id: "s", name: attempted.name))])
            acknowledged.name = attempted.name
        default:
            let count = UInt64(1 + dice.below(5))
            attempted.sequence = acknowledged.sequence + count
            let first = acknowledged.sequence + 1
            // Large ones fill the log of the file, so that it is checkpointed.
            let padding = [UInt8](repeating: 7, count: dice.below(8) == 0 ? 300_000 : 40)
            let reports = StoredReports(
                structureID: "s", epoch: 1, first: first, eventNumber: 0, time: .zero,
                reports: (first...attempted.sequence).map { bytes($0) + padding })
            let state = StoredTraitState(path: lamp, attributes: bytes(attempted.sequence), observedAt: .zero)
            try await store.commit(
                StoreTransaction(
                    reports: [reports], states: [state],
                    progress: [.init(structureID: "s", sequence: attempted.sequence, eventNumber: 0)]))
            acknowledged.sequence = attempted.sequence
        }
    }

    private func bytes(_ number: UInt64) -> [UInt8] {
        stride(from: UInt64(0), to: 64, by: 8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// Compares a store with the acknowledged changes of a moment: all of them are there, nothing was made up, and
    /// states, reports and progress are of one moment.
    func check(
        _ store: any HomeStorage, has ledger: Ledger, _ comment: Comment,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let home = try await store.load()
        let structure = try require(home.structures.first, comment, sourceLocation: sourceLocation)
        expect(home.rooms.count, isAtLeast: ledger.rooms, comment, sourceLocation: sourceLocation)
        expect(
            Set(home.rooms.map(\.id)), equals: Set((0..<home.rooms.count).map { "r\($0 + 1)" }), comment,
            sourceLocation: sourceLocation)
        expect(structure.sequence, isAtLeast: ledger.sequence, comment, sourceLocation: sourceLocation)
        let state = home.states.first.map { Array($0.attributes) } ?? bytes(0)
        expect(state, equals: bytes(structure.sequence), comment, sourceLocation: sourceLocation)
        var sequence: UInt64 = 0
        while true {
            let batches = try await store.reports(of: "s", after: sequence, bytes: 1)
            guard let batch = batches.first else { break }
            for (number, report) in zip(batch.first..., batch.reports) where Array(report.prefix(8)) != bytes(number) {
                Issue.record("report \(number) is another's: \(comment)", sourceLocation: sourceLocation)
            }
            sequence = batch.last
        }
        expect(sequence, equals: structure.sequence, comment, sourceLocation: sourceLocation)
        expect(home.devices.count, equals: 1, comment, sourceLocation: sourceLocation)
    }
}
