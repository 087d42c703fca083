internal import Expectations
internal import ProcessTestSupport
internal import Testing

@testable internal import HearthCalendar

@Suite struct ZoneFileTests {
    private func read(_ bytes: [UInt8]) throws(ZoneError) -> ZoneFile { try ZoneFile(bytes, path: "zone") }

    /// The offsets at the changes and just before them.
    @Test(arguments: [0, UInt8(ascii: "2"), UInt8(ascii: "3"), UInt8(ascii: "4"), UInt8(ascii: "9")])
    func everyVersionIsRead(_ version: UInt8) throws {
        let bytes = ZoneBytes(
            version: version, changes: [(-1_000, 1), (0, 2), (1_000, 1)], offsets: [3_208, 3_600, 7_200],
            rule: "CET-1CEST,M3.5.0,M10.5.0/3")
        let zone = try read(bytes.file)
        let instants: [Int64] = [.min, -1_001, -1_000, -1, 0, 999]
        expect(instants.map { zone.secondsEastOfUTC($0) }, equals: [3_208, 3_208, 3_600, 3_600, 7_200, 7_200])
        // 1 July 2026. Version 1 has no rule.
        expect(zone.secondsEastOfUTC(1_782_864_000), equals: version == 0 ? 3_600 : 7_200)
        expect(zone.rule, equals: version == 0 ? "" : "CET-1CEST,M3.5.0,M10.5.0/3")
    }

    @Test func aZoneWithoutChangesHasItsRule() throws {
        try expect(read(ZoneBytes(offsets: [20_700], rule: "<+0545>-5:45").file).secondsEastOfUTC(0), equals: 20_700)
        try expect(read(ZoneBytes(offsets: [20_700]).file).secondsEastOfUTC(.max), equals: 20_700)
    }

    @Test func timesBeyond32BitsAreRead() throws {
        let zone = try read(ZoneBytes(changes: [(-1 << 59, 1), (1 << 40, 0)], offsets: [60, 120]).file)
        expect([.min, 0, 1 << 40, .max].map { zone.secondsEastOfUTC($0) }, equals: [60, 120, 60, 60])
    }

    @Test(arguments: [
        ("no file of the tz database", ZoneBytes(), 0..<4, UInt8(ascii: "X")),
        ("a version that RFC 9636 does not have", ZoneBytes(), 4..<5, 1),
        ("has no offset", ZoneBytes(version: 0), 36..<40, 0),
        ("is incomplete", ZoneBytes(version: 0), 32..<36, 255),
        ("is incomplete", ZoneBytes(), 20..<44, 255),
        ("has a rule that is not", ZoneBytes(rule: "CET"), 0..<0, 0),
        ("has a rule that is not", ZoneBytes(rule: "CET-1\u{7F}"), 0..<0, 0),
        ("has a rule that is not", ZoneBytes(rule: "<\(String(repeating: "A", count: 200))>0"), 0..<0, 0),
        ("counts leap seconds", ZoneBytes(leaps: 27), 0..<0, 0),
        ("an offset that it lacks", ZoneBytes(changes: [(0, 1)]), 0..<0, 0),
        ("not in ascending order", ZoneBytes(changes: [(0, 0), (0, 0)]), 0..<0, 0),
        ("not in ascending order", ZoneBytes(changes: [(1, 0), (0, 0)]), 0..<0, 0),
        ("an offset of 93600 seconds", ZoneBytes(offsets: [93_600]), 0..<0, 0),
        ("an offset of -90000 seconds", ZoneBytes(offsets: [-90_000]), 0..<0, 0),
    ])
    private func otherFilesAreRefused(_ reason: String, _ zone: ZoneBytes, _ place: Range<Int>, _ byte: UInt8) {
        var bytes = zone.file
        for index in place { bytes[index] = byte }
        let error = expect(throws: ZoneError.self) { try self.read(bytes) }
        expect(error?.code, equals: .malformed)
        expect(error?.message.contains(reason) == true && error?.message.hasPrefix("zone ") == true, "\(error as Any)")
    }

    @Test func largeFilesAreRefused() {
        let bytes = [UInt8](repeating: 0, count: ZoneFile.mostBytes + 1)
        expect(throws: ZoneError(.malformed, "zone has more than 65536 bytes")) { try self.read(bytes) }
    }

    @Test func everyBeginningOfAFileIsRefused() {
        let bytes = ZoneBytes(changes: [(0, 1), (5, 0)], offsets: [0, 3_600], rule: "UTC0").file
        for count in 0..<bytes.count {
            expect(throws: ZoneError.self, "\(count)") { try self.read(Array(bytes.prefix(count))) }
        }
    }

    @Test func damagedFilesTrapNowhere() {
        let seed = testSeed()
        var dice = Dice(seed: seed)
        let rule = "<-02>2<-01>,M3.5.0/-1,M10.5.0/0"
        let intact = ZoneBytes(changes: [(0, 1), (5, 0)], offsets: [0, 3_600], rule: rule).file
        for _ in 0..<FaultRounds.count(20_000) {
            var bytes = intact
            for _ in 0...dice.below(4) { bytes[dice.below(bytes.count)] = UInt8(dice.below(256)) }
            guard let zone = try? read(bytes) else { continue }
            for instant in [.min, -1, 0, 1_782_864_000, .max] as [Int64] {
                expect(zone.secondsEastOfUTC(instant).magnitude, isAtMost: 700_000, "seed \(seed)")
            }
        }
    }
}
