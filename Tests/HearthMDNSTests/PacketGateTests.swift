@testable internal import HearthMDNS
internal import Expectations
internal import Testing

@Suite struct PacketGateTests {
    private let now = ContinuousClock.now

    @Test func onlyTheLinkIsHeard() throws {
        var gate = PacketGate()
        let networks = [IPNetwork(try require(IPAddress([192, 168, 1, 2])), prefixLength: 24)]
        for (source, isHeard) in [
            ([192, 168, 1, 77], true), ([192, 168, 2, 77], false), ([169, 254, 3, 4], true), ([8, 8, 8, 8], false),
            ([0xFE, 0x80] + [UInt8](repeating: 1, count: 14), true),
            ([0x20, 0x01] + [UInt8](repeating: 1, count: 14), false),
        ] as [([UInt8], Bool)] {
            let source = try require(IPAddress(source))
            expect(gate.admits(source, on: 2, networks: networks, now: now), equals: isHeard, "\(source)")
        }
    }

    @Test("A packet that came by another interface than the socket's is not taken")
    func otherInterfacesAreNotHeard() throws {
        var gate = PacketGate()
        let bytes: [UInt8] = [0xFE, 0x80] + [UInt8](repeating: 1, count: 14)
        let admitted = try ([0, 2, 3] as [UInt32]).map { scope in
            gate.admits(try require(IPAddress(bytes, scope: scope)), on: 2, networks: [], now: now)
        }
        expect(admitted, equals: [true, true, false])
    }

    @Test func aFloodIsCutAndOthersAreHeard() throws {
        var gate = PacketGate(packetsPerSecond: 50, burst: 100)
        let (loud, quiet) = (try require(IPAddress([169, 254, 1, 1])), try require(IPAddress([169, 254, 1, 2])))
        func heard(_ source: IPAddress, _ time: Duration) -> Bool {
            gate.admits(source, on: 2, networks: [], now: now + time)
        }
        let atOnce = (0..<10_000).count { _ in heard(loud, .zero) }
        expect(atOnce, equals: 100)
        expect(heard(quiet, .zero))
        // A thousand a second, for ten seconds.
        let later = (1...10_000).count { heard(loud, .milliseconds($0)) }
        expect(later >= 498 && later <= 501, "\(later)")
    }

    @Test func sendersAreForgottenBeyondALimit() throws {
        var gate = PacketGate()
        for number in 0..<2_000 {
            let source = try require(IPAddress([169, 254, UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]))
            expect(gate.admits(source, on: 2, networks: [], now: now + .milliseconds(number)))
        }
    }
}
