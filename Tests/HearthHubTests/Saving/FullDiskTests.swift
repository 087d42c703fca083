@testable internal import HearthHub
internal import HearthStore
internal import HearthTraitCore
internal import Expectations
internal import Testing

/// When waiting data is stored again after the disk was full.
@Suite struct FullDiskTests {
    private let error = StoreError(.diskFull, "full")

    @Test func thePauseGrowsToItsLongestAndMoreRoomEndsIt() {
        var full: FullDisk?
        var pauses: [Duration] = []
        for _ in 0..<7 {
            full = FullDisk(error, after: full, delay: .milliseconds(500), now: .seconds(10), room: 4_096)
            pauses.append(full?.pause ?? .zero)
        }
        expect(pauses, equals: [0.5, 1, 2, 4, 8, 8, 8].map { .seconds($0) })
        let rows: [(Duration, Int?, Bool)] = [
            (.seconds(10), 4_096, false), (.seconds(17.9), 4_096 + 65_535, false), (.seconds(10), 4_096 + 65_536, true),
            (.seconds(18), 0, true), (.seconds(17), nil, false),
        ]
        for (now, room, isDue) in rows {
            expect(full?.isDue(at: now, room: room), equals: isDue, "\(now), \(room ?? -1)")
        }
    }
}
