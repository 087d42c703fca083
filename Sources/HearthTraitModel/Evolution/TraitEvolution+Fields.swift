/// Attributes' values, arguments, and the fields of structs, responses and events.
extension TraitEvolution {
    enum Subject {
        case attribute, argument, field
    }

    mutating func fields(
        _ before: [FieldDescriptor], _ after: [FieldDescriptor], _ path: String, _ use: Use, isArgument: Bool
    ) {
        let fields = ItemPairing(before, after, name: \.name, number: \.id)
        for field in fields.removed { add(.removed, "\(path).\(field.name)") }
        for (old, new) in fields.kept {
            field(old, new, "\(path).\(new.name)", use, isArgument ? .argument : .field)
        }
        for field in fields.added {
            if let rule = addition(field, use) { add(rule, "\(path).\(field.name)") }
        }
    }

    private func addition(_ field: FieldDescriptor, _ use: Use) -> BreakingRule? {
        // 254 is the fabric's index, which the hub fills in.
        if field.isOptional || field.id == 254 || field.isNullable { return nil }
        if field.isList, (field.minLength ?? 0) == 0 { return nil }
        if use == .written { return field.defaultValue == nil ? .addedMandatoryArgument : nil }
        return .addedMandatoryField
    }

    /// One field that is in both.
    mutating func field(
        _ old: FieldDescriptor, _ new: FieldDescriptor, _ item: String, _ use: Use, _ subject: Subject
    ) {
        identity(item, (old.name, old.id), (new.name, new.id))
        if !old.flags.contains(.fabricSensitive), new.flags.contains(.fabricSensitive) {
            add(.accessTightened, item, "fabric_sensitive")
        }
        guard old.isList == new.isList else { return add(.listness, item) }
        guard type(old, new, item, use) else { return }
        if old.isNullable != new.isNullable {
            if use.contains(.read) {
                add(.nullability, item)
            } else if !new.isNullable {
                add(.nullRefused, item)
            }
        }
        presence(old, new, item, use, subject)
        if use.contains(.written), refusesSome(old, new) { add(.limitsNarrowed, item) }
        if subject != .attribute, use.contains(.written), old.defaultValue != nil, old.defaultValue != new.defaultValue
        {
            add(.defaultChanged, item)
        }
        if let before = old.unit, let after = new.unit, before != after {
            add(.unitChanged, item, "\(before) → \(after)")
        }
        let isConditionNew = old.required != new.required || old.allowed != new.allowed
        if isConditionNew, subject == .argument, !new.isOptional, new.required == nil, new.allowed == nil {
            add(.argumentMandatory, item)
        }
    }

    private mutating func presence(
        _ old: FieldDescriptor, _ new: FieldDescriptor, _ item: String, _ use: Use, _ subject: Subject
    ) {
        guard subject != .attribute else { return }
        if old.isList, (old.isOptional || old.isNullable) != (new.isOptional || new.isNullable) {
            return add(.listForm, item)
        }
        guard old.isOptional != new.isOptional else { return }
        if use.contains(.read) {
            add(.fieldPresence, item)
        } else if !new.isOptional {
            add(.argumentMandatory, item)
        }
    }

    // MARK: Types

    /// False when nothing more can be said of the field.
    private mutating func type(
        _ before: FieldDescriptor, _ after: FieldDescriptor, _ item: String, _ use: Use
    ) -> Bool {
        switch (before.type, after.type) {
        case (.structure(let left), .structure(let right)):
            guard let before = old.structs.at(left), let after = new.structs.at(right) else { return false }
            // Those of one name are compared as types, and each pair of others once.
            guard before.name != after.name, isFirst(left, right, use) else { return true }
            fields(before.fields, after.fields, item, use, isArgument: false)
            return true
        case (.enumeration(let left), .enumeration(let right)):
            guard let left = old.enums.at(left), let right = new.enums.at(right) else { return false }
            if left.name != right.name { constants(left.cases, right.cases, item) }
            return true
        case (.bitmap(let left), .bitmap(let right)):
            guard let left = old.bitmaps.at(left), let right = new.bitmaps.at(right) else { return false }
            guard left.name != right.name else { return true }
            constants(
                left.fields.map { (value: $0.mask, name: $0.name) },
                right.fields.map { (value: $0.mask, name: $0.name) }, item)
        default: break
        }
        guard before.type != after.type else { return true }
        let rule = WireShape(before.type, of: old).rule(changingTo: WireShape(after.type, of: new), use: use)
        if let rule { add(rule, item, "\(old.typeName(of: before)) → \(new.typeName(of: after))") }
        return rule == nil
    }

    // MARK: Limits

    /// Whether a value may keep to the limits of `before` and not to those of `after`. Limits that other attributes set
    /// count as tighter unless they stay the same.
    private func refusesSome(_ before: FieldDescriptor, _ after: FieldDescriptor) -> Bool {
        let range = WireShape(before.type, of: old).range.flatMap { range in
            // Bounds of 64 unsigned bits can't be stated.
            Int64(exactly: range.lowerBound).flatMap { low in Int64(exactly: range.upperBound).map { low...$0 } }
        }
        return Self.isTighter(after.min, before.min ?? range.map { .literal($0.lowerBound) }) { $0 > $1 }
            || Self.isTighter(after.max, before.max ?? range.map { .literal($0.upperBound) }) { $0 < $1 }
            || Self.isTighter(after.minLength, before.minLength) { $0 > $1 }
            || Self.isTighter(after.maxLength, before.maxLength) { $0 < $1 }
            || isStepTighter(before, after)
    }

    private static func isTighter(_ now: Limit?, _ before: Limit?, _ isTighter: (Int64, Int64) -> Bool) -> Bool {
        guard let now, now != before else { return false }
        guard case .literal(let new) = now, case .literal(let old)? = before else { return true }
        return isTighter(new, old)
    }

    private static func isTighter(_ now: Int?, _ before: Int?, _ isTighter: (Int, Int) -> Bool) -> Bool {
        guard let now else { return false }
        return before.map { isTighter(now, $0) } ?? true
    }

    /// Steps are counted from the minimum, so the same step from another one gives other values.
    private func isStepTighter(_ before: FieldDescriptor, _ after: FieldDescriptor) -> Bool {
        guard let step = after.step, step > 1 else { return false }
        guard let old = before.step, before.min == after.min else { return true }
        return old % step != 0
    }
}

extension Array {
    fileprivate func at(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
