internal import Expectations
internal import Foundation
internal import Testing

@testable internal import HearthServer

struct TimeZonesTests {
    private static let database = "/usr/share/zoneinfo"
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
        expect(present.filter { !TimeZones.isKnown($0) }, equals: [])
        expect(Self.wrong.filter { TimeZones.isKnown($0) }, equals: [])
        expectNil(TimeZones.problem)
        let problems = ["", "Asia/Kolkata", "Mars/Base"].map { TimeZones.problem(ofZone: $0, named: "My Home") }
        expect(
            problems,
            equals: [
                nil, nil,
                #"this machine does not know the time zone "Mars/Base" of "My Home", so that home has this machine's clock; "#
                    + "install the package tzdata-legacy if the name is a former one, or choose another with hearth home "
                    + "--time-zone NAME",
            ])
    }
}
