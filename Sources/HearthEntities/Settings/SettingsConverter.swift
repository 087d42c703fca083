internal import HearthTraitCore

/// A converter of an entity with attributes that other entities of the device have: its settings.
struct SettingsConverter: EntityConverter {
    private let base: any EntityConverter
    private let bound: [BoundSetting]
    let parts: [EntityPart]

    init(_ base: any EntityConverter, _ bound: [BoundSetting]) {
        self.base = base
        self.bound = bound
        parts = base.parts.map { part in
            var part = part
            for setting in bound where setting.part == part.key { part.add(setting) }
            return part
        }
    }

    var entities: [String] { base.entities }
    var settings: [String] { bound.map(\.entity.key) }

    func values(_ states: EntityStates) -> PartValues {
        var values = base.values(states)
        for setting in bound {
            guard let value = setting.value(states) else { continue }
            let limited = limited(value, setting)
            values[setting.place, default: [:]][setting.row.attribute] = limited
            bound(by: limited, setting, &values)
        }
        return values
    }

    /// A value within the limits that the endpoint says.
    private func limited(_ value: PlainValue, _ setting: BoundSetting) -> PlainValue {
        guard let limits = setting.row.limits, case .integer(let number) = value,
            let draft = parts.first(where: { $0.key == setting.part })?.draft(of: setting.row.trait),
            let low = draft.integer(limits.low), let high = draft.integer(limits.high), low <= high
        else { return value }
        return .integer(min(max(number, low), high))
    }

    /// Keeps another attribute within a limit: a device that is off may have a target for frost below it.
    private func bound(by limit: PlainValue, _ setting: BoundSetting, _ values: inout PartValues) {
        guard case .integer(let limit) = limit, let bounded = setting.row.bounded else { return }
        let (name, choose): (String, (Int64, Int64) -> Int64) =
            switch bounded {
            case .below(let name): (name, { max($0, $1) })
            case .above(let name): (name, { min($0, $1) })
            }
        guard case .integer(let number) = values[setting.place]?[name] else { return }
        values[setting.place]?[name] = .integer(choose(number, limit))
    }

    func events(from old: EntityStates, to new: EntityStates) -> [PartEvent] { base.events(from: old, to: new) }

    func events(_ event: EntityReport.Event) -> [PartEvent] { base.events(event) }

    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        let own = bound.compactMap { $0.command(call) }
        return own.isEmpty ? try base.commands(call, states) : own
    }

    func commands(_ write: TraitWrite, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        var own: [EntityCommand] = []
        var rest = write
        for setting in bound {
            guard let command = try setting.command(write) else { continue }
            own.append(command)
            if let id = write.trait.attribute(named: setting.row.attribute)?.field.id { rest.values[id] = nil }
        }
        guard own.isEmpty || !rest.values.fields.isEmpty else { return own }
        return try own + base.commands(rest, states)
    }

    func kept(_ write: TraitWrite) throws(TraitError) -> [String: PlainValue]? { try base.kept(write) }
}

extension EntityPart {
    fileprivate func draft(of trait: TraitDescriptor) -> TraitDraft? {
        traits.first { $0.descriptor.id == trait.id }
    }

    /// Adds the attribute of a setting, and its trait if there is none.
    fileprivate mutating func add(_ setting: BoundSetting) {
        let row = setting.row
        if draft(of: row.trait) == nil { traits.append(TraitDraft(row.trait, row.beside)) }
        for index in traits.indices where traits[index].descriptor.id == row.trait.id {
            if let initial = row.initial { traits[index].set([row.attribute: initial]) }
            if setting.acceptsCommand, let command = row.command { traits[index].accept(command) }
        }
    }
}
