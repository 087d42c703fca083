internal import Foundation
internal import HearthBase
@testable internal import HearthHomeKit
internal import Synchronization

/// All delegates of a program: records their calls, in order, and whether they were on the main queue.
final class DelegateRecorder: NSObject, Sendable {
    private struct State: Sendable {
        var events: [String] = []
        var waiters: [(text: String, after: Int, done: Latch)] = []
        var wasElsewhere = false
    }

    private let state = Mutex(State())

    /// All calls so far.
    var events: [String] { state.withLock { $0.events } }
    /// Whether a delegate was called anywhere but on the main queue.
    var wasElsewhere: Bool { state.withLock { $0.wasElsewhere } }

    func note(_ text: String) {
        let isMain = Thread.isMainThread || MainThreadMark.isMain
        let done = state.withLock { state -> [Latch] in
            if !isMain { state.wasElsewhere = true }
            state.events.append(text)
            let done = state.waiters.filter { $0.text == text }.map(\.done)
            state.waiters.removeAll { $0.text == text }
            return done
        }
        for latch in done { latch.open() }
    }

    /// Waits for a call, from the beginning or after a number of calls.
    func waits(for text: String, after: Int = 0) async {
        let latch = Latch()
        let isThere = state.withLock { state in
            if state.events.dropFirst(after).contains(text) { return true }
            state.waiters.append((text, after, latch))
            return false
        }
        if !isThere { await latch.wait() }
    }
}

extension DelegateRecorder {
    /// A manager with this delegate. It is made on the main queue, as apps do, so that no call can precede the
    /// delegate.
    func manager(_ make: @escaping @Sendable () -> HMHomeManager) async -> HMHomeManager {
        await MainQueue.result {
            let manager = make()
            manager.delegate = self
            return manager
        }
    }
}

/// Recognizes the main queue, also where another thread than the process's first one serves it.
enum MainThreadMark {
    private static let key: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    static var isMain: Bool { DispatchQueue.getSpecific(key: key) != nil }
}

extension DelegateRecorder: HMHomeManagerDelegate {
    func homeManagerDidUpdateHomes(_ manager: HMHomeManager) { note("homes") }
    func homeManagerDidUpdatePrimaryHome(_ manager: HMHomeManager) {
        note("primary \(manager.primaryHome?.name ?? "none")")
    }
    func homeManager(_ manager: HMHomeManager, didAdd home: HMHome) { note("+home \(home.name)") }
    func homeManager(_ manager: HMHomeManager, didRemove home: HMHome) { note("-home \(home.name)") }
    func homeManager(_ manager: HMHomeManager, didUpdate status: HMHomeManagerAuthorizationStatus) {
        note("status \(status.rawValue)")
    }
}

extension DelegateRecorder: HMHomeDelegate {
    func homeDidUpdateName(_ home: HMHome) { note("home is \(home.name)") }
    func homeDidUpdateAccessControl(forCurrentUser home: HMHome) {
        note("access \(home.homeAccessControl(for: home.currentUser).isAdministrator)")
    }
    func home(_ home: HMHome, didAdd accessory: HMAccessory) { note("+accessory \(accessory.name)") }
    func home(_ home: HMHome, didRemove accessory: HMAccessory) { note("-accessory \(accessory.name)") }
    func home(_ home: HMHome, didUpdate room: HMRoom, for accessory: HMAccessory) {
        note("\(accessory.name) to \(room.name)")
    }
    func home(_ home: HMHome, didAdd user: HMUser) { note("+user \(user.name)") }
    func home(_ home: HMHome, didRemove user: HMUser) { note("-user \(user.name)") }
    func home(_ home: HMHome, didAdd room: HMRoom) { note("+room \(room.name)") }
    func home(_ home: HMHome, didRemove room: HMRoom) { note("-room \(room.name)") }
    func home(_ home: HMHome, didUpdateNameFor room: HMRoom) { note("room is \(room.name)") }
    func home(_ home: HMHome, didAdd zone: HMZone) { note("+zone \(zone.name)") }
    func home(_ home: HMHome, didRemove zone: HMZone) { note("-zone \(zone.name)") }
    func home(_ home: HMHome, didUpdateNameFor zone: HMZone) { note("zone is \(zone.name)") }
    func home(_ home: HMHome, didAdd room: HMRoom, to zone: HMZone) { note("\(zone.name) + \(room.name)") }
    func home(_ home: HMHome, didRemove room: HMRoom, from zone: HMZone) { note("\(zone.name) - \(room.name)") }
    func home(_ home: HMHome, didAdd group: HMServiceGroup) { note("+group \(group.name)") }
    func home(_ home: HMHome, didRemove group: HMServiceGroup) { note("-group \(group.name)") }
    func home(_ home: HMHome, didUpdateNameFor group: HMServiceGroup) { note("group is \(group.name)") }
    func home(_ home: HMHome, didAdd service: HMService, to group: HMServiceGroup) {
        note("\(group.name) + \(service.name)")
    }
    func home(_ home: HMHome, didRemove service: HMService, from group: HMServiceGroup) {
        note("\(group.name) - \(service.name)")
    }
    func home(_ home: HMHome, didAdd actionSet: HMActionSet) { note("+scene \(actionSet.name)") }
    func home(_ home: HMHome, didRemove actionSet: HMActionSet) { note("-scene \(actionSet.name)") }
    func home(_ home: HMHome, didUpdateNameFor actionSet: HMActionSet) { note("scene is \(actionSet.name)") }
    func home(_ home: HMHome, didUpdateActionsFor actionSet: HMActionSet) { note("actions of \(actionSet.name)") }
    func home(_ home: HMHome, didAdd trigger: HMTrigger) { note("+trigger \(trigger.name)") }
    func home(_ home: HMHome, didRemove trigger: HMTrigger) { note("-trigger \(trigger.name)") }
    func home(_ home: HMHome, didUpdateNameFor trigger: HMTrigger) { note("trigger is \(trigger.name)") }
    func home(_ home: HMHome, didUpdate trigger: HMTrigger) {
        note("trigger \(trigger.name) \(trigger.isEnabled) \(trigger.actionSets.count)")
    }
    func home(_ home: HMHome, didUpdate homeHubState: HMHomeHubState) { note("hub \(homeHubState)") }
}

extension DelegateRecorder: HMAccessoryDelegate {
    func accessoryDidUpdateName(_ accessory: HMAccessory) { note("accessory is \(accessory.name)") }
    func accessory(_ accessory: HMAccessory, didUpdateNameFor service: HMService) { note("service is \(service.name)") }
    func accessory(_ accessory: HMAccessory, didUpdateAssociatedServiceTypeFor service: HMService) {
        note("\(service.name) has \(service.associatedServiceType ?? "nothing")")
    }
    func accessoryDidUpdateServices(_ accessory: HMAccessory) { note("services of \(accessory.name)") }
    func accessoryDidUpdateReachability(_ accessory: HMAccessory) {
        note("\(accessory.name) \(accessory.isReachable ? "is there" : "is away")")
    }
    func accessory(
        _ accessory: HMAccessory, service: HMService, didUpdateValueFor characteristic: HMCharacteristic
    ) {
        note("\(accessory.name) \(characteristic.localizedDescription) \(characteristic.value ?? "nil")")
    }
}
