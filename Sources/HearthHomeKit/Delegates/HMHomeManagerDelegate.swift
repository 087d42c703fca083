public import Foundation

/// Receives additions and removals of homes by other programs, never by this program. Called on the main queue. All
/// methods are optional.
public protocol HMHomeManagerDelegate: NSObjectProtocol {
    /// The homes were loaded, or all of them were replaced.
    func homeManagerDidUpdateHomes(_ manager: HMHomeManager)
    /// Another home became the primary one, or the last home was removed.
    func homeManagerDidUpdatePrimaryHome(_ manager: HMHomeManager)
    /// A home was added.
    func homeManager(_ manager: HMHomeManager, didAdd home: HMHome)
    /// A home was removed, or this user is no longer a member of it.
    func homeManager(_ manager: HMHomeManager, didRemove home: HMHome)
    /// The authorization status has changed.
    func homeManager(_ manager: HMHomeManager, didUpdate status: HMHomeManagerAuthorizationStatus)
    /// An accessory that this program adds asks for a key, password or code. The addition has failed with
    /// ``HMError/Code-swift.enum/invalidOrMissingAuthorizationData``; a payload of the request begins another one.
    func homeManager(_ manager: HMHomeManager, didReceiveAddAccessoryRequest request: HMAddAccessoryRequest)
    /// The hub waits until a person presses the button of an accessory that this program adds to a home, such as a Hue
    /// bridge: ask the user for it. The addition continues after the press. HomeKit has no such method.
    func homeManager(_ manager: HMHomeManager, didRequestButtonPressFor accessoryName: String, in home: HMHome)
}

extension HMHomeManagerDelegate {
    public func homeManagerDidUpdateHomes(_ manager: HMHomeManager) {}
    public func homeManagerDidUpdatePrimaryHome(_ manager: HMHomeManager) {}
    public func homeManager(_ manager: HMHomeManager, didAdd home: HMHome) {}
    public func homeManager(_ manager: HMHomeManager, didRemove home: HMHome) {}
    public func homeManager(_ manager: HMHomeManager, didUpdate status: HMHomeManagerAuthorizationStatus) {}
    public func homeManager(_ manager: HMHomeManager, didReceiveAddAccessoryRequest request: HMAddAccessoryRequest) {}
    public func homeManager(_ manager: HMHomeManager, didRequestButtonPressFor accessoryName: String, in home: HMHome) {
    }
}

/// Whether a program may see homes.
public struct HMHomeManagerAuthorizationStatus: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The hub has decided on the program's access.
    public static let determined = HMHomeManagerAuthorizationStatus(rawValue: 1)
    /// The hub refuses the program: it was never granted access, or its access was revoked.
    public static let restricted = HMHomeManagerAuthorizationStatus(rawValue: 2)
    /// The program may see homes.
    public static let authorized = HMHomeManagerAuthorizationStatus(rawValue: 4)
}
