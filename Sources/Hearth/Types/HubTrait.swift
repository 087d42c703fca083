internal import HearthTraitCore
internal import HearthWire

/// A trait that a hub stores the schema of: a standard one, or one that a maker's device has brought.
public struct HubTrait: Hashable, Sendable, Identifiable {
    /// Matter cluster ID, with the vendor prefix for makers' traits.
    public let id: UInt32
    /// Full name in protobuf, such as "hearth.traits.acme.v1.Spinner".
    public let name: String
    /// The newest revision that the hub knows.
    public let revision: UInt32
    /// ID of the provider that has brought it and may bring newer revisions; nil for standard traits, and if not known.
    public let providerID: String?
    /// The number of devices that have it.
    public let deviceCount: Int
    /// Size of its schema in bytes.
    public let schemaBytes: Int
    /// Memory in bytes that counts against the limits of makers' traits; 0 for standard traits.
    public let memoryBytes: Int
    /// Whether the hub was built with it.
    public let isStandard: Bool
    /// Why the hub does not serve it although it is stored; nil if it does.
    public let problem: String?
}

extension HubTrait {
    init(_ message: Hearth_V1_TraitSummary) {
        self.init(
            id: message.trait?.id ?? 0, name: message.trait?.name ?? "", revision: message.trait?.revision ?? 0,
            providerID: message.providerID.isEmpty ? nil : message.providerID,
            deviceCount: Int(clamping: message.deviceCount), schemaBytes: Int(clamping: message.schemaBytes),
            memoryBytes: Int(clamping: message.memoryBytes), isStandard: message.isStandard,
            problem: message.problem.isEmpty ? nil : message.problem)
    }
}

extension Home {
    /// Lists the traits that makers' devices have brought, in ascending order of ID.
    ///
    /// - Parameter includesStandard: whether to list the hub's own traits, too.
    /// - Throws: `HomeError`: `.permissionDenied` if this client may not see them, `.unavailable` if the hub can't be
    ///   reached.
    public func hubTraits(includesStandard: Bool = false) async throws(HomeError) -> [HubTrait] {
        var request = Hearth_V1_ListTraitsRequest(includeStandard: includesStandard)
        var traits: [HubTrait] = []
        repeat {
            let page: Hearth_V1_ListTraitsResponse = try await connection.call(
                Hearth_V1_HomeMethods.listTraits, request)
            traits += page.traits.map { HubTrait($0) }
            request.pageToken = page.nextPageToken
        } while !request.pageToken.isEmpty
        return traits
    }

    /// Removes a maker's trait from the hub, with all its revisions.
    ///
    /// - Parameters:
    ///   - id: the trait's ID.
    ///   - fromDevices: whether to remove it, with its values, from the devices that have it. They keep everything else.
    /// - Throws: `HomeError`: `.notFound` if there is no such trait, `.failedPrecondition` for a standard trait, and for
    ///   one that devices have unless `fromDevices` is true; `.permissionDenied` if this client may not.
    public func removeTrait(id: UInt32, fromDevices: Bool = false) async throws(HomeError) {
        try await HomeModel(connection).removeTrait(id, fromDevices: fromDevices)
    }
}
