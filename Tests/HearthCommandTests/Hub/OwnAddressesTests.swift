internal import Expectations
internal import Testing

@testable internal import HearthServer

@Suite struct OwnAddressesTests {
    @Test func aCertificateIsForThisMachineAtLeast() {
        expect(OwnAddresses.names.prefix(3), equals: ["localhost", "127.0.0.1", "::1"])
        expect(Set(OwnAddresses.names).count, equals: OwnAddresses.names.count)
    }

    @Test func wildcardAddressBecomesAReachableOne() {
        for everywhere in ["0.0.0.0:4327", "[::]:4327"] {
            let address = OwnAddresses.reachable(everywhere)
            expect(address.hasSuffix(":4327"))
            expect(address, differsFrom: everywhere)
            expect(!address.hasPrefix("127."))
        }
        expect(OwnAddresses.reachable("192.0.2.1:4327"), equals: "192.0.2.1:4327")
        expect(OwnAddresses.reachable("[2001:db8::1]:4327"), equals: "[2001:db8::1]:4327")
    }
}
