public import Foundation

/// A set of controls of an accessory. Hubs have none yet.
public class HMAccessoryProfile: NSObject {
    override init() { super.init() }

    /// In a line: `HMCameraProfile`.
    public override var description: String { "\(Self.self)" }
}

/// The controls of a camera. Hubs have none yet: ``HMAccessory/cameraProfiles`` is nil (HK-81).
public final class HMCameraProfile: HMAccessoryProfile {}
