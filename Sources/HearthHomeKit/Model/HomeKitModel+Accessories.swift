internal import Hearth
internal import HearthHomeKitMapping
internal import HearthTraitCore
internal import Synchronization

// Applies reports about devices and their values. Main queue.
extension HomeKitModel {
    func apply(_ report: HomeReport, _ traits: [TraitPath: TraitRecord]) {
        // Delegates are not notified of changes by this program (``HMHomeDelegate``). A device's own changes have
        // another cause.
        let tells = !model.isOwn(report.cause)
        for object in report.objects { apply(object, tells: tells) }
        var ids: [String] = []
        var changed: [String: [TraitPath: TraitRecord]] = [:]
        for change in report.traits {
            let id = change.path.target.deviceID
            if changed[id] == nil { ids.append(id) }
            changed[id, default: [:]][change.path] = traits[change.path]
            if change.connectivity != nil { accessory(change.path.target.deviceID)?.updateReachability(tells: true) }
        }
        for id in ids { accessory(id)?.take(changed[id] ?? [:], tells: tells) }
        for event in report.events { accessory(event.path.target.deviceID)?.take(event) }
    }

    func set(_ record: CachedDevice, tells: Bool) {
        guard let home = home(record.structureID) else { return }
        guard let accessory = accessory(record.id) else {
            let accessory = HMAccessory(record, self)
            table.withLock { $0.accessories[record.id] = accessory }
            accessoriesChanged()
            home.change { $0.accessories.append(accessory) }
            if tells, !waitsToTell(record.id) { home.toldDelegate { $0.home(home, didAdd: accessory) } }
            return
        }
        let old = accessory.replace(record)
        guard old != record else { return }
        if old.endpoints != record.endpoints {
            accessory.reload(tells: tells)
            accessoriesChanged()
        }
        if old.connectivity != record.connectivity { accessory.updateReachability(tells: true) }
        guard tells else { return }
        if old.roomID != record.roomID, let room = accessory.room {
            home.toldDelegate { $0.home(home, didUpdate: room, for: accessory) }
        }
        if old.name != record.name { accessory.toldDelegate { $0.accessoryDidUpdateName(accessory) } }
        if old.services != record.services || old.endpoints.map(\.name) != record.endpoints.map(\.name) {
            accessory.tellSettings(old, record)
        }
    }

    func removeAccessory(_ id: String, tells: Bool) {
        guard let accessory = table.withLock({ $0.accessories.removeValue(forKey: id) }),
            let home = home(accessory.homeID)
        else { return }
        accessoriesChanged()
        for group in home.serviceGroups { group.change { $0.record.services.removeAll { $0.deviceID == id } } }
        home.change { $0.accessories.removeAll { $0 === accessory } }
        if tells { home.toldDelegate { $0.home(home, didRemove: accessory) } }
    }
}
