internal import HearthTraitCore

/// A change of the cache.
enum ModelStep: Sendable {
    /// A report was applied.
    case report(HomeReport)
    /// A snapshot replaced all or some of the state.
    case replaced
    /// The hub has sent the memberships of this client's person.
    case caller
    /// The state has become current, or stale.
    case freshness
}

/// A change of the cache with its result, for modules with their own objects, such as HearthHomeKit.
package enum ModelNews: Sendable {
    /// A report was applied. `traits` are the changed traits with their state after it.
    case report(HomeReport, traits: [TraitPath: TraitRecord])
    /// A snapshot replaced all or some of the state; this is the new state.
    case replaced(HomeObjects)
    /// The hub has sent the memberships of this client's person.
    case caller(CachedCaller)
    /// Whether the state is current.
    case live(Bool)
    /// The connection has ended for good.
    case ended(HomeError)

    init(_ step: ModelStep, _ cache: borrowing HomeCache) {
        switch step {
        case .report(let report):
            var traits: [TraitPath: TraitRecord] = [:]
            for change in report.traits {
                traits[change.path] = cache.state.record(at: change.path)
            }
            self = .report(report, traits: traits)
        case .replaced: self = .replaced(HomeObjects(cache))
        case .caller: self = .caller(cache.caller ?? CachedCaller())
        case .freshness: self = .live(cache.isLive)
        }
    }
}

/// The objects of a home at one moment, without the state of traits.
package struct HomeObjects: Sendable {
    package let structures: [String: CachedStructure]
    package let rooms: [String: CachedRoom]
    package let zones: [String: CachedZone]
    package let groups: [String: CachedServiceGroup]
    package let people: [String: StructureMember]
    package let devices: [String: CachedDevice]
    package let automations: [String: CachedAutomation]
    /// nil until the hub has sent it.
    package let caller: CachedCaller?
    /// Whether the state is current.
    package let isLive: Bool

    init(_ cache: borrowing HomeCache) {
        structures = cache.state.structures
        rooms = cache.state.rooms
        zones = cache.state.zones
        groups = cache.state.groups
        people = cache.state.people
        devices = cache.state.devices
        automations = cache.state.automations
        caller = cache.caller
        isLive = cache.isLive
    }
}

/// Receives every change of the cache, in order, on the connection's thread.
package protocol ModelTaker: AnyObject, Sendable {
    func take(_ news: [ModelNews])
}

struct WeakModel: Sendable {
    weak let value: (any ModelTaker)?
}
