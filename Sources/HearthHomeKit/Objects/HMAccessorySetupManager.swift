public import Foundation
internal import Hearth
internal import HearthTraitCore

/// What is to be set up: what a code or a link says.
public final class HMAccessorySetupPayload: NSObject, Sendable {
    let text: String

    /// A payload by its URL: a hub's link, such as `hearth:HOST:PORT?fp=…&code=…`, or what the code on an accessory says.
    public convenience init?(url setupPayloadURL: URL?) {
        guard let setupPayloadURL else { return nil }
        self.init(text: setupPayloadURL.absoluteString)
    }

    /// A payload as it was scanned or typed.
    public init(text: String) { self.text = text }

    /// In a line, without the link or the code: whoever reads it could use it.
    public override var description: String { "HMAccessorySetupPayload" }
}

/// A wish to set something up (HK-12).
public final class HMAccessorySetupRequest: NSObject {
    /// What a code or a link says; without one there is nothing to set up.
    public var payload: HMAccessorySetupPayload?
    /// The home to add to; any if nil.
    public var homeUniqueIdentifier: UUID?
    /// The room that is suggested.
    public var suggestedRoomUniqueIdentifier: UUID?
    /// The name that is suggested.
    public var suggestedAccessoryName: String?

    /// Makes an empty request.
    public override init() { super.init() }

    /// In a line: `HMAccessorySetupRequest("Desk lamp")`.
    public override var description: String {
        "HMAccessorySetupRequest(\(suggestedAccessoryName.map { quoted($0) } ?? ""))"
    }
}

/// What was set up.
public final class HMAccessorySetupResult: NSObject, Sendable {
    /// The home that accessories were added to. For an invitation, the first home of the hub.
    public let homeUniqueIdentifier: UUID
    /// The accessories that were added. None for an invitation, which brings homes.
    public let accessoryUniqueIdentifiers: [UUID]

    init(home: UUID, accessories: [UUID]) {
        homeUniqueIdentifier = home
        accessoryUniqueIdentifiers = accessories
    }

    /// In a line: `HMAccessorySetupResult(2 accessories)`.
    public override var description: String {
        "HMAccessorySetupResult(\(accessoryUniqueIdentifiers.count) accessories)"
    }
}

/// Sets up what comes with a link or a code.
///
/// A hub's link to join it or one of its homes is accepted. Hubs do not pair accessories themselves: a maker's process
/// brings them, so other payloads fail with an error that says what to do.
public final class HMAccessorySetupManager: NSObject, Sendable {
    /// Makes a manager.
    public override init() { super.init() }

    /// In a line: `HMAccessorySetupManager`.
    public override var description: String { "HMAccessorySetupManager" }

    /// Sets up what a request has.
    ///
    /// - Throws: ``HMError``: 27 without a payload, 48 for the code of an accessory, 3 for what is neither, and what the
    ///   hub says.
    public nonisolated(nonsending) func performAccessorySetup(
        using request: HMAccessorySetupRequest
    ) async throws -> HMAccessorySetupResult {
        try await Self.setUp(request.payload)
    }

    /// Sets up what a request has.
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
                .missingParameter, "there is nothing to set up; give the request a payload with a link or a code")
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
    /// Has no screen to find accessories, as HomeKit does (HK-12): fails with an error that says how they come to a hub.
    public func addAndSetupAccessories() async throws {
        throw HMError(
            .operationNotSupported,
            "a hub finds no accessories by itself: makers' processes bring them, and HMAccessorySetupManager accepts links"
        )
    }

    /// Has no screen to find accessories, as HomeKit does (HK-12): fails with an error that says how they come to a hub.
    public func addAndSetupAccessories(completionHandler completion: @escaping ((any Error)?) -> Void) {
        report(completion) { try await self.addAndSetupAccessories() }
    }

    /// Sets up what comes with a payload, as ``HMAccessorySetupManager`` does.
    public func addAndSetupAccessories(with payload: HMAccessorySetupPayload) async throws -> [HMAccessory]? {
        let result = try await HMAccessorySetupManager.setUp(payload)
        return accessories.filter { result.accessoryUniqueIdentifiers.contains($0.uniqueIdentifier) }
    }

    /// Sets up what comes with a payload, as ``HMAccessorySetupManager`` does.
    public func addAndSetupAccessories(
        with payload: HMAccessorySetupPayload,
        completionHandler completion: @escaping ([HMAccessory]?, (any Error)?) -> Void
    ) {
        report(completion) { try await self.addAndSetupAccessories(with: payload) ?? [] }
    }
}
