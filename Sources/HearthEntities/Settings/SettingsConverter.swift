internal import HearthTraitCore

/// A converter of an entity with attributes that other entities of the device have: its settings.
struct SettingsConverter: EntityConverter {
    private let base: any EntityConverter
    let bound: [BoundSetting]
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

    func values(_ states: EntityStates) -> PartValues {
        var values = base.values(states)
        for setting in bound {
            guard let value = setting.value(states) else { continue }
            values[setting.place, default: [:]][setting.row.attribute] = limited(value, setting)
        }
        return values
    }

    /// A limit within what the endpoint says of it.
    private func limited(_ value: PlainValue, _ setting: BoundSetting) -> PlainValue {
        guard let outermost = setting.row.bounds?.outermost, case .integer(let number) = value,
            let draft = parts.first(where: { $0.key == setting.part })?.draft(of: setting.row.trait),
            let low = draft.integer(outermost.low), let high = draft.integer(outermost.high), low <= high
        else { return value }
        return .integer(min(max(number, low), high))
    }

    /// Keeps what depends on limits within them, also on limits that were reported before: a device that is off may have a
    /// target for frost below its limits. Limits that exclude each other are not taken on.
    func fitted(_ values: PartValues, _ present: (PartTrait) -> StructureValue) -> PartValues {
        var values = values
        for setting in bound {
            guard let bounds = setting.row.bounds, let new = values[setting.place] else { continue }
            let known = present(setting.place)
            func number(_ name: String, in new: [String: PlainValue]) -> Int64? {
                if case .integer(let number) = new[name] { return number }
                return setting.row.trait.attribute(named: name).flatMap { known[$0.id]?.integer }
            }
            func limits(in new: [String: PlainValue]) -> (low: Int64, high: Int64)? {
                guard let low = number(bounds.low, in: new), let high = number(bounds.high, in: new), low <= high else {
                    return nil
                }
                return (low, high)
            }
            var taken = new
            if limits(in: new) == nil { (taken[bounds.low], taken[bounds.high]) = (nil, nil) }
            if let (low, high) = limits(in: taken), case .integer(let number) = taken[bounds.bounded] {
                taken[bounds.bounded] = .integer(min(max(number, low), high))
            }
            values[setting.place] = taken
        }
        return values
    }

    func events(from old: EntityStates, to new: EntityStates) -> [PartEvent] { base.events(from: old, to: new) }

    func events(_ event: EntityReport.Event) -> [PartEvent] { base.events(event) }

    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        // A device may have two entities for one command.
        guard let own = bound.lazy.compactMap({ $0.command(call) }).first else {
            return try base.commands(call, states)
        }
        return [own]
    }

    func commands(_ write: TraitWrite, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        var own: [EntityCommand] = []
        var rest = write
        for setting in bound {
            guard let command = try setting.command(write) else { continue }
            try checkLimits(setting.row, write)
            own.append(command)
            if let id = write.trait.attribute(named: setting.row.attribute)?.field.id { rest.values[id] = nil }
        }
        guard own.isEmpty || !rest.values.fields.isEmpty else { return own }
        return try own + base.commands(rest, states)
    }

    /// Throws if a write of a limit would leave no value between it and the other one.
    private func checkLimits(_ row: AttributeSetting, _ write: TraitWrite) throws(TraitError) {
        guard let bounds = row.bounds, let low = write.result(bounds.low), let high = write.result(bounds.high),
            low > high
        else { return }
        throw write.refusal(
            row.attribute, "\(bounds.low) is \(low) and would be above \(bounds.high), which is \(high)")
    }

    func kept(_ write: TraitWrite) throws(TraitError) -> [String: PlainValue]? { try base.kept(write) }
}

extension EntityPart {
    fileprivate func draft(of trait: TraitDescriptor) -> TraitDraft? {
        traits.first { $0.descriptor.id == trait.id }
    }

    /// Adds the trait and the command of a setting. Its attribute comes with the first report.
    fileprivate mutating func add(_ setting: BoundSetting) {
        let row = setting.row
        if draft(of: row.trait) == nil { traits.append(TraitDraft(row.trait)) }
        for index in traits.indices where traits[index].descriptor.id == row.trait.id {
            if setting.acceptsCommand, let command = row.command { traits[index].accept(command) }
        }
    }
}
