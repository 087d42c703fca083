internal import Foundation
@testable internal import HearthStore
internal import HearthTraitCore
internal import ProcessTestSupport
internal import StoreTestSupport
internal import Expectations
internal import Testing

/// Numbers of events over runs that are killed, whatever was stored of them.
@Suite(.timeLimit(.minutes(5)))
struct EventNumberTests {
    private struct Start {
        /// Seconds after the first start, by the machine's clock.
        let second: Int64
        let isDiskFull: Bool
        /// Events that clients have seen of the run, stored or not.
        var events: UInt64 = 1 << 20
    }

    private static let starts = [
        Start(second: 0, isDiskFull: false), Start(second: 1, isDiskFull: true, events: 1 << 31),
        // Within the same second, and after the clock was set back.
        Start(second: 1, isDiskFull: true), Start(second: -3_600, isDiskFull: true, events: 1 << 31),
        Start(second: -3_600, isDiskFull: false), Start(second: -7_200, isDiskFull: true),
        Start(second: -7_200, isDiskFull: false), Start(second: 90, isDiskFull: false),
    ]

    private func kill(_ folder: TemporaryFolder) throws -> TemporaryFolder {
        let left = try TemporaryFolder()
        for suffix in ["", "-wal", ".lock"] where FileManager.default.fileExists(atPath: folder.file + suffix) {
            try copyFile(folder.file + suffix, to: left.file + suffix)
        }
        return left
    }

    @Test func numbersAreNeverUsedAgain() async throws {
        var folder = try TemporaryFolder()
        let new = try await HomeStore.open(path: folder.file)
        try await new.commit([.putStructure(StoredStructure(id: "s", name: "Home", eventNumber: 7))])
        try await new.close(clean: true)
        var last: UInt64 = 7
        for (round, start) in Self.starts.enumerated() {
            folder = try kill(folder)
            let disk = try FaultyDisk(folder.path)
            if start.isDiskFull { disk.fail(.full) }
            let store = try await HomeStore.open(path: folder.file, now: .seconds(1_800_000_000 + start.second))
            let home = try await store.load()
            expect(home.findings.contains { $0.hasPrefix("disk full: ") }, equals: start.isDiskFull, "start \(round)")
            let number = try require(home.structures.first).eventNumber
            expect(number, isAtLeast: last, "start \(round)")
            last = number + start.events
            let abandoned = folder
            folder = try kill(folder)
            try? await store.close(clean: false)
            withExtendedLifetime((disk, abandoned)) {}
        }
    }

    /// Once there is room, the run is stored with the numbers that it began with.
    @Test func aRunThatIsStoredLaterKeepsItsNumbers() async throws {
        let folder = try TemporaryFolder()
        let new = try await HomeStore.open(path: folder.file)
        try await new.commit([.putStructure(StoredStructure(id: "s", name: "Home"))])
        try await new.close(clean: true)
        let disk = try FaultyDisk(folder.path)
        disk.fail(.full)
        let store = try await HomeStore.open(path: folder.file, now: .seconds(1_800_000_000))
        let number = try require(await store.load().structures.first).eventNumber
        disk.fail(.none)
        try await store.commit(
            StoreTransaction(progress: [.init(structureID: "s", sequence: 1, eventNumber: number + 1)]))
        try await store.close(clean: true)
        let next = try await HomeStore.open(path: folder.file, now: .seconds(1_800_000_001))
        try await expect(next.load().structures.map(\.eventNumber), equals: [number + 1])
        try await next.close(clean: true)
    }

    /// What someone wrote into the lock file is no number that an event could exceed.
    @Test(arguments: ["9223372036854775807", "-9223372036854775808", "18446744073709551616", "many", ""])
    func anyReservedNumberIsTaken(_ reserved: String) async throws {
        let folder = try TemporaryFolder()
        let new = try await HomeStore.open(path: folder.file)
        try await new.commit([.putStructure(StoredStructure(id: "s", name: "Home"))])
        try await new.close(clean: true)
        let text = try String(contentsOfFile: folder.file + ".lock", encoding: .utf8)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        lines[1] = "another run"
        lines[4] = Substring(reserved)
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: folder.file + ".lock"))
        let store = try await HomeStore.open(path: folder.file, now: .seconds(1_800_000_000))
        let number = try require(await store.load().structures.first).eventNumber
        expect((1...1 << 62).contains(number), "\(number)")
        try await store.close(clean: true)
    }
}
