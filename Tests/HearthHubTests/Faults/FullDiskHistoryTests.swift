@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HomeStateTestSupport
internal import ProcessTestSupport
internal import StoreTestSupport
internal import Expectations
internal import Testing

/// A nearly full disk: history recording pauses before states are lost.
@Suite(.timeLimit(.minutes(5)))
struct FullDiskHistoryTests {
    private let lamp = TestProvider.onOff(of: "lamp-1")

    @Test func fullDiskPausesHistoryAndReportsItOnce() async throws {
        let rounds = FaultRounds.count(100)
        let folder = try TemporaryFolder()
        let disk = try FaultyDisk(folder.path)
        let store = try await HomeStore.open(path: folder.file)
        let test = try await TestHub(store: store)
        let provider = TestProvider(lamps: 1)
        try await test.hub.attach(provider)
        provider.report(lamp, [0x4001: .unsigned(1)])
        await test.clock.advance(by: .seconds(1))
        func times() async throws -> [Int64] {
            try await store.historyPart(HistoryKey(lamp, 0x4001), from: 0, until: .max)?.samples.map(\.time) ?? []
        }
        let before = try await times()
        for number in 2..<(2 + rounds) {
            provider.report(lamp, [0x4001: .unsigned(UInt64(number))])
            // The first write of the next transaction.
            disk.fail(.full, from: disk.calls + 1, count: 1)
            await test.clock.advance(by: .seconds(1))
            let state = try require(try await store.load().states.first)
            let values = try TestProvider.onOff.decodeAttributes(state.attributes.span.bytes)
            expect(values[0x4001], equals: .unsigned(UInt64(number)))
        }
        expect(disk.failures, equals: rounds)
        expect(test.notices.all.count, equals: 1)
        expect(test.notices.all.first?.contains("history recording is paused"), equals: true)
        try await expect(times(), equals: before)
        disk.fail(.none)
        provider.report(lamp, [0x4001: .unsigned(0)])
        await test.clock.advance(by: .seconds(1))
        expect(test.notices.all.dropFirst(), equals: ["history recording resumed"])
        try await expect(times().count, equals: before.count + 1)
        try await test.hub.shutdown()
        print("FAULTS disk full, histories first | \(rounds) | states saved without history, the gap reported once")
    }
}
