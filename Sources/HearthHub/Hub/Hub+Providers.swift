package import HearthCameraMedia
internal import HearthHomeState
package import HearthStore
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

    /// Starts the provider of an integration, as ``attach(_:structureID:)`` does. Its devices belong to the integration:
    /// the provider gets back the state of these alone, and devices that people have removed stay away. If the structure
    /// has been removed, new devices are added to the first one.
    package func attach(
        _ provider: any DeviceProvider, integration id: String, structureID: String?
    ) async throws -> ProviderHandle {
        try await registrar.attach(
            provider, as: ProviderID.integration(id),
            structureID: structureID.flatMap { id in directory.cells.contains { $0.id == id } ? id : nil })
    }

    /// Opens the streams of cameras of the hub's own process, by a program that is attached for it.
    ///
    /// - Parameters:
    ///   - user: the user that may run the program, as in "start it as the hub's user".
    ///   - command: what a person runs to start the program.
    package func cameraOpener(
        user: String = "the hub's user", command: @escaping @Sendable () -> String
    ) -> any CameraOpener {
        CameraProcesses(providers: providers, user: user, command: command)
    }

    /// Whether any structure has the device.
    package func hasDevice(_ id: String) -> Bool { directory.entry(of: id) != nil }

    /// The IDs of the devices of each integration, by the integration's ID.
    package func integrationDevices() -> [String: [String]] { registrar.integrationDevices() }

    /// The IDs of the integrations that have devices, or had some that can come back.
    package var integrationsWithDevices: Set<String> {
        Set(integrationDevices().keys).union(directory.former.providers.compactMap { ProviderID.integration(in: $0) })
    }

    /// The present time for judging the age of stored data, since 1970. It follows the machine's clock; one
    /// that jumps ahead by more than a day is followed after a day.
    package var retentionTime: Duration { saver.retentionTime }

    /// Whether people have removed a device of this process whose ID begins with a text.
    package func hasRemovedDevice(idPrefix: String) -> Bool {
        directory.removedDevices.contains { $0.hasPrefix(idPrefix) }
    }

    /// Removes all devices of an integration whose provider is detached. Devices that people had removed may come again
    /// with a later integration.
    ///
    /// - Parameters:
    ///   - idPrefix: the beginning of the IDs of its devices.
    ///   - forgetting: whether the hub keeps nothing of them, nor of those that were removed before.
    /// - Returns: IDs of the removed devices.
    package func removeDevices(
        ofIntegration id: String, idPrefix: String, forgetting: Bool
    ) async throws -> [String] {
        try await registrar.removeDevices(ofIntegration: id, idPrefix: idPrefix, forgetting: forgetting)
    }

    /// The row of the audit log for a change of an integration, to be stored with the change.
    ///
    /// - Parameter what: what was done, as "removed the integration \"Plug\"".
    package func auditRow(ofIntegration id: String, _ what: String, by caller: Caller) -> StoreChange {
        audit.change(ofIntegration: id, what, by: directory.actor(caller, in: nil))
    }

    /// The IDs of the structures, the first one first.
    package var structureIDs: [String] { directory.cells.map(\.id) }

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
