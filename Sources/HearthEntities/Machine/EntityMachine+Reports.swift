package import HearthTraitCore

extension EntityMachine {
    /// The effects of a report.
    package struct Reported: Sendable {
        /// nil if nothing changed.
        package var change: DeviceChange?
        /// The tickets of commands that the report confirmed.
        package var confirmed: [UInt64] = []
    }
}

extension EntityMachine.Device {
    mutating func take(_ report: EntityReport) -> EntityMachine.Reported {
        let old = states
        let reported = report.states.compactMap { state in plan.entity(state.entity).map { Self.bounded(state, of: $0) }
        }
        // Most devices repeat in each message what has not changed.
        let changed = reported.filter { states.take($0) }
        for state in changed { states.settleAlarm(state) }
        let converters = plan.converters(of: changed.lazy.map(\.entity))
        let attributes = update(converters)
        var events: [PartEvent] = []
        if !report.isReplay {
            for converter in converters { events += converter.events(from: old, to: states) }
            for event in report.events { events += plan.converter(ofEntity: event.entity)?.events(event) ?? [] }
        }
        let cause = pending.first { $0.concerns(reported) }?.cause ?? .device
        let confirmed = pending.filter { $0.expectations.allSatisfy { $0.isMet(by: states) } }.map(\.ticket)
        pending.removeAll { confirmed.contains($0.ticket) }
        let occurrences = events.compactMap { occurrence($0) }
        guard !attributes.isEmpty || !occurrences.isEmpty else { return EntityMachine.Reported(confirmed: confirmed) }
        return EntityMachine.Reported(
            change: DeviceChange(deviceID: hubID, attributes: attributes, events: occurrences, cause: cause),
            confirmed: confirmed)
    }

    /// A state without secrets, and with texts that the hub can hold.
    private static func bounded(_ state: EntityState, of entity: Entity) -> EntityState {
        var state = state
        if entity.isSecret { state.values[.value] = .unknown }
        for case (let property, .text(let text)) in state.values where text.utf8.count > 1024 {
            state.values[property] = .text(text.prefix(bytes: 1024))
        }
        return LightStates.exclusive(state)
    }

    /// Computes the attributes of entities again.
    ///
    /// - Returns: those that differ from the hub's.
    mutating func update(_ converters: [any EntityConverter]) -> [DeviceChange.TraitKey: StructureValue] {
        var changed: [DeviceChange.TraitKey: StructureValue] = [:]
        for converter in converters {
            for (place, named) in converter.fitted(converter.values(states), { values(of: $0) }) {
                guard let endpoint = numbers.number(of: place.part) else { continue }
                let key = DeviceChange.TraitKey(endpoint: endpoint, traitID: place.traitID)
                guard let trait = traits[key] else { continue }
                let present = values[key] ?? [:]
                let new = trait.attributes(named)
                for (id, value) in new.fields {
                    guard let valid = trait.valid(value, of: id, beside: new, present: present), present[id] != valid
                    else { continue }
                    values[key, default: [:]][id] = valid
                    changed[key, default: [:]][id] = valid
                }
                // An attribute that no report had before.
                if let listed = values[key]?.listed, listed.fields.count > present.fields.count {
                    values[key] = listed
                    changed[key]?[GlobalAttribute.attributeList] = listed[GlobalAttribute.attributeList]
                }
            }
        }
        return changed
    }

    private func occurrence(_ event: PartEvent) -> DeviceChange.EventOccurrence? {
        var numbers = numbers
        guard let endpoint = numbers.number(of: event.part),
            traits[DeviceChange.TraitKey(endpoint: endpoint, traitID: event.trait.id)] != nil,
            let descriptor = event.trait.events.first(where: { $0.name == event.name })
        else { return nil }
        return DeviceChange.EventOccurrence(
            endpoint: endpoint, traitID: event.trait.id, eventID: descriptor.id,
            fields: event.trait.fields(event.fields, of: descriptor))
    }
}

extension TraitDescriptor {
    /// The value of an attribute if the schema's rules allow it beside the other new ones; otherwise null, or nil without
    /// null.
    fileprivate func valid(
        _ value: TraitValue, of id: UInt32, beside new: StructureValue, present: StructureValue
    ) -> TraitValue? {
        guard present[id] != value else { return value }
        let all = StructureValue(present.fields.merging(new.fields) { $1 })
        guard !mistakes(in: [id: value], present: all).isEmpty else { return value }
        return attribute(id)?.field.isNullable == true ? .null : nil
    }
}

extension EntityMachine.Pending {
    /// Whether states have a property that it waits for.
    func concerns(_ states: [EntityState]) -> Bool {
        states.contains { state in
            expectations.contains { $0.entity == state.entity && state.values[$0.property] != nil }
        }
    }
}

extension Entity {
    /// Whether its value is a secret, which nothing keeps.
    var isSecret: Bool {
        if case .text(_, _, true, _) = kind { true } else { false }
    }
}
