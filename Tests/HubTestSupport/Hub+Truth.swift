internal import HearthHomeState
package import HearthHub
internal import HearthRPC
internal import HearthTraitCore
package import HearthWire

extension Hub {
    /// The home as the hub holds it, seen through a filter.
    package func truth(_ filter: Hearth_V1_WatchFilter = .init()) -> ClientView {
        let shown = WatchView(.home(WatchView.HomeFilter(filter)), access: reader.accesses[.all])
        var view = ClientView()
        for cell in directory.cells where shown.passes(structure: cell.id) {
            let state = cell.read { $0 }
            view.structures[state.id] = state.message
            for room in state.rooms { view.rooms[room.id] = state.message(room) }
            for person in state.people { view.people[person.id] = state.message(person) }
            for zone in state.groupings.zones { view.zones[zone.id] = state.message(zone) }
            for group in state.groupings.serviceGroups { view.serviceGroups[group.id] = state.message(group) }
            for automation in state.automations(from: "") { view.automations[automation.id] = automation }
            view.positions[state.id] = state.position
            let shown = shown.resolved(in: state.devices)
            for device in state.devices where shown.passes(device: device.id) {
                if device.id != state.id { view.devices[device.id] = state.message(device) }
                for (key, record) in device.traits {
                    let path = TraitPath(device.target(key.endpoint), key.traitID)
                    guard shown.passes(path) else { continue }
                    view.states[path] = shown.visible(record.attributes, of: key.traitID)
                    view.connectivity[path] = device.connectivity
                }
            }
        }
        return view
    }
}
