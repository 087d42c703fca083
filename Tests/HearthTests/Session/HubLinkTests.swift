internal import HearthTLS
internal import Expectations
internal import Testing
@testable internal import Hearth

@Suite struct HubLinkTests {
    private let key = [UInt8](repeating: 0xFB, count: 32)
    private let code = "AAECAwQFBgcICQoLDA0ODw"

    @Test(arguments: ["192.0.2.7:4327", "[2001:db8::7]:4327", "hub.local:4327"])
    func aLinkSaysWhereWhichKeyAndTheCode(_ address: String) {
        let link = HubLink(address: address, publicKeySHA256: key, code: code)
        expect(link.description.hasPrefix("hearth:\(address)?fp=-_v7"))
        expect((HubLink(link.description), HubLink("HEARTH:" + link.description.dropFirst(7))), are: (link, link))
    }

    @Test func withoutACodeItIsAnAddressWithItsKey() {
        let plain = HubLink(address: "h:1", publicKeySHA256: key)
        expect(HubLink(plain.description), equals: plain)
        expect(!plain.description.contains("code"))
    }

    @Test(arguments: ["192.0.2.7:4327", "[2001:db8::7]:4327"])
    func browserLinkKeepsTheCodeBehindTheHash(_ address: String) {
        let link = HubLink(address: address, publicKeySHA256: key, code: code)
        expect(link.webAddress, equals: "https://\(address)/#claim=\(code)&fp=\(Base64URL.text(key))")
        expect(HubLink(link.webAddress), equals: link)
        expect(HubLink(address: address, publicKeySHA256: key).webAddress, equals: "https://\(address)/")
        for wrong in [
            "https://\(address)/", "https://\(address)/#claim=\(code)",
            "https:///#claim=\(code)&fp=\(Base64URL.text(key))",
            link.webAddress + "&claim=\(code)", link.webAddress.replacing("https", with: "http"),
        ] {
            expectNil(HubLink(wrong), "\(wrong)")
        }
    }

    @Test func browserLinkSaysWhatItMakesOfAPerson() {
        let link = HubLink(address: "192.0.2.7:4327", publicKeySHA256: key, code: code)
        let roles = [StructureRole.owner, .administrator, .guest, .unknown].map { HubLink.Invited($0) }
        expect(
            ([.hubOwner] + roles).map { String(link.webAddress(for: $0).dropFirst(link.webAddress.count)) },
            equals: ["&role=owner", "&role=1", "&role=3", "&role=4", ""])
        for invited in HubLink.Invited.allCases { expect(HubLink(link.webAddress(for: invited)), equals: link) }
        let plain = HubLink(address: "192.0.2.7:4327", publicKeySHA256: key)
        expect(plain.webAddress(for: .guest), equals: plain.webAddress)
    }

    @Test func malformedLinksAreNil() {
        let fp = "fp=" + Base64URL.text(key)
        for wrong in [
            "", "hearth:", "hearth:?\(fp)&code=\(code)", "hearth:h:1?code=\(code)", "hearth:h:1?code=x&\(fp)",
            "http://h:1?\(fp)&code=\(code)", "hearth:h:1?fp=AAAA&code=\(code)", "hearth:h:1?\(fp)&\(fp)&code=\(code)",
            "hearth:h:1?\(fp)&code=\(code)A", "hearth:h:1?\(fp)&code=\(code.dropLast())+",
        ] {
            expectNil(HubLink(wrong), "\(wrong)")
        }
    }
}
