public import Foundation
internal import Hearth
internal import HearthTraitCore

/// The content of a scanned or typed setup code, or of a hub's link.
public final class HMAccessorySetupPayload: NSObject, Sendable {
    let text: String

    /// Creates a payload from a URL: a hub's link, such as `hearth:HOST:PORT?fp=…&code=…`, or the setup URL on an
    /// accessory.
    public convenience init?(url setupPayloadURL: URL?) {
        guard let setupPayloadURL else { return nil }
        self.init(text: setupPayloadURL.absoluteString)
    }

    /// Creates a payload from a scanned or typed text.
    public init(text: String) { self.text = text }

    /// A one-line description without the link or the code, which are secrets.
    public override var description: String { "HMAccessorySetupPayload" }
}

/// A request to join a hub or to add an accessory.
public final class HMAccessorySetupRequest: NSObject {
    /// The code or link; required.
    public var payload: HMAccessorySetupPayload?
    /// The home to add to; nil for any.
    public var homeUniqueIdentifier: UUID?
    /// The suggested room.
    public var suggestedRoomUniqueIdentifier: UUID?
    /// The suggested name.
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

/// Joins hubs and homes by their links.
///
/// Hubs do not pair accessories themselves: a maker's process brings them. A payload with an accessory's code therefore
/// fails with an error that says what to do.
public final class HMAccessorySetupManager: NSObject, Sendable {
    /// Creates a manager.
    public override init() { super.init() }

    /// A one-line description: `HMAccessorySetupManager`.
    public override var description: String { "HMAccessorySetupManager" }

    /// Performs a request: joins the hub or home of its link.
    ///
    /// - Throws: ``HMError``: 27 without a payload, 48 for the code of an accessory, 3 for any other text, and the
    ///   errors of the hub.
    public nonisolated(nonsending) func performAccessorySetup(
        using request: HMAccessorySetupRequest
    ) async throws -> HMAccessorySetupResult {
        try await Self.setUp(request.payload)
    }

    /// Performs a request: joins the hub or home of its link.
    public func performAccessorySetup(
        using request: HMAccessorySetupRequest,
        completionHandler completion: @escaping (HMAccessorySetupResult?, (any Error)?) -> Void
    ) {
        let payload = request.payload
        report(completion) { try await Self.setUp(payload) }
    }

    static func setUp(_ payload: HMAccessorySetupPayload?) async throws -> HMAccessorySetupResult {
        let link = try link(of: payload)
        do {
            let home = try await Home.acceptInvitation(link: link)
            let first = HomeModel(home).objects.structures.keys.min()
            return HMAccessorySetupResult(home: UUID(hubID: first ?? home.hubID, kind: "home"), accessories: [])
        } catch {
            throw HMError(any: error)
        }
    }

    private static func link(of payload: HMAccessorySetupPayload?) throws(HMError) -> String {
        guard let text = payload?.text else {
            throw HMError(
                .missingParameter, "the request has no payload; set one with a link or a code")
        }
        if text.lowercased().hasPrefix(HubLink.scheme) || HubLink(text) != nil { return text }
        if text.hasPrefix("MT:") || text.uppercased().hasPrefix("X-HM:")
            || text.allSatisfy({ $0.isNumber || $0 == "-" })
        {
            throw HMError(
                .operationNotSupported,
                "a hub does not pair accessories by their codes; start the maker's process that brings the accessory, with "
                    + "an invitation for a provider: hearth claim --invite provider --name NAME")
        }
        throw HMError(
            .invalidParameter, "\(quoted(text)) is neither a hub's link (hearth:HOST:PORT?fp=…&code=…) nor a setup code"
        )
    }
}

extension HMHome {
    /// Always fails with an error that says how accessories come to a hub; hubs have no setup screen.
    public func addAndSetupAccessories() async throws {
        throw HMError(
            .operationNotSupported,
            "a hub finds no accessories by itself: makers' processes bring them, and HMAccessorySetupManager accepts links"
        )
    }

    /// Always fails with an error that says how accessories come to a hub; hubs have no setup screen.
    public func addAndSetupAccessories(completionHandler completion: @escaping ((any Error)?) -> Void) {
        report(completion) { try await self.addAndSetupAccessories() }
    }

    /// Performs a setup with a payload, as ``HMAccessorySetupManager`` does.
    public func addAndSetupAccessories(with payload: HMAccessorySetupPayload) async throws -> [HMAccessory]? {
        let result = try await HMAccessorySetupManager.setUp(payload)
        return accessories.filter { result.accessoryUniqueIdentifiers.contains($0.uniqueIdentifier) }
    }

    /// Performs a setup with a payload, as ``HMAccessorySetupManager`` does.
    public func addAndSetupAccessories(
        with payload: HMAccessorySetupPayload,
        completionHandler completion: @escaping ([HMAccessory]?, (any Error)?) -> Void
    ) {
        report(completion) { try await self.addAndSetupAccessories(with: payload) ?? [] }
    }
}
