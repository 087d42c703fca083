public import Foundation

/// A set of controls of an accessory. The only kind is ``HMCameraProfile``.
///
/// Unchecked, because Swift allows no Sendable class with subclasses; nothing in this one changes.
public class HMAccessoryProfile: NSObject, @unchecked Sendable {
    let place: CameraPlace

    init(_ place: CameraPlace) { self.place = place }

    /// A one-line description, such as `HMCameraProfile("Driveway Camera")`.
    public override var description: String { "\(Self.self)(\"\(place.name)\")" }

    /// The accessory; nil once it was removed and no longer retained.
    public var accessory: HMAccessory? { place.accessory }
    /// Identifies the profile; it is the same in all programs.
    public var uniqueIdentifier: UUID {
        UUID(hubID: "\(accessory?.id ?? "")/\(place.endpoint)", kind: "profile")
    }
    /// The services whose characteristics its controls have.
    public var services: [HMService] { place.services }
}
