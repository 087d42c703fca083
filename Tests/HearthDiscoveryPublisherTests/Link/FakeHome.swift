internal import HearthBase
internal import HearthDiscoveryPublisher
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import Synchronization

/// A home with devices whose OnOff takes commands.
final class FakeHome: HomeView {
    private struct State {
        var devices: [String: PublishedDevice] = [:]
        var requests: [PublishedRequest] = []
    }

    let hubID = "0123abcd-rest"
    let version = "1.0"
    let name = "Home"
    private let state = Mutex(State())
    private let news: AsyncStream<[HomeNews]>
    private let feed: AsyncStream<[HomeNews]>.Continuation

    init(_ devices: PublishedDevice...) {
        (news, feed) = AsyncStream.makeStream()
        state.withLock { $0.devices = Dictionary(uniqueKeysWithValues: devices.map { ($0.id, $0) }) }
        feed.yield([.home(devices)])
    }

    var requests: [PublishedRequest] { state.withLock { $0.requests } }

    func next() async -> [HomeNews]? {
        for await news in news { return news }
        return nil
    }

    func close() async { feed.finish() }

    func remove(_ id: String) { feed.yield([.removed(id)]) }

    func perform(_ request: PublishedRequest, on deviceID: String) async throws {
        let trait = StandardTraits.matterOnOff
        let device = state.withLock { state -> PublishedDevice? in
            state.requests.append(request)
            guard case .command(let id, _) = request.content, request.trait == trait.id else { return nil }
            guard let index = state.devices[deviceID]?.endpoints.firstIndex(where: { $0.number == request.endpoint })
            else { return nil }
            state.devices[deviceID]?.endpoints[index].traits[trait.id]?[0] = .bool(id == 1)
            return state.devices[deviceID]
        }
        guard let device else { throw TraitError(.unsupportedCommand, "the device has no such command") }
        feed.yield([.device(device)])
    }
}
