internal import Expectations
internal import Foundation
internal import ProcessTestSupport
internal import Testing

@testable internal import HearthCalendar

@Suite(.timeLimit(.minutes(5))) struct ZoneDatabaseTests {
    private static let judge = PythonProgram(
        lines: """
            import datetime, sys, zoneinfo
            for line in sys.stdin:
                name, *times = line.split()
                with open(sys.argv[1] + "/" + name, "rb") as file:
                    zone = zoneinfo.ZoneInfo.from_file(file)
                print(*(int(datetime.datetime.fromtimestamp(int(time), zone).utcoffset().total_seconds()) for time in times))
            """, needs: ["zoneinfo"])

    /// The distinct files of the machine's database, each with one of its names.
    private static func names(_ database: ZoneDatabase) throws -> [String] {
        var names: [ZoneFile: String] = [:]
        let files = try FileManager.default.subpathsOfDirectory(atPath: database.folder)
        for name in files.sorted() {
            guard let zone = try? database.zone(name) else { continue }
            if names[zone] == nil { names[zone] = name }
        }
        return names.values.sorted()
    }

    /// At each change, a second before and after it, and at random times from 1850 to 2100.
    @Test(
        .enabled(if: judge.isInstalled, "skipped: Python 3.9 is not installed"),
        .enabled(if: ZoneDatabase.system.isInstalled, "skipped: the time zone database is not installed"))
    func allZonesHaveTheOffsetsThatPythonReads() async throws {
        let seed = testSeed()
        var dice = Dice(seed: seed)
        let database = ZoneDatabase.system
        let names = try Self.names(database)
        expect(names.count, isAbove: 250)
        var queries: [(name: String, zone: ZoneFile, instants: [Int64])] = []
        for name in names {
            let zone = try database.zone(name)
            // Python has the years 1 to 9999.
            var instants = zone.changes.filter { $0.magnitude < 1 << 36 }.flatMap { [$0 - 1, $0, $0 + 1] }
            for _ in 0..<FaultRounds.count(500) {
                instants.append(Int64.random(in: -3_786_825_600..<4_133_894_400, using: &dice))
            }
            queries.append((name, zone, instants))
        }
        let input = queries.map { "\($0.name) \($0.instants.map { "\($0)" }.joined(separator: " "))\n" }.joined()
        let answer = try await Self.judge.run([database.folder], input: Array(input.utf8))
        expect((answer.status, answer.error), are: (0, ""))
        let lines = answer.output.split(separator: "\n")
        try require(lines.count == queries.count)
        for (query, line) in zip(queries, lines) {
            let expected = line.split(separator: " ").compactMap { Int64($0) }
            let actual = query.instants.map { query.zone.secondsEastOfUTC($0) }
            let difference = zip(query.instants, zip(actual, expected)).first { $0.1.0 != $0.1.1 }
            expect(actual == expected, "\(query.name): \(difference as Any), seed \(seed)")
        }
    }

    @Test(.enabled(if: ZoneDatabase.system.isInstalled, "skipped: the time zone database is not installed"))
    func theMachinesClockIsThatOfItsZone() throws {
        let database = ZoneDatabase.system
        let name = database.nameOfThisMachine
        guard !name.isEmpty else { return }
        let zone = try database.zone(name)
        for instant in stride(from: Int64(0), to: 4_133_894_400, by: 10_000_019) {
            expect(
                ZoneRules.ofThisMachine.secondsEastOfUTC(instant), equals: zone.secondsEastOfUTC(instant), "\(instant)")
        }
        expect(database.ruleOfThisMachine(), equals: zone.rule)
    }

    private func folder(_ name: String, _ zone: ZoneBytes) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try write(zone, to: folder.file(name))
        return folder
    }

    private func write(_ zone: ZoneBytes, to path: String) throws {
        try Data(zone.file).write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    @Test func namesStayInTheFolder() throws {
        let outer = try folder("Outside", ZoneBytes())
        try FileManager.default.createDirectory(atPath: outer.file("zones/Area"), withIntermediateDirectories: true)
        for name in ["UTC", "Area/Town", "lower", "with.dot", "with space"] {
            try write(ZoneBytes(), to: outer.file("zones/" + name))
        }
        let database = ZoneDatabase(folder: outer.file("zones"))
        for name in ["UTC", "Area/Town"] { expect(try database.zone(name).rule, equals: "") }
        for name in [
            "", "/", "Area", "Area/", "Area//Town", "Area/../UTC", "../Outside", "../zones/UTC", outer.file("Outside"),
            "lower", "with.dot", "with space", "Missing", "UTC\u{0}", "UTC\n", String(repeating: "A", count: 100_000),
        ] {
            let error = expect(throws: ZoneError.self, "\(name.prefix(40))") { try database.zone(name) }
            expect(error?.code, equals: .unknownName)
        }
    }

    @Test func aMissingDatabaseIsNamed() {
        let database = ZoneDatabase(folder: "/nowhere")
        expect(!database.isInstalled)
        let error = ZoneError(.noDatabase, "there are no time zones in /nowhere; install the package tzdata")
        expect(throws: error) { try database.zone("Europe/Berlin") }
        let (machine, other) = (ZoneRules.ofThisMachine, database.rules(of: "Europe/Berlin"))
        expect(other.secondsEastOfUTC(1_782_864_000), equals: machine.secondsEastOfUTC(1_782_864_000))
    }

    @Test func aFileThatIsNoZoneIsNamed() throws {
        let folder = try folder("UTC", ZoneBytes(leaps: 1))
        let path = folder.file("UTC")
        expect(throws: ZoneError(.malformed, "\(path) counts leap seconds, as the system's clock does not")) {
            try ZoneDatabase(folder: folder.path).zone("UTC")
        }
    }

    @Test func anUpdateOfTheDatabaseIsSeen() throws {
        let folder = try folder("Town", ZoneBytes(offsets: [3_600]))
        let database = ZoneDatabase(folder: folder.path)
        try expect(database.zone("Town").secondsEastOfUTC(0), equals: 3_600)
        try write(ZoneBytes(offsets: [7_200]), to: folder.file("Town"))
        try expect(database.zone("Town").secondsEastOfUTC(0), equals: 7_200)
        for number in 0..<100 { try write(ZoneBytes(), to: folder.file("Town\(number)")) }
        for number in 0..<100 { try expect(database.zone("Town\(number)").secondsEastOfUTC(0), equals: 0) }
        try FileManager.default.removeItem(atPath: folder.file("Town"))
        expect(throws: ZoneError.self) { try database.zone("Town") }
    }
}
