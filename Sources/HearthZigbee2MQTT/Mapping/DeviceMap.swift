package import HearthEntities
package import HearthJSON

/// A device of a bridge as entities, with the way between its JSON and theirs.
package struct DeviceMap: Hashable, Sendable {
    /// A value in the state that becomes a property of an entity.
    package struct Read: Hashable, Sendable {
        /// The keys to the value.
        package var path: [String]
        package var entity: String
        package var property: EntityProperty
        package var conversion: ValueConversion
    }

    /// A property of an entity that a command sets.
    package struct Write: Hashable, Sendable {
        package var path: [String]
        package var conversion: ValueConversion
        /// The numbers that the device takes, in the entity's unit.
        package var range: ClosedRange<Double>?
    }

    /// The property whose changes are events.
    package struct Actions: Hashable, Sendable {
        package var property: String
        package var words: ActionWords
        /// Whether there is an entity for words that are no presses.
        package var hasOthers: Bool
    }

    /// The seconds that a siren sounds: the keys to them, and the most that it takes.
    package struct Sounding: Hashable, Sendable {
        let path: [String]
        let most: Double
    }

    package var device: EntityDevice
    /// In the order of importance: of two that give the same property, the first with a known value counts.
    package var reads: [Read] = []
    package var writes: [String: [EntityProperty: Write]] = [:]
    /// The JSON of commands without values.
    package var actions: [String: [EntityCommand.Action: JSONValue]] = [:]
    package var events: Actions?
    /// Entities that take a transition time.
    package var fading: Set<String> = []
    /// How long sirens sound, by their entities.
    package var sounding: [String: Sounding] = [:]
    /// The property that says which of a light's colours is the present one, with the light.
    package var colorModes: [String: String] = [:]
    /// The properties to ask for after a connection, as the JSON of one request; nil if there are none.
    package var question: JSONValue?
    package var leftOut: [UnmappedProperty] = []

    /// The key of the entity for words of `action` that are no presses, and the beginning of the keys of buttons.
    static let actionKey = "action"
    /// The key of the entity for the firmware's update.
    static let updateKey = "update"

    /// Maps a device whose definition is known.
    package init(_ device: BridgeDevice, _ definition: BridgeDefinition) {
        self.init(
            EntityDevice(
                id: device.address, name: device.name, maker: definition.vendor, model: definition.model,
                softwareVersion: device.softwareVersion, serialNumber: device.address, entities: []),
            definition.exposes.items, description: definition.description, hasBattery: device.hasBattery,
            hasUpdates: definition.hasUpdates)
        leftOut = definition.exposes.refused + leftOut
    }

    /// Maps exposes.
    ///
    /// - Parameter device: without entities.
    init(
        _ device: EntityDevice, _ exposes: [Exposed], description: String, hasBattery: Bool, hasUpdates: Bool
    ) {
        self.device = device
        var mapper = ExposeMapper(self, description: description, exposes: exposes)
        // Specific exposes first, as generic ones may belong to them.
        for exposed in exposes where exposed.kind.isSpecific { mapper.addSpecific(exposed) }
        for exposed in exposes where !exposed.kind.isSpecific { mapper.addGeneric(exposed, at: [exposed.property]) }
        if hasUpdates { mapper.addUpdate() }
        self = mapper.finished(hasBattery: hasBattery)
    }
}

extension DeviceMap {
    /// What a published state says of the entities. Properties that it does not contain keep their values.
    package func states(_ state: JSONValue) -> [EntityState] {
        let members = state.members
        var values: [String: [EntityProperty: EntityValue]] = [:]
        for read in reads {
            guard let value = Self.value(read.path, in: members) else { continue }
            let known = values[read.entity]?[read.property]
            guard known == nil || known == .unknown else { continue }
            values[read.entity, default: [:]][read.property] = read.conversion.value(of: value)
        }
        // The bridge also publishes the colour that a temperature looks like, and the reverse. Only the present one
        // counts.
        for (property, light) in colorModes {
            let hidden: [EntityProperty] =
                switch members[property]?.string {
                case "color_temp": [.x, .y, .hue, .saturation]
                case "xy", "hs": [.colorTemperature]
                default: []
                }
            for property in hidden { values[light]?[property] = nil }
        }
        return device.entities.compactMap { entity in
            guard let values = values[entity.key], !values.isEmpty else { return nil }
            return EntityState(entity: entity.key, values: values)
        }
    }

    /// The events that a published state reports. An empty word or null is not an event.
    package func events(in state: JSONValue) -> [EntityReport.Event] {
        guard let events, let word = state[events.property]?.string, !word.isEmpty,
            word.utf8.count <= ActionWords.longest, !events.words.isFirst(word)
        else { return [] }
        if let press = events.words.press(word) {
            let key = Self.key(ofButton: press.button)
            if events.words.buttons.contains(where: { $0.name == press.button }) {
                return [EntityReport.Event(entity: key, type: press.type)]
            }
        }
        return events.hasOthers ? [EntityReport.Event(entity: Self.actionKey, type: word)] : []
    }

    static func key(ofButton name: String) -> String { "\(actionKey):\(name)" }

    private static func value(_ path: [String], in members: [String: JSONValue]) -> JSONValue? {
        guard let first = path.first, var value = members[first] else { return nil }
        for key in path.dropFirst() {
            // Null for the whole is null for its parts.
            if value == .null { return .null }
            guard let inner = value[key] else { return nil }
            value = inner
        }
        return value
    }
}
