internal import Expectations
@testable internal import HearthIntegrations
internal import Testing

struct OpenNetworksTests {
    @Test func theLastCallOfANetworkEndsIt() {
        var networks = OpenNetworks()
        for id in ["a", "b", "a"] { networks.begin(id) }
        expect(["a", "b", "c"].map { networks[$0] }, equals: [2, 1, 0])
        expect(["a", "b", "a", "c"].map { networks.end($0) }, equals: [false, true, true, true])
        expect(["a", "b", "c"].map { networks[$0] }, equals: [0, 0, 0])
    }
}
