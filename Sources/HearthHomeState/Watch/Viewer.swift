package import HearthRPC
package import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// State that the watches of people share.
///
/// Its lock guards the scopes that were determined last. It may be taken under the lock of a structure.
package final class ViewerBook: Sendable {
    private struct Known {
        let structureID: String
        let grant: Grant
        let version: UInt64
        let scope: GuestScope
    }

    let accesses: ReadAccesses
    let clock: any HomeClock
    /// The scopes that were determined last, for guests with equal grants.
    private let known = Mutex<[Known]>([])
    private static let mostKnown = 32

    package init(_ accesses: ReadAccesses, clock: any HomeClock) {
        self.accesses = accesses
        self.clock = clock
    }

    /// The part of a structure that a guest sees now, determined once for equal grants.
    package func scope(of grant: Grant, in state: StructureState) -> GuestScope {
        let found = known.withLock { known in
            known.first { $0.version == state.version && $0.structureID == state.id && $0.grant == grant }?.scope
        }
        if let found { return found }
        let scope = state.scope(of: grant, rooms: state.rooms)
        known.withLock { known in
            known.removeAll { $0.structureID == state.id && ($0.version != state.version || $0.grant == grant) }
            if known.count >= Self.mostKnown { known.removeFirst() }
            known.append(Known(structureID: state.id, grant: grant, version: state.version, scope: scope))
        }
        return scope
    }
}

/// The person whose membership decides what a watch shows. Never the hub's owner.
package final class Viewer: Sendable {
    let principal: Principal
    let book: ViewerBook

    package init(_ principal: Principal, _ book: ViewerBook) {
        self.principal = principal
        self.book = book
    }

    func access(in state: StructureState) -> StructureAccess {
        state.access(of: principal, at: book.clock.sinceEpoch)
    }

    private func member(in state: StructureState) -> PersonRecord? { principal.person.flatMap { state.member($0) } }

    /// The effect of a change on what the caller sees.
    enum RightsEffect {
        case none
        /// The caller's view may have changed.
        case mayChange
        /// The caller's own membership may have changed.
        case concernsCaller
        /// An object goes out of the caller's sight without a report of it.
        case loses
    }

    /// - Parameter view: of the structure before the change; nil if the caller saw nothing of it.
    func effect(of record: ReportRecord, in state: StructureState, on view: WatchView?) -> RightsEffect {
        var effect = RightsEffect.none
        for object in record.objects {
            switch object {
            case .person(let person):
                if person.id == member(in: state)?.id { return .concernsCaller }
            case .removedPersonID:
                if member(in: state) == nil { return .concernsCaller }
            case .structure: effect = .mayChange
            case .appData: continue
            case .automation, .removedAutomationID:
                if isSceneMove(object.key.id, of: view, in: state) { effect = .mayChange }
            case .room, .zone, .device, .serviceGroup, .removedStructureID, .removedRoomID, .removedZoneID,
                .removedDeviceID, .removedServiceGroupID:
                if let view, case .trait = view.scope { effect = .mayChange }
                guard let view, view.guest != nil else { continue }
                if isLoss(object, of: view) { return .loses }
                if isMove(object, of: view, in: state) { effect = .mayChange }
            }
        }
        return effect
    }

    private func isLoss(_ object: ObjectChange, of view: WatchView) -> Bool {
        switch object.key.kind {
        case .zone, .serviceGroup: object.isRemoval || view.shown(object) == nil
        case .structure, .room, .person, .device, .automation, .appData: false
        }
    }

    /// Whether a scene comes into a guest's sight or goes out of it.
    private func isSceneMove(_ id: String, of view: WatchView?, in state: StructureState) -> Bool {
        guard let guest = view?.guest else { return false }
        return state.shows(automation: id, to: access(in: state)) != guest.scenes.contains(id)
    }

    private func isMove(_ object: ObjectChange, of view: WatchView, in state: StructureState) -> Bool {
        let access = access(in: state)
        func isSeen(_ id: String) -> Bool { state.device(id).map { access.shows($0, in: state.id) } ?? false }
        let id = object.key.id
        return switch object.key.kind {
        case .device: isSeen(id) != view.guest?.devices.contains(id)
        case .room: (state.room(id) != nil && access.shows(room: id)) != view.passes(room: id)
        case .structure, .person, .zone, .serviceGroup, .automation, .appData: false
        }
    }

    /// Whether a report of the log may be sent unchanged, because the caller could see the same then as now.
    func mayReplay(_ record: ReportRecord, of state: StructureState) -> Bool {
        guard principal.person != nil else { return true }
        guard let member = member(in: state) else { return false }
        for object in record.objects {
            if case .person(let person) = object, person.id == member.id { return false }
        }
        guard case .guest(let grant) = access(in: state) else { return true }
        guard !grant.isTimed || grant.holds(at: record.observedAt, in: state.timeZone) else { return false }
        return record.objects.allSatisfy { object in
            switch object {
            case .room, .person, .removedPersonID, .removedStructureID, .appData: true
            case .structure: grant.hours.isEmpty
            case .automation(let automation): !state.shows(automation: automation.id, to: .guest(grant))
            case .zone, .device, .serviceGroup, .removedRoomID, .removedZoneID, .removedDeviceID,
                .removedServiceGroupID, .removedAutomationID:
                false
            }
        }
    }
}

/// The attributes and events that rights allow to read, cached by the privileges among them.
///
/// Its lock guards the cache. The lock of ``TraitTable`` may be taken under it.
package final class ReadAccesses: Sendable {
    private let traits: TraitTable
    private let known = Mutex<[UInt32: ReadAccess]>([:])

    package init(_ traits: TraitTable) { self.traits = traits }

    package subscript(_ rights: Rights) -> ReadAccess {
        let key = rights.intersection(ReadAccess.privileges).rawValue
        return known.withLock { known in
            if let access = known[key] { return access }
            let access = ReadAccess(rights, traits: traits.all)
            known[key] = access
            return access
        }
    }

    /// Learns new traits, then runs `body`, which makes them visible.
    package func learn(_ new: [TraitDescriptor], then body: () -> Void) {
        known.withLock { known in
            for access in known.values {
                for trait in new { access.learn(trait) }
            }
            body()
        }
    }
}
