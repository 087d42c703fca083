@testable internal import HearthMDNS
internal import Expectations
internal import Testing

@Suite struct DNSNameTests {
    @Test func textIsReadAndWritten() throws {
        let name = try DNSName("Kitchen\\. lamp\\\\1._hue._tcp.local")
        expect(
            name.labels.map { String(decoding: $0, as: UTF8.self) },
            equals: [
                "Kitchen. lamp\\1", "_hue", "_tcp", "local",
            ])
        expect(name.description, equals: "Kitchen\\. lamp\\\\1._hue._tcp.local")
        expect(try DNSName(name.description), equals: name)
        expect(name.firstLabel, equals: "Kitchen. lamp\\1")
        expect(name.parent, equals: try DNSName("_hue._tcp.local"))
        expect(try DNSName("local.").wire, equals: [5] + Array("local".utf8) + [0])
        expectNil(try DNSName("").parent)
    }

    @Test func namesCompareWithoutCase() throws {
        let (left, right) = (try DNSName("Kitchen.LOCAL"), try DNSName("kitchen.local"))
        expect(left, equals: right)
        expect(Set([left, right]).count, equals: 1)
        // Other letters differ, and so do places of dots.
        expect(try DNSName("k\u{fc}che.local"), differsFrom: try DNSName("k\u{dc}che.local"))
        expect(try DNSName("a.b"), differsFrom: try DNSName("a\\.b"))
    }

    @Test func longNamesAreRefused() throws {
        let label = String(repeating: "a", count: 63)
        expect(
            try DNSName([label, label, label, String(repeating: "b", count: 62)].joined(separator: ".")).wire.count,
            equals: 256)
        expect(throws: DNSError.self) { try DNSName(label + "a") }
        expect(throws: DNSError.self) { try DNSName([label, label, label, label].joined(separator: ".")) }
        expect(throws: DNSError.self) { try DNSName("a..b") }
        expect(throws: DNSError.self) { try DNSName("local").child("") }
    }
}
