public import HearthTraitCore
internal import Synchronization

// Traits of a structure itself: reached like a device's, whose id is the structure's, and listed with the structure.
extension Hub {
    /// Gives every structure traits of its own, also those that are made later. Called once, after the start.
    ///
    /// What such a provider reports by itself, as a clock does each minute, is saved when something else is, or at the
    /// hub's end.
    ///
    /// - Parameter make: makes the provider for a structure, given its id. What it brings is one device with that id
    ///   and no endpoint but 0.
    /// - Throws: ``HubError`` when what is brought is wrong; what a provider throws.
    public func attachOwnTraits(_ make: @escaping @Sendable (String) -> any DeviceProvider) async throws {
        catalog.withLock { $0.ownTraits = make }
        for cell in cells { try await attachOwnTraits(of: cell) }
    }

    func attachOwnTraits(of cell: StructureCell) async throws {
        guard let make = catalog.withLock({ $0.ownTraits }) else { return }
        try await attach(make(cell.id), structureID: cell.id)
    }
}
