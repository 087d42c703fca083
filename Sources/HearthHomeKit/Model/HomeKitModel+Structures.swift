internal import Hearth
internal import HearthBase
internal import HearthTraitCore
internal import Synchronization

// Applies reports and snapshots of homes, rooms, zones, groups and people. Main queue. `tells` is whether to notify
// delegates, which is false for changes by this program.
extension HomeKitModel {
    func apply(_ object: HomeReport.ObjectRecord, tells: Bool) {
        switch object {
        case .structure(let record): set(record, tells: tells)
        case .room(let record): set(record, tells: tells)
        case .zone(let record): set(record, tells: tells)
        case .serviceGroup(let record): set(record, tells: tells)
        case .person(let record): set(record, tells: tells)
        case .device(let record): set(record, tells: tells)
        case .automation(let record): set(record, tells: tells)
        case .structureRemoved(let id): removeHome(id, tells: tells)
        case .roomRemoved(let id): removeRoom(id, tells: tells)
        case .zoneRemoved(let id): removeZone(id, tells: tells)
        case .serviceGroupRemoved(let id): removeGroup(id, tells: tells)
        case .personRemoved(let id): removeUser(id, tells: tells)
        case .deviceRemoved(let id): removeAccessory(id, tells: tells)
        case .automationRemoved(let id): removeAutomation(id, tells: tells)
        // HomeKit has no app data.
        case .appData: return
        }
    }

    /// Brings all objects to the state of a snapshot: first removals, then additions and changes.
    func replace(by objects: HomeObjects, tells: Bool) {
        let known = table.withLock { $0 }
        for id in known.homes.keys.sorted() where objects.structures[id] == nil { removeHome(id, tells: tells) }
        for id in (Array(known.actionSets.keys) + known.triggers.keys).sorted() where objects.automations[id] == nil {
            removeAutomation(id, tells: tells)
        }
        for id in known.accessories.keys.sorted() where objects.devices[id] == nil { removeAccessory(id, tells: tells) }
        for id in known.groups.keys.sorted() where objects.groups[id] == nil { removeGroup(id, tells: tells) }
        for id in known.zones.keys.sorted() where objects.zones[id] == nil { removeZone(id, tells: tells) }
        for id in known.rooms.keys.sorted() where objects.rooms[id] == nil { removeRoom(id, tells: tells) }
        for id in known.users.keys.sorted() where objects.people[id] == nil { removeUser(id, tells: tells) }
        // Only for the first snapshot; later, ``ModelNews`` reports connection changes separately.
        if !tells { table.withLock { $0.isLive = objects.isLive } }
        for record in objects.structures.values.sorted(by: { ($0.name, $0.id) < ($1.name, $1.id) }) {
            set(record, tells: tells)
        }
        for record in objects.rooms.values.sorted(by: { ($0.name, $0.id) < ($1.name, $1.id) }) {
            set(record, tells: tells)
        }
        for record in objects.devices.values.sorted(by: { ($0.name, $0.id) < ($1.name, $1.id) }) {
            set(record, tells: tells)
        }
        for record in objects.zones.values.sorted(by: { ($0.name, $0.id) < ($1.name, $1.id) }) {
            set(record, tells: tells)
        }
        for record in objects.groups.values.sorted(by: { ($0.name, $0.id) < ($1.name, $1.id) }) {
            set(record, tells: tells)
        }
        for record in objects.people.values.sorted(by: { ($0.name, $0.id) < ($1.name, $1.id) }) {
            set(record, tells: tells)
        }
        for record in objects.automations.values.sorted(by: { ($0.name, $0.id) < ($1.name, $1.id) }) {
            set(record, tells: tells)
        }
        if let caller = objects.caller { set(caller, tells: tells) }
        updatePrimary(tells: tells)
        for accessory in table.withLock({ Array($0.accessories.values) }) {
            accessory.reload(tells: tells)
        }
    }

    // MARK: Homes

    func set(_ record: CachedStructure, tells: Bool) {
        if let home = home(record.id) {
            let old = home.replace(record)
            if tells, old.name != record.name { home.toldDelegate { $0.homeDidUpdateName(home) } }
            return
        }
        let home = HMHome(record, self)
        table.withLock { $0.homes[record.id] = home }
        manager?.add(home)
        if tells { manager?.toldDelegate { $0.homeManager($1, didAdd: home) } }
        updatePrimary(tells: tells)
    }

    func removeHome(_ id: String, tells: Bool) {
        guard let home = table.withLock({ $0.homes.removeValue(forKey: id) }) else { return }
        table.withLock { table in
            table.rooms = table.rooms.filter { $0.value.homeID != id }
            table.zones = table.zones.filter { $0.value.homeID != id }
            table.groups = table.groups.filter { $0.value.homeID != id }
            table.users = table.users.filter { $0.value.homeID != id }
            table.accessories = table.accessories.filter { $0.value.homeID != id }
            table.actionSets = table.actionSets.filter { $0.value.homeID != id }
            table.triggers = table.triggers.filter { $0.value.core.homeID != id }
        }
        for scene in home.read({ $0.actionSets }) { scene.stopWaiting() }
        manager?.remove(home)
        if tells { manager?.toldDelegate { $0.homeManager($1, didRemove: home) } }
        updatePrimary(tells: tells)
    }

    /// Sets the primary home that the hub names. If it names none, the current one stays, else the first home is
    /// primary.
    func updatePrimary(tells: Bool) {
        guard let manager else { return }
        let (named, isAwaited) = table.withLock { table -> (HMHome?, Bool) in
            guard let id = table.caller?.primaryStructureID else { return (nil, false) }
            return (table.homes[id], table.homes[id] == nil && !table.homes.isEmpty)
        }
        let homes = manager.homes
        let present = manager.primaryHome.flatMap { home in homes.contains { $0 === home } ? home : nil }
        let isOther = manager.setPrimary(named ?? present ?? homes.first)
        let isNews = table.withLock { table in
            let isNews = isOther || table.isPrimaryProvisional
            table.isPrimaryProvisional = isAwaited && isNews
            guard isNews, !isAwaited else { return false }
            defer { table.primaryChangeIsOwn = false }
            return !table.primaryChangeIsOwn
        }
        if tells, isNews { manager.toldDelegate { $0.homeManagerDidUpdatePrimaryHome($1) } }
    }

    func set(_ caller: CachedCaller, tells: Bool) {
        let old = table.withLock { table in
            defer { table.caller = caller }
            return table.caller
        }
        if let old, tells {
            for (id, membership) in caller.memberships where old.memberships[id]?.role != membership.role {
                guard old.memberships[id] != nil, let home = home(id) else { continue }
                home.toldDelegate { $0.homeDidUpdateAccessControl(forCurrentUser: home) }
            }
        }
        updatePrimary(tells: tells)
    }

    // MARK: Rooms and zones

    func set(_ record: CachedRoom, tells: Bool) {
        guard let home = home(record.structureID) else { return }
        if let room = room(record.id) {
            let old = room.replace(record)
            if tells, old.name != record.name { home.toldDelegate { $0.home(home, didUpdateNameFor: room) } }
            return
        }
        let room = HMRoom(record, self)
        table.withLock { $0.rooms[record.id] = room }
        home.change { $0.rooms.append(room) }
        if tells { home.toldDelegate { $0.home(home, didAdd: room) } }
    }

    /// Removes a room. Its accessories move to the default room, and zones lose it.
    func removeRoom(_ id: String, tells: Bool) {
        guard let room = table.withLock({ $0.rooms.removeValue(forKey: id) }), let home = home(room.homeID) else {
            return
        }
        for zone in home.zones where zone.roomIDs.contains(id) {
            zone.change { $0.record.roomIDs.removeAll { $0 == id } }
            if tells { home.toldDelegate { $0.home(home, didRemove: room, from: zone) } }
        }
        for accessory in home.accessories where accessory.roomID == id {
            accessory.change { $0.record.roomID = nil }
            let room = home.roomForEntireHome()
            if tells { home.toldDelegate { $0.home(home, didUpdate: room, for: accessory) } }
        }
        home.change { $0.rooms.removeAll { $0 === room } }
        if tells { home.toldDelegate { $0.home(home, didRemove: room) } }
    }

    func set(_ record: CachedZone, tells: Bool) {
        guard let home = home(record.structureID) else { return }
        guard let zone = zone(record.id) else {
            let zone = HMZone(record, self)
            table.withLock { $0.zones[record.id] = zone }
            home.change { $0.zones.append(zone) }
            if tells { home.toldDelegate { $0.home(home, didAdd: zone) } }
            return
        }
        let old = zone.replace(record)
        guard tells else { return }
        if old.name != record.name { home.toldDelegate { $0.home(home, didUpdateNameFor: zone) } }
        for id in old.roomIDs where !record.roomIDs.contains(id) {
            guard let room = room(id) else { continue }
            home.toldDelegate { $0.home(home, didRemove: room, from: zone) }
        }
        for id in record.roomIDs where !old.roomIDs.contains(id) {
            guard let room = room(id) else { continue }
            home.toldDelegate { $0.home(home, didAdd: room, to: zone) }
        }
    }

    func removeZone(_ id: String, tells: Bool) {
        guard let zone = table.withLock({ $0.zones.removeValue(forKey: id) }), let home = home(zone.homeID) else {
            return
        }
        home.change { $0.zones.removeAll { $0 === zone } }
        if tells { home.toldDelegate { $0.home(home, didRemove: zone) } }
    }

    // MARK: Service groups

    func set(_ record: CachedServiceGroup, tells: Bool) {
        guard let home = home(record.structureID) else { return }
        guard let group = group(record.id) else {
            let group = HMServiceGroup(record, self)
            table.withLock { $0.groups[record.id] = group }
            home.change { $0.groups.append(group) }
            if tells { home.toldDelegate { $0.home(home, didAdd: group) } }
            return
        }
        let old = group.replace(record)
        guard tells else { return }
        if old.name != record.name { home.toldDelegate { $0.home(home, didUpdateNameFor: group) } }
        for reference in old.services where !record.services.contains(reference) {
            guard let service = service(reference) else { continue }
            home.toldDelegate { $0.home(home, didRemove: service, from: group) }
        }
        for reference in record.services where !old.services.contains(reference) {
            guard let service = service(reference) else { continue }
            home.toldDelegate { $0.home(home, didAdd: service, to: group) }
        }
    }

    func removeGroup(_ id: String, tells: Bool) {
        guard let group = table.withLock({ $0.groups.removeValue(forKey: id) }), let home = home(group.homeID) else {
            return
        }
        home.change { $0.groups.removeAll { $0 === group } }
        if tells { home.toldDelegate { $0.home(home, didRemove: group) } }
    }

    // MARK: People

    func set(_ record: StructureMember, tells: Bool) {
        guard let home = home(record.structureID) else { return }
        guard let user = user(record.id) else {
            let user = HMUser(record)
            table.withLock { $0.users[record.id] = user }
            home.change { $0.users.append(user) }
            if tells, user !== home.currentUser { home.toldDelegate { $0.home(home, didAdd: user) } }
            home.userCame(user)
            return
        }
        user.replace(record)
    }

    func removeUser(_ id: String, tells: Bool) {
        guard let user = table.withLock({ $0.users.removeValue(forKey: id) }), let home = home(user.homeID) else {
            return
        }
        home.change { $0.users.removeAll { $0 === user } }
        if tells { home.toldDelegate { $0.home(home, didRemove: user) } }
    }

    // MARK: The connection

    func set(isLive: Bool) {
        let (homes, accessories) = table.withLock { table -> ([HMHome], [HMAccessory]) in
            guard table.isLive != isLive else { return ([], []) }
            table.isLive = isLive
            return (Array(table.homes.values), Array(table.accessories.values))
        }
        let state: HMHomeHubState = isLive ? .connected : .disconnected
        for home in homes { home.toldDelegate { $0.home(home, didUpdate: state) } }
        for accessory in accessories { accessory.updateReachability(tells: true) }
        guard !isLive else { return }
        for scene in homes.flatMap({ $0.read { $0.actionSets } }) { scene.stopWaiting() }
    }

    /// Handles the permanent end of the connection. If access was denied, all homes are removed.
    func end(_ error: HomeError) {
        set(isLive: false)
        defer { ended.set(error) }
        guard error.code == .permissionDenied || error.code == .unauthenticated else { return }
        for id in table.withLock({ $0.homes.keys.sorted() }) { removeHome(id, tells: true) }
        manager?.refused(error)
    }
}
