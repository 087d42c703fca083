public import Foundation

/// Receives changes of a home by other programs, never by this program. Called on the main queue, in order. All methods
/// are optional.
public protocol HMHomeDelegate: NSObjectProtocol {
    /// The home was renamed.
    func homeDidUpdateName(_ home: HMHome)
    /// The rights of the current user in the home have changed.
    func homeDidUpdateAccessControl(forCurrentUser home: HMHome)
    /// An accessory was added.
    func home(_ home: HMHome, didAdd accessory: HMAccessory)
    /// An accessory was removed.
    func home(_ home: HMHome, didRemove accessory: HMAccessory)
    /// An accessory was moved to another room.
    func home(_ home: HMHome, didUpdate room: HMRoom, for accessory: HMAccessory)
    /// An accessory was unblocked. Never called, since hubs block no accessories.
    func home(_ home: HMHome, didUnblockAccessory accessory: HMAccessory)
    /// An accessory has reported an error that no call caused.
    func home(_ home: HMHome, didEncounterError error: any Error, for accessory: HMAccessory)
    /// A user was added.
    func home(_ home: HMHome, didAdd user: HMUser)
    /// A user was removed.
    func home(_ home: HMHome, didRemove user: HMUser)
    /// A room was added.
    func home(_ home: HMHome, didAdd room: HMRoom)
    /// A room was removed.
    func home(_ home: HMHome, didRemove room: HMRoom)
    /// A room was renamed.
    func home(_ home: HMHome, didUpdateNameFor room: HMRoom)
    /// A zone was added.
    func home(_ home: HMHome, didAdd zone: HMZone)
    /// A zone was removed.
    func home(_ home: HMHome, didRemove zone: HMZone)
    /// A zone was renamed.
    func home(_ home: HMHome, didUpdateNameFor zone: HMZone)
    /// A room was added to a zone.
    func home(_ home: HMHome, didAdd room: HMRoom, to zone: HMZone)
    /// A room was removed from a zone.
    func home(_ home: HMHome, didRemove room: HMRoom, from zone: HMZone)
    /// A service group was added.
    func home(_ home: HMHome, didAdd group: HMServiceGroup)
    /// A service group was removed.
    func home(_ home: HMHome, didRemove group: HMServiceGroup)
    /// A service group was renamed.
    func home(_ home: HMHome, didUpdateNameFor group: HMServiceGroup)
    /// A service was added to a group.
    func home(_ home: HMHome, didAdd service: HMService, to group: HMServiceGroup)
    /// A service was removed from a group.
    func home(_ home: HMHome, didRemove service: HMService, from group: HMServiceGroup)
    /// A scene was added.
    func home(_ home: HMHome, didAdd actionSet: HMActionSet)
    /// A scene was removed.
    func home(_ home: HMHome, didRemove actionSet: HMActionSet)
    /// A scene was renamed.
    func home(_ home: HMHome, didUpdateNameFor actionSet: HMActionSet)
    /// The actions of a scene have changed.
    func home(_ home: HMHome, didUpdateActionsFor actionSet: HMActionSet)
    /// A trigger was added.
    func home(_ home: HMHome, didAdd trigger: HMTrigger)
    /// A trigger was removed.
    func home(_ home: HMHome, didRemove trigger: HMTrigger)
    /// A trigger was renamed.
    func home(_ home: HMHome, didUpdateNameFor trigger: HMTrigger)
    /// A trigger was enabled or disabled, fired, or got other scenes, events or conditions.
    func home(_ home: HMHome, didUpdate trigger: HMTrigger)
    /// The connection to the hub was lost or restored.
    func home(_ home: HMHome, didUpdate homeHubState: HMHomeHubState)
    /// The supported features of the home have changed.
    func homeDidUpdateSupportedFeatures(_ home: HMHome)
}

extension HMHomeDelegate {
    public func homeDidUpdateName(_ home: HMHome) {}
    public func homeDidUpdateAccessControl(forCurrentUser home: HMHome) {}
    public func home(_ home: HMHome, didAdd accessory: HMAccessory) {}
    public func home(_ home: HMHome, didRemove accessory: HMAccessory) {}
    public func home(_ home: HMHome, didUpdate room: HMRoom, for accessory: HMAccessory) {}
    public func home(_ home: HMHome, didUnblockAccessory accessory: HMAccessory) {}
    public func home(_ home: HMHome, didEncounterError error: any Error, for accessory: HMAccessory) {}
    public func home(_ home: HMHome, didAdd user: HMUser) {}
    public func home(_ home: HMHome, didRemove user: HMUser) {}
    public func home(_ home: HMHome, didAdd room: HMRoom) {}
    public func home(_ home: HMHome, didRemove room: HMRoom) {}
    public func home(_ home: HMHome, didUpdateNameFor room: HMRoom) {}
    public func home(_ home: HMHome, didAdd zone: HMZone) {}
    public func home(_ home: HMHome, didRemove zone: HMZone) {}
    public func home(_ home: HMHome, didUpdateNameFor zone: HMZone) {}
    public func home(_ home: HMHome, didAdd room: HMRoom, to zone: HMZone) {}
    public func home(_ home: HMHome, didRemove room: HMRoom, from zone: HMZone) {}
    public func home(_ home: HMHome, didAdd group: HMServiceGroup) {}
    public func home(_ home: HMHome, didRemove group: HMServiceGroup) {}
    public func home(_ home: HMHome, didUpdateNameFor group: HMServiceGroup) {}
    public func home(_ home: HMHome, didAdd service: HMService, to group: HMServiceGroup) {}
    public func home(_ home: HMHome, didRemove service: HMService, from group: HMServiceGroup) {}
    public func home(_ home: HMHome, didAdd actionSet: HMActionSet) {}
    public func home(_ home: HMHome, didRemove actionSet: HMActionSet) {}
    public func home(_ home: HMHome, didUpdateNameFor actionSet: HMActionSet) {}
    public func home(_ home: HMHome, didUpdateActionsFor actionSet: HMActionSet) {}
    public func home(_ home: HMHome, didAdd trigger: HMTrigger) {}
    public func home(_ home: HMHome, didRemove trigger: HMTrigger) {}
    public func home(_ home: HMHome, didUpdateNameFor trigger: HMTrigger) {}
    public func home(_ home: HMHome, didUpdate trigger: HMTrigger) {}
    public func home(_ home: HMHome, didUpdate homeHubState: HMHomeHubState) {}
    public func homeDidUpdateSupportedFeatures(_ home: HMHome) {}
}

/// Whether the home's hub can be reached.
public enum HMHomeHubState: UInt, Hashable, Sendable {
    /// The hub refused this program.
    case notAvailable = 0
    /// The hub is connected.
    case connected = 1
    /// The connection was lost; it is restored automatically.
    case disconnected = 2
}
