extension TraitDescriptor {
    /// Checks the values that a device made with this schema has, or is about to report, by all of the schema's rules:
    /// stricter than what a hub asks of any device, which may know more than the hub does.
    ///
    /// - Parameters:
    ///   - values: what is checked.
    ///   - present: the other attributes, for rules that name one.
    /// - Returns: what breaks a rule, by attribute, with the error that says which.
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
    /// - Throws: ``TraitError`` for the first rule that is broken.
    public func checkEvent(
        _ event: EventDescriptor, _ fields: StructureValue, attributes: StructureValue
    ) throws(TraitError) {
        let rules = ValueRules(trait: self, attributes: attributes, fixedRulesOnly: false, element: .event(event.id))
        try rules.checkFields(fields, of: event.fields, path: event.name + ".")
    }

    /// The attributes that a device with these must also have, by its schema and its features.
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
