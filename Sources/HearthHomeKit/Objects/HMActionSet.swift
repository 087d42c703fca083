public import Foundation

/// A scene. Hubs have none yet: ``HMHome/actionSets`` is empty.
public final class HMActionSet: NSObject, Sendable {
    /// The name.
    public let name: String
    /// Identifies the scene.
    public let uniqueIdentifier: UUID

    init(name: String, id: String) {
        self.name = name
        uniqueIdentifier = UUID(hubID: id, kind: "scene")
    }
}

/// What runs scenes by itself. Hubs have none yet: ``HMHome/triggers`` is empty.
public final class HMTrigger: NSObject, Sendable {
    /// The name.
    public let name: String
    /// Identifies the trigger.
    public let uniqueIdentifier: UUID
    /// Whether it is in force.
    public let isEnabled: Bool

    init(name: String, id: String, isEnabled: Bool) {
        self.name = name
        uniqueIdentifier = UUID(hubID: id, kind: "trigger")
        self.isEnabled = isEnabled
    }
}

/// A set of controls of an accessory. Hubs have none yet.
public class HMAccessoryProfile: NSObject {
    override init() { super.init() }
}

/// The controls of a camera. Hubs have none yet: ``HMAccessory/cameraProfiles`` is nil (HK-81).
public final class HMCameraProfile: HMAccessoryProfile {}
