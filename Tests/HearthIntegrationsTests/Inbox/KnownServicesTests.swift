internal import Expectations
@testable internal import HearthIntegrations
internal import Testing

@Suite struct KnownServicesTests {
    private func key(
        _ type: String, _ name: String, _ properties: [String: String], host: String = "h.local"
    ) -> String? {
        KnownServices.found(
            NearbyService(type: type, name: name, host: host, addresses: [], port: 1, properties: properties))?.key
    }

    @Test("A device is the same one under another name if its service identifies it")
    func keysOutliveNames() {
        for (type, properties, identifier) in [
            ("_hap._tcp", ["id": "AA:BB:CC:00:11:22", "md": "Eve"], "id=AA:BB:CC:00:11:22"),
            ("_matterc._udp", ["cm": "1", "d": "3840", "vp": "65521+32769"], "vp=65521+32769,d=3840,host=h.local"),
            ("_wled._tcp", ["mac": "aabbcc001122"], "mac=aabbcc001122"),
            ("_axis-video._tcp", ["macaddress": "ACCC8E001122"], "macaddress=ACCC8E001122"),
        ] {
            expect(key(type, "One", properties), equals: "\(type)/\(identifier)")
            expect(key(type, "Other", properties), equals: key(type, "One", properties))
        }
    }

    @Test("Two Matter devices of one model with the same discriminator are two")
    func oneModelIsNotOneDevice() {
        let properties = ["cm": "1", "d": "3840", "vp": "65521+32769"]
        let keys = ["B75AFB458ECD.local", "b75afb458ecd.local", "B75AFB458ECE.local"].map {
            key("_matterc._udp", "DD200C20D25AE5F7", properties, host: $0)
        }
        let both = "_matterc._udp/vp=65521+32769,d=3840,host=b75afb458ec"
        expect(keys, equals: [both + "d.local", both + "d.local", both + "e.local"])
    }

    @Test func othersAreKnownByName() {
        for (type, properties) in [
            ("_googlecast._tcp", ["id": "0123", "fn": "TV"]), ("_matter._tcp", [:]), ("_wyoming._tcp", [:]),
            ("_hap._tcp", [:]), ("_hap._tcp", ["id": ""]), ("_matterc._udp", ["cm": "1", "d": "3840"]),
            // Opened by a person for another controller: the discriminator is random.
            ("_matterc._udp", ["cm": "2", "d": "3840", "vp": "65521+32769"]),
        ] {
            expect(key(type, "One", properties), equals: "\(type)/One")
        }
        expect(key("_ipp._tcp", "Printer", ["id": "1"]), equals: nil)
    }
}
