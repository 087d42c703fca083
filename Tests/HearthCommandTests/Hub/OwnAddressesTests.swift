internal import Testing

@testable internal import HearthServer

@Suite struct OwnAddressesTests {
    @Test func aCertificateIsForThisMachineAtLeast() {
        #expect(OwnAddresses.names.prefix(3) == ["localhost", "127.0.0.1", "::1"])
        #expect(Set(OwnAddresses.names).count == OwnAddresses.names.count)
    }

    @Test func wildcardAddressBecomesAReachableOne() {
        for everywhere in ["0.0.0.0:4327", "[::]:4327"] {
            let address = OwnAddresses.reachable(everywhere)
            #expect(address.hasSuffix(":4327") && address != everywhere && !address.hasPrefix("127."))
        }
        #expect(OwnAddresses.reachable("192.0.2.1:4327") == "192.0.2.1:4327")
        #expect(OwnAddresses.reachable("[2001:db8::1]:4327") == "[2001:db8::1]:4327")
    }
}
