@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import ProcessTestSupport
internal import Synchronization
internal import Testing

/// The files of a store that are copied one after the other, at any moment, while a hub writes to them: a copy is the
/// home of a moment and goes on as another one, or it is refused. It never passes for what it is not.
@Suite(.timeLimit(.minutes(5)))
struct CopiedStoreTests {
    private static let rounds = FaultRounds.count(200)

    /// Of the names that are written, numbered by lamp.
    private final class Written: Sendable {
        let sent = Mutex<[String: Int]>([:])
        let confirmed = Mutex<[String: Int]>([:])
        let isOver = Atomic(false)
    }

    /// The numbers of the lamps' names, as far as they were given one.
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
            // Every second time the client has seen what came after it.
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
                #expect(
                    number <= written.sent.withLock { $0[lamp] ?? 0 }, "round \(round): \(number) was never written")
                if number < before[lamp] ?? 0 { older += 1 }
            }
            // Who knows more than the copy is told to begin anew.
            var again = try await Watcher(
                second, resumeFrom: Array(client.view.positions.values), view: client.view.resumable)
            try await again.untilMarker()
            while again.view.positions != second.truth().positions { try await again.next() }
            #expect(again.view.devices == second.truth().devices && again.view.states == second.truth().states)
            try await second.hub.shutdown()
        }
        written.isOver.store(true, ordering: .relaxed)
        for writer in writers { try await writer.value }
        print(
            "FAULTS copied while it is written to, file by file | \(Self.rounds) | \(opened) opened as the home of a "
                + "moment, \(refused) refused as damaged, \(older) values older than the beginning of the copy")
        try await test.hub.shutdown()
    }
}
