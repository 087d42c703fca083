internal import Foundation
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthWire
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// A hub whose disk is full, again and again: it refuses calls that must be stored, keeps everything else working, and
/// recovers by itself when there is room.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(10)))
struct FullDiskTests {
    private static let rounds = FaultRounds.count(50)

    /// The confirmed results.
    private struct Confirmed {
        var rooms: [String: String] = [:]
        var refused = 0
        var commands = 0
    }

    private func makeRoom(
        _ name: String, _ home: Hearth_V1_HomeClient, in structure: String, _ confirmed: inout Confirmed
    ) async throws -> Bool {
        do {
            let made = try await home.createRoom(.init(structureID: structure, name: name))
            confirmed.rooms[made.room?.id ?? ""] = name
            return true
        } catch {
            expect(error.code, equals: .resourceExhausted, "\(error)")
            confirmed.refused += 1
            return false
        }
    }

    @Test func fullDiskRefusesOnlyCallsThatMustBeStored() async throws {
        let disk: SmallDisk
        do {
            disk = try await SmallDisk(megabytes: 16)
        } catch {
            return print("skipped: a disk can't be made here: \(error)")
        }
        let more = ["--backups", "off"]
        let hub = try await HubUnderTest(store: disk.file("home.db"), more, by: disk.launcher)
        let client = RPCClient(transport: try HTTP2Transport(connectingTo: hub.address))
        let home = Hearth_V1_HomeClient(client)
        let structure = try require(try await home.list(.init()).structures.first).id
        let watched = Watched()
        let watching = Task { try? await watched.watch(home) }
        try await watched.until { !$0.positions.isEmpty }
        var confirmed = Confirmed()
        for round in 0..<Self.rounds {
            try disk.fill()
            var number = 0
            // Uses up the room that the store's files still have.
            while try await makeRoom("F\(round)-\(number)", home, in: structure, &confirmed) { number += 1 }
            for _ in 0..<3 {
                let toggle = Hearth_V1_BatchItem(
                    target: .init(deviceID: "kitchen-coffee", endpoint: 1), traitID: 6,
                    action: .command(.init(commandID: 2)))
                let before = watched.now.sequence
                let results = try await home.sendBatch(.init(items: [toggle])).results
                expect(results.count, equals: 1, "round \(round): \(results)")
                expect(results.allSatisfy { $0.code == 0 }, "round \(round): \(results)")
                try await watched.until { $0.sequence > before }
                confirmed.commands += 1
            }
            let shown = Set(try await home.list(.init()).rooms.map(\.id))
            expect(confirmed.rooms.keys.allSatisfy(shown.contains), "round \(round): what was confirmed is not shown")
            try disk.free()
            while try await !makeRoom("G\(round)-\(confirmed.refused)", home, in: structure, &confirmed) {}
        }
        let list = try await home.list(.init())
        let last = try require(list.positions.first)
        try await watched.until { $0.sequence >= last.sequence }
        let view = watched.now
        expect((view.resyncs.isEmpty, view.repeated), are: (true, 0))
        expect(view.rooms, equals: Dictionary(list.rooms.map { ($0.id, $0.name) }, uniquingKeysWith: { $1 }))
        await hub.kill()
        await watching.value
        await client.close()

        let again = try await HubUnderTest(store: disk.file("home.db"), more, by: disk.launcher)
        let second = RPCClient(transport: try HTTP2Transport(connectingTo: again.address))
        let stored = try await Hearth_V1_HomeClient(second).list(.init()).rooms
        let names = Dictionary(stored.map { ($0.id, $0.name) }, uniquingKeysWith: { $1 })
        expect(confirmed.rooms.allSatisfy { names[$0.key] == $0.value }, "confirmed rooms are lost")
        await second.close()
        await again.stop()
        print(
            "FAULTS disk full and back, a hub's | \(Self.rounds) | \(confirmed.refused) edits refused, \(confirmed.commands) "
                + "commands carried out and reported, \(confirmed.rooms.count) confirmed rooms kept after a kill")
    }

    /// After a power cut and after a clean shutdown the hub still starts, with the stored state, for its devices.
    @Test func aHubStartsOnAFullDiskAndStoresWhenThereIsRoom() async throws {
        let disk: SmallDisk
        do {
            disk = try await SmallDisk(megabytes: 16)
        } catch {
            return print("skipped: a disk can't be made here: \(error)")
        }
        let more = ["--backups", "off"]
        var rooms: [String] = []
        var hub = try await HubUnderTest(store: disk.file("home.db"), more, by: disk.launcher)
        for (round, signal) in [SIGKILL, SIGTERM, SIGKILL].enumerated() {
            hub.program.send(signal)
            _ = await hub.program.wait()
            try disk.fill()
            hub = try await HubUnderTest(store: disk.file("home.db"), more, by: disk.launcher)
            let client = RPCClient(transport: try HTTP2Transport(connectingTo: hub.address))
            let home = Hearth_V1_HomeClient(client)
            let list = try await home.list(.init())
            let names = list.rooms.map(\.name)
            expect(list.devices.count, isAtLeast: 20, "round \(round)")
            expect(rooms.allSatisfy(names.contains), "round \(round)")
            let toggle = Hearth_V1_BatchItem(
                target: .init(deviceID: "kitchen-coffee", endpoint: 1), traitID: 6,
                action: .command(.init(commandID: 2)))
            let results = try await home.sendBatch(.init(items: [toggle])).results
            expect(results.map(\.code), equals: [0], "round \(round): \(results)")
            let structure = try require(list.structures.first).id
            let refused = await expect(throws: RPCError.self) {
                _ = try await home.createRoom(.init(structureID: structure, name: "Full \(round)"))
            }
            expect((refused?.code, refused?.message.contains("no space is left")), are: (.resourceExhausted, true))
            try disk.free()
            _ = try await home.createRoom(.init(structureID: structure, name: "Room \(round)"))
            rooms.append("Room \(round)")
            await client.close()
        }
        await hub.stop()
        let last = try await HubUnderTest(store: disk.file("home.db"), more, by: disk.launcher)
        let output = try await HearthProgram.run(["rooms", "--hub", last.address]).output
        expect(rooms.allSatisfy(output.contains), "\(output)")
        await last.stop()
    }
}
