extension TraitDescriptor {
    /// Checks the values of a device that was made with this schema against all of the schema's rules. This is stricter
    /// than a hub's checks of other devices, which may have a newer schema than the hub.
    ///
    /// - Parameters:
    ///   - values: the values to check.
    ///   - present: the other attributes, for rules that refer to one.
    public func mistakes(in values: StructureValue, present: StructureValue) -> [UInt32: TraitError] {
        let all = StructureValue(present.fields.merging(values.fields) { _, new in new })
        var mistakes: [UInt32: TraitError] = [:]
        for (id, value) in values.fields {
            let rules = ValueRules(trait: self, attributes: all, fixedRulesOnly: false, element: .attribute(id))
            do throws(TraitError) {
                guard let attribute = attribute(id) else {
                    throw rules.refuse(.unsupportedAttribute, "attribute \(id)", "is not in its schema", constraint: "")
                }
                try rules.check(value, attribute.field, path: attribute.name)
            } catch {
                mistakes[id] = error
            }
        }
        return mistakes
    }

    /// Checks the fields of an event that a device made with this schema is about to report.
    ///
    /// - Throws: ``TraitError`` for the first violated rule.
    public func checkEvent(
        _ event: EventDescriptor, _ fields: StructureValue, attributes: StructureValue
    ) throws(TraitError) {
        let rules = ValueRules(trait: self, attributes: attributes, fixedRulesOnly: false, element: .event(event.id))
        try rules.checkFields(fields, of: event.fields, path: event.name + ".")
    }

    /// The attributes that a device with these must also have, according to the schema and its features.
    public func missingAttributes(beside present: StructureValue) -> [AttributeDescriptor] {
        let features = present[GlobalAttribute.featureMap]?.integer.flatMap(UInt32.init(exactly:)) ?? 0
        return attributes.filter { attribute in
            guard present[attribute.id] == nil, !GlobalAttribute.contains(attribute.id) else { return false }
            if let required = attribute.field.required { return required.holds(for: features) }
            if let allowed = attribute.field.allowed, !allowed.holds(for: features) { return false }
            return !attribute.field.isOptional
        }
    }
}
