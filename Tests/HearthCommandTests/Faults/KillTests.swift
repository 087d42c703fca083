internal import Foundation
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthTraitCore
internal import HearthWire
internal import ProcessTestSupport
internal import Synchronization
internal import Expectations
internal import Testing

/// A hub that is killed at any moment while clients write: confirmed writes are there, and watches resume without a
/// gap.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(15)))
struct KillTests {
    private static let rounds = FaultRounds.count(200)

    /// The results that clients received.
    private final class Confirmed: Sendable {
        struct Content {
            var rooms: [String: String] = [:]
            /// The last confirmed name of each writer.
            var names: [Int: String] = [:]
            /// The last name that each writer sent, which may have been stored without an answer.
            var sent: [Int: String] = [:]
        }
        let content = Mutex(Content())
    }

    private func write(
        _ hub: HubUnderTest, _ round: Int, in structure: String, devices: [String], _ confirmed: Confirmed
    ) async {
        await withTaskGroup(of: Void.self) { group in
            for (writer, device) in devices.enumerated() {
                group.addTask {
                    guard let transport = try? HTTP2Transport(connectingTo: hub.address) else { return }
                    let client = RPCClient(transport: transport)
                    let home = Hearth_V1_HomeClient(client)
                    for number in 0..<10_000 {
                        let name = "D\(round)-\(writer)-\(number)"
                        do {
                            if number % 20 == 0 {
                                let made = try await home.createRoom(
                                    Hearth_V1_CreateRoomRequest(structureID: structure, name: name))
                                confirmed.content.withLock { $0.rooms[made.room?.id ?? ""] = name }
                            } else {
                                confirmed.content.withLock { $0.sent[writer] = name }
                                _ = try await home.updateDevice(
                                    Hearth_V1_UpdateDeviceRequest(deviceID: device, name: name))
                                confirmed.content.withLock { $0.names[writer] = name }
                            }
                        } catch let error as RPCError where error.code == .resourceExhausted {
                            // The house has the most rooms.
                            continue
                        } catch {
                            break
                        }
                    }
                    await client.close()
                }
            }
        }
    }

    /// The state of a watch that was followed by an edit's report: that much is stored.
    /// - Parameter view: The state at the watch's beginning, whose position may be that of a killed hub.
    private func beforeAnEdit(_ watched: Watched, since view: WatchedHome) async -> WatchedHome {
        var early = watched.now
        while early.reports == view.reports {
            try? await Task.sleep(for: .milliseconds(5))
            early = watched.now
        }
        while watched.now.edits == early.edits { try? await Task.sleep(for: .milliseconds(5)) }
        return early
    }

    @Test func crashesKeepConfirmedWritesAndWatches() async throws {
        let folder = try TemporaryFolder()
        let store = folder.file("home.db")
        var hub = try await HubUnderTest(store: store)
        let address = hub.address
        let client = RPCClient(transport: try HTTP2Transport(connectingTo: address))
        let home = Hearth_V1_HomeClient(client)
        let first = try await home.list(Hearth_V1_ListRequest())
        let structure = try require(first.structures.first).id
        let devices = first.devices.map(\.id).sorted().prefix(8)
        expect(devices.count, equals: 8)
        let confirmed = Confirmed()
        var view = WatchedHome()
        var exact = 0
        var wasStored = false
        for round in 0..<Self.rounds {
            let started = hub
            async let writing: Void = write(
                started, round, in: structure, devices: Array(devices), confirmed)
            // A watch that reads until the hub is killed.
            let watched = Watched(view)
            let watching = Task { try? await watched.watch(home) }
            try await Task.sleep(for: .milliseconds(Int.random(in: 50...500)))
            // Every second time the client knows less than is stored when the hub is killed.
            let stored = round % 2 == 1 ? await beforeAnEdit(watched, since: view) : nil
            await hub.kill()
            await writing
            let resyncs = view.resyncs.count
            await watching.value
            view = watched.now
            // Whether it began with a resync shows the effect of the previous kill.
            if wasStored {
                expect(
                    view.resyncs.count, equals: resyncs,
                    "round \(round): no exact resume, but \(view.resyncs.suffix(1))")
            }
            if round > 0, view.resyncs.count == resyncs { exact += 1 }
            wasStored = stored != nil
            if let stored { view = stored }
            hub = try await HubUnderTest(store: store, listen: address)

            let list = try await home.list(Hearth_V1_ListRequest())
            let rooms = Dictionary(list.rooms.map { ($0.id, $0.name) }, uniquingKeysWith: { $1 })
            let names = Dictionary(list.devices.map { ($0.id, $0.name) }, uniquingKeysWith: { $1 })
            confirmed.content.withLock { content in
                let lost = content.rooms.filter { rooms[$0.key] != $0.value }
                expect(lost.isEmpty, "round \(round): confirmed rooms are lost")
                for (writer, name) in content.names {
                    let known = names[devices[devices.startIndex + writer]]
                    expect(
                        known == name || known == content.sent[writer], "round \(round): \(name) became \(known ?? "")")
                    // The next round begins with the names that were stored without an answer.
                    content.names[writer] = known
                }
            }
        }
        // The watch converges to the hub's state.
        let reader = try await home.watch(Hearth_V1_WatchRequest(resumeFrom: view.positions))
        let list = try await home.list(Hearth_V1_ListRequest())
        let last = try require(list.positions.first)
        while view.sequence < last.sequence, let message = try await reader.next() {
            view.take(message)
        }
        expect(!confirmed.content.withLock { $0.rooms.isEmpty })
        expect(view.rooms, equals: Dictionary(list.rooms.map { ($0.id, $0.name) }, uniquingKeysWith: { $1 }))
        expect(view.names, equals: Dictionary(list.devices.map { ($0.id, $0.name) }, uniquingKeysWith: { $1 }))
        let count = confirmed.content.withLock { $0.rooms.count }
        print(
            "FAULTS killed | \(Self.rounds) | \(count) confirmed rooms kept, watches resumed exactly \(exact) times, "
                + "\(view.resyncs.count) resyncs")
        await client.close()
        await hub.stop()
    }
}
