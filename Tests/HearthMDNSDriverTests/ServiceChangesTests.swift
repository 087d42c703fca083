internal import Expectations
internal import HearthMDNS
@testable internal import HearthMDNSDriver
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct ServiceChangesTests {
    private func service(_ name: String, _ port: UInt16) throws -> DiscoveredService {
        let type = try ServiceType("_hue._tcp")
        return DiscoveredService(
            type: type, instance: try type.name.child(name), host: try DNSName("a.local"), port: port,
            addresses: [try require(IPAddress([10, 0, 0, 1]))], attributes: ServiceAttributes())
    }

    @Test func aSlowReaderGetsTheDifference() async throws {
        let (lists, continuation) = AsyncStream<[DiscoveredService]>.makeStream(bufferingPolicy: .bufferingNewest(1))
        var changes = ServiceChanges(lists: lists).makeAsyncIterator()
        let (a, b, c) = (try service("a", 1), try service("b", 1), try service("c", 1))
        continuation.yield([a, b])
        expect(await changes.next(), equals: .found(a))
        expect(await changes.next(), equals: .found(b))
        continuation.yield([a, b])
        continuation.yield([])
        continuation.yield([try service("a", 2), c])
        expect(await changes.next(), equals: .gone(b))
        expect(await changes.next(), equals: .changed(try service("a", 2)))
        expect(await changes.next(), equals: .found(c))
        continuation.finish()
        expect(await changes.next(), equals: nil)
    }
}
