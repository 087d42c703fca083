internal import HearthMDNS
internal import Expectations
internal import Testing

@Suite struct AnnouncedAddressesTests {
    @Test func onlyAddressesOfTheListenerAreAnnounced() throws {
        let own = try require(IPAddress([192, 0, 2, 5]))
        let other = try require(IPAddress([198, 51, 100, 7]))
        let linkLocal = try require(IPAddress([0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [1], scope: 2))
        let all: [UInt32: [IPAddress]] = [2: [own, linkLocal], 3: [other], 4: [linkLocal]]
        expect(AnnouncedAddresses.all.filtered(all), equals: all)
        expect(AnnouncedAddresses.ipv4.filtered(all), equals: [2: [own], 3: [other]])
        expect(AnnouncedAddresses.only(own).filtered(all), equals: [2: [own]])
        expect(
            AnnouncedAddresses.only(try require(IPAddress(linkLocal.bytes))).filtered(all),
            equals: [2: [linkLocal], 4: [linkLocal]])
    }

    @Test func loopbackIsOfThisMachine() throws {
        for (bytes, isLoopback) in [
            ([127, 0, 0, 1], true), ([127, 9, 9, 9], true), ([128, 0, 0, 1], false),
            ([UInt8](repeating: 0, count: 15) + [1], true), ([UInt8](repeating: 0, count: 16), false),
            ([0xFE] + [UInt8](repeating: 0, count: 14) + [1], false),
        ] as [([UInt8], Bool)] {
            expect(try require(IPAddress(bytes)).isLoopback, equals: isLoopback, "\(bytes)")
        }
    }
}
