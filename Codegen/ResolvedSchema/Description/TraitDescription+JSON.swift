internal import HearthTraitDescriptors
internal import TraitSchema

/// The description for tools: every key is always present, with null for what the schema leaves out.
extension TraitDescription {
    /// JSON, without a newline at the end. Numbers are raw; ids and masks are numbers too.
    public var json: String {
        JSON.object([
            ("name", .string(cluster.name)), ("id", JSON(cluster.id)), ("vendor", .string(cluster.vendor.name)),
            ("revision", JSON(cluster.revision)), ("maturity", .string(cluster.maturity.rawValue)),
            ("description", JSON(cluster.description)),
            ("features", .array(cluster.features.map(Self.object))),
            ("attributes", .array(attributes.map(Self.object))),
            ("commands", .array(cluster.commands.map(object))),
            ("events", .array(cluster.events.map(Self.object))),
            ("enums", .array(types.enumerations.map { Self.object($0.name, $0.base, $0.constants, $0.description) })),
            ("bitmaps", .array(types.bitmaps.map { Self.object($0.name, $0.base, $0.fields, $0.description) })),
            ("structs", .array(types.structures.map(Self.object))),
        ]).indentedText
    }

    private static func object(_ feature: FeatureModel) -> JSON {
        .object([
            ("name", .string(feature.name)), ("mask", JSON(feature.mask)),
            ("maturity", .string(feature.maturity.rawValue)), ("description", JSON(feature.description)),
        ])
    }

    private static func object(_ attribute: AttributeModel) -> JSON {
        let access: [(String, JSON)] = [
            ("readPrivilege", attribute.isReadable ? .string(attribute.readPrivilege.word) : .null),
            ("writePrivilege", attribute.isWritable ? .string(attribute.writePrivilege.word) : .null),
            ("timedWrite", .bool(attribute.requiresTimedWrite)), ("reported", .bool(attribute.isReported)),
            ("quieterReporting", .bool(attribute.isQuieterReported)),
        ]
        return .object(members(attribute.field) + access)
    }

    private func object(_ command: CommandModel) -> JSON {
        let response = command.responseName.flatMap { cluster.response(named: $0) }
        let answer = response.map { response in
            JSON.object([
                ("name", .string(response.name)), ("id", JSON(response.id)),
                ("fields", .array(response.fields.map { .object(Self.members($0)) })),
            ])
        }
        return .object([
            ("id", JSON(command.id)), ("name", .string(command.name)),
            ("invokePrivilege", .string(command.invokePrivilege.word)), ("timed", .bool(command.isTimed)),
            ("fabricScoped", .bool(command.isFabricScoped)), ("optional", .bool(command.isOptional)),
            ("repeatable", .bool(command.isRepeatable)),
            ("required", JSON(command.conformance.required?.words)),
            ("allowed", JSON(command.conformance.allowed?.words)),
            ("arguments", .array(command.fields.map { .object(Self.members($0)) })), ("response", answer ?? .null),
            ("maturity", .string(command.maturity.rawValue)), ("description", JSON(command.description)),
        ])
    }

    private static func object(_ event: EventModel) -> JSON {
        .object([
            ("id", JSON(event.id)), ("name", .string(event.name)), ("priority", .string(event.priority.word)),
            ("readPrivilege", .string(event.readPrivilege.word)),
            ("fabricSensitive", .bool(event.isFabricSensitive)), ("optional", .bool(event.isOptional)),
            ("required", JSON(event.conformance.required?.words)),
            ("allowed", JSON(event.conformance.allowed?.words)),
            ("fields", .array(event.fields.map { .object(members($0)) })),
            ("maturity", .string(event.maturity.rawValue)), ("description", JSON(event.description)),
        ])
    }

    private static func object(
        _ name: String, _ base: ScalarType, _ constants: [ConstantModel], _ description: String?
    ) -> JSON {
        let values = constants.map { constant in
            JSON.object([
                ("name", .string(constant.name)), ("value", JSON(constant.value)),
                ("description", JSON(constant.description)),
            ])
        }
        return .object([
            ("name", .string(name)), ("base", .string(base.name)), ("values", .array(values)),
            ("description", JSON(description)),
        ])
    }

    private static func object(_ type: StructModel) -> JSON {
        .object([
            ("name", .string(type.name)), ("fabricScoped", .bool(type.isFabricScoped)),
            ("fields", .array(type.fields.map { .object(members($0)) })), ("description", JSON(type.description)),
        ])
    }

    private static func members(_ field: FieldModel) -> [(String, JSON)] {
        let limits = field.constraints
        return [
            ("id", JSON(field.id)), ("name", .string(field.name)), ("type", .string(field.type.spelling)),
            ("list", .bool(field.isList)), ("nullable", .bool(field.isNullable)),
            ("optional", .bool(field.isOptional)), ("unit", JSON(field.unit)),
            ("minimum", bound(limits.minimum)), ("maximum", bound(limits.maximum)), ("step", JSON(limits.step)),
            ("minimumLength", JSON(limits.minimumLength)), ("maximumLength", JSON(limits.maximumLength)),
            ("maximumEntryLength", JSON(limits.maximumEntryLength)), ("default", value(field.defaultValue)),
            ("required", JSON(field.conformance.required?.words)),
            ("allowed", JSON(field.conformance.allowed?.words)),
            ("fabricSensitive", .bool(field.isFabricSensitive)), ("maturity", .string(field.maturity.rawValue)),
            ("description", JSON(field.description)),
        ]
    }

    /// A number, or `{"attribute": …, "offset": …}`.
    private static func bound(_ bound: Bound?) -> JSON {
        switch bound {
        case nil: .null
        case .literal(let value): .number(value)
        case .attribute(_, let name, let offset):
            .object([("attribute", .string(name)), ("offset", JSON(offset))])
        }
    }

    private static func value(_ value: DefaultValue?) -> JSON {
        switch value {
        case nil: .null
        case .integer(let number): .number(number)
        case .boolean(let flag): .bool(flag)
        case .string(let text): .string(text)
        }
    }
}
