public import HearthTraitDescriptors

extension TraitDescriptor {
    /// The trait as a message, for programs that were built without it. Defaults are numbers, Booleans, texts and
    /// bytes; others are omitted.
    public var schema: Hearth_V1_TraitSchema {
        Hearth_V1_TraitSchema(
            id: id, name: name, vendor: vendor, package: package, revision: UInt32(revision),
            features: features.map { Hearth_V1_SchemaFeature(name: $0.name, mask: $0.mask) },
            enums: enums.map { type in
                Hearth_V1_SchemaEnum(
                    name: type.name, bits: UInt32(type.bits),
                    constants: type.cases.map { Hearth_V1_SchemaConstant(name: $0.name, value: $0.value) })
            },
            bitmaps: bitmaps.map { type in
                Hearth_V1_SchemaBitmap(
                    name: type.name, bits: UInt32(type.bits),
                    fields: type.fields.map { Hearth_V1_SchemaConstant(name: $0.name, value: $0.mask) })
            },
            structs: structs.map { Hearth_V1_SchemaStruct($0) },
            attributes: attributes.filter { !GlobalAttribute.descriptors.contains($0) }.map { attribute in
                Hearth_V1_SchemaAttribute(
                    field: Hearth_V1_SchemaField(attribute.field),
                    readField: Hearth_V1_SchemaPrivilege(attribute.read),
                    writeField: Hearth_V1_SchemaPrivilege(attribute.write), isTimedWrite: attribute.isTimedWrite,
                    isQuieterReported: attribute.isQuieterReported)
            },
            commands: commands.map { Hearth_V1_SchemaCommand($0) }, events: events.map { Hearth_V1_SchemaEvent($0) })
    }
}

extension Hearth_V1_SchemaCommand {
    fileprivate init(_ command: CommandDescriptor) {
        self.init(
            id: command.id, name: command.name, methodName: command.methodName,
            arguments: Hearth_V1_SchemaStruct(command.arguments),
            response: command.response.map { Hearth_V1_SchemaStruct($0) },
            invoke: Hearth_V1_SchemaPrivilege(command.invoke), isTimed: command.isTimed,
            isOptional: command.isOptional, required: command.required.map { Hearth_V1_SchemaCondition($0) },
            allowed: command.allowed.map { Hearth_V1_SchemaCondition($0) }, responseID: command.responseID,
            isRepeatable: command.isRepeatable)
    }
}

extension Hearth_V1_SchemaEvent {
    fileprivate init(_ event: EventDescriptor) {
        let importance: Importance =
            switch event.importance {
            case .debug: .debug
            case .info: .info
            case .critical: .critical
            }
        self.init(
            id: event.id, name: event.name, importance: importance, readField: Hearth_V1_SchemaPrivilege(event.read),
            payload: Hearth_V1_SchemaStruct(event.fields))
    }
}

extension Hearth_V1_SchemaStruct {
    fileprivate init(_ type: StructDescriptor) {
        self.init(name: type.name, fields: type.fields.map { Hearth_V1_SchemaField($0) })
    }
}

extension Hearth_V1_SchemaField {
    init(_ field: FieldDescriptor) {
        self.init(
            id: field.id, name: field.name, isList: field.isList, isNullable: field.isNullable,
            isOptional: field.isOptional, isFabricSensitive: field.flags.contains(.fabricSensitive),
            min: field.min.map { Hearth_V1_SchemaLimit($0) }, max: field.max.map { Hearth_V1_SchemaLimit($0) },
            step: field.step, minLength: field.minLength.flatMap { UInt64(exactly: $0) },
            maxLength: field.maxLength.flatMap { UInt64(exactly: $0) }, unit: field.unit ?? "",
            defaultValue: field.defaultValue.flatMap { Hearth_V1_SchemaValue($0) },
            required: field.required.map { Hearth_V1_SchemaCondition($0) },
            allowed: field.allowed.map { Hearth_V1_SchemaCondition($0) })
        set(field.type)
    }

    private mutating func set(_ type: ValueType) {
        switch type {
        case .boolean: kind = .boolean
        case .unsigned(let bits): (kind, self.bits) = (.unsigned, UInt32(bits))
        case .signed(let bits): (kind, self.bits) = (.signed, UInt32(bits))
        case .single: kind = .single
        case .double: kind = .double
        case .string: kind = .string
        case .octets: kind = .octets
        case .enumeration(let index): (kind, typeIndex) = (.enum, UInt32(clamping: index))
        case .bitmap(let index): (kind, typeIndex) = (.bitmap, UInt32(clamping: index))
        case .structure(let index): (kind, typeIndex) = (.struct, UInt32(clamping: index))
        }
    }
}

extension Hearth_V1_SchemaLimit {
    fileprivate init(_ limit: Limit) {
        switch limit {
        case .literal(let value): self.init(limit: .literal(value))
        case .attribute(let id, let offset): self.init(limit: .attribute(Attribute(id: id, offset: offset)))
        }
    }
}

extension Hearth_V1_SchemaValue {
    fileprivate init?(_ value: TraitValue) {
        switch value {
        case .bool(let value): self.init(value: .boolean(value))
        case .unsigned(let value): self.init(value: .unsigned(value))
        case .signed(let value): self.init(value: .signed(value))
        case .float(let value): self.init(value: .single(value))
        case .double(let value): self.init(value: .double(value))
        case .string(let value): self.init(value: .text(value))
        case .octets(let value): self.init(value: .octets(value))
        case .null, .list, .structure: return nil
        }
    }
}

extension Hearth_V1_SchemaCondition {
    fileprivate init(_ expression: FeatureExpression) {
        switch expression {
        case .feature(let mask): self.init(condition: .feature(mask))
        case .not(let operand): self.init(condition: .not(Self(operand)))
        case .and(let left, let right):
            self.init(condition: .and(Pair(left: Self(left), right: Self(right))))
        case .or(let left, let right):
            self.init(condition: .or(Pair(left: Self(left), right: Self(right))))
        }
    }
}

extension Hearth_V1_SchemaPrivilege {
    fileprivate init(_ privilege: Privilege?) {
        switch privilege {
        case .view: self = .view
        case .operate: self = .operate
        case .manage: self = .manage
        case .administer: self = .administer
        case nil: self = .unspecified
        }
    }
}
