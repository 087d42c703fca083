public import HearthCombine
public import HearthTraitCore

/// The traits of an object that has its own.
public protocol TraitController: Sendable {
    /// Whether the object currently has the trait.
    func contains<T: Trait>(_ type: T.Type) -> Bool

    /// The trait's current state; nil if the object doesn't have it.
    func get<T: Trait>(_ type: T.Type) async -> T?

    /// Publishes the trait: immediately, and after each change. Completes if the object doesn't have it, and when the
    /// object is removed.
    func subscribe<T: Trait>(_ type: T.Type) -> AnyPublisher<T, HomeError>
}

/// The traits of a structure. They are accessed like those of a device with the structure's ID.
struct StructureTraitController: TraitController {
    let structureID: String
    let connection: HomeConnection

    private var target: TraitTarget { TraitTarget(deviceID: structureID, endpoint: 0) }

    func contains<T: Trait>(_ type: T.Type) -> Bool {
        connection.withCache { cache in
            (cache.state.structures[structureID]?.traits ?? []).contains { $0.id == T.descriptor.id }
        }
    }

    func get<T: Trait>(_ type: T.Type) async -> T? {
        connection.withCache { [self] in trait(type, $0) }
    }

    func subscribe<T: Trait>(_ type: T.Type) -> AnyPublisher<T, HomeError> {
        connection.publisher(.device(structureID)) { [self] _, cache in trait(type, cache).map { .value($0) } ?? .gone }
    }

    private func trait<T: Trait>(_ type: T.Type, _ cache: borrowing HomeCache) -> T? {
        TraitCollection(
            cache.records(of: target), interaction: TraitInteraction(target: target, proxy: connection))[type]
    }
}
