public import Foundation

/// Hears of what others change in a home. Called on the main queue, in order, and never for what this program did
/// (HK-80). All methods are optional.
public protocol HMHomeDelegate: NSObjectProtocol {
    /// The home was renamed.
    func homeDidUpdateName(_ home: HMHome)
    /// What the current user may do in the home has changed.
    func homeDidUpdateAccessControl(forCurrentUser home: HMHome)
    /// An accessory was added.
    func home(_ home: HMHome, didAdd accessory: HMAccessory)
    /// An accessory was removed.
    func home(_ home: HMHome, didRemove accessory: HMAccessory)
    /// An accessory is in another room (HK-14).
    func home(_ home: HMHome, didUpdate room: HMRoom, for accessory: HMAccessory)
    /// An accessory is not blocked any more. Hubs block none.
    func home(_ home: HMHome, didUnblockAccessory accessory: HMAccessory)
    /// An accessory has an error that nobody asked for.
    func home(_ home: HMHome, didEncounterError error: any Error, for accessory: HMAccessory)
    /// A user was added (HK-76).
    func home(_ home: HMHome, didAdd user: HMUser)
    /// A user was removed (HK-76).
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
    /// A room was added to a zone (HK-25).
    func home(_ home: HMHome, didAdd room: HMRoom, to zone: HMZone)
    /// A room was taken out of a zone (HK-25).
    func home(_ home: HMHome, didRemove room: HMRoom, from zone: HMZone)
    /// A service group was added.
    func home(_ home: HMHome, didAdd group: HMServiceGroup)
    /// A service group was removed.
    func home(_ home: HMHome, didRemove group: HMServiceGroup)
    /// A service group was renamed.
    func home(_ home: HMHome, didUpdateNameFor group: HMServiceGroup)
    /// A service was added to a group.
    func home(_ home: HMHome, didAdd service: HMService, to group: HMServiceGroup)
    /// A service was taken out of a group.
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
    /// A trigger was enabled or disabled, fired, or has other scenes, events or conditions.
    func home(_ home: HMHome, didUpdate trigger: HMTrigger)
    /// The connection to the hub was lost or is back.
    func home(_ home: HMHome, didUpdate homeHubState: HMHomeHubState)
    /// What the home supports has changed.
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
    /// The hub has refused this program.
    case notAvailable = 0
    /// The hub is connected.
    case connected = 1
    /// The connection was lost; it comes back by itself.
    case disconnected = 2
}
