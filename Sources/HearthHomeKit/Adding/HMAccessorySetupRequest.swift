public import Foundation
internal import HearthTraitCore

/// A request to join a hub or to add an accessory.
public final class HMAccessorySetupRequest: NSObject {
    /// The code, address or link; required.
    public var payload: HMAccessorySetupPayload?
    /// The home to add to; nil for the primary one.
    public var homeUniqueIdentifier: UUID?
    /// The suggested room of an accessory; nil for the one that its maker suggests.
    public var suggestedRoomUniqueIdentifier: UUID?
    /// The suggested name of an accessory; nil for the one that it announces. The accessory keeps that one also if the
    /// home refuses the suggestion.
    public var suggestedAccessoryName: String?

    /// Creates an empty request.
    public override init() { super.init() }

    /// A one-line description, such as `HMAccessorySetupRequest("Desk lamp")`.
    public override var description: String {
        "HMAccessorySetupRequest(\(suggestedAccessoryName.map { quoted($0) } ?? ""))"
    }
}

/// The outcome of a setup.
public final class HMAccessorySetupResult: NSObject, Sendable {
    /// The home that accessories were added to. For an invitation, the home with the lowest ID on the hub.
    public let homeUniqueIdentifier: UUID
    /// The accessories that were added; empty for an invitation, which adds homes.
    public let accessoryUniqueIdentifiers: [UUID]

    init(home: UUID, accessories: [UUID]) {
        homeUniqueIdentifier = home
        accessoryUniqueIdentifiers = accessories
    }

    /// A one-line description, such as `HMAccessorySetupResult(2 accessories)`.
    public override var description: String {
        "HMAccessorySetupResult(\(accessoryUniqueIdentifiers.count) accessories)"
    }
}
