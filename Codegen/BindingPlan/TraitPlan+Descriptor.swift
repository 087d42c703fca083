package import HearthTraitDescriptors
internal import ResolvedSchema
internal import TraitSchema

extension TraitPlan {
    /// The trait as data, for its generated Swift and for the simulator.
    package var descriptor: TraitDescriptor {
        TraitDescriptor(
            id: cluster.id, name: name, vendor: vendor, package: package,
            revision: UInt16(clamping: cluster.revision),
            features: cluster.features.map { FeatureDescriptor(TraitNamer.withoutK($0.name), $0.mask) },
            enums: enums.map(\.descriptor), bitmaps: bitmaps.map(\.descriptor), structs: structs.map(\.descriptor),
            attributes: described, commands: commands.map(\.descriptor), events: events.map(\.descriptor))
    }

    /// The attributes, without the global ones that every descriptor has, but with a feature map whose bits have names.
    private var described: [AttributeDescriptor] {
        zip(attributes.fields, cluster.attributes).compactMap { planned, attribute in
            if attribute.isGlobal {
                guard attribute.id == GlobalAttribute.featureMap, case .bitmap = planned.value.type else { return nil }
            }
            return AttributeDescriptor(
                planned.descriptor, read: attribute.isReadable ? attribute.readPrivilege : nil,
                write: attribute.isWritable ? attribute.writePrivilege : nil,
                timedWrite: attribute.requiresTimedWrite, quieterReporting: attribute.isQuieterReported)
        }
    }
}

extension EnumPlan {
    var descriptor: EnumDescriptor {
        let bits = if case .enumeration(let bits) = model.base.kind { bits } else { 8 }
        let named = zip(model.constants, cases).map { (value: $0.value, name: $1) }
        return EnumDescriptor(proto, bits: UInt8(clamping: bits), named)
    }
}

extension BitmapPlan {
    var descriptor: BitmapDescriptor {
        BitmapDescriptor(name, bits: UInt8(clamping: bits), fields.map { (mask: $0.mask, name: $0.name) })
    }
}

extension MessagePlan {
    var descriptor: StructDescriptor { StructDescriptor(proto, fields.map(\.descriptor)) }
}

extension CommandPlan {
    var descriptor: CommandDescriptor {
        CommandDescriptor(
            model.id, name, method: method, message.fields.map(\.descriptor), response: response?.descriptor,
            responseID: responseID, invoke: model.invokePrivilege, timed: model.isTimed, optional: model.isOptional,
            repeatable: model.isRepeatable, required: model.conformance.required?.expression,
            allowed: model.conformance.allowed?.expression)
    }
}

extension EventPlan {
    var descriptor: EventDescriptor {
        EventDescriptor(
            model.id, name, model.priority, payload.fields.map(\.descriptor), read: model.readPrivilege)
    }
}

extension FieldPlanOfTrait {
    /// The field as data.
    package var descriptor: FieldDescriptor {
        var flags: FieldFlags = []
        if model.isList { flags.insert(.list) }
        if model.isNullable { flags.insert(.nullable) }
        if model.isOptional { flags.insert(.optional) }
        if model.isFabricSensitive { flags.insert(.fabricSensitive) }
        let limits = model.constraints
        return FieldDescriptor(
            model.id, swift, value.type, flags, min: limits.minimum?.limit, max: limits.maximum?.limit,
            step: limits.step.map { Int64(clamping: $0) }, minLength: limits.minimumLength.map { Int(clamping: $0) },
            maxLength: (limits.maximumLength ?? typeLength).map { Int(clamping: $0) }, unit: model.unit,
            default: defaultValue, required: model.conformance.required?.expression,
            allowed: model.conformance.allowed?.expression)
    }

    /// The type's own limit. In a list it applies to the entries, not to the list.
    private var typeLength: UInt64? {
        guard !isList, case .scalar(let type) = model.type else { return nil }
        return type.maximumLength
    }

    private var defaultValue: TraitValue? {
        guard !isList, let stated = model.defaultValue else { return nil }
        switch (value.type, stated) {
        case (.boolean, .boolean(let value)): return .bool(value)
        case (.string, .string(let value)): return .string(value)
        case (.signed, .integer(let value)): return Int64(exactly: value).map { .signed($0) }
        case (.single, .integer(let value)): return .float(Float(value))
        case (.double, .integer(let value)): return .double(Double(value))
        case (.unsigned, .integer(let value)), (.bitmap, .integer(let value)), (.enumeration, .integer(let value)):
            return UInt64(exactly: value).map { .unsigned($0) }
        default: return nil
        }
    }
}

extension Bound {
    /// nil beyond 64 signed bits.
    fileprivate var limit: Limit? {
        switch self {
        case .literal(let value): Int64(exactly: value).map { .literal($0) }
        case .attribute(let id, _, let offset): .attribute(id, offset: offset)
        }
    }
}
