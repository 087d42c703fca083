/// The known values of a device's entities, by their keys.
package struct EntityStates: Hashable, Sendable {
    private var states: [String: [EntityProperty: EntityValue]]

    /// Creates states; none are known by default.
    package init(_ states: [String: [EntityProperty: EntityValue]] = [:]) { self.states = states }

    /// The value of a property; nil if none was reported.
    package subscript(entity: String, property: EntityProperty) -> EntityValue? {
        get { states[entity]?[property] }
        set { states[entity, default: [:]][property] = newValue }
    }

    /// Takes on new values.
    ///
    /// - Returns: whether one differs from the known ones.
    @discardableResult
    package mutating func take(_ state: EntityState) -> Bool {
        let known = states[state.entity] ?? [:]
        guard state.values.contains(where: { known[$0.key] != $0.value }) else { return false }
        states[state.entity] = known.merging(state.values) { _, new in new }
        return true
    }

    /// Drops the values of entities that are not listed.
    package mutating func keep(_ entities: Set<String>) {
        states = states.filter { entities.contains($0.key) }
    }

    /// The values of one entity.
    package func of(_ entity: String) -> EntityProperties { EntityProperties(values: states[entity] ?? [:]) }
}

/// The known values of one entity.
package struct EntityProperties: Hashable, Sendable {
    package var values: [EntityProperty: EntityValue]

    /// A yes or no; nil if unknown.
    package func bool(_ property: EntityProperty) -> Bool? {
        if case .bool(let value) = values[property] { value } else { nil }
    }

    /// A finite number; nil if unknown.
    package func number(_ property: EntityProperty) -> Double? {
        if case .number(let value) = values[property], value.isFinite { value } else { nil }
    }

    /// A text; nil if unknown.
    package func text(_ property: EntityProperty) -> String? {
        if case .text(let value) = values[property] { value } else { nil }
    }

    /// Whether the property was reported, also as unknown.
    package func knows(_ property: EntityProperty) -> Bool { values[property] != nil }
}
