internal import BindingEmitter
internal import HearthTraitCore
internal import TraitModel
internal import enum TraitModel.FeatureExpression
internal import TraitSchema

/// Creates a trait's descriptor at run time from the generator's plan. It equals the one that the generator would emit.
struct PlannedTrait {
    let plan: TraitPlan

    var descriptor: TraitDescriptor {
        TraitDescriptor(
            id: plan.cluster.id, name: plan.name, vendor: plan.vendor, package: plan.package,
            revision: UInt16(clamping: plan.cluster.revision),
            features: plan.cluster.features.map { FeatureDescriptor(TraitNamer.withoutK($0.name), $0.mask) },
            enums: plan.enums.map(enumeration), bitmaps: plan.bitmaps.map(bitmap), structs: plan.structs.map(structure),
            attributes: attributes, commands: plan.commands.map(command), events: plan.events.map(event))
    }

    // MARK: Types

    private func enumeration(_ declared: EnumPlan) -> EnumDescriptor {
        let bits = if case .enumeration(let bits) = declared.model.base.kind { bits } else { 8 }
        let cases = zip(declared.model.constants, declared.cases).map { (value: $0.value, name: $1) }
        return EnumDescriptor(declared.proto, bits: UInt8(clamping: bits), cases)
    }

    private func bitmap(_ declared: BitmapPlan) -> BitmapDescriptor {
        BitmapDescriptor(
            declared.name, bits: UInt8(clamping: declared.bits),
            declared.fields.map { (mask: $0.mask, name: $0.name) })
    }

    private func structure(_ message: MessagePlan) -> StructDescriptor {
        StructDescriptor(message.proto, message.fields.map(field))
    }

    // MARK: Elements

    /// Without the global attributes, which every descriptor has, except for a feature map with named bits.
    private var attributes: [AttributeDescriptor] {
        zip(plan.attributes.fields, plan.cluster.attributes).compactMap { planned, attribute in
            if attribute.isGlobal {
                guard attribute.id == GlobalAttribute.featureMap, case .bitmap = planned.value.type else { return nil }
            }
            return AttributeDescriptor(
                field(planned), read: attribute.isReadable ? privilege(attribute.readPrivilege) : nil,
                write: attribute.isWritable ? privilege(attribute.writePrivilege) : nil,
                timedWrite: attribute.requiresTimedWrite)
        }
    }

    private func command(_ command: CommandPlan) -> CommandDescriptor {
        let model = command.model
        return CommandDescriptor(
            model.id, command.name, method: command.method, command.message.fields.map(field),
            response: command.response.map(structure), responseID: command.responseID,
            invoke: privilege(model.invokePrivilege), timed: model.isTimed, optional: model.isOptional,
            required: model.conformance.required.map(expression),
            allowed: model.conformance.allowed.map(expression))
    }

    private func event(_ event: EventPlan) -> EventDescriptor {
        let importance: EventImportance =
            switch event.model.priority {
            case .debug: .debug
            case .info: .info
            case .critical: .critical
            }
        return EventDescriptor(
            event.model.id, event.name, importance, event.payload.fields.map(field),
            read: privilege(event.model.readPrivilege))
    }

    // MARK: Fields

    private func field(_ plan: FieldPlanOfTrait) -> FieldDescriptor {
        let model = plan.model
        var flags: FieldFlags = []
        if model.isList { flags.insert(.list) }
        if model.isNullable { flags.insert(.nullable) }
        if model.isOptional { flags.insert(.optional) }
        if model.isFabricSensitive { flags.insert(.fabricSensitive) }
        let limits = model.constraints
        return FieldDescriptor(
            model.id, plan.swift, type(plan.value.type), flags, min: limits.minimum.flatMap(limit),
            max: limits.maximum.flatMap(limit), step: limits.step.map { Int64(clamping: $0) },
            minLength: limits.minimumLength.map { Int(clamping: $0) },
            maxLength: (limits.maximumLength ?? typeLength(model)).map { Int(clamping: $0) }, unit: model.unit,
            default: model.defaultValue.flatMap { defaultValue($0, plan) },
            required: model.conformance.required.map(expression), allowed: model.conformance.allowed.map(expression))
    }

    private func type(_ type: ValuePlan.DescribedType) -> ValueType {
        switch type {
        case .boolean: .boolean
        case .unsigned(let bits): .unsigned(UInt8(clamping: bits))
        case .signed(let bits): .signed(UInt8(clamping: bits))
        case .single: .single
        case .double: .double
        case .string: .string
        case .octets: .octets
        case .enumeration(let index): .enumeration(index)
        case .bitmap(let index): .bitmap(index)
        case .structure(let index): .structure(index)
        }
    }

    private func typeLength(_ field: FieldModel) -> UInt64? {
        guard !field.isList, case .scalar(let type) = field.type else { return nil }
        return type.maximumLength
    }

    private func limit(_ bound: Bound) -> Limit? {
        switch bound {
        case .literal(let value): Int64(exactly: value).map { .literal($0) }
        case .attribute(let id, _, let offset): .attribute(id, offset: offset)
        }
    }

    private func defaultValue(_ value: DefaultValue, _ plan: FieldPlanOfTrait) -> TraitValue? {
        guard !plan.isList else { return nil }
        switch (plan.value.type, value) {
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

    private func privilege(_ privilege: TraitSchema.Privilege) -> HearthTraitCore.Privilege {
        switch privilege {
        case .view: .view
        case .operate: .operate
        case .manage: .manage
        case .administer: .administer
        }
    }

    private func expression(_ expression: FeatureExpression) -> HearthTraitCore.FeatureExpression {
        switch expression {
        case .feature(_, let mask): .feature(mask)
        case .not(let inner): .not(self.expression(inner))
        case .and(let left, let right): .and(self.expression(left), self.expression(right))
        case .or(let left, let right): .or(self.expression(left), self.expression(right))
        }
    }
}
