import HearthHomeKit

/// The delegate of all objects: prints changes by others.
@MainActor
final class Follower: NSObject {
    private var answer: CheckedContinuation<Bool, Never>?
    private var isLoaded: Bool?

    init(_ manager: HMHomeManager) {
        super.init()
        manager.delegate = self
    }

    /// Waits for the homes; false if the hub refuses access.
    func loaded() async -> Bool {
        if let isLoaded { return isLoaded }
        return await withCheckedContinuation { answer = $0 }
    }

    private func end(_ isLoaded: Bool) {
        self.isLoaded = isLoaded
        answer?.resume(returning: isLoaded)
        answer = nil
    }

    private func follow(_ home: HMHome) {
        home.delegate = self
        for accessory in home.accessories { accessory.delegate = self }
    }

    nonisolated private func say(_ text: String) { write(line: "* \(text)") }
}

// HomeKit calls delegates on the main queue, which is the main actor's.
extension Follower: HMHomeManagerDelegate {
    nonisolated func homeManagerDidUpdateHomes(_ manager: HMHomeManager) {
        MainActor.assumeIsolated {
            for home in manager.homes { follow(home) }
            end(true)
        }
    }

    nonisolated func homeManager(_ manager: HMHomeManager, didUpdate status: HMHomeManagerAuthorizationStatus) {
        if status.contains(.restricted) { MainActor.assumeIsolated { end(false) } }
    }

    nonisolated func homeManager(_ manager: HMHomeManager, didAdd home: HMHome) {
        say("home \(home.name) was added")
        MainActor.assumeIsolated { follow(home) }
    }

    nonisolated func homeManager(_ manager: HMHomeManager, didRemove home: HMHome) {
        say("home \(home.name) was removed")
    }

    nonisolated func homeManagerDidUpdatePrimaryHome(_ manager: HMHomeManager) {
        say("\(manager.primaryHome?.name ?? "no home") is primary")
    }
}

extension Follower: HMHomeDelegate {
    nonisolated func homeDidUpdateName(_ home: HMHome) { say("the home is called \(home.name)") }
    nonisolated func homeDidUpdateAccessControl(forCurrentUser home: HMHome) { say("other rights in \(home.name)") }
    nonisolated func home(_ home: HMHome, didAdd accessory: HMAccessory) {
        say("accessory \(accessory.name) was added")
        MainActor.assumeIsolated { accessory.delegate = self }
    }
    nonisolated func home(_ home: HMHome, didRemove accessory: HMAccessory) { say("\(accessory.name) was removed") }
    nonisolated func home(_ home: HMHome, didUpdate room: HMRoom, for accessory: HMAccessory) {
        say("\(accessory.name) is in \(room.name)")
    }
    nonisolated func home(_ home: HMHome, didAdd room: HMRoom) { say("room \(room.name) was added") }
    nonisolated func home(_ home: HMHome, didRemove room: HMRoom) { say("room \(room.name) was removed") }
    nonisolated func home(_ home: HMHome, didUpdateNameFor room: HMRoom) { say("a room is called \(room.name)") }
    nonisolated func home(_ home: HMHome, didAdd zone: HMZone) { say("zone \(zone.name) was added") }
    nonisolated func home(_ home: HMHome, didRemove zone: HMZone) { say("zone \(zone.name) was removed") }
    nonisolated func home(_ home: HMHome, didAdd group: HMServiceGroup) { say("group \(group.name) was added") }
    nonisolated func home(_ home: HMHome, didRemove group: HMServiceGroup) { say("group \(group.name) was removed") }
    nonisolated func home(_ home: HMHome, didAdd user: HMUser) { say("\(user.name) has joined \(home.name)") }
    nonisolated func home(_ home: HMHome, didRemove user: HMUser) { say("\(user.name) has left \(home.name)") }
    nonisolated func home(_ home: HMHome, didUpdate homeHubState: HMHomeHubState) { say("the hub is \(homeHubState)") }
}

extension Follower: HMAccessoryDelegate {
    nonisolated func accessoryDidUpdateName(_ accessory: HMAccessory) { say("it is called \(accessory.name)") }
    nonisolated func accessoryDidUpdateServices(_ accessory: HMAccessory) {
        say("\(accessory.name) has other services")
    }
    nonisolated func accessoryDidUpdateReachability(_ accessory: HMAccessory) {
        say("\(accessory.name) \(accessory.isReachable ? "can be reached" : "can't be reached")")
    }
    nonisolated func accessory(
        _ accessory: HMAccessory, service: HMService, didUpdateValueFor characteristic: HMCharacteristic
    ) {
        say("\(accessory.name), \(characteristic.localizedDescription): \(Described.value(characteristic))")
    }
}
