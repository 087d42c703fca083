internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

// Ids are unique across a hub, so that requests such as those for app data can name an object by its id alone.
extension HomeDirectory {
    /// A new id that no object has, not even a device that its provider named.
    func newID() -> String {
        while true {
            let id = makeID()
            if entry(of: id) == nil, !ids(of: { $0 == id }).contains(id) { return id }
        }
    }

    /// The ids of structures, rooms, zones, service groups, automations and people that fulfil a condition.
    func ids(of isWanted: (String) -> Bool) -> Set<String> {
        var found: Set<String> = []
        for cell in cells {
            cell.read { state in
                if isWanted(state.id) { found.insert(state.id) }
                for room in state.rooms where isWanted(room.id) { found.insert(room.id) }
                for zone in state.groupings.zones where isWanted(zone.id) { found.insert(zone.id) }
                for group in state.groupings.serviceGroups where isWanted(group.id) { found.insert(group.id) }
                for person in state.people where isWanted(person.id) { found.insert(person.id) }
                for automation in state.automations(from: "") where isWanted(automation.id) {
                    found.insert(automation.id)
                }
            }
        }
        return found
    }
}
