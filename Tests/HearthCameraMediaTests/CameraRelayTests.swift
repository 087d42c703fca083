@testable internal import HearthCameraMedia
internal import Expectations
internal import Synchronization
internal import Testing

/// One source, many viewers: fast, slow, late, cancelled and gone.
@Suite(.timeLimit(.minutes(1)))
struct CameraRelayTests {
    private struct Broken: Error, Equatable {}

    private func rest(_ viewer: CameraViewer) async throws -> [String] {
        var parts: [String] = []
        for try await part in viewer { parts.append(part.short) }
        return parts
    }

    private func relay(_ units: [CameraUnit] = []) -> CameraRelay {
        let relay = CameraRelay(limits: .small())
        relay.send(.format(.pictures))
        for unit in units { relay.send(.unit(unit)) }
        return relay
    }

    @Test func aLateViewerBeginsWithTheKeyPicture() async throws {
        let relay = relay([.key(1), .delta(2), .key(3), .delta(4)])
        let viewer = relay.join()
        relay.send(.unit(.delta(5)))
        relay.end()
        try await expect(rest(viewer), equals: ["f1", "K3", "d4", "d5"])
    }

    @Test func theLastKeyPictureIsKept() {
        let relay = relay()
        expectNil(relay.keyPicture)
        for unit in [.sound(1), .key(2), .delta(3), .key(4), .delta(5), .sound(6)] as [CameraUnit] {
            relay.send(.unit(unit))
        }
        expect(relay.keyPicture?.unit, equals: .key(4))
        expect(relay.keyPicture?.format, equals: CameraFormat.pictures.video)
        relay.clear()
        expectNil(relay.keyPicture)
        relay.send(.format(.onlySound))
        relay.send(.unit(.sound(7)))
        expectNil(relay.keyPicture)
    }

    /// The ring is empty, but the format is known.
    @Test func aViewerThatJoinsBetweenKeyPicturesGetsAFormat() async throws {
        let relay = relay([.key(1, bytes: 18), .delta(2, bytes: 3)])
        let viewer = relay.join()
        relay.send(.unit(.delta(3)))
        relay.send(.unit(.key(4)))
        relay.end()
        try await expect(rest(viewer), equals: ["f1", "K4"])
    }

    /// As for a decoder that has lost its pictures.
    @Test func aViewerMayBeginAgain() async throws {
        let relay = relay([.key(1), .delta(2)])
        let viewer = relay.join()
        expect(viewer.isBehind)
        for part in ["f1", "K1", "d2"] { try await expect(viewer.next()?.short, equals: part) }
        expect(!viewer.isBehind)
        viewer.beginAgain()
        try await expect(viewer.next()?.short, equals: "f1")
        // What waits is replaced.
        relay.send(.unit(.delta(3)))
        viewer.beginAgain()
        relay.end()
        try await expect(rest(viewer), equals: ["f1", "K1", "d2", "d3"])
    }

    @Test func aReaderThatWaitsGetsTheBeginning() async throws {
        let relay = relay([.key(1)])
        let viewer = relay.join()
        for _ in 0..<2 { _ = try await viewer.next() }
        async let next = viewer.next()?.short
        while !relay.hasReader { await Task.yield() }
        viewer.beginAgain()
        try await expect(next, equals: "f1")
    }

    @Test func aSlowViewerDelaysNobody() async throws {
        let relay = relay()
        let (fast, slow) = (relay.join(), relay.join())
        async let seen = rest(fast)
        for time in 1...43 {
            relay.send(.unit(time % 10 == 1 ? .key(Int64(time)) : .delta(Int64(time))))
            // The fast one takes each part before the next.
            for _ in 0..<50 { await Task.yield() }
        }
        relay.end()
        let parts = try await seen
        expect(parts.first, equals: "f1")
        expect(parts.count + fast.lost, equals: 44)
        try await expect(rest(slow), equals: ["f1", "K41", "d42", "d43"])
        expect(slow.lost, equals: 40)
    }

    @Test func unitsThatAreTooLongAreLeftOut() async throws {
        let relay = relay([.key(1)])
        let viewer = relay.join()
        relay.send(.unit(.delta(2, bytes: 101)))
        relay.send(.unit(.delta(3)))
        relay.end()
        try await expect(rest(viewer), equals: ["f1", "K1", "d3"])
    }

    @Test func nothingComesBeforeTheFormat() async throws {
        let relay = CameraRelay(limits: .small())
        let viewer = relay.join()
        relay.send(.unit(.key(1)))
        relay.end()
        try await expect(rest(viewer), equals: [])
    }

    @Test func theEndComesAfterWhatWaits() async throws {
        let relay = relay([.key(1)])
        let (first, second) = (relay.join(), relay.join())
        relay.end(Broken())
        relay.end()
        relay.send(.unit(.delta(2)))
        await expect(throws: Broken.self) { try await rest(first) }
        try await expect(second.next()?.short, equals: "f1")
        let late = relay.join()
        try await expect(late.next()?.short, equals: "f1")
        try await expect(late.next()?.short, equals: "K1")
        await expect(throws: Broken.self) { _ = try await late.next() }
    }

    /// What ends one viewer drops what waits for it, and leaves the others alone.
    @Test func oneViewerEndsAtOnce() async throws {
        let relay = relay([.key(1)])
        let (ended, other) = (relay.join(), relay.join())
        ended.end(Broken())
        await expect(throws: Broken.self) { _ = try await ended.next() }
        let waiting = relay.join()
        _ = try await (waiting.next(), waiting.next())
        let reading = Task { try await waiting.next()?.short }
        await waitUntilReading(relay)
        waiting.end()
        try await expect(reading.value, equals: nil)
        relay.end()
        try await expect(rest(other), equals: ["f1", "K1"])
    }

    @Test func aCancelledReaderLosesNothing() async throws {
        let relay = relay([.key(1)])
        let viewer = relay.join()
        _ = try await (viewer.next(), viewer.next())
        let reading = Task { try await viewer.next() }
        await waitUntilReading(relay)
        reading.cancel()
        await expect(throws: CancellationError.self) { _ = try await reading.value }
        relay.send(.unit(.delta(2)))
        try await expect(viewer.next()?.short, equals: "d2")
        let tooLate = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await viewer.next()
        }
        await expect(throws: CancellationError.self) { _ = try await tooLate.value }
    }

    @Test func aSecondReaderReplacesTheFirst() async throws {
        let relay = relay()
        let viewer = relay.join()
        let first = Task { try await viewer.next() }
        await waitUntilReading(relay)
        let second = Task { try await viewer.next()?.short }
        await expect(throws: CancellationError.self) { _ = try await first.value }
        relay.send(.unit(.key(1)))
        try await expect(second.value, equals: "f1")
    }

    @Test func theNumberOfViewersIsPassedOn() async {
        let counts = Mutex<[Int]>([])
        let relay = CameraRelay { count in counts.withLock { $0.append(count) } }
        var viewers = [relay.join(), relay.join()]
        viewers.removeLast()
        viewers.removeAll()
        expect(counts.withLock { $0 }, equals: [1, 2, 1, 0])
        expect(relay.viewerCount, equals: 0)
    }

    /// The last number that is passed on is the present one, whatever the order of threads.
    @Test func theLastNumberIsTrue() async {
        let last = Mutex(-1)
        let relay = CameraRelay { count in last.withLock { $0 = count } }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<500 { withExtendedLifetime(relay.join()) {} } }
            }
        }
        expect(last.withLock { $0 }, equals: 0)
    }

    /// Senders, readers that are cancelled, viewers that leave and an end, all at once: each reader returns.
    @Test func everyReaderReturns() async {
        for _ in 0..<20 {
            let relay = relay()
            await withTaskGroup(of: Void.self) { group in
                for index in 0..<8 {
                    group.addTask {
                        let viewer = relay.join()
                        let reading = Task { while try await viewer.next() != nil {} }
                        if index % 2 == 0 {
                            for _ in 0..<index { await Task.yield() }
                            reading.cancel()
                        } else if index % 3 == 0 {
                            viewer.end(Broken())
                        }
                        _ = await reading.result
                    }
                }
                group.addTask {
                    for time in 0..<200 { relay.send(.unit(time % 7 == 0 ? .key(Int64(time)) : .delta(Int64(time)))) }
                    relay.end()
                }
            }
            expect(relay.viewerCount, equals: 0)
        }
    }

    /// Waits until a reader waits for a part.
    private func waitUntilReading(_ relay: CameraRelay) async {
        while !relay.hasReader { await Task.yield() }
    }
}
