public import Foundation

/// Receives changes of an accessory by other programs and by the accessory itself, never by this program. Called on the
/// main queue, in order. All methods are optional.
public protocol HMAccessoryDelegate: NSObjectProtocol {
    /// The accessory was renamed.
    func accessoryDidUpdateName(_ accessory: HMAccessory)
    /// A service was renamed.
    func accessory(_ accessory: HMAccessory, didUpdateNameFor service: HMService)
    /// The associated type of a service has changed.
    func accessory(_ accessory: HMAccessory, didUpdateAssociatedServiceTypeFor service: HMService)
    /// The services or characteristics of the accessory have changed.
    func accessoryDidUpdateServices(_ accessory: HMAccessory)
    /// A profile was added: the accessory has a further camera.
    func accessory(_ accessory: HMAccessory, didAdd profile: HMAccessoryProfile)
    /// A profile was removed: a camera of the accessory is gone.
    func accessory(_ accessory: HMAccessory, didRemove profile: HMAccessoryProfile)
    /// The accessory became reachable or unreachable.
    func accessoryDidUpdateReachability(_ accessory: HMAccessory)
    /// The value of a characteristic has changed. Called only while ``HMCharacteristic/isNotificationEnabled``.
    func accessory(_ accessory: HMAccessory, service: HMService, didUpdateValueFor characteristic: HMCharacteristic)
    /// The firmware version has changed.
    func accessory(_ accessory: HMAccessory, didUpdateFirmwareVersion firmwareVersion: String)
}

extension HMAccessoryDelegate {
    public func accessoryDidUpdateName(_ accessory: HMAccessory) {}
    public func accessory(_ accessory: HMAccessory, didUpdateNameFor service: HMService) {}
    public func accessory(_ accessory: HMAccessory, didUpdateAssociatedServiceTypeFor service: HMService) {}
    public func accessoryDidUpdateServices(_ accessory: HMAccessory) {}
    public func accessory(_ accessory: HMAccessory, didAdd profile: HMAccessoryProfile) {}
    public func accessory(_ accessory: HMAccessory, didRemove profile: HMAccessoryProfile) {}
    public func accessoryDidUpdateReachability(_ accessory: HMAccessory) {}
    public func accessory(
        _ accessory: HMAccessory, service: HMService, didUpdateValueFor characteristic: HMCharacteristic
    ) {}
    public func accessory(_ accessory: HMAccessory, didUpdateFirmwareVersion firmwareVersion: String) {}
}
