internal import Expectations
internal import HearthMessage
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Testing

/// A generated message for the exchange with another protobuf library.
struct ExchangedMessage: Sendable {
    /// The message's full name.
    let name: String
    /// What such a library can't know of fields, by number: always present (`plain`), null where absent (`nullable`),
    /// null or absent (`nullish`), or of a type narrower than the wire's (`u8`): "1=plain,u8 3=nullable".
    let rules: String
    /// Reads a message and writes it again.
    let rewritten: @Sendable (ArraySlice<UInt8>) throws -> [UInt8]

    init(_ type: any Message.Type, _ rules: String = "") {
        func rewriting<M: Message>(_ type: M.Type) -> @Sendable (ArraySlice<UInt8>) throws -> [UInt8] {
            { try M(serialized: $0.span.bytes).serialized() }
        }
        name = type.layout.name
        self.rules = rules
        rewritten = rewriting(type)
    }
}

extension ExchangedMessage {
    /// Every generated message of the home and of traits.
    static func all() throws -> [ExchangedMessage] {
        try files.flatMap(messages) + StandardTraits.traits.flatMap(messages)
    }
}

// MARK: The messages of proto files

extension ExchangedMessage {
    /// The files whose messages HearthWireMessages has.
    static let files = [
        Hearth_V1_AccessFile.descriptor, Hearth_V1_AutomationFile.descriptor, Hearth_V1_CameraFile.descriptor,
        Hearth_V1_CommonFile.descriptor,
        Hearth_V1_DemoFile.descriptor, Hearth_V1_HistoryFile.descriptor, Hearth_V1_HomeFile.descriptor,
        Hearth_V1_IntegrationsFile.descriptor, Hearth_V1_MaintenanceFile.descriptor, Hearth_V1_PeopleFile.descriptor,
        Hearth_V1_ProviderFile.descriptor, Hearth_V1_PushFile.descriptor, Hearth_V1_SchemaFile.descriptor,
        Hearth_V1_TraitFile.descriptor,
        Google_Protobuf_AnyFile.descriptor, Google_Protobuf_DurationFile.descriptor,
        Google_Protobuf_EmptyFile.descriptor, Google_Protobuf_FieldMaskFile.descriptor,
        Google_Protobuf_StructFile.descriptor, Google_Protobuf_TimestampFile.descriptor,
        Google_Protobuf_WrappersFile.descriptor, Google_Rpc_StatusFile.descriptor,
    ]

    /// Every message of a file, nested ones too. google/protobuf/descriptor.proto names the fields.
    static func messages(of file: FileDescriptor) throws -> [ExchangedMessage] {
        let content = try RawFields(serialized: file.serialized.span.bytes)
        let package = try text(content[2])
        let prefix = package.split(separator: ".").map { $0.prefix(1).uppercased() + $0.dropFirst() + "_" }.joined()
        func messages(_ field: RawFields.Field, in path: [String]) throws -> [ExchangedMessage] {
            let message = try RawFields(serialized: payload(field).span.bytes)
            let path = try path + [path.isEmpty ? prefix + text(message[1]) : text(message[1])]
            // The only option of our messages says that it is the entry of a map, which has no type in Swift.
            guard message[7].isEmpty else { return [] }
            let type = try require(GeneratedType.message("18HearthWireMessages", path), "\(path)")
            return try [ExchangedMessage(type)] + message[3].flatMap { try messages($0, in: path) }
        }
        return try content[4].flatMap { try messages($0, in: []) }
    }

    private static func payload(_ field: RawFields.Field) -> [UInt8] {
        Array(field.encoded.drop { $0 >= 0x80 }.dropFirst().drop { $0 >= 0x80 }.dropFirst())
    }

    private static func text(_ fields: [RawFields.Field]) throws -> String {
        try String(decoding: payload(require(fields.first)), as: UTF8.self)
    }
}

// MARK: The messages of traits

extension ExchangedMessage {
    /// Every message of a trait: its attributes, its commands with arguments, responses, events and structs.
    static func messages(of trait: any HearthTraitCore.Trait.Type) throws -> [ExchangedMessage] {
        let descriptor = trait.descriptor
        var found = [try message(trait, ["Attributes"], descriptor.attributes.map(\.field), areAttributes: true)]
        for command in descriptor.commands where !command.arguments.fields.isEmpty {
            found.append(try message(trait, ["Commands", command.name], command.arguments.fields))
        }
        var responses: Set<String> = []
        for response in descriptor.commands.compactMap(\.response) where responses.insert(response.name).inserted {
            found.append(try message(trait, [response.name], response.fields))
        }
        for event in descriptor.events {
            found.append(try message(trait, [event.fields.name, "Payload"], event.fields.fields))
        }
        return try found + descriptor.structs.map { try message(trait, [$0.name], $0.fields) }
    }

    private static func message(
        _ trait: any HearthTraitCore.Trait.Type, _ path: [String], _ fields: [FieldDescriptor],
        areAttributes: Bool = false
    ) throws -> ExchangedMessage {
        let type = try require(GeneratedType.message(within: trait, path), "\(trait) \(path)")
        let rules = fields.compactMap { field -> String? in
            let presence: String? =
                switch (areAttributes || field.isOptional, field.isNullable) {
                case (false, false): "plain"
                case (false, true): "nullable"
                case (true, false): nil
                case (true, true): "nullish"
                }
            let words = [presence, width(field.type, in: trait.descriptor)].compactMap(\.self)
            return words.isEmpty ? nil : "\(WireNumber.field(field.id))=" + words.joined(separator: ",")
        }
        return ExchangedMessage(type, rules.joined(separator: " "))
    }

    /// `u8`, `s16`: the width of the Swift type if it is narrower than the wire's.
    private static func width(_ type: ValueType, in trait: TraitDescriptor) -> String? {
        func narrow(_ sign: String, _ bits: UInt8) -> String? { bits > 16 ? nil : sign + (bits > 8 ? "16" : "8") }
        return switch type {
        case .unsigned(let bits): narrow("u", bits)
        case .signed(let bits): narrow("s", bits)
        case .bitmap(let index): narrow("u", trait.bitmaps[index].bits)
        default: nil
        }
    }
}
