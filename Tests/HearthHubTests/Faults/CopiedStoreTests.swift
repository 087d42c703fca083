internal import Foundation
@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import ProcessTestSupport
internal import Synchronization
internal import Expectations
internal import Testing

/// The files of a store are copied one after the other, at any moment, while a hub writes to them: a copy opens as the
/// home of one moment under another identity, or it is refused. It never passes for the original.
@Suite(.timeLimit(.minutes(5)))
struct CopiedStoreTests {
    private static let rounds = FaultRounds.count(200)

    /// The names written so far, numbered by lamp.
    private final class Written: Sendable {
        let sent = Mutex<[String: Int]>([:])
        let confirmed = Mutex<[String: Int]>([:])
        let isOver = Atomic(false)
    }

    /// The numbers in the lamps' names, where a name was given.
    private func numbers(_ test: TestHub) -> [String: Int] {
        test.truth().devices.compactMapValues { device in
            device.name.hasPrefix(device.id) ? Int(device.name.dropFirst(device.id.count + 1)) : nil
        }
    }

    @Test func aCopyIsTheHomeOfAMomentOrIsRefused() async throws {
        let folder = try TemporaryFolder()
        let test = try await TestHub(store: HomeStore.open(path: folder.file))
        try await test.hub.attach(TestProvider(lamps: 4, room: "Hall"))
        let written = Written()
        var client = try await Watcher.atMarker(test)
        let writers = (1...4).map { lamp in
            Task {
                let lamp = "lamp-\(lamp)"
                var number = 0
                while !written.isOver.load(ordering: .relaxed) {
                    number += 1
                    written.sent.withLock { $0[lamp] = number }
                    _ = try await test.hub.updateDevice(lamp, name: "\(lamp) \(number)", roomID: nil, as: owner)
                    written.confirmed.withLock { $0[lamp] = number }
                }
            }
        }
        defer { written.isOver.store(true, ordering: .relaxed) }
        var (opened, refused, older) = (0, 0, 0)
        for round in 0..<Self.rounds {
            let before = written.confirmed.withLock { $0 }
            let copy = try folder.abandoned()
            // Every second time the client has seen later changes.
            let seen = test.truth().positions[test.structureID]?.sequence ?? 0
            while round % 2 == 0, (client.view.positions[test.structureID]?.sequence ?? 0) < seen {
                try await client.next()
            }
            let store: HomeStore
            do {
                store = try await HomeStore.open(path: copy)
            } catch {
                refused += 1
                continue
            }
            let second = try await TestHub(store: store)
            opened += 1
            for (lamp, number) in numbers(second) {
                expect(
                    number, isAtMost: written.sent.withLock { $0[lamp] ?? 0 },
                    "round \(round): \(number) was never written")
                if number < before[lamp] ?? 0 { older += 1 }
            }
            // A client that knows more than the copy gets a resync.
            var again = try await Watcher.atMarker(second, resuming: client.view.resumable)
            while again.view.positions != second.truth().positions { try await again.next() }
            expect(again.view.devices, equals: second.truth().devices)
            expect(again.view.states, equals: second.truth().states)
            try await second.hub.shutdown()
        }
        written.isOver.store(true, ordering: .relaxed)
        for writer in writers { try await writer.value }
        print(
            "FAULTS copied while it is written to, file by file | \(Self.rounds) | \(opened) opened as the home of a "
                + "moment, \(refused) refused as damaged, \(older) values from before the copy began")
        try await test.hub.shutdown()
    }

    /// Objects that have a number both in a room's name and in a state, written by one transaction: rooms share pages,
    /// each state has pages of its own. A mixture of an old file and a new log has rooms without states.
    private struct Twins {
        static let count = 40
        /// Enough to check-point the log into the file every few transactions.
        private static let padding = 300_000

        /// All have the same length, so that rows keep their pages and SQLite's own check finds nothing.
        static func write(_ number: Int) -> StoreTransaction {
            let path = TraitPath(TraitTarget(deviceID: "d", endpoint: UInt16(number % count)), 6)
            let name = "\(1_000_000 + number)"
            // Unchanged pages would not be written.
            let filling = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: padding)
            let state = StoredTraitState(path: path, attributes: Array(name.utf8) + filling, observedAt: .zero)
            return StoreTransaction(
                [.putRoom(RoomRecord(id: "r\(number % count)", structureID: "s", name: name))], states: [state],
                progress: [.init(structureID: "s", sequence: UInt64(number), eventNumber: 0)])
        }

        /// The rooms whose state has another number.
        static func torn(_ home: StoredHome) -> [String] {
            let states = home.states.map { state in
                (Int(state.path.target.endpoint), String(decoding: state.attributes.prefix(7), as: UTF8.self))
            }
            let numbers = Dictionary(states, uniquingKeysWith: { $1 })
            return home.rooms.filter { numbers[Int($0.id.dropFirst()) ?? -1] != $0.name }.map(\.name)
        }
    }

    @Test func aStoreAndALogOfTwoMomentsAreRefused() async throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        var dice = Dice(seed: seed)
        print("files of two moments: seed \(seed)")
        let folder = try TemporaryFolder()
        let store = try await HomeStore.open(path: folder.file)
        try await store.commit([
            .putStructure(StoredStructure(id: "s", name: "Home")),
            .putDevice(
                StoredDevice(id: "d", structureID: "s", roomID: nil, name: "D", isNameGiven: true, description: [1])),
        ])
        for number in 0..<Twins.count { try await store.commit(Twins.write(number)) }
        let isOver = Atomic(false)
        let count = Atomic(Twins.count)
        async let written = {
            while !isOver.load(ordering: .relaxed) {
                try await store.commit(Twins.write(count.load(ordering: .relaxed)))
                count.add(1, ordering: .relaxed)
            }
        }()
        // Before waiting for the writer, also when something is thrown.
        defer { isOver.store(true, ordering: .relaxed) }
        var (opened, refused) = (0, 0)
        var round = 0
        // On a busy machine many rounds in a row may have the same outcome.
        while round < Self.rounds || round < 50 * Self.rounds && (opened == 0 || refused == 0) {
            defer { round += 1 }
            let copy = try TemporaryFolder()
            try copyFile(folder.file, to: copy.file)
            // The writer continues meanwhile, for up to two logs.
            let wanted = count.load(ordering: .relaxed) + dice.below(26)
            while count.load(ordering: .relaxed) < wanted { try await Task.sleep(for: .milliseconds(1)) }
            try copyFile(folder.file + "-wal", to: copy.file + "-wal")
            do {
                let second = try await HomeStore.open(path: copy.file)
                let home = try await second.load()
                expect(Twins.torn(home), equals: [], "round \(round), seed \(seed): of two moments")
                expect(home.rooms.count, equals: Twins.count)
                try await second.close(clean: true)
                opened += 1
            } catch {
                expect(error.code, equals: .damaged, "round \(round), seed \(seed): \(error)")
                refused += 1
            }
        }
        isOver.store(true, ordering: .relaxed)
        try await written
        try await store.close(clean: true)
        expect(opened, isAbove: 0)
        expect(refused, isAbove: 0)
        let transactions = count.load(ordering: .relaxed)
        print(
            "FAULTS copied with a pause between store and log | \(Self.rounds) | \(transactions) transactions meanwhile, "
                + "\(opened) opened as the home of a moment, \(refused) refused")
    }
}
