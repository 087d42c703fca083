internal import HearthRPC
public import HearthTraitCore
internal import Synchronization

// Traits of a structure itself: reached like a device's, whose id is the structure's, and listed with the structure.
extension Hub {
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
    public func attachOwnTraits(_ make: @escaping @Sendable (HubStructure) -> any DeviceProvider) async throws {
        catalog.withLock { $0.ownTraits = make }
        for cell in cells { try await attachOwnTraits(of: cell) }
    }

    func attachOwnTraits(of cell: StructureCell) async throws {
        guard let make = catalog.withLock({ $0.ownTraits }) else { return }
        let made = make(cell.read { HubStructure($0) })
        let added = HubTraits.ids.compactMap { traits[$0] }
        let provider = WithHubTraits(made, structureID: cell.id, traits: added) { [weak self, weak cell] invocation in
            if let self, let cell { try noticesInvoke(invocation, in: cell) }
        }
        try await attach(provider, structureID: cell.id)
    }

    /// Creates a structure's own traits again after its time zone or location has changed.
    func renewOwnTraits(of cell: StructureCell) async {
        // One at a time, so that the last one has the latest place.
        await renewals.run {
            let old = catalog.withLock { catalog -> ProviderPort? in
                guard let port = catalog.devices[cell.id]?.port else { return nil }
                catalog.devices[cell.id]?.port = nil
                catalog.ports.removeAll { $0 === port }
                return port
            }
            old?.close()
            await old?.provider.stop()
            guard cells.contains(where: { $0 === cell }) else { return }
            do {
                try await attachOwnTraits(of: cell)
            } catch {
                notice(
                    "the structure \(quoted(cell.read { $0.name })) has no traits of its own until the hub starts again: "
                        + "\(error)")
            }
        }
    }
}
