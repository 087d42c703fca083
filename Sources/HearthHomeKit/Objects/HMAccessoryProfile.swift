public import Foundation

/// A set of controls of an accessory. Hubs have none yet.
public class HMAccessoryProfile: NSObject {
    override init() { super.init() }

    /// A one-line description, such as `HMCameraProfile`.
    public override var description: String { "\(Self.self)" }
}

/// The controls of a camera. Hubs have none yet, so ``HMAccessory/cameraProfiles`` is nil.
public final class HMCameraProfile: HMAccessoryProfile {}
