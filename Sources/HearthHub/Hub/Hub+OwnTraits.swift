public import HearthTraitCore
internal import Synchronization

// Traits of a structure itself: reached like a device's, whose id is the structure's, and listed with the structure.
extension Hub {
    /// Attaches a provider of a structure's own traits to every structure, including those created later. Call it once,
    /// after ``start()``.
    ///
    /// What such a provider reports on its own, such as a clock's ticks, has no position and is not in the log; it is saved
    /// with the next other change or at shutdown.
    ///
    /// - Parameter make: creates the provider of a structure, given its ID. The provider describes one device with that
    ///   ID and endpoint 0 only.
    /// - Throws: ``HubError`` if the description is invalid; errors of the provider.
    public func attachOwnTraits(_ make: @escaping @Sendable (String) -> any DeviceProvider) async throws {
        catalog.withLock { $0.ownTraits = make }
        for cell in cells { try await attachOwnTraits(of: cell) }
    }

    func attachOwnTraits(of cell: StructureCell) async throws {
        guard let make = catalog.withLock({ $0.ownTraits }) else { return }
        try await attach(make(cell.id), structureID: cell.id)
    }
}
