/// Attributes' values, arguments, and the fields of structs, responses and events.
extension SchemaEvolution {
    /// Where a field stands.
    struct Place {
        var scope: Scope
        /// `attribute`, `argument` or `field`.
        var subject: SchemaChange.Subject
        /// The field's own path, or that of what holds the fields.
        var item: String
        var use: ValueUse
        /// Differently named structs that are being compared on the way here: a struct may hold itself.
        var visited: Set<[TypeReference]> = []

        init(_ scope: Scope, _ subject: SchemaChange.Subject, _ item: String, use: ValueUse) {
            self.scope = scope
            self.subject = subject
            self.item = item
            self.use = use
        }
    }

    mutating func fields(_ before: [FieldModel], _ after: [FieldModel], _ place: Place) {
        let fields = Pairing(before, after, name: \.name, number: \.id)
        for old in fields.removed { add(.removed, place.subject, "\(place.item).\(old.name)", old.location) }
        for (old, new) in fields.kept {
            var inner = place
            inner.item += "." + new.name
            field(old, new, inner)
        }
        for new in fields.added {
            add(addition(new, place), place.subject, "\(place.item).\(new.name)", new.location)
        }
    }

    private func addition(_ field: FieldModel, _ place: Place) -> EvolutionRule {
        // The hub fills in the fabric's index.
        if field.isOptional || field.id == 254 { return .added }
        if field.isNullable { return .addedWithStandIn }
        if field.isList, (field.constraints.minimumLength ?? 0) == 0 { return .addedWithStandIn }
        if place.use == .written {
            return field.defaultValue == nil ? .addedMandatoryArgument : .addedWithStandIn
        }
        return .addedMandatoryField
    }

    /// One field that is in both.
    mutating func field(_ old: FieldModel, _ new: FieldModel, _ place: Place) {
        let (subject, item, location) = (place.subject, place.item, new.location)
        identity(subject, item, (old.name, old.id), (new.name, new.id), location)
        maturity(subject, item, old.maturity, new.maturity, location)
        gate(subject, item, "fabric_sensitive", old.isFabricSensitive, new.isFabricSensitive, location)
        guard old.isList == new.isList else {
            let words = new.isList ? "\(old.type.spelling) → list" : "list → \(new.type.spelling)"
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
        guard old.conformance != new.conformance else { return }
        let isNeededNow = subject == .argument && !new.isOptional && new.conformance == ConformanceModel()
        let words = "\(old.conformance.words) → \(new.conformance.words)"
        add(isNeededNow ? .argumentMandatory : .condition, subject, item, words, location)
    }

    /// False when nothing more can be said of the field.
    private mutating func type(_ old: FieldModel, _ new: FieldModel, _ place: Place) -> Bool {
        guard old.type != new.type else { return true }
        let words = "\(old.type.spelling) → \(new.type.spelling)"
        switch (old.type, new.type) {
        case (.structure(let before), .structure(let after)):
            add(.typeName, place.subject, place.item, words, new.location)
            var inner = place
            guard inner.visited.insert([before, after]).inserted else { return true }
            inner.subject = .field
            fields(
                self.old.structure(before, in: place.scope.old)?.fields ?? [],
                self.new.structure(after, in: place.scope.new)?.fields ?? [], inner)
            return true
        case (.enumeration(let before), .enumeration(let after)):
            add(.typeName, place.subject, place.item, words, new.location)
            constants(
                self.old.enumeration(before, in: place.scope.old)?.constants ?? [],
                self.new.enumeration(after, in: place.scope.new)?.constants ?? [], place.item)
            return true
        case (.bitmap(let before), .bitmap(let after)):
            constants(
                self.old.bitmap(before, in: place.scope.old)?.fields ?? [],
                self.new.bitmap(after, in: place.scope.new)?.fields ?? [], place.item)
        default: break
        }
        let shape = WireShape(old.type, in: place.scope.old, self.old)
        let rule = shape.rule(changingTo: WireShape(new.type, in: place.scope.new, self.new), use: place.use)
        add(rule, place.subject, place.item, words, new.location)
        return rule.impact == .compatible
    }

    private mutating func nullability(_ old: FieldModel, _ new: FieldModel, _ place: Place) {
        guard old.isNullable != new.isNullable else { return }
        let rule: EvolutionRule =
            place.use.contains(.read) ? .nullability : new.isNullable ? .nullAllowed : .nullRefused
        let words = new.isNullable ? "nullable" : "not nullable"
        add(rule, place.subject, place.item, words, new.location)
    }

    private mutating func presence(_ old: FieldModel, _ new: FieldModel, _ place: Place) {
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

    private mutating func limits(_ old: FieldModel, _ new: FieldModel, _ place: Place) {
        let (before, after) = (Limits(old), Limits(new))
        guard before != after else { return }
        let isNarrowed = place.use.contains(.written) && after.refusesSome(of: before)
        add(isNarrowed ? .limitsNarrowed : .limits, place.subject, place.item, "\(before) → \(after)", new.location)
    }

    private mutating func defaultValue(_ old: FieldModel, _ new: FieldModel, _ place: Place) {
        guard old.defaultValue != new.defaultValue else { return }
        let words = "\(old.defaultValue?.words ?? "none") → \(new.defaultValue?.words ?? "none")"
        let isCountedOn = place.subject != .attribute && old.defaultValue != nil && place.use.contains(.written)
        add(isCountedOn ? .defaultChanged : .startValue, place.subject, place.item, words, new.location)
    }
}
