internal import HearthTraitModel

/// What ties a characteristic to traits, in both directions.
///
/// From traits: which attributes it comes from and how, what a write sends, which events it tells. To traits: which
/// attributes an accessory's value gives, and which characteristics a command or a write of attributes changes.
struct CharacteristicLink: Sendable {
    typealias Read = @Sendable (ServiceReading) -> CharacteristicValue?
    typealias Write = @Sendable (CharacteristicValues, ServiceReading) -> [TraitRequest]
    typealias Event = @Sendable (StructureValue, ServiceReading) -> CharacteristicValue?

    let type: CharacteristicType
    /// Format, limits and permissions, where the device has none of its own.
    var metadata: CharacteristicMetadata
    var permissions: CharacteristicPermissions

    // From traits.

    /// The attributes whose changes touch the value or its limits.
    var sources: [AttributeID] = []
    /// Whether a device has what the characteristic needs.
    var isOffered: @Sendable (ServiceReading) -> Bool = { _ in true }
    /// The value.
    var read: Read = { _ in nil }
    /// Whether the device is in a state without a counterpart, so that the last known value stays.
    var keepsLast: @Sendable (ServiceReading) -> Bool = { _ in false }
    /// Puts in the device's own limits.
    var limit: @Sendable (ServiceReading, inout CharacteristicMetadata) -> Void = { _, _ in }
    /// What is sent for the values that are written together; nil if it can't be written. Links of values that belong
    /// together give the same requests, which are sent once.
    var write: Write?
    /// Values that may be written whatever the device's limits.
    var exceptions: [CharacteristicValue] = []
    /// Whether a device with the characteristic lets it be written.
    var isWritable: @Sendable (ServiceReading) -> Bool = { _ in true }
    /// What an event says.
    var events: [EventID: Event] = [:]

    // To traits.

    /// The attributes that follow from an accessory's values.
    var attributes: @Sendable (CharacteristicValues) -> [AttributeID: TraitValue] = { _ in [:] }
    /// The attributes that follow from an accessory's limits.
    var limits: @Sendable (CharacteristicMetadata) -> [AttributeID: TraitValue] = { _ in [:] }
    /// The features that a trait has on account of the characteristic, by trait.
    var features: @Sendable (CharacteristicMetadata) -> [UInt32: UInt32] = { _ in [:] }
    /// What a command changes.
    var commands: [CommandID: @Sendable (StructureValue, CharacteristicValues) -> CharacteristicValues] = [:]
    /// What a written attribute changes.
    var updates: [AttributeID: @Sendable (TraitValue, CharacteristicValues) -> CharacteristicValues] = [:]
    /// The events that a changed value is.
    var reports: (@Sendable (CharacteristicValue) -> (EventID, StructureValue)?)?

    init(_ type: CharacteristicType) {
        let definition = CharacteristicCatalogue.definition(of: type)
        self.type = type
        metadata = definition?.metadata ?? CharacteristicMetadata(.data)
        permissions = definition?.permissions ?? .readEvents
    }
}

extension CharacteristicLink {
    /// The value of one attribute.
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

    /// A value that no trait has and HAP demands.
    static func constant(_ type: CharacteristicType, _ value: CharacteristicValue) -> CharacteristicLink {
        var link = CharacteristicLink(type)
        link.read = { _ in value }
        return link
    }

    /// One that is computed.
    static func computed(
        _ type: CharacteristicType, from sources: [AttributeID], _ read: @escaping Read
    ) -> CharacteristicLink {
        var link = CharacteristicLink(type)
        link.sources = sources
        link.read = read
        return link
    }

    /// Written by writing its attribute, which is the first source.
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

    /// Written by a command with the value as an argument, and others that are always the same.
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

    /// Written by a command for each value.
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

    /// With limits from attributes of the device; null and absent ones limit nothing.
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
            // Some conversions turn the order round.
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

    /// With a feature that a trait has on its account.
    func feature(_ trait: UInt32, _ mask: UInt32) -> CharacteristicLink {
        var link = self
        link.features = { _ in [trait: mask] }
        return link
    }

    /// Offered under a condition only.
    func offered(_ condition: @escaping @Sendable (ServiceReading) -> Bool) -> CharacteristicLink {
        var link = self
        link.isOffered = condition
        return link
    }

    /// With the values that this device has (HK-35).
    func values(_ valid: @escaping @Sendable (ServiceReading) -> [UInt64]) -> CharacteristicLink {
        var link = self
        link.limit = { $1.validValues = valid($0) }
        return link
    }
}
