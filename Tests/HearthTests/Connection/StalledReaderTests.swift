internal import ExampleMaker
internal import Foundation
internal import HearthHub
internal import HearthEventLoop
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import ProcessTestSupport
internal import Synchronization
internal import Expectations
internal import Testing
@testable internal import Hearth

/// A suspended app is cut from its watch, and resumes by itself.
@Suite(.timeLimit(.minutes(5))) struct StalledReaderTests {
    private typealias Pressed = Google.DoorbellPressTrait.DoorbellPressedEvent
    private static let humidity = TraitPath(
        TraitTarget(deviceID: "hygrometer", endpoint: 1), Matter.RelativeHumidityMeasurementTrait.descriptor.id)

    /// Blocks a loop's thread, as SIGSTOP blocks a process.
    private final class Stop: Sendable {
        private let isOver = DispatchSemaphore(value: 0)

        init(_ loop: EventLoop) { loop.post { [isOver] in isOver.wait() } }

        func end() { isOver.signal() }
    }

    /// A one-time signal for one waiter.
    private struct Signal: Sendable {
        private let signal = AsyncStream.makeStream(of: Never.self)

        func give() { signal.continuation.finish() }

        func wait() async { for await _ in signal.stream {} }
    }

    /// Lets one watch through; later ones wait until it is open.
    private final class Door: ServerInterceptor {
        let isOpen = Signal()
        private let watches = Mutex(0)

        func intercept(_ context: ServerContext, next: () async throws -> Void) async throws {
            if context.method.method == "Watch" {
                let isFirst = watches.withLock { watches in
                    watches += 1
                    return watches == 1
                }
                if !isFirst { await isOpen.wait() }
            }
            try await next()
        }
    }

    /// Changes a value and rings ten times; returns the number of rings since the beginning.
    private func ring(_ house: TestHouse, from count: Int) async throws -> Int {
        for number in count + 1...count + 10 {
            house.set(Self.humidity, [0: .unsigned(UInt64(number % 9_000))])
            house.happen(
                .init(endpoint: 1, traitID: Pressed.traitID, eventID: Pressed.eventID, fields: [:]), on: "doorbell")
        }
        try await Task.sleep(for: .milliseconds(5))
        return count + 10
    }

    @Test func stalledHomeResumesAndSaysHowOldItsValuesWere() async throws {
        let folder = try TemporaryFolder()
        let house = TestHouse(TestHouse.all + [TestHouse.doorbell])
        let store = try await HomeStore.inMemory()
        var limits = HubLimits()
        limits.savedFirst = []
        let hub = Hub(
            store: store, traits: ExampleMakerTraits.withStandard,
            information: Hub.Information(version: "test", schemaFingerprint: StandardTraits.schemaFingerprint),
            limits: limits)
        try await hub.start()
        try await hub.attach(house)
        var router = RPCRouter()
        hub.register(in: &router)
        let cuts = Mutex(0)
        var settings = HTTP2Server.Settings()
        settings.writeStallTimeout = .milliseconds(300)
        settings.notice = { text in if text.contains("Watch was ended") { cuts.withLock { $0 += 1 } } }
        let door = Door()
        let server = try await HTTP2Server.listen(
            RPCServer(router: router, interceptors: [door]), on: "unix:" + folder.file("hub.sock"), settings: settings)

        let loop = try EventLoop.start()
        var client = HTTP2Transport.Settings()
        // The stream's window fills before the socket's buffer.
        client.streamWindow = 16 << 10
        let home = try await Home.connect(
            over: RPCClient(transport: try HTTP2Transport(connectingTo: server.address, loop: loop, settings: client)))
        let changes = Recorder(home.changes())
        let freshness = Recorder(home.freshnessUpdates())
        await expect(freshness.next().value, equals: .current)
        let bell = try require(
            try await home.devices().list().first { $0.id == "doorbell" }?.types.get(GoogleDoorbellDeviceType.self))
        let rings = Recorder(bell.events.subscribe(Pressed.self))
        // A loop over values continues with the stale ones. A value that it has not taken is replaced by the next, so
        // the home catches up only after the loop has reached a stale one.
        let hygrometer = try require(try await home.devices().list().first { $0.id == "hygrometer" })
        let begun = Signal()
        let looping = Task {
            var freshness: [Freshness] = []
            for try await type in hygrometer.types.subscribe(HumiditySensorDeviceType.self).values {
                let last = type.metadata.freshness
                if freshness.last != last { freshness.append(last) }
                begun.give()
                if last.isStale { door.isOpen.give() }
                let value = type.matterTraits.relativeHumidityMeasurementTrait?.measuredValue
                if value == 9_999, !last.isStale { break }
            }
            return freshness
        }
        await begun.wait()

        let before = Date().timeIntervalSince1970
        let stop = Stop(loop)
        var count = 0
        while cuts.withLock({ $0 == 0 }) { count = try await ring(house, from: count) }
        stop.end()
        // Meanwhile values are marked with their age, and then they are current again.
        let stale = await freshness.next().value?.staleSince
        expect(stale.map { $0 >= before - 1 && $0 <= Date().timeIntervalSince1970 }, equals: true)
        await expect(freshness.next().value, equals: .current)
        for _ in 0..<5 { count = try await ring(house, from: count) }
        house.set(Self.humidity, [0: .unsigned(9_999)])

        // A busy machine may be cut off a second time.
        let seen = try await looping.value.map(\.isStale)
        expect(seen.count, isAtLeast: 3)
        expect((seen.first, seen.last), are: (false, false))
        // Every event arrived once and in order.
        var numbers: [UInt64] = []
        while numbers.count < count, let ring = await rings.next().value { numbers.append(ring.metadata.number) }
        expect(numbers, equals: Array(1..<UInt64(count) + 1))
        await home.disconnect()
        // It resumed from its position: nothing was read again, and the reason of the cut was reported.
        var (reasons, last): ([HomeError], StructurePosition?) = ([], nil)
        while let change = await changes.next().value {
            switch change {
            case .connectionLost(let error): reasons.append(error)
            case .resynced, .eventsLost: Issue.record("\(change)")
            case .connectionRestored: break
            case .report(let report):
                if let last, let position = report.position { expect(position.sequence, isAtLeast: last.sequence) }
                last = report.position ?? last
            }
        }
        expect((reasons.isEmpty, reasons.allSatisfy { $0.code == .resourceExhausted }), are: (false, true))
        expect(
            reasons.first?.message,
            equals: "the client read nothing of this stream for 1 s; call again, a watch from its last position")
        await server.shutdown(grace: .zero)
        try await hub.shutdown()
        await loop.stop()
    }
}
