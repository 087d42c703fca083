internal import HearthMDNS
internal import Expectations
internal import Testing

@Suite struct HubAnnouncementTests {
    @Test func attributesAreReadAsTheyWereWritten() throws {
        for isClaimed in [true, false, nil] {
            let hub = HubAnnouncement(
                id: "1a2b3c4d5e6f7081", version: "0.2.0-beta.1+3", fingerprint: String(repeating: "A-_9", count: 11),
                isClaimed: isClaimed)
            expect(try HubAnnouncement(ServiceAttributes(strings: hub.attributes().strings)), equals: hub)
            expect((hub.name, hub.fingerprint), are: ("Hearth 1a2b", "A-_9A-_9A-_9A-_9"))
        }
    }

    @Test func attributesSayNothingElse() throws {
        let hub = HubAnnouncement(id: "1a2b", version: "1", fingerprint: "0123456789abcdefg", isClaimed: false)
        expect(
            try hub.attributes().all.map { "\($0.key)=\(String(decoding: $0.value ?? [], as: UTF8.self))" },
            equals: ["txtvers=1", "id=1a2b", "version=1", "fp=0123456789abcdef", "claimed=no", "tls=required"])
    }

    @Test func valuesOfAnotherFormAreMissing() {
        let none = HubAnnouncement(id: "", version: "", fingerprint: "", isClaimed: nil)
        let long = String(repeating: "a", count: 65)
        for texts in [
            [], ["id", "version", "fp", "claimed"], ["id=", "version=", "fp=", "claimed="],
            ["id=\(long)", "version=\(long)", "fp=\(long)", "claimed=\(long)"],
            ["id=a b", "version=1\u{1B}[2J", "fp=0123456789abcde\n", "claimed=YES"], ["fp=0123456789abcde"],
        ] {
            let attributes = ServiceAttributes(strings: texts.map { Array($0.utf8) })
            expect(HubAnnouncement(attributes), equals: none, "\(texts)")
        }
    }
}
