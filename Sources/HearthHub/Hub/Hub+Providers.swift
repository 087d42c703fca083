public import HearthTraitCore
public import HearthWire

// Providers of this process. ``DeviceRegistrar`` attaches them.
extension Hub {
    /// Starts a provider of this process and adds its devices, online. Known devices keep their structure, room and the
    /// name that a person gave them. New devices are added to `structureID`, or else to the first structure, and to the
    /// room that the provider suggests, which is created if needed.
    ///
    /// - Throws: ``HubError`` if a description is invalid or a device belongs to another provider; errors of the
    ///   provider.
    @discardableResult
    public func attach(_ provider: any DeviceProvider, structureID: String? = nil) async throws -> ProviderHandle {
        try await registrar.attach(provider, as: "", structureID: structureID)
    }

    /// Stops a provider. Its devices stay and go offline.
    public func detach(_ handle: ProviderHandle) async { await registrar.detach(handle) }

    /// Attaches a provider of a structure's own traits to every structure, including those created later. Call it once,
    /// after ``start()``.
    ///
    /// Reports that such a provider makes on its own, such as a clock's ticks, have no position and are not in the log;
    /// they are saved with the next other change or at shutdown. The hub adds AreaPresenceState, PeoplePresence,
    /// VoiceStarter and Notices to the traits that the provider describes, and serves them itself.
    ///
    /// - Parameter make: creates the provider of a structure as it is at that moment. Called again when the structure
    ///   gets another time zone or location; the new provider then takes the old one's place. The provider describes
    ///   one device with the structure's ID and endpoint 0 only.
    /// - Throws: ``HubError`` if the description is invalid; errors of the provider.
    public func attachOwnTraits(_ make: @escaping @Sendable (Hearth_V1_Structure) -> any DeviceProvider) async throws {
        try await registrar.attachOwnTraits(make)
    }
}
