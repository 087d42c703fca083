public import Foundation

/// A set of controls of an accessory. Hubs have none yet.
public class HMAccessoryProfile: NSObject {
    override init() { super.init() }
}

/// The controls of a camera. Hubs have none yet: ``HMAccessory/cameraProfiles`` is nil (HK-81).
public final class HMCameraProfile: HMAccessoryProfile {}
