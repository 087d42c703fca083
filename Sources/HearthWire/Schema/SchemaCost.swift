internal import HearthTraitDescriptors

/// The memory that a known trait needs, estimated from its schema before it is converted.
///
/// Calibrated on 64-bit Linux by the growth of the resident set for a dozen schemas of up to 15,000 items of one kind
/// each, including the codecs of their messages. The estimate is above each measurement: by a twentieth for plain
/// fields, a third for fields with lists, limits or conditions, and up to three times for commands, events and
/// attributes, whose server code was not measured. It is 4 (constants) to 130 times (commands) the size of the message,
/// 49 for plain fields.
/// them was not measured. It is 4 (constants) to 130 times (commands) the size of the message, 49 for plain fields.
struct SchemaCost {
    /// The descriptor, its tables and its server code.
    private static let base = 8 << 10
    /// A field's descriptor, and its entry in a message's layout, in Swift and for libprotobuf-c.
    private static let field = 576
    /// A list with a wrapper message has an additional layout.
    private static let wrapper = 1_024
    /// A struct, an event's payload or a command's arguments: a codec and a layout.
    private static let message = 1_536
    /// The method of a command in a server's routes, with its arguments' message.
    private static let command = message + 1_024
    /// A name and its value.
    private static let constant = 40
    /// A node of a condition.
    private static let condition = 64
    /// A text that is not stored inline: in Swift, and again for libprotobuf-c.
    private static let text = 96

    private(set) var bytes = base

    init(_ schema: Hearth_V1_TraitSchema) {
        bytes += schema.features.count * Self.constant
        for type in schema.enums { add(type.constants, type.name) }
        for type in schema.bitmaps { add(type.fields, type.name) }
        for type in schema.structs { add(type, Self.message) }
        for attribute in schema.attributes {
            if let field = attribute.field { add(field, isAttribute: true) }
        }
        for command in schema.commands {
            bytes += Self.command
            if let arguments = command.arguments { add(arguments, 0) }
            if let response = command.response { add(response, Self.message) }
            add(command.required)
            add(command.allowed)
        }
        for event in schema.events {
            bytes += Self.message
            if let payload = event.payload { add(payload, 0) }
        }
    }

    private mutating func add(_ constants: [Hearth_V1_SchemaConstant], _ name: String) {
        bytes += Self.constant * (1 + constants.count)
        add(text: name)
        for constant in constants { add(text: constant.name) }
    }

    private mutating func add(_ type: Hearth_V1_SchemaStruct, _ own: Int) {
        bytes += own
        add(text: type.name)
        for field in type.fields { add(field, isAttribute: false) }
    }

    private mutating func add(_ field: Hearth_V1_SchemaField, isAttribute: Bool) {
        bytes += Self.field
        if field.isList, isAttribute || field.isOptional || field.isNullable { bytes += Self.wrapper }
        add(text: field.name)
        add(text: field.unit)
        switch field.defaultValue?.value {
        case .text(let value): add(text: value)
        case .octets(let value): bytes += Self.text + value.count
        case nil: break
        default: bytes += Self.condition
        }
        add(field.required)
        add(field.allowed)
    }

    /// Short texts are stored inline.
    private mutating func add(text: String) {
        let count = text.utf8.count
        if count > 15 { bytes += Self.text + 2 * count }
    }

    private mutating func add(_ condition: Hearth_V1_SchemaCondition?) {
        // Iterative, because the author of a schema chooses the depth of its conditions.
        var open = [condition]
        while let next = open.popLast() {
            bytes += next == nil ? 0 : Self.condition
            switch next?.condition {
            case .not(let operand): open.append(operand)
            case .and(let pair), .or(let pair): open += [pair.left, pair.right]
            case .feature, nil: break
            }
        }
    }
}

extension Hearth_V1_TraitSchema {
    /// The estimated memory in bytes that the trait needs while it is known.
    package var memoryCost: Int { SchemaCost(self).bytes }
}
