internal import Expectations
@testable internal import HearthEventLoop
@testable internal import HearthWebRTC
internal import Testing

struct LocalCandidatesTests {
    private static func interface(_ name: String, isLoopback: Bool = false, _ hosts: [UInt8]...) -> NetworkInterface {
        NetworkInterface(
            name: name, index: 1, isLoopback: isLoopback, addresses: hosts.map { .init(host: $0, prefixLength: 24) })
    }

    private static let ipv6: [UInt8] = [0x20, 1, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [9]
    private static let linkLocal: [UInt8] = [0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [1]

    @Test func addressesOfTheNetworkAreNamed() {
        let interfaces = [
            Self.interface("lo", isLoopback: true, [127, 0, 0, 1]),
            Self.interface("eth0", [192, 0, 2, 7], [169, 254, 1, 1], Self.ipv6, Self.linkLocal),
        ]
        let ipv4 = SessionAnswer.Candidate(address: "192.0.2.7", isIPv6: false, port: 9)
        expect(
            LocalCandidates.of(interfaces, port: 9, true),
            equals: [ipv4, .init(address: "2001:db8::9", isIPv6: true, port: 9)])
        expect(LocalCandidates.of(interfaces, port: 9, false), equals: [ipv4])
    }

    @Test func aMachineWithoutANetworkNamesItself() {
        expect(
            LocalCandidates.of([], port: 9, true), equals: [.init(address: "127.0.0.1", isIPv6: false, port: 9)])
    }
}
