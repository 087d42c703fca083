internal import Foundation
internal import Expectations
internal import Testing

@testable internal import HearthServer

struct TimeZonesTests {
    private static let database = "/usr/share/zoneinfo"
    /// Names that Foundation does not list, links among them.
    private static let unlisted = [
        "Asia/Kolkata", "Asia/Ho_Chi_Minh", "America/Argentina/Buenos_Aires", "America/Indiana/Indianapolis",
        "America/Kentucky/Louisville", "Atlantic/Faroe", "Africa/Asmara", "America/Atikokan", "US/Pacific",
    ]
    private static let wrong = [
        "", "/", "Europe", "Europe/", "/Europe/Berlin", "Europe//Berlin", "Europe/Berlin ", "europe/berlin",
        "../../etc/passwd", "../zoneinfo/Europe/Berlin", "Europe/../Europe/Berlin", "CET-1CEST", "GMT+3", "GMT+0300",
        "UTC+3", "PST", "+05:30", "localtime", "posixrules", "right/Europe/Berlin", "zone.tab", "tzdata.zi",
        "Mars/Base",
        "Europe/Berlin\n", "Europe/\u{0}Berlin", ":Europe/Berlin", String(repeating: "a", count: 1_000_000),
    ]

    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Asia/Kolkata"),
            "skipped: the time zone database is not installed"))
    func namesOfTheDatabaseAreKnown() throws {
        let list = try String(contentsOfFile: Self.database + "/tzdata.zi", encoding: .utf8)
        // Zones and links, one a line: "Z Asia/Kolkata …", "L Asia/Kolkata Asia/Calcutta".
        let names = list.split(separator: "\n").compactMap { line -> String? in
            let words = line.split(separator: " ").map(String.init)
            return words.first == "Z" ? words[1] : words.first == "L" && words.count > 2 ? words[2] : nil
        }
        let present = names.filter { FileManager.default.fileExists(atPath: Self.database + "/" + $0) }
        expect(present.count, isAbove: 400)
        expect((present + Self.unlisted).filter { !TimeZones.isKnown($0) }, equals: [])
        expect(Self.wrong.filter { TimeZones.isKnown($0) }, equals: [])
    }

    /// A machine without a time zone database.
    @Test func foundationIsAskedWithoutADatabase() {
        func known(_ name: String) -> Bool { TimeZones.isKnown(name, database: "/nowhere") }
        expect((Self.unlisted + ["UTC", "Europe/Berlin"]).filter { !known($0) }, equals: [])
        expect(Self.wrong.filter(known), equals: [])
    }

    @Test func theRuleIsTheLastLineOfTheFile() throws {
        let path = NSTemporaryDirectory() + "hearth-zone-\(UInt64.random(in: .min ... .max))"
        defer { try? FileManager.default.removeItem(atPath: path) }
        for (content, text) in [
            ("TZif2…\nCET-1CEST,M3.5.0,M10.5.0/3\n", "CET-1CEST,M3.5.0,M10.5.0/3"), ("TZif2…\n\n", ""),
            ("TZif2…\nCET-1", ""), ("CET-1\n", ""), ("TZif2…\n" + String(repeating: "A", count: 200) + "\n", ""),
        ] {
            try Data(content.utf8).write(to: URL(fileURLWithPath: path))
            expect(TimeZones.posixText(ofFile: path), equals: text)
        }
        expect(TimeZones.posixText(ofFile: "/nowhere"), equals: "")
    }
}
