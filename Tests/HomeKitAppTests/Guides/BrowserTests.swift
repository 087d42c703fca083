import Foundation
import Hearth
import HearthHomeKit
import IntegrationTestSupport
import Testing

/// The flow of sample apps that show found accessories in a list: the chosen one is added and then put into a room.
@MainActor
final class AccessoryList: NSObject {
    let home: HMHome
    let accessoryBrowser: HMAccessoryBrowser
    private(set) var accessories: [HMAccessory] = []
    private(set) var message = ""

    init(_ homeManager: HMHomeManager, _ home: HMHome) {
        self.home = home
        accessoryBrowser = HMAccessoryBrowser(manager: homeManager)
        super.init()
        accessoryBrowser.delegate = self
        accessoryBrowser.startSearchingForNewAccessories()
    }

    func select(_ index: Int, _ room: HMRoom) {
        let accessory = accessories[index]
        home.addAccessory(
            accessory,
            completionHandler: { error in
                MainActor.assumeIsolated {
                    if let error = error {
                        self.message = "error adding accessory: \(error.localizedDescription)"
                    } else {
                        self.assign(accessory, room)
                    }
                }
            })
    }

    private func assign(_ accessory: HMAccessory, _ room: HMRoom) {
        home.assignAccessory(accessory, to: room) { error in
            MainActor.assumeIsolated {
                self.message = error.map { "error: \($0.localizedDescription)" } ?? "\(accessory.name) in \(room.name)"
            }
        }
        accessoryBrowser.stopSearchingForNewAccessories()
    }

    private func found(_ accessory: HMAccessory) { accessories.append(accessory) }

    private func lost(_ accessory: HMAccessory) {
        if let index = accessories.firstIndex(where: { $0.uniqueIdentifier == accessory.uniqueIdentifier }) {
            accessories.remove(at: index)
        }
    }
}

extension AccessoryList: HMAccessoryBrowserDelegate {
    nonisolated func accessoryBrowser(_ browser: HMAccessoryBrowser, didFindNewAccessory accessory: HMAccessory) {
        MainActor.assumeIsolated { found(accessory) }
    }

    nonisolated func accessoryBrowser(_ browser: HMAccessoryBrowser, didRemoveNewAccessory accessory: HMAccessory) {
        MainActor.assumeIsolated { lost(accessory) }
    }
}

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct BrowserTests {
    @Test func foundAccessoryIsAddedAndPutIntoARoom() async throws {
        let ecosystem = FakeEcosystem()
        ecosystem["strip.local"] = .init(identity: "AA")
        let house = try await IntegrationHouse(ecosystem)
        let connection = try await Home.connect(
            over: house.client(), configuration: HomeClientConfiguration(clientID: "app"))
        let manager = HMHomeManager(home: connection)
        try await until { manager.primaryHome != nil }
        let home = try #require(manager.primaryHome)
        let room = try await home.addRoom(withName: "Kitchen")
        let list = AccessoryList(manager, home)
        await house.announce("strip.local", "AA")
        try await until { !list.accessories.isEmpty }
        list.select(0, room)
        try await until { !list.message.isEmpty }
        #expect(list.message == "one in Kitchen")
        #expect(home.accessories.map(\.room?.name) == ["Kitchen"])
        try await house.end()
    }
}
