@testable internal import HearthHomeState
internal import HearthTraitCore
internal import HomeStateTestSupport
internal import Expectations
internal import Testing

@Suite struct EventLogTests {
    private func event(_ number: UInt64, bytes: Int = 0) throws -> EventChange {
        let trait = TestProvider.doorLock
        return EventChange(
            path: TestProvider.doorLock(of: "lock"), descriptor: trait, event: try require(trait.event(0)),
            number: number, time: .zero, fields: [0: .unsigned(0)],
            message: [UInt8](repeating: 0, count: bytes))
    }

    @Test(arguments: [1, 2, 7, 64])
    func keepsTheLastOnesAndFindsThemByTheirNumbers(_ capacity: Int) throws {
        var log = EventLog(capacity: capacity, mostBytes: .max)
        expectNil(log.firstNumber)
        expect(log.events(after: 0).isEmpty)
        // Numbers have gaps where the hub crashed.
        let numbers = (1...100).map { UInt64($0 * 3) }
        for (index, number) in numbers.enumerated() {
            log.append(try event(number))
            let kept = numbers[max(0, index + 1 - capacity)...index]
            expect(log.count, equals: kept.count)
            expect(log.firstNumber, equals: kept.first)
            for place in [0, number / 2, number - 1, number, number + 1] {
                expect(log.events(after: place).map(\.number), equals: kept.filter { $0 > place })
            }
        }
        let kept = numbers.suffix(capacity)
        expect(log.events(after: 0, through: 290).map(\.number), equals: kept.filter { $0 <= 290 })
        expect(log.events(after: 0, limit: 2).map(\.number), equals: Array(kept.prefix(2)))
        let even = kept.first { $0 % 2 == 0 }
        expect(log.events(after: 0, limit: 1) { $0.number % 2 == 0 }.first?.number, equals: even)
    }

    /// A message has the encoded event only, and memory has its fields as well.
    @Test func encodedEventCountsAsMemoryOnly() throws {
        func record(_ bytes: Int) throws -> ReportRecord {
            ReportRecord(
                position: StructurePosition(structureID: "s", epoch: 1, sequence: 1), cause: .device,
                observedAt: .zero, events: [try event(1, bytes: bytes)])
        }
        let (small, large) = (try record(0), try record(10_000))
        expect(large.size, equals: small.size)
        expect(large.memorySize, equals: small.memorySize + 10_000)
        var log = EventLog(capacity: 10, mostBytes: 25_000)
        for number in 1...4 { log.append(try event(UInt64(number), bytes: 10_000)) }
        expect(log.count, equals: 2)
    }
}
