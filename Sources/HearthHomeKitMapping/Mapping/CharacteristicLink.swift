internal import HearthTraitDescriptors

/// The mapping between a characteristic and traits, in both directions.
///
/// From traits: the attributes that give the value, the requests that a write becomes, and the events that report it.
/// To traits: the attributes that an accessory's value gives, and the characteristics that a command or an attribute
/// write changes.
struct CharacteristicLink: Sendable {
    typealias Read = @Sendable (ServiceReading) -> CharacteristicValue?
    typealias Write = @Sendable (CharacteristicValues, ServiceReading) -> [TraitRequest]
    typealias Event = @Sendable (StructureValue, ServiceReading) -> CharacteristicValue?

    let type: CharacteristicType
    /// The format and limits, unless the device has its own.
    var metadata: CharacteristicMetadata
    var permissions: CharacteristicPermissions

    // From traits.

    /// The attributes that the value or its limits depend on.
    var sources: [AttributeID] = []
    /// Whether a device has the characteristic.
    var isOffered: @Sendable (ServiceReading) -> Bool = { _ in true }
    /// The value.
    var read: Read = { _ in nil }
    /// Whether HomeKit can't express the device's state, so that the last known value stays.
    var keepsLast: @Sendable (ServiceReading) -> Bool = { _ in false }
    /// Sets the device's own limits.
    var limit: @Sendable (ServiceReading, inout CharacteristicMetadata) -> Void = { _, _ in }
    /// The requests for values that are written together; nil if read-only. Links of related values return the same
    /// requests, which are sent once.
    var write: Write?
    /// Values that are accepted outside of the device's limits.
    var exceptions: [CharacteristicValue] = []
    /// Whether the device allows writes of the characteristic.
    var isWritable: @Sendable (ServiceReading) -> Bool = { _ in true }
    /// How writes are authorized; nil if the data for that has no effect.
    var authorization: WriteAuthorization?
    /// The values that events report.
    var events: [EventID: Event] = [:]

    // To traits.

    /// The attributes derived from an accessory's values.
    var attributes: @Sendable (CharacteristicValues) -> [AttributeID: TraitValue] = { _ in [:] }
    /// The attributes derived from an accessory's limits.
    var limits: @Sendable (CharacteristicMetadata) -> [AttributeID: TraitValue] = { _ in [:] }
    /// The features that the characteristic adds to traits, by trait.
    var features: @Sendable (CharacteristicMetadata) -> [UInt32: UInt32] = { _ in [:] }
    /// The values that a command changes.
    var commands: [CommandID: @Sendable (StructureValue, CharacteristicValues) -> CharacteristicValues] = [:]
    /// The values that an attribute write changes.
    var updates: [AttributeID: @Sendable (TraitValue, CharacteristicValues) -> CharacteristicValues] = [:]
    /// The event that a changed value stands for.
    var reports: (@Sendable (CharacteristicValue) -> (EventID, StructureValue)?)?

    init(_ type: CharacteristicType) {
        let definition = CharacteristicCatalogue.definition(of: type)
        self.type = type
        metadata = definition?.metadata ?? CharacteristicMetadata(.data)
        permissions = definition?.permissions ?? .readEvents
    }
}

/// How the writes of a characteristic are authorized, such as by an alarm system's code.
struct WriteAuthorization: Sendable {
    /// Whether the device takes a value only with authorization data; for nil, whether it takes any value only so.
    let isNeeded: @Sendable (CharacteristicValue?, ServiceReading) -> Bool
    /// The request of a write with authorization data.
    let request: @Sendable (TraitRequest, [UInt8]) -> TraitRequest
}

extension CharacteristicLink {
    /// Maps the value to one attribute.
    static func attribute(_ type: CharacteristicType, _ attribute: AttributeID, _ conversion: Conversion)
        -> CharacteristicLink
    {
        var link = CharacteristicLink(type)
        link.sources = [attribute]
        link.isOffered = { $0.has(attribute) }
        link.read = { $0.value(attribute).flatMap(conversion.toCharacteristic) }
        link.attributes = { values in
            guard let value = values[type].flatMap(conversion.toTrait) else { return [:] }
            return [attribute: value]
        }
        return link
    }

    /// A constant that HAP requires and no trait has.
    static func constant(_ type: CharacteristicType, _ value: CharacteristicValue) -> CharacteristicLink {
        var link = CharacteristicLink(type)
        link.read = { _ in value }
        return link
    }

    /// A value that is computed from several attributes.
    static func computed(
        _ type: CharacteristicType, from sources: [AttributeID], _ read: @escaping Read
    ) -> CharacteristicLink {
        var link = CharacteristicLink(type)
        link.sources = sources
        link.read = read
        return link
    }

    /// Adds writes: to the attribute, which is the first source.
    func updating(_ conversion: Conversion) -> CharacteristicLink {
        guard let attribute = sources.first else { return self }
        var link = self
        let type = type
        link.write = { values, reading in
            guard let value = values[type].flatMap(conversion.toTrait) else { return [] }
            return [reading.update(attribute, value)]
        }
        link.updates[attribute] = { value, _ in
            guard let value = conversion.toCharacteristic(value) else { return [:] }
            return [type: value]
        }
        return link
    }

    /// Adds writes: by a command with the value as an argument, and constant other arguments.
    func sending(
        _ command: CommandID, argument: UInt32, _ conversion: Conversion, with others: StructureValue = [:]
    ) -> CharacteristicLink {
        var link = self
        let type = type
        link.write = { values, reading in
            guard let value = values[type].flatMap(conversion.toTrait) else { return [] }
            var arguments = others
            arguments[argument] = value
            return [reading.invoke(command, arguments)]
        }
        link.commands[command] = { arguments, _ in
            guard let value = arguments[argument].flatMap(conversion.toCharacteristic) else { return [:] }
            return [type: value]
        }
        return link
    }

    /// Adds writes: by one command for each value.
    func choosing(_ commands: [(value: CharacteristicValue, command: CommandID, arguments: StructureValue)])
        -> CharacteristicLink
    {
        var link = self
        let type = type
        link.write = { values, reading in
            guard let value = values[type] else { return [] }
            return commands.filter { $0.value == value }.map { reading.invoke($0.command, $0.arguments) }
        }
        for command in Set(commands.map(\.command)) {
            link.commands[command] = { arguments, _ in
                let fitting = commands.first { choice in
                    choice.command == command && choice.arguments.fields.allSatisfy { arguments[$0.key] == $0.value }
                }
                return fitting.map { [type: $0.value] } ?? [:]
            }
        }
        return link
    }

    /// Adds limits from attributes of the device; null or absent ones set no limit.
    func limited(_ minimum: AttributeID, _ maximum: AttributeID, _ conversion: Conversion) -> CharacteristicLink {
        var link = self
        link.sources += [minimum, maximum]
        link.limits = { metadata in
            var limits: [AttributeID: TraitValue] = [:]
            limits[minimum] = metadata.minimum.flatMap { conversion.toTrait(.float($0)) }
            limits[maximum] = metadata.maximum.flatMap { conversion.toTrait(.float($0)) }
            return limits
        }
        link.limit = { reading, metadata in
            let ends = [minimum, maximum].map {
                reading.value($0).flatMap(conversion.toCharacteristic)?.number
            }
            // Some conversions reverse the order.
            let numbers = ends.compactMap { $0 }
            if numbers.count == 2, let first = numbers.min(), let last = numbers.max() {
                metadata.minimum = first
                metadata.maximum = last
            } else {
                metadata.minimum = ends.first.flatMap { $0 } ?? metadata.minimum
                metadata.maximum = ends.last.flatMap { $0 } ?? metadata.maximum
            }
        }
        return link
    }

    /// Adds a feature to the trait of an accessory that has the characteristic.
    func feature(_ trait: UInt32, _ mask: UInt32) -> CharacteristicLink {
        var link = self
        link.features = { _ in [trait: mask] }
        return link
    }

    /// Restricts the characteristic to devices that meet a condition.
    func offered(_ condition: @escaping @Sendable (ServiceReading) -> Bool) -> CharacteristicLink {
        var link = self
        link.isOffered = condition
        return link
    }

    /// Sets the values that the device supports.
    func values(_ valid: @escaping @Sendable (ServiceReading) -> [UInt64]) -> CharacteristicLink {
        var link = self
        link.limit = { $1.validValues = valid($0) }
        return link
    }
}
