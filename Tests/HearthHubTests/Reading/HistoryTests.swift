internal import Foundation
@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import ProcessTestSupport
internal import Expectations
internal import Testing
internal import RefusalTestSupport

@Suite(.timeLimit(.minutes(5)))
struct HistoryTests {
    private let lamp = TestProvider.onOff(of: "lamp-1")
    private static let hour = Duration.seconds(3_600)

    private func client(_ test: TestHub, _ principal: Principal = .owner) -> Hearth_V1_HistoryClient {
        Hearth_V1_HistoryClient(test.client(principal))
    }

    private func request(_ id: UInt32, from: Duration? = nil, columns: UInt32 = 0) -> Hearth_V1_QueryRequest {
        Hearth_V1_QueryRequest(
            target: Hearth_V1_Target(lamp), traitID: lamp.traitID, attributeID: id,
            from: from.map { Google_Protobuf_Timestamp(sinceEpoch: $0) }, maxColumns: columns)
    }

    /// Some days of a lamp, returned in columns of different lengths.
    @Test func daysOfALampAreReturnedInColumns() async throws {
        let folder = try TemporaryFolder()
        let test = try await TestHub(store: HomeStore.open(path: folder.file))
        let provider = TestProvider(lamps: 1)
        try await test.hub.attach(provider)
        let begin = test.clock.sinceEpoch
        for day in 0..<3 {
            provider.report(lamp, [0: .bool(true), 0x4001: .unsigned(UInt64(day) * 100 + 50)])
            await test.clock.advance(by: Self.hour * 6)
            provider.report(lamp, [0: .bool(false), 0x4001: .unsigned(UInt64(day) * 100)])
            await test.clock.advance(by: Self.hour * 18)
        }
        let states = try await client(test).query(request(0, from: begin, columns: 3))
        expect(states.resolution, equals: .hour)
        expect(states.columnLength?.duration, equals: Self.hour * 24)
        expect(states.columns.count, equals: 3)
        for column in states.columns {
            expect(column.known?.duration, equals: Self.hour * 24)
            expectNil(column.min)
            expect(column.last, equals: 0)
            expect(column.states.map(\.value), equals: [0, 1])
            expect(column.states.map { $0.time?.duration }, equals: [Self.hour * 18, Self.hour * 6])
        }
        let numbers = try await client(test).query(request(0x4001, from: begin, columns: 3))
        expect(numbers.columns.map(\.max), equals: [50, 150, 250])
        expect(numbers.columns.map(\.min), equals: [0, 100, 200])
        expect(numbers.columns.map(\.mean), equals: [12.5, 112.5, 212.5])
        expect(numbers.columns.allSatisfy { $0.states.isEmpty })
        expect(numbers.heldSince?.sinceEpoch, equals: begin)

        let series = try await client(test).listSeries(Hearth_V1_ListSeriesRequest(deviceID: "lamp-1")).series
        expect(series.map(\.attributeID), equals: [0, 0x4001])
        expect(series.allSatisfy { $0.bytes > 0 })
        try await test.hub.shutdown()
    }

    @Test func anIdleHomeWritesNothing() async throws {
        let folder = try TemporaryFolder()
        let test = try await TestHub(store: HomeStore.open(path: folder.file))
        let provider = TestProvider(lamps: 1)
        try await test.hub.attach(provider)
        provider.report(lamp, [0: .bool(true)])
        await test.clock.advance(by: .seconds(2))
        func bytes() throws -> [Data] {
            try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: folder.file + $0)) }
        }
        let before = try bytes()
        await test.clock.advance(by: Self.hour * 48)
        try expect(bytes(), equals: before)
        try await test.hub.shutdown()
    }

    @Test func aDeviceThatIsOfflineIsNotKnown() async throws {
        let test = try await TestHub()
        let provider = TestProvider(lamps: 1)
        try await test.hub.attach(provider)
        let begin = test.clock.sinceEpoch
        provider.report(lamp, [0: .bool(true)])
        await test.clock.advance(by: .seconds(600))
        provider.reportConnectivity(of: "lamp-1", isOnline: false)
        await test.clock.advance(by: .seconds(600))
        provider.reportConnectivity(of: "lamp-1", isOnline: true)
        await test.clock.advance(by: .seconds(300))
        let answer = try await client(test).query(request(0, from: begin, columns: 1))
        expect(answer.columns.first?.known?.duration, equals: .seconds(900))
        expect(answer.columns.first?.last, equals: 1)

        var samples: [Hearth_V1_HistorySample] = []
        let reader = try await client(test).export(
            Hearth_V1_ExportRequest(target: Hearth_V1_Target(lamp), traitID: lamp.traitID, attributeID: 0))
        while let part = try await reader.next() { samples += part.samples }
        expect(samples.map(\.value), equals: [.integer(0), .integer(1), nil, .integer(1)])
        try await test.hub.shutdown()
    }

    /// Saved history survives a crash and continues in the new epoch.
    @Test func historyContinuesAfterACrash() async throws {
        let folder = try TemporaryFolder()
        let first = try await TestHub(store: HomeStore.open(path: folder.file))
        let begin = first.clock.sinceEpoch
        let provider = TestProvider(lamps: 1)
        try await first.hub.attach(provider)
        for minute in 0..<90 {
            provider.report(lamp, [0x4001: .unsigned(UInt64(minute + 1))])
            await first.clock.advance(by: .seconds(60))
        }
        let clock = ManualClock(sinceEpoch: first.clock.sinceEpoch)
        let second = try await TestHub(store: HomeStore.open(path: folder.abandoned()), clock: clock)
        let again = TestProvider(lamps: 1)
        try await second.hub.attach(again)
        again.report(lamp, [0x4001: .unsigned(1_000)])
        await clock.advance(by: .seconds(60))
        let answer = try await client(second).query(request(0x4001, from: begin, columns: 200))
        expect(answer.resolution, equals: .values)
        let changed = answer.columns.filter { $0.changes > 0 }.compactMap(\.max)
        expect(changed.prefix(90), equals: (1...90).map { Double($0) }[...])
        expect(changed.last, equals: 1_000)
        try await second.hub.shutdown()
        try await first.hub.shutdown()
    }

    @Test func impossibleQueryIsRefusedByName() async throws {
        let test = try await TestHub()
        try await test.hub.attach(TestProvider(lamps: 1))
        func refusal(
            _ request: Hearth_V1_QueryRequest, by principal: Principal = .owner
        ) async -> RPCError? {
            do {
                _ = try await client(test, principal).query(request)
                return nil
            } catch {
                return error
            }
        }
        var bad = request(0)
        bad.from = Google_Protobuf_Timestamp(seconds: 2_000_000_000)
        bad.until = Google_Protobuf_Timestamp(seconds: 1_900_000_000)
        await expect(refusal(bad)?.code, equals: .invalidArgument)
        for (seconds, nanos) in [(Int64.max, Int32(0)), (.max, .max), (.min, .min), (-1, 0), (1_900_000_000, -1)] {
            bad.from = Google_Protobuf_Timestamp(seconds: seconds, nanos: nanos)
            await expect(refusal(bad)?.message, equals: "from is not a valid time; use one in the years 1970 to 9999")
        }
        await expect(refusal(request(0, columns: 10_001)), is: .invalidArgument, saying: "10000")
        let unknown = await refusal(request(0x99))
        expect(unknown?.message.hasPrefix("Lamp 1 has no OnOff.attribute 153; it has"), equals: true)
        let list = await refusal(request(0xFFF9))
        expect(list?.message.contains("has no history"), equals: true)
        var nowhere = request(0)
        nowhere.target?.deviceID = "lamp-2"
        await expect(refusal(nowhere)?.code, equals: .notFound)
        nowhere.target = nil
        await expect(refusal(nowhere)?.code, equals: .invalidArgument)
        let nobody = Principal(id: "nobody", rights: [])
        await expect(refusal(request(0), by: nobody)?.code, equals: .permissionDenied)
        // None yet.
        let empty = try await client(test).query(request(0x4003))
        expect(empty.columns.isEmpty)
        await expect(refused: .notFound) {
            try await client(test).listSeries(Hearth_V1_ListSeriesRequest(deviceID: "lamp"))
        }
        try await test.hub.shutdown()
    }
}
