internal import Expectations
internal import HearthIntegrationKinds
internal import Testing

@Suite struct AnnouncedHubTests {
    private func hub(_ address: String, hostName: String = "pi.example") -> AnnouncedHub? {
        AnnouncedHub(id: "h", version: "1", listeningAt: address, hostName: hostName)
    }

    @Test func aHubForTheNetworkIsAnnounced() {
        for address in ["0.0.0.0:4327", "[::]:4327", "192.0.2.5:4327"] {
            expect(hub(address)?.port, equals: 4327, "\(address)")
        }
        expect(hub("0.0.0.0:1")?.machine, equals: "pi")
        expect(hub("0.0.0.0:1", hostName: "")?.machine, equals: "this machine")
    }

    @Test func aHubForThisMachineIsNot() {
        for address in ["127.0.0.1:4327", "127.0.0.2:4327", "[::1]:4327", "localhost:4327", "unix:/run/hearth", "x"] {
            expect(hub(address), equals: nil, "\(address)")
        }
    }
}
