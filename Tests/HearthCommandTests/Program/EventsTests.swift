internal import Foundation
internal import Hearth
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Events across the crash of a hub in a process of its own.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct EventsTests {
    private typealias Refused = Matter.DoorLockTrait.LockOperationErrorEvent

    private func lock(_ home: Home) async throws -> DoorLockDeviceType {
        let device = try require(try await home.devices().list().first { $0.name == "Front Door" })
        return try require(await device.types.get(DoorLockDeviceType.self))
    }

    /// A wrong code at the front door: the lock refuses it and reports that.
    private func tryWrongCode(_ home: Home) async throws {
        let door = try require(try await lock(home).matterTraits.doorLockTrait)
        await expect(throws: HomeError.self) { try await door.unlockDoor { $0.setPinCode([0x30]) } }
    }

    @Test func eventsArriveOnceDespiteAKilledHub() async throws {
        let folder = try TemporaryFolder()
        let hub = try await HubUnderTest(store: folder.file("home.db"))
        try await expect(hub.run("set", "front", "DoorLock.wrongCodeEntryLimit=255").status, equals: 0)
        let client = RPCClient(transport: try HTTP2Transport(connectingTo: hub.address))
        let early = try await firstMarker(Hearth_V1_HomeClient(client))

        let home = try await Home.connect(to: hub.address)
        var events = try await lock(home).events.subscribe(Refused.self).values.makeAsyncIterator()
        var seen: [UInt64] = []
        for _ in 0..<100 { try await tryWrongCode(home) }
        while seen.count < 100, let event = try await events.next() { seen.append(event.metadata.number) }
        // Events are on disk within a second.
        try await Task.sleep(for: .seconds(1.5))
        await expect(hub.kill(), equals: 128 + SIGKILL)

        let again = try await HubUnderTest(store: folder.file("home.db"), listen: hub.address)
        // The app that stayed connected resumes, and the new event has a new number.
        try await until { (try? await home.devices().list().allSatisfy { $0.sourceConnectivity != .unknown }) == true }
        try await tryWrongCode(home)
        let next = try require(try await events.next()).metadata.number
        expect(seen == seen.sorted() && Set(seen).count == 100 && next > seen[99])

        // An app that had left earlier gets exactly the missed ones: its earlier ones were stored.
        let reader = try await Hearth_V1_HomeClient(client).watch(
            Hearth_V1_WatchRequest(resumeFrom: early.positions, eventsAfter: early.events))
        var resyncs: [Hearth_V1_Resync.Reason] = []
        var missed: [UInt64] = []
        var isWhole = false
        while missed.last != next, let message = try await reader.next() {
            if case .resync(let resync) = message.content { resyncs.append(resync.reason) }
            if case .snapshotComplete = message.content { isWhole = true }
            guard case .report(let report) = message.content else { continue }
            for event in report.events where event.traitID == Refused.traitID && event.eventID == Refused.eventID {
                expect((isWhole, report.position != nil), are: (true, true))
                missed.append(event.number)
            }
        }
        expect((resyncs.isEmpty, missed), are: (true, seen + [next]))
        await home.disconnect()
        await client.close()
        await again.stop()
    }

    /// A maker's device in a third process keeps reporting: while the hub works, crashes, is down and comes back.
    @Test func makersEventsArriveOnceAcrossHubRestarts() async throws {
        let folder = try TemporaryFolder()
        var hub = try await HubUnderTest(store: folder.file("home.db"))
        let client = RPCClient(transport: try HTTP2Transport(connectingTo: hub.address))
        let early = try await firstMarker(Hearth_V1_HomeClient(client))
        let lamp = try HearthProgram.start(["simulate", SimulateTests.lamp, "--hub", hub.address])
        await expect(lamp.line { $0.contains(" is on the hub at ") } != nil)

        // At most as much as fits the pipe of its output, which is not read.
        var pages: UInt64 = 0
        func turnPages(_ count: Int) async throws {
            for _ in 0..<count {
                pages += 1
                try await lamp.write(Array("event 1 ReadingComfort.PageTurned page=\(pages)\n".utf8))
                if pages % 10 == 0 { try await Task.sleep(for: .milliseconds(40)) }
            }
        }
        for signal in [SIGKILL, SIGTERM, SIGKILL] {
            // Longer than the hub takes to store them, so that it crashes with some stored and some not.
            try await turnPages(200)
            hub.program.send(signal)
            _ = await hub.program.wait()
            try await turnPages(40)
            hub = try await HubUnderTest(store: folder.file("home.db"), listen: hub.address)
        }
        try await turnPages(1)

        let reader = try await Hearth_V1_HomeClient(client).watch(
            Hearth_V1_WatchRequest(resumeFrom: early.positions, eventsAfter: early.events))
        var told: [UInt64] = []
        while told.last != pages, let message = try await reader.next() {
            guard case .report(let report) = message.content else { continue }
            for event in report.events where event.target?.deviceID == "simulated-reading-lamp" {
                told.append(Self.firstField(event.payload?.value ?? []))
            }
        }
        expect(told, equals: Array(1...pages))
        await client.close()
    }

    /// The number in the first field of a message (Protocol Buffers, encoding of varints).
    private static func firstField(_ bytes: [UInt8]) -> UInt64 {
        var number: UInt64 = 0
        for (index, byte) in bytes.dropFirst().prefix(10).enumerated() {
            number |= UInt64(byte & 0x7F) << UInt64(7 * index)
            if byte < 0x80 { break }
        }
        return number
    }

    private func firstMarker(_ hub: Hearth_V1_HomeClient) async throws -> Hearth_V1_SnapshotComplete {
        let reader = try await hub.watch(Hearth_V1_WatchRequest())
        while let message = try await reader.next() {
            if case .snapshotComplete(let marker) = message.content { return marker }
        }
        throw RPCError(.internal, "the watch ended before its marker")
    }
}
