import Foundation
import HearthHomeKit

/// The model of an app, as the guides build it: it waits for the homes, and follows changes of others.
@MainActor
final class HomeModel: NSObject {
    let homeManager: HMHomeManager
    private(set) var primaryHome: HMHome?
    private(set) var accessories: [HMAccessory] = []
    private(set) var rooms: [String] = []
    private(set) var values: [String] = []

    init(_ homeManager: HMHomeManager) {
        self.homeManager = homeManager
        super.init()
        homeManager.delegate = self
    }

    private func loaded() {
        // Until now primaryHome was nil.
        primaryHome = homeManager.primaryHome
        accessories = primaryHome?.accessories ?? []
        rooms = primaryHome?.rooms.map(\.name) ?? []
        primaryHome?.delegate = self
        for accessory in accessories { accessory.delegate = self }
    }

    private func roomCame(_ name: String) { rooms.append(name) }
    private func roomWent(_ name: String) { rooms.removeAll { $0 == name } }
    private func valueCame(_ text: String) { values.append(text) }
}

// HomeKit calls delegates on the main queue.
extension HomeModel: HMHomeManagerDelegate {
    nonisolated func homeManagerDidUpdateHomes(_ manager: HMHomeManager) {
        MainActor.assumeIsolated { loaded() }
    }
}

extension HomeModel: HMHomeDelegate {
    nonisolated func home(_ home: HMHome, didAdd room: HMRoom) {
        let name = room.name
        MainActor.assumeIsolated { roomCame(name) }
    }

    nonisolated func home(_ home: HMHome, didRemove room: HMRoom) {
        let name = room.name
        MainActor.assumeIsolated { roomWent(name) }
    }
}

extension HomeModel: HMAccessoryDelegate {
    nonisolated func accessory(
        _ accessory: HMAccessory, service: HMService, didUpdateValueFor characteristic: HMCharacteristic
    ) {
        let text = "\(accessory.name): \(characteristic.value ?? "nothing")"
        MainActor.assumeIsolated { valueCame(text) }
    }
}
