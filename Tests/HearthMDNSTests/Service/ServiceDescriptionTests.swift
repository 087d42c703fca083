@testable internal import HearthMDNS
internal import Expectations
internal import Testing

@Suite struct ServiceDescriptionTests {
    @Test(
        arguments: [
            ([192, 168, 1, 20], "192.168.1.20"),
            ([0xFE, 0x80, 0, 0, 0, 0, 0, 0, 0, 0xFC, 0, 0xFF, 0xFE, 0, 0, 1], "fe80::fc:ff:fe00:1%3"),
            ([0xFD, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2], "fd00:0:1::1:2"),
            ([UInt8](repeating: 0, count: 16), "::"),
            ([UInt8](repeating: 0, count: 15) + [1], "::1"),
            ([0x20, 1, 0, 1, 0, 2, 0, 0, 0, 3, 0, 4, 0, 5, 0, 6], "2001:1:2:0:3:4:5:6"),
            ([0x20, 1, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0], "2001:0:0:3::"),
        ] as [([UInt8], String)])
    func addressesAreText(_ bytes: [UInt8], _ text: String) throws {
        expect(try require(IPAddress(bytes, scope: 3)).description, equals: text)
    }

    @Test func networksContainTheirAddresses() throws {
        let network = IPNetwork(try require(IPAddress([10, 1, 130, 1])), prefixLength: 18)
        for (last, isInside) in [(127, false), (128, true), (191, true), (192, false)] as [(UInt8, Bool)] {
            expect(network.contains(try require(IPAddress([10, 1, last, 9]))), equals: isInside)
        }
        expect(!network.contains(try require(IPAddress([UInt8](repeating: 0, count: 16)))))
        expectNil(IPAddress([1, 2, 3]))
    }

    @Test func typesAreChecked() throws {
        expect(try ServiceType("_hue._tcp").name, equals: try DNSName("_hue._tcp.local"))
        expect(try ServiceType("_matter._udp").description, equals: "_matter._udp")
        for text in [
            "hue._tcp", "_hue", "_hue._sctp", "_._tcp", "_sixteen-letters-._tcp", "_h\u{fc}e._tcp", "_a._tcp.local",
        ] {
            expect(throws: DNSError.self) { try ServiceType(text) }
        }
    }

    @Test func attributesKeepOrderAndTheFirstOfEquals() {
        let attributes = ServiceAttributes(
            strings: ["b=1", "A=x=y", "=lost", "flag", "a=2", "empty=", "", "k\u{e4}se=1"].map { Array($0.utf8) })
        expect(attributes.all.map(\.key), equals: ["b", "A", "flag", "empty"])
        expect(attributes.text("a"), equals: "x=y")
        expect(attributes.bytes("EMPTY"), equals: [])
        expectNil(attributes.bytes("flag"))
        expect(attributes.contains("Flag"))
        expect(!attributes.contains("lost"))
        expect(
            attributes.strings.map { String(decoding: $0, as: UTF8.self) }, equals: ["b=1", "A=x=y", "flag", "empty="])
    }

    @Test func ownAttributesAreChecked() throws {
        expect(try ServiceAttributes(["v": "1", "id": "a=b"]).text("id"), equals: "a=b")
        expect(throws: DNSError.self) { try ServiceAttributes(["v": String(repeating: "a", count: 254)]) }
        expect(throws: DNSError.self) { try ServiceAttributes(["": "1"]) }
        expect(throws: DNSError.self) { try ServiceAttributes(["a=b": "1"]) }
    }
}
