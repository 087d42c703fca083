import Combine
import GoogleHomeSDK

/// An app's page that finds hubs which are near, and adds one to a structure.
@MainActor final class HubSetUp: ObservableObject {
    @Published private(set) var isSearching = false
    @Published private(set) var hubs: [Hub] = []
    @Published private(set) var failure: String?
    private let home: Home

    init(home: Home) { self.home = home }

    func search() async {
        isSearching = true
        hubs = await home.discoverAvailableHubs(duration: .seconds(5))
        isSearching = false
    }

    func activate(_ hub: Hub, in structure: Structure? = nil) async {
        do {
            if let structure {
                try await home.startHubActivation(hub, structureID: structure.id)
            } else {
                try await home.startHubActivation(hub)
            }
            // What is active is no longer offered.
            await search()
        } catch {
            failure = "\(hub.serviceInstanceName) (\(hub.serviceType)): \(error)"
        }
    }
}
