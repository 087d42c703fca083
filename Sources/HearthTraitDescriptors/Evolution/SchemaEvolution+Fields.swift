/// Comparison of attribute values, arguments, and the fields of structs, responses and events.
extension SchemaEvolution {
    /// The location of a field.
    struct Place {
        var scope: Scope
        /// `attribute`, `argument` or `field`.
        var subject: SchemaChange.Subject
        /// The path of the field, or of the item that contains the fields.
        var item: String
        var use: ValueUse

        init(_ scope: Scope, _ subject: SchemaChange.Subject, _ item: String, use: ValueUse) {
            self.scope = scope
            self.subject = subject
            self.item = item
            self.use = use
        }
    }

    mutating func fields(_ before: [ComparedField], _ after: [ComparedField], _ place: Place) {
        let fields = Pairing(before, after, name: \.name, number: \.id)
        for old in fields.removed { add(.removed, place.subject, "\(place.item).\(old.name)", old.location) }
        for (old, new) in fields.kept where !isFull {
            var inner = place
            inner.item += "." + new.name
            field(old, new, inner)
        }
        for new in fields.added {
            add(addition(new, place), place.subject, "\(place.item).\(new.name)", new.location)
        }
    }

    private func addition(_ field: ComparedField, _ place: Place) -> EvolutionRule {
        // The hub fills in the fabric index.
        if field.isOptional || field.id == 254 { return .added }
        if field.isNullable { return .addedWithStandIn }
        if field.isList, (field.limits.minimumLength ?? 0) == 0 { return .addedWithStandIn }
        if place.use == .written {
            return field.defaultValue == nil ? .addedMandatoryArgument : .addedWithStandIn
        }
        return .addedMandatoryField
    }

    /// Compares a field that both revisions have.
    mutating func field(_ old: ComparedField, _ new: ComparedField, _ place: Place) {
        let (subject, item, location) = (place.subject, place.item, new.location)
        identity(subject, item, (old.name, old.id), (new.name, new.id), location)
        maturity(subject, item, old.maturity, new.maturity, location)
        gate(subject, item, "fabric_sensitive", old.isFabricSensitive, new.isFabricSensitive, location)
        guard old.isList == new.isList else {
            let words = new.isList ? "\(old.spelling) → list" : "list → \(new.spelling)"
            return add(.listness, subject, item, words, location)
        }
        guard type(old, new, place) else { return }
        nullability(old, new, place)
        presence(old, new, place)
        limits(old, new, place)
        defaultValue(old, new, place)
        if old.unit != new.unit {
            let rule: EvolutionRule = old.unit == nil || new.unit == nil ? .unitStated : .unitChanged
            add(rule, subject, item, "\(old.unit ?? "none") → \(new.unit ?? "none")", location)
        }
        guard old.condition != new.condition else { return }
        let isNeededNow = subject == .argument && !new.isOptional && new.condition.isNone
        let words = "\(old.condition.words) → \(new.condition.words)"
        add(isNeededNow ? .argumentMandatory : .condition, subject, item, words, location)
    }

    /// Compares the types. False if the fields can't be compared further.
    private mutating func type(_ old: ComparedField, _ new: ComparedField, _ place: Place) -> Bool {
        guard !old.hasTypeOf(new) else { return true }
        let words = "\(old.spelling) → \(new.spelling)"
        switch (old.kind, new.kind) {
        case (.structure(let before), .structure(let after)):
            add(.typeName, place.subject, place.item, words, new.location)
            var inner = place
            inner.subject = .field
            renamed(before, after, inner)
            return true
        case (.enumeration(let before), .enumeration(let after)):
            add(.typeName, place.subject, place.item, words, new.location)
            constants(
                self.old.enumeration(before, in: place.scope.old)?.constants ?? [],
                self.new.enumeration(after, in: place.scope.new)?.constants ?? [], place.item)
            return true
        case (.bitmap(let before), .bitmap(let after)):
            constants(
                self.old.bitmap(before, in: place.scope.old)?.constants ?? [],
                self.new.bitmap(after, in: place.scope.new)?.constants ?? [], place.item)
        default: break
        }
        let shape = self.old.shape(old.kind, in: place.scope.old)
        let rule = shape.rule(changingTo: self.new.shape(new.kind, in: place.scope.new), use: place.use)
        add(rule, place.subject, place.item, words, new.location)
        return rule.impact == .compatible
    }

    /// Compares a struct with the struct of another name that replaced it. The result for each pair is cached,
    /// so that recursive structs terminate and repeated ones are fast.
    private mutating func renamed(
        _ before: ComparedTypes.Reference, _ after: ComparedTypes.Reference, _ place: Place
    ) {
        let pair = StructPair(old: before, new: after, use: place.use)
        if let known = differencesOfRenamed[pair] {
            for change in known where !isFull {
                add(change.rule, change.subject, place.item + change.item, change.detail, change.location)
            }
            return
        }
        differencesOfRenamed[pair] = []
        let start = changes.count
        fields(
            old.structure(before, in: place.scope.old)?.fields ?? [],
            new.structure(after, in: place.scope.new)?.fields ?? [], place)
        differencesOfRenamed[pair] = changes[start...].map { change in
            var change = change
            change.item.removeFirst(place.item.count)
            return change
        }
    }

    private mutating func nullability(_ old: ComparedField, _ new: ComparedField, _ place: Place) {
        guard old.isNullable != new.isNullable else { return }
        let rule: EvolutionRule =
            place.use.contains(.read) ? .nullability : new.isNullable ? .nullAllowed : .nullRefused
        let words = new.isNullable ? "nullable" : "not nullable"
        add(rule, place.subject, place.item, words, new.location)
    }

    private mutating func presence(_ old: ComparedField, _ new: ComparedField, _ place: Place) {
        if place.subject == .attribute {
            return presence(.attribute, place.item, old.isOptional, new.isOptional, new.location)
        }
        if old.isList, (old.isOptional || old.isNullable) != (new.isOptional || new.isNullable) {
            return add(.listForm, place.subject, place.item, "", new.location)
        }
        guard old.isOptional != new.isOptional else { return }
        let rule: EvolutionRule =
            place.use.contains(.read) ? .fieldPresence : new.isOptional ? .argumentOptional : .argumentMandatory
        add(rule, place.subject, place.item, new.isOptional ? "optional" : "mandatory", new.location)
    }

    private mutating func limits(_ old: ComparedField, _ new: ComparedField, _ place: Place) {
        let (before, after) = (old.limits, new.limits)
        guard before != after else { return }
        let isNarrowed = place.use.contains(.written) && after.refusesSome(of: before)
        add(
            isNarrowed ? .limitsNarrowed : .limits, place.subject, place.item, "\(before.words) → \(after.words)",
            new.location)
    }

    private mutating func defaultValue(_ old: ComparedField, _ new: ComparedField, _ place: Place) {
        guard old.defaultValue != new.defaultValue else { return }
        let words = "\(old.defaultValue ?? "none") → \(new.defaultValue ?? "none")"
        let isCountedOn = place.subject != .attribute && old.defaultValue != nil && place.use.contains(.written)
        add(isCountedOn ? .defaultChanged : .startValue, place.subject, place.item, words, new.location)
    }
}
