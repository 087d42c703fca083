internal import HearthHomeState
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

extension StructureState {
    /// The first report of a new structure.
    mutating func announce(_ origin: ChangeOrigin, at time: Duration) -> ReportRecord? {
        report(origin, at: time, objects: [.structure(message)] + people.map { .person(message($0)) })
    }

    /// Reports objects as they are now, devices with all their values, for clients that know an earlier state.
    ///
    /// - Parameter changed: ids of automations that are reported without their programs, which clients know.
    mutating func announce(
        _ objects: [UnreportedObject], automations changed: [String] = [], _ origin: ChangeOrigin, at time: Duration
    ) -> ReportRecord? {
        var changes = objects.map { present($0.object) }
        let edited = Set(objects.lazy.map(\.object).filter { $0.kind == .automation }.map(\.id))
        for id in changed where !edited.contains(id) {
            guard var message = automation(id) else { continue }
            message.program = nil
            changes.append(.automation(message))
        }
        let states = objects.compactMap { $0.object.kind == .device ? device($0.object.id) : nil }.flatMap { device in
            device.orderedTraits.map { key, record in
                TraitChange(
                    path: TraitPath(device.target(key.endpoint), key.traitID), descriptor: record.descriptor,
                    attributes: record.attributes, connectivity: device.connectivity)
            }
        }
        return report(origin, at: time, states: states, objects: changes)
    }
}
