public import Foundation
internal import Hearth

/// A key, password or code of an accessory, as the user has it. HomeKit's token is data; here it is text in UTF-8.
public final class HMAccessoryOwnershipToken: NSObject, Sendable {
    let secret: String

    /// Creates a token. Returns nil for data that is empty or no UTF-8.
    public init?(data: Data) {
        guard !data.isEmpty, let secret = String(validating: data, as: UTF8.self) else { return nil }
        self.secret = secret
    }

    /// A one-line description without the secret.
    public override var description: String { "HMAccessoryOwnershipToken" }
}

/// A request to add an accessory with the key, password or code that it asks for; see
/// ``HMHomeManagerDelegate/homeManager(_:didReceiveAddAccessoryRequest:)``.
public final class HMAddAccessoryRequest: NSObject, Sendable {
    /// The home to add to.
    public let home: HMHome
    private let found: FoundDevice

    init(home: HMHome, found: FoundDevice) {
        self.home = home
        self.found = found
    }

    /// A one-line description, such as `HMAddAccessoryRequest("Desk lamp")`.
    public override var description: String { "HMAddAccessoryRequest(\"\(accessoryName)\")" }

    /// The name that the accessory announces.
    public var accessoryName: String { found.name }
    /// The category; always other, since accessories announce none before they are added.
    public var accessoryCategory: HMAccessoryCategory { HMAccessoryCategory(HMAccessoryCategoryTypeOther) }
    /// Whether a payload needs the URL of the accessory's code; always false.
    public var requiresSetupPayloadURL: Bool { false }
    /// Whether a payload needs a token; always true.
    public var requiresOwnershipToken: Bool { true }

    /// A payload for ``HMHome/addAndSetupAccessories(with:completionHandler:)``.
    public func makePayload(ownershipToken: HMAccessoryOwnershipToken) -> HMAccessorySetupPayload? {
        HMAccessorySetupPayload(found, ownershipToken)
    }

    /// A payload for ``HMHome/addAndSetupAccessories(with:completionHandler:)``. The URL is not used, since the hub knows
    /// where the accessory is.
    public func makePayload(
        url setupPayloadURL: URL, ownershipToken: HMAccessoryOwnershipToken
    ) -> HMAccessorySetupPayload? {
        HMAccessorySetupPayload(found, ownershipToken)
    }
}
