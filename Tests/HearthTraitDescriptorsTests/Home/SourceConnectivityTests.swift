internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@Suite struct SourceConnectivityTests {
    @Test func theWholeFollowsFromItsParts() {
        let online = SourceConnectivity(connectivityState: .online, dataSourceLocality: .localPeer)
        let offline = SourceConnectivity(connectivityState: .offline, dataSourceLocality: .remote)
        expect(SourceConnectivity.aggregate([]), equals: .unknown)
        expect(SourceConnectivity.aggregate([online, online]), equals: online)
        let mixed = SourceConnectivity.aggregate([online, offline])
        expect(mixed, equals: SourceConnectivity(connectivityState: .partiallyOnline, dataSourceLocality: .mixed))
        expect(SourceConnectivity.aggregate([.unknown, offline]).connectivityState, equals: .offline)
    }
}
