internal import Expectations
internal import Testing

@testable internal import HearthWyoming

/// The peers that an option names.
@Suite struct WyomingPeerTests {
    @Test(arguments: [
        ("127.0.0.1=Ada", "127.0.0.1 Ada - false"),
        ("::1 = Ada Lovelace / Living Room", "::1 Ada Lovelace Living Room false"),
        ("10.0.0.2=Ada/Hall+unlock", "10.0.0.2 Ada Hall true"), ("10.0.0.2=Ada +unlock", "10.0.0.2 Ada - true"),
        ("10.0.0.2", "nil"), ("=Ada", "nil"), ("10.0.0.2=", "nil"), ("10.0.0.2=/Hall", "nil"), ("10.0.0.2=Ada/", "nil"),
        ("10.0.0.2=+unlock", "nil"), ("localhost=Ada", "nil"), ("FE80::1=Ada", "fe80::1 Ada - false"),
    ])
    func readsPeers(text: String, expected: String) {
        let peer = WyomingPeer(text)
        expect(peer.map { "\($0.host) \($0.person) \($0.room ?? "-") \($0.mayOpen)" } ?? "nil", equals: expected)
    }
}
