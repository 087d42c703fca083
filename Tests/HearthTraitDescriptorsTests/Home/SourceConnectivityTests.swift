internal import HearthTraitDescriptors
internal import Testing

@Suite struct SourceConnectivityTests {
    @Test func theWholeFollowsFromItsParts() {
        let online = SourceConnectivity(connectivityState: .online, dataSourceLocality: .localPeer)
        let offline = SourceConnectivity(connectivityState: .offline, dataSourceLocality: .remote)
        #expect(SourceConnectivity.aggregate([]) == .unknown)
        #expect(SourceConnectivity.aggregate([online, online]) == online)
        let mixed = SourceConnectivity.aggregate([online, offline])
        #expect(mixed == SourceConnectivity(connectivityState: .partiallyOnline, dataSourceLocality: .mixed))
        #expect(SourceConnectivity.aggregate([.unknown, offline]).connectivityState == .offline)
    }
}
