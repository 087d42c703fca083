internal import HearthBase
internal import HearthEntities
internal import HearthJSON
internal import HearthTraitCore

/// An entity of a Shelly's component, with the way between the component's status and the entity's values.
struct ShellyPart: Sendable {
    var entity: Entity
    /// The component's key in statuses, such as `switch:0`.
    let component: String
    /// What a status, which may be partial, says of the entity.
    var read: @Sendable (JSONValue) -> [EntityProperty: EntityValue] = { _ in [:] }
    /// The types of the component's events, by their words.
    var events: [String: String] = [:]
    /// The request for a command; nil if there is none.
    var call: (@Sendable (EntityCommand) throws(TraitError) -> ShellyCall?)?

    /// A measured value at a path of the status.
    static func sensor(
        _ component: String, _ word: String, _ name: String, at path: [String], _ deviceClass: String, _ unit: String,
        stateClass: String = "measurement", category: Entity.Category = .main
    ) -> ShellyPart {
        ShellyPart(
            entity: Entity(
                key: "\(component):\(word)", name: name, category: category,
                kind: .sensor(deviceClass: deviceClass, unit: unit, stateClass: stateClass)),
            component: component, read: { $0.reading(path).map { [.value: $0] } ?? [:] })
    }

    /// A yes or no at a path of the status.
    static func flag(
        _ component: String, _ word: String, _ name: String, at path: [String], _ deviceClass: String,
        category: Entity.Category = .main
    ) -> ShellyPart {
        ShellyPart(
            entity: Entity(
                key: word.isEmpty ? component : "\(component):\(word)", name: name, category: category,
                kind: .flag(deviceClass: deviceClass)), component: component,
            read: { $0.truth(path).map { [.on: $0] } ?? [:] })
    }
}

extension JSONValue {
    /// The value at a path; nil if it is not there.
    private func at(_ path: [String]) -> JSONValue? { path.reduce(self) { $0?[$1] } }

    /// The number at a path, unknown if it is null or something else; nil if the status does not mention it.
    func reading(_ path: [String], dividedBy divisor: Double = 1) -> EntityValue? {
        at(path).map { $0.number.map { .number($0 / divisor) } ?? .unknown }
    }

    func truth(_ path: [String]) -> EntityValue? { at(path).map { $0.bool.map { .bool($0) } ?? .unknown } }

    func word(_ path: [String]) -> EntityValue? {
        at(path).map { value in value.string.flatMap { $0.utf8.count <= 4_096 ? .text($0) : nil } ?? .unknown }
    }
}

extension EntityCommand {
    /// A finite number that the command sets; nil if it does not set the property.
    func number(_ property: EntityProperty) throws(TraitError) -> Double? {
        switch values[property] {
        case nil: return nil
        case .number(let number) where number.isFinite: return number
        default: throw TraitError(.constraintError, "the \(property) of \(quoted(entity)) is a number")
        }
    }

    /// Whether the command switches on or off; nil if it does neither.
    var isOn: Bool? { if case .bool(let isOn)? = values[.on] { isOn } else { nil } }

    var word: String? { if case .text(let word)? = values[.value] { word } else { nil } }
}

extension JSONValue {
    /// A whole number, rounded, in a range.
    static func whole(_ number: Double, in range: ClosedRange<Double>) -> JSONValue {
        .number(min(max(number, range.lowerBound), range.upperBound).rounded())
    }
}
