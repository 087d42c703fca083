internal import HearthHub
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import ProcessTestSupport
internal import Expectations
internal import Testing
@testable internal import Hearth

/// Events of a doorbell behind a socket that closes and opens again.
@Suite(.timeLimit(.minutes(5))) struct EventReconnectTests {
    private typealias Pressed = Google.DoorbellPressTrait.DoorbellPressedEvent

    /// A hub with its store in a file; the test opens and closes its socket.
    private final class Hall {
        private let folder: TemporaryFolder
        let house = TestHouse([TestHouse.doorbell])
        private(set) var hub: Hub
        private var store: HomeStore
        private var server: HTTP2Server?
        private let limits: HubLimits

        init(_ limits: HubLimits = HubLimits()) async throws {
            folder = try TemporaryFolder()
            self.limits = limits
            (store, hub) = try await Self.hub(folder, limits, house)
        }

        private static func hub(
            _ folder: TemporaryFolder, _ limits: HubLimits, _ house: TestHouse
        ) async throws -> (HomeStore, Hub) {
            let store = try await HomeStore.open(path: folder.file("home.db"))
            let hub = Hub(
                store: store, traits: StandardTraits.descriptors,
                information: Hub.Information(version: "test", schemaFingerprint: StandardTraits.schemaFingerprint),
                limits: limits)
            try await hub.start()
            try await hub.attach(house)
            return (store, hub)
        }

        func open() async throws {
            guard server == nil else { return }
            var router = RPCRouter()
            hub.register(in: &router)
            let path = folder.file("hub.sock")
            server = try await HTTP2Server.listen(RPCServer(router: router), on: "unix:" + path)
        }

        func close() async {
            await server?.shutdown(grace: .zero)
            server = nil
        }

        func home() async throws -> Home {
            try await Home.connect(to: "unix:" + folder.file("hub.sock"))
        }

        func ring(_ count: Int = 1) {
            for _ in 0..<count {
                house.happen(
                    .init(endpoint: 1, traitID: Pressed.traitID, eventID: Pressed.eventID, fields: [:]), on: "doorbell")
            }
        }

        /// Waits until as many events are in the file.
        func saved(_ count: Int) async throws {
            while try await store.load().events.count < count { try await Task.sleep(for: .milliseconds(20)) }
        }

        /// The hub ends without a shutdown, and another one replaces it.
        func crash() async throws {
            await close()
            try await store.close(clean: false)
            (store, hub) = try await Self.hub(folder, limits, house)
        }

        func end() async throws {
            await close()
            try await hub.shutdown()
        }
    }

    /// An open hub, and a home with its changes and the doorbell's rings.
    private func listen(
        _ limits: HubLimits = HubLimits()
    ) async throws -> (Hall, Home, Recorder<HomeChange>, Recorder<Pressed>) {
        let hall = try await Hall(limits)
        try await hall.open()
        let home = try await hall.home()
        let changes = Recorder(home.changes())
        let device = try require(try await home.devices().list().first)
        let bell = try require(await device.types.get(GoogleDoorbellDeviceType.self))
        return (hall, home, changes, Recorder(bell.events.subscribe(Pressed.self)))
    }

    private func lost(_ changes: Recorder<HomeChange>) async {
        _ = await changes.first { if case .connectionLost = $0 { true } else { false } }
    }

    /// The numbers of the next events.
    private func numbers(_ count: Int, _ rings: Recorder<Pressed>) async -> [UInt64] {
        var numbers: [UInt64] = []
        while numbers.count < count, let ring = await rings.next().value { numbers.append(ring.metadata.number) }
        return numbers
    }

    /// With a short log of reports the hub can't resume from the client's position, and sends a snapshot.
    @Test(arguments: [1_024, 16])
    func missedRingsAreDeliveredOnceAndInOrder(reportLog: Int) async throws {
        var limits = HubLimits()
        limits.reportLog = reportLog
        let (hall, home, changes, rings) = try await listen(limits)
        hall.ring()
        await expect(numbers(1, rings), equals: [1])
        await hall.close()
        await lost(changes)
        hall.ring(100)
        try await hall.open()
        await expect(numbers(100, rings), equals: (2...101).map { UInt64($0) })
        hall.ring()
        await expect(numbers(1, rings), equals: [102])
        await home.disconnect()
        try await hall.end()
    }

    @Test func eventLossIsReportedBeforeTheKeptEvents() async throws {
        var limits = HubLimits()
        limits.eventLog = 10
        limits.reportLog = 1
        limits.logBytes = 0
        let (hall, home, changes, rings) = try await listen(limits)
        await hall.close()
        await lost(changes)
        hall.ring(100)
        try await hall.open()
        await expect(numbers(10, rings), equals: (91...100).map { UInt64($0) })
        let structure = try require(try await home.structures().list().first)
        let told = await changes.first { change in
            if case .eventsLost = change { return true }
            guard case .report(let report) = change else { return false }
            return !report.events.isEmpty
        }
        expect(told, equals: .eventsLost(structureID: structure.id, count: 90))
        await home.disconnect()
        try await hall.end()
    }

    @Test func alsoOverTheDeathOfTheHub() async throws {
        let (hall, home, changes, rings) = try await listen()
        hall.ring()
        await expect(numbers(1, rings), equals: [1])
        await hall.close()
        await lost(changes)
        hall.ring(100)
        try await hall.saved(101)
        try await hall.crash()
        hall.ring()
        try await hall.open()
        let heard = await numbers(101, rings)
        expect(Array(heard.prefix(100)), equals: Array(2...101))
        let last = try require(heard.last)
        expect(last, isAbove: 101)
        hall.ring()
        await expect(numbers(1, rings), equals: [last + 1])
        await home.disconnect()
        try await hall.end()
    }

    @Test func cutAtRandomItHearsEachOnce() async throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        print("cuts at random: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        var limits = HubLimits()
        limits.reportLog = 4
        limits.queuedReports = 2
        let (hall, home, _, rings) = try await listen(limits)
        var rung = 0
        for _ in 0..<12 {
            let count = Int.random(in: 0...40, using: &random)
            hall.ring(count)
            rung += count
            switch Int.random(in: 0..<3, using: &random) {
            case 0: await hall.close()
            case 1: try await hall.open()
            default: try await Task.sleep(for: .milliseconds(Int.random(in: 0...40, using: &random)))
            }
        }
        await hall.close()
        try await hall.open()
        await expect(numbers(rung, rings), equals: (0..<rung).map { UInt64($0 + 1) }, "seed \(seed)")
        await home.disconnect()
        try await hall.end()
    }
}
