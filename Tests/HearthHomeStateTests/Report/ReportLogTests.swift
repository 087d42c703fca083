@testable internal import HearthHomeState
internal import HearthTraitCore
internal import Expectations
internal import Testing

@Suite struct ReportLogTests {
    private func record(_ sequence: UInt64) -> ReportRecord {
        ReportRecord(
            position: StructurePosition(structureID: "s", epoch: 1, sequence: sequence), cause: .hub, observedAt: .zero)
    }

    private func log(_ sequences: ClosedRange<UInt64>, capacity: Int = 8, mostBytes: Int = .max) -> ReportLog {
        var log = ReportLog(capacity: capacity, mostBytes: mostBytes)
        for sequence in sequences { log.append(record(sequence)) }
        return log
    }

    /// The sequences of the kept reports, when the present one is 20.
    private func sequences(_ log: ReportLog) -> [UInt64] {
        log.reports(after: 20 - UInt64(log.count), present: 20)?.map(\.position.sequence) ?? []
    }

    @Test func keepsTheNewestOfThoseThatComeBefore() {
        var log = log(18...20)
        log.prepend([record(16), record(17)])
        expect(sequences(log), equals: Array(16...20))
        log.prepend((8...15).map(record))
        expect(sequences(log), equals: Array(13...20))
    }

    /// The newest may not be stored yet.
    @Test func reportsThatComeBeforeTakeNoRoomFromOthers() {
        var log = log(15...20, mostBytes: record(1).memorySize * 7)
        log.prepend((8...14).map(record))
        expect(sequences(log), equals: Array(14...20))
        log.prepend((8...13).map(record))
        expect(sequences(log), equals: Array(14...20))
    }

    @Test(arguments: [0, 1, 4, 5, 9])
    func dropsAllButTheNewest(_ count: Int) {
        var log = log(10...20, capacity: 5)
        log.keep(newest: count)
        expect(sequences(log), equals: Array((16...20).suffix(count)))
    }
}
