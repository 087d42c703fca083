internal import HearthRPC
internal import Expectations
internal import Testing

@Suite struct NetworkTests {
    @Test(arguments: [
        ("192.0.2.7:40122", "192.0.2.7"), ("[2001:db8::7]:1", "2001:db8::/64"),
        ("[2001:db8:a:b:c:d:e:f]:1", "2001:db8:a:b::/64"), ("[fe80::1%eth0]:1", "fe80::/64"),
        ("[::ffff:192.0.2.7]:1", "192.0.2.7"), ("[::1]:1", "::/64"), ("[]:1", ""), ("", ""),
        ("[1:2:3:4:5:6:7:8:9]:1", "1:2:3:4:5:6:7:8:9"), ("[xyz::1]:1", "xyz::1"), ("unix:/x", "unix"),
    ])
    func aNetworkIsAnIPv4AddressOrHalfOfAnIPv6Address(address: String, network: String) {
        expect(Peer(address: address, isLocal: false, isPrivate: false).network, equals: network)
    }

    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7"), ("2001:db8::7", "2001:db8::/64"), ("fe80::1%eth0", "fe80::/64"), ("", ""),
    ])
    func soIsAHosts(host: String, network: String) {
        expect(Peer.network(ofHost: host), equals: network)
    }
}
