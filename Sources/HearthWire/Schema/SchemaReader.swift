public import HearthTraitDescriptors

extension TraitDescriptor {
    /// Creates a trait from a schema received at run time, after checking it completely: the result can be used like a
    /// generated one.
    ///
    /// - Throws: ``TraitSchemaError``, with the first invalid item.
    public convenience init(
        schema: Hearth_V1_TraitSchema, limits: SchemaLimits = SchemaLimits()
    ) throws(TraitSchemaError) {
        var reader = SchemaReader(schema, limits)
        let parts = try reader.read()
        self.init(
            id: schema.id, name: schema.name, vendor: schema.vendor, package: schema.package,
            revision: parts.revision, features: parts.features, enums: parts.enums, bitmaps: parts.bitmaps,
            structs: parts.structs, attributes: parts.attributes, commands: parts.commands, events: parts.events)
    }
}

/// Converts one trait's schema, checking each item and their combination.
struct SchemaReader {
    struct Parts {
        var revision: UInt16 = 0
        var features: [FeatureDescriptor] = []
        var enums: [EnumDescriptor] = []
        var bitmaps: [BitmapDescriptor] = []
        var structs: [StructDescriptor] = []
        var attributes: [AttributeDescriptor] = []
        var commands: [CommandDescriptor] = []
        var events: [EventDescriptor] = []
    }

    let schema: Hearth_V1_TraitSchema
    let limits: SchemaLimits
    private var members = 0

    init(_ schema: Hearth_V1_TraitSchema, _ limits: SchemaLimits) {
        self.schema = schema
        self.limits = limits
    }

    mutating func read() throws(TraitSchemaError) -> Parts {
        var parts = Parts()
        parts.revision = try identity()
        let counts = [
            ("features", schema.features.count), ("enums", schema.enums.count), ("bitmaps", schema.bitmaps.count),
            ("structs", schema.structs.count), ("attributes", schema.attributes.count),
            ("commands", schema.commands.count), ("events", schema.events.count),
        ]
        for (kind, count) in counts where count > limits.items {
            throw tooMany(schema.name, count, kind, limits.items)
        }
        try SchemaNames(schema).check()
        for feature in schema.features { parts.features.append(try self.feature(feature)) }
        for type in schema.enums { parts.enums.append(try enumeration(type)) }
        for type in schema.bitmaps { parts.bitmaps.append(try bitmap(type)) }
        for type in schema.structs { parts.structs.append(try structure(type, item: path(type.name))) }
        try StructNesting(parts.structs, limits: limits).check(trait: schema.name)
        parts.attributes = try attributes()
        parts.commands = try commands()
        parts.events = try events()
        return parts
    }

    func path(_ name: String) -> String { "\(schema.name).\(name)" }

    private func tooMany(_ item: String, _ count: Int, _ kind: String, _ limit: Int) -> TraitSchemaError {
        TraitSchemaError(.tooLarge, item, "it has \(count) \(kind), more than \(limit)")
    }

    /// Adds to the number of members of the whole schema.
    private mutating func count(_ more: Int, _ item: String, _ kind: String) throws(TraitSchemaError) {
        guard more <= limits.members else { throw tooMany(item, more, kind, limits.members) }
        members += more
        guard members <= limits.allMembers else { throw tooMany(schema.name, members, "members", limits.allMembers) }
    }

    // MARK: The trait

    private func identity() throws(TraitSchemaError) -> UInt16 {
        let fallback = "trait \(schema.id)"
        try name(schema.name, item: fallback, "the trait's name")
        try name(schema.vendor, item: schema.name, "the vendor's name")
        try SchemaNames.checkPackage(schema.package, of: schema.name, limits: limits)
        guard let revision = UInt16(exactly: schema.revision) else {
            throw TraitSchemaError(.malformed, schema.name, "revision \(schema.revision) is above \(UInt16.max)")
        }
        return revision
    }

    func name(_ name: String, item: String, _ what: String) throws(TraitSchemaError) {
        guard name.utf8.count <= limits.nameBytes else {
            throw TraitSchemaError(.tooLarge, item, "\(what) has more than \(limits.nameBytes) bytes")
        }
        guard SchemaNames.isIdentifier(name) else {
            throw TraitSchemaError(
                .malformed, item, "\(what) is \(quoted(name)); letters, digits and _ are allowed, a letter first")
        }
    }

    // MARK: Types

    private func feature(_ feature: Hearth_V1_SchemaFeature) throws(TraitSchemaError) -> FeatureDescriptor {
        let item = path("Feature")
        try name(feature.name, item: item, "a feature's name")
        guard feature.mask != 0 else {
            throw TraitSchemaError(.malformed, path(feature.name), "the feature has no bit")
        }
        return FeatureDescriptor(feature.name, feature.mask)
    }

    private mutating func enumeration(_ type: Hearth_V1_SchemaEnum) throws(TraitSchemaError) -> EnumDescriptor {
        let item = path(type.name)
        let bits = try bits(type.bits, of: item, among: [8, 16])
        try count(type.constants.count, item, "values")
        for constant in type.constants {
            try name(constant.name, item: item, "a value's name")
            guard constant.value >> UInt64(bits) == 0 else {
                throw TraitSchemaError(.malformed, "\(item).\(constant.name)", "\(constant.value) exceeds \(bits) bits")
            }
        }
        try SchemaNames.checkUnique(type.constants.map(\.name), "values are called", in: item)
        try SchemaNames.checkUnique(type.constants.map(\.value), "values have the number", in: item)
        return EnumDescriptor(type.name, bits: bits, type.constants.map { ($0.value, $0.name) })
    }

    private mutating func bitmap(_ type: Hearth_V1_SchemaBitmap) throws(TraitSchemaError) -> BitmapDescriptor {
        let item = path(type.name)
        let bits = try bits(type.bits, of: item, among: [8, 16, 32, 64])
        try count(type.fields.count, item, "fields")
        for field in type.fields {
            try name(field.name, item: item, "a field's name")
            guard field.value != 0, bits == 64 || field.value >> UInt64(bits) == 0 else {
                throw TraitSchemaError(
                    .malformed, "\(item).\(field.name)", "the mask \(field.value) is not one of \(bits) bits")
            }
        }
        try SchemaNames.checkUnique(type.fields.map(\.name), "fields are called", in: item)
        return BitmapDescriptor(type.name, bits: bits, type.fields.map { ($0.value, $0.name) })
    }

    func bits(_ bits: UInt32, of item: String, among known: [UInt8]) throws(TraitSchemaError) -> UInt8 {
        if let bits = UInt8(exactly: bits), known.contains(bits) { return bits }
        throw TraitSchemaError(
            .malformed, item, "it has \(bits) bits; it may have \(known.map(String.init).joined(separator: ", "))")
    }

    private mutating func structure(
        _ type: Hearth_V1_SchemaStruct, item: String
    ) throws(TraitSchemaError) -> StructDescriptor {
        StructDescriptor(type.name, try fields(type.fields, item: item))
    }

    private mutating func fields(
        _ list: [Hearth_V1_SchemaField], item: String
    ) throws(TraitSchemaError) -> [FieldDescriptor] {
        try count(list.count, item, "fields")
        var fields: [FieldDescriptor] = []
        for field in list { fields.append(try self.field(field, of: item)) }
        try SchemaNames.checkNumbers(list, in: item)
        guard zip(list, list.dropFirst()).allSatisfy({ $0.id < $1.id }) else {
            throw TraitSchemaError(.malformed, item, "its fields are not in the order of their ids")
        }
        return fields
    }

    // MARK: Elements

    private mutating func attributes() throws(TraitSchemaError) -> [AttributeDescriptor] {
        let item = path("Attributes")
        try count(schema.attributes.count, item, "attributes")
        var attributes: [AttributeDescriptor] = []
        for attribute in schema.attributes {
            guard let message = attribute.field else {
                throw TraitSchemaError(.malformed, item, "an attribute has no field")
            }
            let field = try field(message, of: schema.name)
            try checkGlobal(field)
            attributes.append(
                AttributeDescriptor(
                    field, read: try privilege(attribute.readField, of: path(field.name)),
                    write: try privilege(attribute.writeField, of: path(field.name)),
                    timedWrite: attribute.isTimedWrite, quieterReporting: attribute.isQuieterReported))
        }
        // Missing global attributes are added, and must not conflict with others.
        let known = Set(attributes.map(\.id))
        let added = GlobalAttribute.descriptors.filter { !known.contains($0.id) }.map {
            Hearth_V1_SchemaField($0.field)
        }
        try SchemaNames.checkNumbers(schema.attributes.compactMap(\.field) + added, in: item)
        return attributes
    }

    /// Checks that a global attribute is as Matter defines it, even in a maker's trait.
    private func checkGlobal(_ field: FieldDescriptor) throws(TraitSchemaError) {
        guard let global = GlobalAttribute.descriptors.first(where: { $0.id == field.id })?.field else { return }
        let isFeatureMap: Bool
        if field.id == GlobalAttribute.featureMap, case .bitmap(let index) = field.type,
            schema.bitmaps.indices.contains(index)
        {
            isFeatureMap = schema.bitmaps[index].bits == 32
        } else {
            isFeatureMap = false
        }
        guard field.name == global.name, field.isList == global.isList, !field.isNullable,
            field.type == global.type || isFeatureMap
        else {
            throw TraitSchemaError(
                .reserved, path(field.name), "attribute \(field.id) is Matter's \(global.name); leave it as it is there"
            )
        }
    }

    private mutating func commands() throws(TraitSchemaError) -> [CommandDescriptor] {
        var commands: [CommandDescriptor] = []
        for command in schema.commands {
            let item = path(command.name)
            try name(command.methodName, item: item, "the method's name")
            let arguments = try fields(command.arguments?.fields ?? [], item: item)
            var response: StructDescriptor?
            if let message = command.response {
                try name(message.name, item: item, "the response's name")
                response = try structure(message, item: path(message.name))
            }
            guard let invoke = try privilege(command.invoke, of: item) else {
                throw TraitSchemaError(.malformed, item, "it does not say which privilege it needs")
            }
            commands.append(
                CommandDescriptor(
                    command.id, command.name, method: command.methodName, arguments, response: response,
                    responseID: command.responseID, invoke: invoke, timed: command.isTimed,
                    optional: command.isOptional, repeatable: command.isRepeatable,
                    required: try condition(command.required, of: item),
                    allowed: try condition(command.allowed, of: item)))
        }
        try SchemaNames.checkUnique(commands.map(\.id), "commands have the id", in: schema.name)
        return commands
    }

    private mutating func events() throws(TraitSchemaError) -> [EventDescriptor] {
        var events: [EventDescriptor] = []
        for event in schema.events {
            let item = path(event.name)
            guard let importance = EventImportance(event.importance) else {
                throw TraitSchemaError(.malformed, item, "unknown event priority; use debug, info or critical")
            }
            guard let read = try privilege(event.readField, of: item) else {
                throw TraitSchemaError(.malformed, item, "it does not say which privilege it needs")
            }
            events.append(
                EventDescriptor(
                    event.id, event.name, importance, try fields(event.payload?.fields ?? [], item: item), read: read))
        }
        try SchemaNames.checkUnique(events.map(\.id), "events have the id", in: schema.name)
        return events
    }

    private func privilege(
        _ privilege: Hearth_V1_SchemaPrivilege, of item: String
    ) throws(TraitSchemaError) -> Privilege? {
        switch privilege {
        case .unspecified: return nil
        case .view: return .view
        case .operate: return .operate
        case .manage: return .manage
        case .administer: return .administer
        case .unrecognized(let number):
            throw TraitSchemaError(.malformed, item, "there is no privilege \(number)")
        }
    }
}

extension EventImportance {
    fileprivate init?(_ importance: Hearth_V1_SchemaEvent.Importance) {
        switch importance {
        case .debug: self = .debug
        case .info: self = .info
        case .critical: self = .critical
        case .unspecified, .unrecognized: return nil
        }
    }
}
