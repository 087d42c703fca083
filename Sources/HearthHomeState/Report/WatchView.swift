internal import HearthRPC
package import HearthTraitCore
internal import HearthWire

/// The part of the home that a subscriber sees: a filter, limited by its rights and by a guest's grant. Equal views
/// have equal encodings.
package final class WatchView: Hashable, Sendable {
    package enum Scope: Hashable, Sendable {
        case home(HomeFilter)
        /// One trait, with only these attributes; none means all.
        case trait(TraitPath, attributes: Set<UInt32>)
    }

    /// The part of a report that a view shows.
    struct Selection: Sendable {
        var states: [TraitChange]
        var events: [EventChange]
        var objects: [ObjectChange]
        /// Whether it is the whole report.
        var isAll = false

        var isEmpty: Bool { states.isEmpty && events.isEmpty && objects.isEmpty }
    }

    let scope: Scope
    let access: ReadAccess
    /// The guest's scope in one structure; nil for a caller that sees all of it.
    let guest: GuestScope?
    private let hash: Int

    package init(_ scope: Scope, access: ReadAccess, guest: GuestScope? = nil) {
        self.scope = scope
        self.access = access
        self.guest = guest
        var hasher = Hasher()
        hasher.combine(scope)
        hasher.combine(access)
        hasher.combine(guest)
        hash = hasher.finalize()
    }

    package static func == (left: WatchView, right: WatchView) -> Bool {
        left === right
            || (left.hash == right.hash && left.scope == right.scope && left.access == right.access
                && left.guest == right.guest)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(hash) }

    // MARK: Filtering

    package func passes(structure id: String) -> Bool {
        switch scope {
        case .home(let filter): filter.structures.isEmpty || filter.structures.contains(id)
        // Only asked for the structure of the trait's device.
        case .trait: true
        }
    }

    /// The devices to which it is limited; nil if it is not limited.
    var devices: Set<String>? {
        switch scope {
        case .home(let filter):
            if let guest {
                filter.shownDevices?.intersection(guest.devices) ?? guest.devices
            } else {
                filter.shownDevices
            }
        case .trait(let path, _): [path.target.deviceID]
        }
    }

    package func passes(device id: String) -> Bool {
        if let guest, !guest.devices.contains(id) { return false }
        return switch scope {
        case .home(let filter): filter.passes(device: id)
        case .trait(let path, _): path.target.deviceID == id
        }
    }

    package func passes(_ path: TraitPath) -> Bool {
        switch scope {
        case .home(let filter):
            !filter.objectsOnly && (filter.traits.isEmpty || filter.traits.contains(path.traitID))
                && passes(device: path.target.deviceID)
        case .trait(let only, _): only == path
        }
    }

    /// Whether it shows structures, rooms and devices.
    package var showsObjects: Bool { if case .home = scope { true } else { false } }

    /// The attributes of a trait that can be seen.
    package func visible(_ attributes: StructureValue, of traitID: UInt32) -> StructureValue {
        let visible = access.visible(attributes, of: traitID)
        guard let only = onlyAttributes(of: traitID) else { return visible }
        return StructureValue(visible.fields.filter { only.contains($0.key) })
    }

    /// The attributes to which it is limited; nil if it is not limited.
    private func onlyAttributes(of traitID: UInt32) -> Set<UInt32>? {
        switch scope {
        case .home(let filter): filter.attributes[traitID]
        case .trait(_, let only): only.isEmpty ? nil : only
        }
    }

    /// Whether it shows everything that another view shows of a trait.
    func covers(_ path: TraitPath, as other: WatchView) -> Bool {
        guard passes(path) else { return false }
        guard let own = onlyAttributes(of: path.traitID) else { return true }
        return other.onlyAttributes(of: path.traitID)?.isSubset(of: own) ?? false
    }

    /// The part of a report that the view shows.
    func select(_ record: ReportRecord) -> Selection {
        if guest == nil, case .home(let filter) = scope, filter.isOpen, access.hidesNothing {
            return Selection(states: record.states, events: record.events, objects: record.objects, isAll: true)
        }
        return Selection(
            states: record.states.compactMap(select), events: record.events.filter(passes),
            objects: record.objects.compactMap(shown))
    }

    private func select(_ change: TraitChange) -> TraitChange? {
        guard passes(change.path) else { return nil }
        let attributes = visible(change.attributes, of: change.path.traitID)
        guard !attributes.isEmpty || change.connectivity != nil else { return nil }
        return TraitChange(
            path: change.path, descriptor: change.descriptor, attributes: attributes,
            connectivity: change.connectivity)
    }

    func passes(_ event: EventChange) -> Bool {
        passes(event.path) && access.allows(event: event.event.id, of: event.path.traitID)
            && isWanted(event.event.id, of: event.path.traitID)
    }

    private func isWanted(_ event: UInt32, of traitID: UInt32) -> Bool {
        guard case .home(let filter) = scope, let only = filter.events[traitID] else { return true }
        return only.contains(event)
    }
}
