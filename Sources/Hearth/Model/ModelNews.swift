internal import HearthTraitCore

/// What happened to the cache.
enum ModelStep: Sendable {
    /// A report was applied.
    case report(HomeReport)
    /// A snapshot took the place of all or some of the state.
    case replaced
    /// The hub has said who this client is.
    case caller
    /// The state has become current, or stale.
    case freshness
}

/// A step of the cache with what came of it, for a module that keeps objects of its own, as HearthHomeKit does.
package enum ModelNews: Sendable {
    /// A report was applied. `traits` are the traits that it changed as they are after it.
    case report(HomeReport, traits: [TraitPath: TraitRecord])
    /// A snapshot took the place of all or some of the state, which is this now.
    case replaced(HomeObjects)
    /// The hub has said who this client is.
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
    /// nil until the hub has said so.
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

/// Receives every step of the cache, in order, on the thread of the connection.
package protocol ModelTaker: AnyObject, Sendable {
    func take(_ news: [ModelNews])
}

struct WeakModel: Sendable {
    weak let value: (any ModelTaker)?
}
