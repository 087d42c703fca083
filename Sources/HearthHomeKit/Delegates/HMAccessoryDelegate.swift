public import Foundation

/// Hears of what others change at an accessory, and what the accessory does by itself. Called on the main queue, in order,
/// and never for what this program did (HK-80). All methods are optional.
public protocol HMAccessoryDelegate: NSObjectProtocol {
    /// The accessory was renamed.
    func accessoryDidUpdateName(_ accessory: HMAccessory)
    /// A service was renamed.
    func accessory(_ accessory: HMAccessory, didUpdateNameFor service: HMService)
    /// It was said otherwise what is plugged into a service, or watched by it.
    func accessory(_ accessory: HMAccessory, didUpdateAssociatedServiceTypeFor service: HMService)
    /// The accessory has other services or characteristics.
    func accessoryDidUpdateServices(_ accessory: HMAccessory)
    /// A profile was added. Hubs have none yet.
    func accessory(_ accessory: HMAccessory, didAdd profile: HMAccessoryProfile)
    /// A profile was removed. Hubs have none yet.
    func accessory(_ accessory: HMAccessory, didRemove profile: HMAccessoryProfile)
    /// The accessory can be reached, or can't any more.
    func accessoryDidUpdateReachability(_ accessory: HMAccessory)
    /// A characteristic has another value. Only where ``HMCharacteristic/isNotificationEnabled`` (HK-40).
    func accessory(_ accessory: HMAccessory, service: HMService, didUpdateValueFor characteristic: HMCharacteristic)
    /// The accessory has another firmware.
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
