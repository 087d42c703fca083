public import Foundation

/// Hears of homes that others add and remove. Called on the main queue, and never for what this program did (HK-80). All
/// methods are optional.
public protocol HMHomeManagerDelegate: NSObjectProtocol {
    /// The homes are loaded (HK-04), or all of them are others than before.
    func homeManagerDidUpdateHomes(_ manager: HMHomeManager)
    /// Another home is the primary one (HK-10), or there is none any more.
    func homeManagerDidUpdatePrimaryHome(_ manager: HMHomeManager)
    /// A home was added.
    func homeManager(_ manager: HMHomeManager, didAdd home: HMHome)
    /// A home was removed, or this client's person is no member of it any more.
    func homeManager(_ manager: HMHomeManager, didRemove home: HMHome)
    /// What this program may do has changed: whether the hub knows it.
    func homeManager(_ manager: HMHomeManager, didUpdate status: HMHomeManagerAuthorizationStatus)
}

extension HMHomeManagerDelegate {
    public func homeManagerDidUpdateHomes(_ manager: HMHomeManager) {}
    public func homeManagerDidUpdatePrimaryHome(_ manager: HMHomeManager) {}
    public func homeManager(_ manager: HMHomeManager, didAdd home: HMHome) {}
    public func homeManager(_ manager: HMHomeManager, didRemove home: HMHome) {}
    public func homeManager(_ manager: HMHomeManager, didUpdate status: HMHomeManagerAuthorizationStatus) {}
}

/// Whether a program may see homes.
public struct HMHomeManagerAuthorizationStatus: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// It is known whether the program may.
    public static let determined = HMHomeManagerAuthorizationStatus(rawValue: 1)
    /// The hub refuses the program: nobody has claimed the hub for it, or its access was taken away.
    public static let restricted = HMHomeManagerAuthorizationStatus(rawValue: 2)
    /// The program may see homes.
    public static let authorized = HMHomeManagerAuthorizationStatus(rawValue: 4)
}
